"""The register of features: stable names, one row for each pair, finite numbers for every text."""

import csv
import gzip
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import _core
from tertium.data import PARSERS
from tertium.errors import OptionError, UnknownNameError
from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.learn.features.regression import MeteorFeatures
from tertium.resources.encoders import sources
from tertium.resources.knowledge import Matching
from tertium.resources.paraphrases import write_table
from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts
from tertium.text.pool import Pairing
from tertium.text.testset import References
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
SIZES |= {"chrf": (19,) * 3, "terpa": (9,) * 3, "transport": (2, 0, 0), "encoder": (24,) * 3}


@pytest.fixture(scope="module", autouse=True)
def other_encoders(english_encoder: None) -> None:
    if sources.target_of("en").exists():
        for language in ("de", "any"):
            shutil.copy(sources.target_of("en"), sources.target_of(language))


def pairs(hypotheses: list[str], references: list[str], threads: int = 1) -> Pairing:
    return Pairing.of(hypotheses, References.by_stream(references), threads=threads)


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


def test_features_of_a_perfect_translation_are_the_best_ones() -> None:
    text = "the quick cat jumps over the lazy dog"
    values = dict(
        zip(
            features.get("beer").names(FeatureOptions()),
            features.get("beer").compute(pairs([text], [text]), FeatureOptions())[0].tolist(),
            strict=True,
        )
    )
    assert all(values[f"char.{n}.f1"] == 1 for n in range(1, 7))
    assert values["word.exact.f1"] == values["order.kendall"] == values["order.monotone"] == 1
    assert values["word.stem.f1"] == values["order.inverted"] == 0
    assert values["function.recall"] + values["content.recall"] == pytest.approx(1)


def test_kinds_of_match_go_to_their_own_features() -> None:
    options = FeatureOptions()
    row = features.get("beer").compute(pairs(["the quick dogs run"], ["the fast dog runs"]), options)[0]
    values = dict(zip(features.get("beer").names(options), row.tolist(), strict=True))
    assert values["word.exact.precision"] == 1 / 4
    assert values["word.stem.precision"] == 2 / 4
    assert values["word.synonym.recall"] == 1 / 4


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


def test_untranslated_and_unknown_words_are_counted_by_side() -> None:
    made, options = features.get("classes"), FeatureOptions()
    hypothesis, reference = "The кот sat in Plzeň on the zzyx 7 !", "the cat sat in Pilsen on 8 mats ."
    table = made.compute(pairs([hypothesis, "", reference], [reference, reference, ""]), options)
    first, empty, against_nothing = (dict(zip(made.names(options), row, strict=True)) for row in table.tolist())
    assert first["class.foreign.hyp-only"] == first["class.accented-name.hyp-only"] == 1 / 10
    assert first["class.unknown.hyp-only"] == first["class.number.hyp-only"] == 1 / 10
    assert first["class.number.ref-only"] == first["class.punctuation.ref-only"] == 1 / 9
    assert empty["class.number.ref-only"] == against_nothing["class.number.hyp-only"] == 1 / 9
    assert empty["class.number.hyp-only"] == 0


def test_paraphrases_are_seen_by_the_features_of_paraeval_and_terp(tmp_path: Path) -> None:
    table = tmp_path / "mine.bin"
    phrases = PackedTexts.pack(["a great many", "lots of"])
    both, sure = np.array([0, 1]), np.array([0.5, 0.5], np.float32)
    write_table(table, phrases, both, both[::-1], sure, language="en", made_from="a test")
    texts = pairs(["he has a great many books"], ["he has lots of books"])
    for name, feature in (("paraeval", "paraeval.other-hyp"), ("terp", "terpa.paraphrases")):
        made = features.get(name)
        plain, known = (
            dict(zip(made.names(options), made.compute(texts, options)[0].tolist(), strict=True))[feature]
            for options in (FeatureOptions(), FeatureOptions(Matching("en", "all", str(table))))
        )
        assert plain == 0 < known


def test_beer_2_has_the_first_and_the_last_words_once_more() -> None:
    # One word and that at the start are the same, that at the end is another: 2 of 3, 2 of 4.
    options = FeatureOptions(Matching(matches="exact", tok="none"))
    table = features.compute([features.get("beer2")], pairs(["hello"], ["hello ,"]), options)
    found = dict(zip(features.feature_names([features.get("beer2")], options), table[0].tolist(), strict=True))
    assert found["wordgram.1.max"] == pytest.approx(2 / 3)
    assert found["wordgram.1.min"] == pytest.approx(2 / 4)


@pytest.mark.shared
def test_scores_of_beer_2_are_linear_in_these_features(shared: Path) -> None:
    """Its model is linear, so that what its program gave is a weighted sum of the right features but for rounding."""
    golden = read_table(shared / "golden/originals.tsv.gz")
    data = {name: read_table(shared / f"data/judgements/{name}.tsv.gz") for name in {row["dataset"] for row in golden}}
    rows = [data[row["dataset"]][int(row["line"]) - 2] for row in golden]
    texts = [row["hypothesis"] for row in rows], References.by_stream([row["reference"] for row in rows])
    pairing = Pairing.of(*texts, normalization="none")
    batch = pairing.pool.tokens(tokenizers.get("13a"))
    scores = np.array([float(row["beer2"]) for row in golden])

    def largest_residual(*, original: bool) -> float:
        made = _core.beer2_features(pairing.pairs(batch), words=batch.words, original=original)
        table = np.column_stack((made, np.ones(len(scores))))
        weights = np.linalg.lstsq(table, scores, rcond=None)[0]
        return float(np.abs(table @ weights - scores).max())

    assert largest_residual(original=True) < 1e-12
    assert largest_residual(original=False) > 1e-3


def read_table(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_meteor_s_features_of_a_text_against_itself_are_what_its_search_finds() -> None:
    texts = ["The cat sat on the mat .", "a b a b a b c", "the the the", "", "."]
    pairing, options = Pairing.of(texts, References.by_stream(texts)), FeatureOptions()
    meteor = MeteorFeatures()
    assert meteor.compute(pairing, options).tolist() == meteor._of_others(pairing, options).tolist()
