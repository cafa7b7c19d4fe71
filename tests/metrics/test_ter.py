"""TER equals sacreBLEU's, corpus and segments, with all options."""

from typing import Any

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.metrics.ter import TER

from .as_sacrebleu import EDGES, SAMPLE, assert_equal_scores
from .inputs import Input, inputs

ter_options = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(["normalized", "no_punct", "asian_support", "case_sensitive"], st.booleans()),
)


@settings(max_examples=100)
@given(inputs(max_segments=2, max_streams=2), ter_options)
def test_ter_with_any_options(data: Input, options: dict[str, Any]) -> None:
    assert_equal_scores(TER(**options), sacrebleu.TER(**options), data)


def test_ter_of_empty_and_short_texts() -> None:
    for data in EDGES:
        assert_equal_scores(TER(), sacrebleu.TER(), data)


def test_ter_of_references_that_sacrebleu_tokenises_twice() -> None:
    # The second time it splits "Poor's ," where the first left "Poor's,": even the same text has errors then.
    text = "Standard & Poor's, said Poor's."
    data = Input([text, "Standard & Poor 's , said"], [[text, "Standard & Poor's, said"], [None, "Poor's"]])
    for no_punct in (False, True):
        options = {"normalized": True, "no_punct": no_punct}
        assert_equal_scores(TER(**options), sacrebleu.TER(**options), data)
    assert TER(normalized=True).segment_scores(data.hypotheses, data.references)[0] > 0


@pytest.mark.parametrize("options", [{}, {"normalized": True}, {"no_punct": True, "case_sensitive": True}])
def test_ter_on_the_sample(options: dict[str, Any]) -> None:
    for data in SAMPLE[2:3]:
        assert_equal_scores(TER(**options), sacrebleu.TER(**options), data)
