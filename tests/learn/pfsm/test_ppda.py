"""pPDA and pPDA+f: jumps, synonyms, and models of other metrics."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.model import Model
from tertium.metrics import parse
from tertium.text.testset import References


def scores(spec: str, hypotheses: list[str], *references: str) -> list[float]:
    given = References.by_segment([list(references)] * len(hypotheses))
    return parse(spec).segment_scores(hypotheses, given).tolist()


def test_jumps_forgive_another_order() -> None:
    swapped = "Because he likes rivers , yesterday the old man bought a small boat ."
    reference = "Yesterday the old man bought a small boat , because he likes rivers ."
    without, with_jumps = (scores(name, [swapped, "x y"], reference) for name in ("pfsm", "ppda"))
    assert with_jumps[0] > without[0]


def test_synonyms_count_where_the_model_knows_them() -> None:
    hypothesis, reference = "she purchased a car", "she bought an automobile"
    assert scores("ppda+f", [hypothesis], reference)[0] > scores("ppda", [hypothesis], reference)[0]


def test_a_model_of_another_metric_is_refused(tmp_path: Path) -> None:
    Model(metric="beer", features=("a",), weights=np.zeros(1)).save(tmp_path / "other.model")
    with pytest.raises(DataError, match="'beer', expected one of 'pfsm'"):
        scores(f"ppda(model={tmp_path / 'other.model'})", ["a b"], "a")
