"""Kinds of edits and the features of their steps."""

from dataclasses import replace
from typing import Any

import pytest

from tertium.errors import DataError, OptionError
from tertium.learn.pfsm.automaton import STATES, EditFeatures, EditSettings
from tertium.learn.pfsm.lattices import lattices
from tertium.text.pool import Pairing
from tertium.text.testset import References


def test_counts_of_features_are_those_of_the_steps_they_are_of() -> None:
    settings = EditSettings(max_jump=3)
    features = EditFeatures.of(settings)
    steps = features.matrix[:, features.names.index("state.jump1")].nonzero()[0]
    assert {STATES[step % len(STATES)] for step in steps} == {"jump1", "reference-jump1"}
    (first,) = (features.matrix[STATES.index("start") * len(STATES) + STATES.index("word")] > 0).nonzero()
    assert [features.names[i] for i in first] == ["state.word"]
    assert "step.start.word" in EditFeatures.of(replace(settings, start="full")).names
    assert not any("reference" in name for name in features.names)


def states_of(settings: EditSettings, hypothesis: str, reference: str) -> list[tuple[int, int, str]]:
    found = lattices(Pairing.of([hypothesis], References.by_stream([reference])), settings)
    return [(ref, hyp, STATES[state]) for ref, hyp, state in found.substitutions.reshape(-1, 3).tolist()]


def test_function_words_and_words_that_begin_alike_are_kinds_of_their_own() -> None:
    texts = ("The population of 20001 , popularly", "populist 20002 , of the")
    assert states_of(EditSettings(), *texts) == [(2, 4, "punctuation"), (3, 2, "word"), (4, 0, "lemma")]
    both = EditSettings(functions=True, beginnings=5)
    # A number has no letters to begin with, and other kinds of match go before a beginning.
    assert states_of(both, *texts) == [
        (0, 1, "beginning"),
        (0, 5, "beginning"),
        (2, 4, "punctuation"),
        (3, 2, "function"),
        (4, 0, "lemma"),
    ]
    assert states_of(replace(both, beginnings=7), *texts)[0] == (2, 4, "punctuation")
    with pytest.raises(OptionError, match="no function words for 'fi'"):
        EditSettings(language="fi", functions=True)


def test_a_model_that_does_not_name_its_stems_has_the_usual_ones() -> None:
    options = EditSettings(synonyms=True).for_model()
    unnamed = {name: value for name, value in options.items() if name != "stems"}
    assert EditSettings.of(unnamed, "en") == EditSettings(synonyms=True)
    with pytest.raises(DataError, match="not those of an edit automaton: tok"):
        EditSettings.of({name: value for name, value in options.items() if name != "tok"}, "en")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "not those of an edit automaton"),
        ({**EditSettings().for_model(), "max_jump": "5"}, "'max_jump' is '5'"),
        ({**EditSettings().for_model(), "start": "never"}, "'start' is 'never'"),
    ],
)
def test_a_model_with_other_options_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        EditSettings.of(options, "en")
