"""TER equals sacreBLEU's, corpus and segments, with all options."""

from typing import Any

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.metrics.ter import TER
from tertium.text.languages import target_of
from tertium.text.pool import Pairing
from tertium.text.testset import References

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


@pytest.mark.parametrize("rules", ["sacrebleu", "tercom"])
def test_an_explanation_has_the_edits_and_the_shifts(rules: Any) -> None:
    metric = TER(rules=rules)
    references = References.by_segment([["nothing like it", "the cat sat down on the mat"]])
    made = metric.explain(Pairing.of(["On the mat the big cat sat"], references), 0)
    assert made.score == pytest.approx(metric.corpus_score(["On the mat the big cat sat"], references))
    assert (made.reference_number, made.hypothesis[:3]) == (1, ("on", "the", "mat"))
    (move,) = made.moves
    numbers = {part.name: part.value for part in made.parts}
    assert (numbers["shifts"], numbers["edits"], numbers["mean reference words"]) == (1, 3, 5)
    assert {move.words, tuple(made.hypothesis[word] for word in move.words)} == {move.words, ("on", "the", "mat")}
    assert [(part.side, part.start) for part in made.loose] == [("hypothesis", 4), ("reference", 3)]
    assert made.score == pytest.approx(100 * 3 / 5)


def test_tercom_refuses_what_would_take_it_too_long() -> None:
    with pytest.raises(DataError, match="words"):
        TER(rules="tercom").corpus_score(["a b " * 20_000], References.by_stream(["a"]))


@pytest.mark.parametrize(("code", "options"), [("de", {}), ("zh", {"normalized": True, "asian_support": True})])
def test_a_language_chooses_the_options_that_fit_it(code: str, options: dict[str, Any]) -> None:
    language = target_of(code)
    assert TER.options_for(language) == options
    assert TER(**options).misfit(language) is None


def test_languages_without_spaces_are_no_matter_of_words() -> None:
    misfits = {code: str(TER().misfit(target_of(code))) for code in ("ja", "th")}
    assert misfits == {
        "ja": "Japanese has no spaces between words; use ter(normalized=yes,asian_support=yes)",
        "th": "Thai has no spaces between words; use wer(tok=char) or chrf",
    }


def test_its_signature_says_its_options() -> None:
    assert TER(no_punct=True, case_sensitive=True).signature() == {
        "case": "mixed", "tok": "tercom", "norm": "no", "punct": "no", "asian": "no", "rules": "sacrebleu",
    }  # fmt: skip
