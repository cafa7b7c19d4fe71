"""Paired tests beside sacreBLEU's: the same samples, so the same p-values."""

from typing import Any, Literal

import numpy as np
import pytest
from sacrebleu import metrics as theirs
from sacrebleu.significance import PairedTest as TheirTest

from tertium.compat.sacrebleu import metrics as ours
from tertium.compat.sacrebleu.significance import PairedTest, Result
from tests.support.texts import STREAMS, SYSTEMS


@pytest.mark.parametrize(("kind", "confidence"), [("bs", -1), ("ar", -1), ("ar", 60)])
def test_results_are_those_of_sacrebleu(kind: Literal["ar", "bs"], confidence: int) -> None:
    systems = list(SYSTEMS.items())
    names = {"BLEU": {}, "CHRF": {"word_order": 2}, "TER": {}}
    mine: Any = {name: getattr(ours, name)(references=STREAMS, **options) for name, options in names.items()}
    other: Any = {name: getattr(theirs, name)(references=STREAMS, **options) for name, options in names.items()}
    signatures, found = PairedTest(systems, mine, None, kind, 150, confidence)()
    their_signatures, expected = TheirTest(systems, other, None, kind, 150, confidence)()
    assert found["System"] == expected["System"]
    assert list(found) == list(expected)
    for name in list(found)[1:]:
        for one, another in zip(found[name], expected[name], strict=True):
            assert isinstance(one, Result)
            for field in ("score", "p_value", "mean", "ci"):
                value, wanted = getattr(one, field), getattr(another, field)
                # sacreBLEU sums samples in single precision.
                assert value == wanted or np.isclose(value, wanted, rtol=1e-5, atol=1e-5)
        assert str(signatures[name]).split("|version")[0] == str(their_signatures[name]).split("|version")[0]


def test_an_unknown_test_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown test 'xx'; expected ar or bs"):
        PairedTest([("a", ["x"])], {}, None, "xx")
