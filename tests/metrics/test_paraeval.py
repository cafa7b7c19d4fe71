"""ParaEval: the paper's example, tables of both kinds, several references, and the steps of BLEU."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import OptionError
from tertium.metrics import parse
from tertium.metrics.bleu import BLEU
from tertium.metrics.paraeval import ParaEval
from tertium.resources.paraphrases import ParaphraseTable, write_table
from tertium.resources.paraphrases.relations import related
from tertium.text.arrays import PackedTexts
from tertium.text.pool import Pairing
from tertium.text.testset import References

from .inputs import Input, inputs

PHRASES = ["blown up", "bombing", "explosion", "a lot of", "many", "auto", "motor car"]
ENTRIES = [(3, 4, 0.5), (5, 6, 0.2)]
SETS = [[0, 1, 2], [3, 4]]
FIGURE_4 = ["yesterday was blown up bombing"], [["the bombing was an explosion", "there was one explosion"]]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("tables") / "with.bin", SETS)


@pytest.fixture(scope="module")
def table_without_sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("tables") / "without.bin", None)


def written(path: Path, sets: list[list[int]] | None) -> Path:
    sources, targets, probabilities = zip(*ENTRIES, strict=True)
    write_table(
        path,
        PackedTexts.pack(PHRASES),
        np.array(sources),
        np.array(targets),
        np.array(probabilities, np.float32),
        language="en",
        made_from="a test",
        sets=None if sets is None else [np.array(members) for members in sets],
    )
    return path


def score(metric: ParaEval | BLEU, hypothesis: str, *references: str) -> float:
    return metric.corpus_score([hypothesis], References.by_segment([list(references)]))


def test_figure_4_of_the_paper(table: Path) -> None:
    hypotheses, references = FIGURE_4
    together = References.by_segment(references)
    assert ParaEval(measure="precision", paraphrases=str(table)).corpus_score(hypotheses, together) == pytest.approx(80)
    assert BLEU(max_order=1, brevity=False).corpus_score(hypotheses, together) == pytest.approx(40)


@given(texts=inputs())
@settings(max_examples=30, deadline=None)
def test_without_a_table_precision_is_bleus_of_unigrams(texts: Input) -> None:
    plain = ParaEval(measure="precision", paraphrases="none", tok="13a")
    bleu = BLEU(max_order=1, brevity=False, lowercase=True, smooth="none")
    statistics = plain.statistics(Pairing.of(texts.hypotheses, texts.references))
    expected = bleu.statistics(Pairing.of(texts.hypotheses, texts.references))
    np.testing.assert_array_equal(statistics[:, [0, 2]], expected[:, [0, 2]])


def test_precision_and_recall_count_the_words_of_their_own_side(table: Path) -> None:
    texts = "a lot of trains", "many trains stopped"
    values = [score(ParaEval(measure=m, paraphrases=str(table)), *texts) for m in ("precision", "recall", "f1")]
    assert values == pytest.approx([100, 100 * 2 / 3, 80])


def test_short_phrases_can_be_kept_from_matching(table: Path) -> None:
    values = [
        score(
            ParaEval(measure="precision", paraphrases=str(table), min_paraphrase_len=n),
            "a lot of trains",
            "many trains",
        )
        for n in (1, 2)
    ]
    assert values == pytest.approx([100, 25])


def test_entries_count_from_a_probability_on_and_both_ways(table: Path) -> None:
    def value(hypothesis: str, reference: str, least: float) -> float:
        options = {"paraphrases": str(table), "relation": "entries", "min_probability": least}
        return score(ParaEval(measure="recall", **options), hypothesis, reference)

    assert value("my auto", "my motor car", 0.2) == value("my motor car", "my auto", 0.2) == 100
    assert value("my motor car", "my auto", 0.21) == 50
    assert value("the bombing", "the explosion", 0.0) == 50


def test_a_table_without_sets_matches_by_its_entries(table_without_sets: Path) -> None:
    metric = ParaEval(paraphrases=str(table_without_sets))
    assert score(metric, "many cars", "a lot of cars") == 100
    with pytest.raises(OptionError, match="has no sets; use relation=entries"):
        score(ParaEval(paraphrases=str(table_without_sets), relation="sets"), "a", "a")


def test_sets_and_entries_count_together(table: Path) -> None:
    texts = "my auto near the bombing", "my motor car near the explosion"
    values = [score(ParaEval(paraphrases=str(table), relation=by), *texts) for by in ("both", "sets", "entries")]
    assert values[0] == 100 > max(values[1:])
    assert ParaEval(paraphrases=str(table)).signature()["by"] == "sets+entries[0.01]"


def test_options_that_need_a_table_are_refused_without_one() -> None:
    with pytest.raises(OptionError, match="paraeval: relation=sets needs a table"):
        ParaEval(paraphrases="none", relation="sets")
    with pytest.raises(OptionError, match=r"tokeniser meteor knows en, .* not 'xx'"):
        score(ParaEval(language="xx", tok="meteor"), "a", "a")


def test_a_language_without_a_table_is_scored_by_its_words() -> None:
    metric = ParaEval(language="xx")
    assert metric.signature() == {"measure": "f1", "tok": "intl", "case": "lower", "para": "none"}
    assert score(metric, "a b", "a c") == 50


def test_the_table_of_the_package_is_used_by_default() -> None:
    texts = "he was very pleased to see us .", "he was extremely happy to see us ."
    assert score(ParaEval(), *texts) > score(ParaEval(paraphrases="none"), *texts)
    assert ParaEval().signature()["para"].startswith("paraphrases.en@")


def test_references_clip_together_for_precision_and_one_by_one_for_recall() -> None:
    references = "a b c d", "e f"
    precision, recall, f1 = (
        score(ParaEval(measure=m, paraphrases="none"), "a b e f", *references) for m in ("precision", "recall", "f1")
    )
    assert (precision, recall) == (100, 100)
    assert f1 == pytest.approx(200 * (1 / 2 * 1) / (1 / 2 + 1))


def test_an_explanation_links_phrases_and_names_what_other_references_have(table: Path) -> None:
    hypotheses, references = FIGURE_4
    pairing = Pairing.of(hypotheses, References.by_segment([[*references[0], "yesterday"]]))
    found = ParaEval(measure="precision", paraphrases=str(table)).explain(pairing, 0)
    assert found.score == pytest.approx(100)
    assert found.reference == ("yesterday",)  # the one with most recall
    assert [(link.hypothesis, link.kind) for link in found.links] == [(0, "same")]
    assert {loose.label for loose in found.loose} == {"matched in another reference"}
    alone = ParaEval(paraphrases=str(table)).explain(Pairing.of(hypotheses, References.by_segment(references)), 0)
    assert alone.reference_number == 0
    links = {(link.hypothesis, link.hypothesis_length, link.reference, link.kind) for link in alone.links}
    assert links == {(2, 2, 1, "paraphrase"), (4, 1, 4, "paraphrase"), (1, 1, 2, "same")}
    assert {part.name: part.value for part in alone.parts}["precision"] == pytest.approx(80)


phrases = st.lists(st.sampled_from("abc"), min_size=1, max_size=2).map(" ".join)


@given(sets=st.lists(st.sets(phrases, min_size=1, max_size=4), min_size=1, max_size=4))
@settings(max_examples=25, deadline=None)
def test_phrases_of_one_set_stand_for_each_other(
    sets: list[set[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    listed = sorted(set.union(*sets))
    path = tmp_path_factory.mktemp("sets") / "table.bin"
    write_table(
        path,
        PackedTexts.pack(listed),
        np.zeros(0, np.int64),
        np.zeros(0, np.int64),
        np.zeros(0, np.float32),
        language="en",
        made_from="a test",
        sets=[np.array(sorted(map(listed.index, members))) for members in sets],
    )
    found = related(ParaphraseTable.load(path), "sets", 0.0)
    for phrase in listed:
        mates = set.union(*(members for members in sets if phrase in members))
        assert {other for other in listed if groups(found, phrase) & groups(found, other)} == mates


def groups(table: ParaphraseTable, phrase: str) -> set[int]:
    """What phrases that can stand for each other have in common."""
    node = table.phrase_id(phrase.split())
    assert node is not None
    return set(table.file.arrays["targets"][slice(*table.file.arrays["entry_offsets"][node : node + 2])].tolist())


def test_a_large_set_is_not_listed_pair_by_pair(tmp_path: Path) -> None:
    n = 50_000
    phrases = PackedTexts.pack([f"w{i}" for i in range(n)])
    nothing = np.zeros(0, np.int64)
    write_table(
        tmp_path / "table.bin", phrases, nothing, nothing, nothing.astype(np.float32),
        language="en", made_from="a test", sets=[np.arange(n)],
    )  # fmt: skip
    assert related(ParaphraseTable.load(tmp_path / "table.bin"), "both", 0.0).file.arrays["targets"].nbytes == 4 * n
    metric = parse(f"paraeval(paraphrases={tmp_path / 'table.bin'})")
    assert score(metric, "w1 w2 x", "w777 w888 y") == pytest.approx(100 * 2 / 3)


def test_entries_that_are_probable_enough_are_kept(table: Path) -> None:
    found = related(ParaphraseTable.load(table), "entries", 0.5)
    assert groups(found, "many") & groups(found, "a lot of")
    assert not groups(found, "auto")


def test_the_steps_of_bleu() -> None:
    hypothesis, reference = "the small cat sat on the mat", "the cat sat on the mat near the old door"
    precisions = [6 / 7, 4 / 6, 3 / 5, 2 / 4]
    mean = math.exp(sum(map(math.log, precisions)) / 4)
    assert score(parse("bleu(max_order=1,brevity=no)"), hypothesis, reference) == pytest.approx(100 * precisions[0])
    assert score(parse("bleu(brevity=no)"), hypothesis, reference) == pytest.approx(100 * mean)
    assert score(parse("bleu"), hypothesis, reference) == pytest.approx(100 * mean * math.exp(1 - 10 / 7))
    assert parse("bleu(brevity=no)").signature()["bp"] == "no"
    assert "bp" not in parse("bleu").signature()
