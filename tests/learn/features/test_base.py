"""The register of features: stable names, one row for each pair, finite numbers for every text."""

import shutil
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.data import PARSERS
from tertium.errors import OptionError, UnknownNameError
from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.resources.encoders import sources
from tertium.resources.knowledge import Matching
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.learn.features.pairs import pairs
from tests.support.encoders import english_encoder
from tests.support.strategies import hard_texts

__all__ = ["english_encoder"]

OPTIONS = {
    "all": FeatureOptions(),
    "exact+stem": FeatureOptions(Matching("de", "exact+stem"), str(PARSERS / "en")),
    "exact": FeatureOptions(Matching("any", "exact", tok="intl"), str(PARSERS / "en")),
}
SIZES = {"beer": (42, 33, 30), "beer2": (62,) * 3, "beer2-like": (62,) * 3, "surface": (26,) * 3}
SIZES |= {
    "bleu": (18,) * 3,
    "nist": (16,) * 3,
    "ter": (50,) * 3,
    "meteor": (10,) * 3,
    "ppda": (1,) * 3,
    "parse": (126,) * 3,
}
SIZES |= {"paraeval": (5,) * 3, "terp": (18,) * 3, "classes": (14, 4, 4), "content": (36,) * 3, "vectors": (11, 0, 0)}
SIZES |= {"chrf": (19,) * 3, "terpa": (9,) * 3, "transport": (2, 0, 0), "encoder": (24,) * 3, "contrast": (35,) * 3}


@pytest.fixture(scope="module", autouse=True)
def other_encoders(english_encoder: None) -> None:
    if sources.target_of("en").exists():
        for language in ("de", "any"):
            shutil.copy(sources.target_of("en"), sources.target_of(language))


@pytest.mark.parametrize("name", features.names())
def test_names_are_as_many_as_columns_and_all_differ(name: str) -> None:
    made = features.get(name)
    table = pairs(["the cat sat", "a b c"], ["the cat sat on it", "c b a"])
    for options, size in zip(OPTIONS.values(), SIZES[name], strict=True):
        names = made.names(options)
        assert len(set(names)) == len(names) == size
        assert made.compute(table, options).shape == (2, size)


def test_paraphrases_by_default_are_those_of_the_language_where_words_match_in_all_ways() -> None:
    assert Matching("en", paraphrases="auto") == Matching("en", paraphrases="paraphrases.en")
    assert "paraphrase" in Matching("en", paraphrases="auto").kinds
    assert Matching("en", "exact+stem", "auto").paraphrases == Matching("de", paraphrases="auto").paraphrases == "none"


def test_no_two_sets_share_a_name() -> None:
    every = [name for key in features.names() for name in features.get(key).names(FeatureOptions())]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("name", features.names())
@settings(max_examples=15)
@given(batch=st.lists(st.tuples(hard_texts, hard_texts), min_size=1, max_size=4))
def test_every_text_gives_finite_numbers(name: str, batch: list[tuple[str, str]]) -> None:
    hypotheses, references = map(list, zip(*batch, strict=True))
    table = features.compute([features.get(name)], pairs(hypotheses, references), FeatureOptions())
    assert np.isfinite(table).all()


@pytest.mark.parametrize("name", features.names())
def test_a_pair_that_occurs_twice_and_threads_change_nothing(name: str) -> None:
    hypotheses = ["the cat sat", "a dog ran", "the cat sat", "it rains", "a dog ran"]
    references = ["the cat sits", "the dog ran", "the cat sits", "it rained", "one dog ran"]
    made = [features.get(name)]
    table = features.compute(made, pairs(hypotheses, references), FeatureOptions())
    assert table[0].tolist() == table[2].tolist()
    assert features.compute(made, pairs(hypotheses, references, threads=2), FeatureOptions()).tolist() == table.tolist()
    if not made[0].whole_test_set:
        alone = features.compute(made, pairs(hypotheses[:1], references[:1]), FeatureOptions())
        assert alone.tolist() == table[:1].tolist()


def test_each_reference_stands_alone() -> None:
    pairing = Pairing.of(["a", "b"], References.by_segment([["a", "c"], ["d"]]))
    single, segments = features.each_reference(pairing)
    assert segments.tolist() == [0, 0, 1]
    assert [single.pool.texts[int(row)] for row in single.hypotheses] == ["a", "a", "b"]
    assert [single.pool.texts[int(row)] for row in single.references] == ["a", "c", "d"]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: features.get("bear"), UnknownNameError, "unknown set of features 'bear'.* did you mean 'beer'"),
        (lambda: features.parse("beer+ter+beer"), OptionError, "a set is named twice"),
        (lambda: Matching("zh"), OptionError, "tok=meteor knows en, .*, not 'zh'"),
        (lambda: Matching("zh", tok="char"), OptionError, "there is no stemmer for 'zh'; use matches=exact"),
        (lambda: Matching("en", "exact", "table.bin"), OptionError, "matches=exact uses no paraphrases"),
        (lambda: FeatureOptions.of({"matches": "some"}, "en"), OptionError, "option 'matches' cannot be 'some'"),
    ],
)
def test_wrong_choices_are_refused(call: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        call()
