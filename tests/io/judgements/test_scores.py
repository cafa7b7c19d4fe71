"""Scores in TSV and JSONL: columns known and named, missing scores, raters, and scores of systems and documents."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.io.judgements import cells
from tertium.io.judgements.formats import read_judgements
from tests.support.types import Put

HEADER = "dataset\tlang_pair\tdoc_id\tseg_id\tsystem\tsource\treference\thypothesis\tscore\tscore_kind"


def table(*rows: Any, header: Any = HEADER) -> Any:
    return "\n".join([header, *rows, ""])


def row(
    score: Any,
    *,
    dataset: str = "news",
    pair: str = "de-en",
    doc: str = "d1",
    seg: str = "1",
    system: str = "A",
    output: str = "a cat",
    kind: str = "DA-z",
) -> Any:
    return f"{dataset}\t{pair}\t{doc}\t{seg}\t{system}\teine Katze\tthe cat\t{output}\t{score}\t{kind}"


def test_every_column_finds_its_place(put: Put) -> None:
    judgements = read_judgements(put("a.tsv", table(row("0.5", kind="DA-z (mean of 15)"))))
    group = judgements.group("de-en", "news")
    items = group.items
    assert (items.hypothesis, items.source, tuple(items.references)) == (
        ("a cat",),
        ("eine Katze",),
        (("the cat",),),
    )
    assert (items.system, items.segment, items.document, items.extra) == (("A",), ("1",), ("d1",), {})
    scores = group.segment_scores()
    assert (scores.kind, scores.description, scores.scores.tolist()) == ("da", "DA-z (mean of 15)", [0.5])
    assert scores.ratings is None


def test_groups_are_data_sets_and_language_pairs_in_order(put: Put) -> None:
    path = put("a.tsv", table(row(1, pair="fr-en"), row(2), row(3, pair="fr-en"), row(4, dataset="talks")))
    judgements = read_judgements(path)
    assert [group.name for group in judgements] == ["news fr-en", "news de-en", "talks de-en"]
    assert judgements.group("fr-en").segment_scores().scores.tolist() == [1, 3]


@pytest.mark.parametrize("cell", ["", "None", "NA", "n/a", "NaN", "null", " "])
def test_a_missing_score_is_not_zero(put: Put, cell: str) -> None:
    scores = read_judgements(put("a.tsv", table(row(cell), row("0", seg="2")))).group().segment_scores().scores
    assert np.isnan(scores[0])
    assert scores[1] == 0


@pytest.mark.parametrize("cell", ["inf", "-inf", "1e999", "good", "1,5", "1_0", "0x1", "١"])
def test_what_is_no_finite_number_is_refused_with_its_row(put: Put, cell: str) -> None:
    with pytest.raises(DataError, match=r"a\.tsv:3: 'score' is .*expected a number up to 1e[+]100"):
        read_judgements(put("a.tsv", table(row("0"), row(cell))))


@pytest.mark.parametrize(("cell", "value"), [("-1.5", -1.5), ("+2", 2), ("1e-3", 0.001), (".5", 0.5), ("5.", 5)])
def test_numbers_may_be_written_in_the_usual_ways(put: Put, cell: str, value: float) -> None:
    assert read_judgements(put("a.tsv", table(row(cell)))).group().segment_scores().scores[0] == value


def test_repeated_rows_without_raters_are_repeated_items(put: Put) -> None:
    group = read_judgements(put("a.tsv", table(row("1"), row("1"), row("2")))).group()
    assert len(group.items) == 3
    assert group.segment_scores().scores.tolist() == [1, 1, 2]


def test_ratings_of_the_same_output_are_one_item_and_its_mean(put: Put) -> None:
    rows = [row("1") + "\tann1", row("3") + "\tann2", row("5", output="the cat") + "\tann1", row("") + "\tann3"]
    group = read_judgements(put("a.tsv", table(*rows, header=f"{HEADER}\tannotator"))).group()
    assert group.items.hypothesis == ("a cat", "the cat")
    scores = group.segment_scores()
    assert scores.scores.tolist() == [2, 5]
    assert scores.ratings.item.tolist() == [0, 0, 1]
    assert [scores.ratings.raters[code] for code in scores.ratings.rater] == ["ann1", "ann2", "ann1"]


def test_unknown_systems_and_raters_are_missing_names(put: Put) -> None:
    rows = [row("1", system="NA") + "\tNA", row("2", system="NA", output="x") + "\tann1"]
    group = read_judgements(put("a.tsv", table(*rows, header=f"{HEADER}\trater"))).group()
    assert group.items.system == (None, None)
    assert group.segment_scores().ratings.rater.tolist() == [-1, 0]


def test_an_empty_cell_is_an_empty_output_but_no_reference(put: Put) -> None:
    path = put("a.tsv", "hypothesis\treference\treference_2\tscore\n\t\tr2\t1\n")
    items = read_judgements(path).group().items
    assert (items.hypothesis, tuple(items.references)) == (("",), (("r2",),))


def test_errors_and_hter_are_turned_round_and_other_columns_kept(put: Put) -> None:
    header = f"{HEADER}\thter\tn_errors\tda_sqm_score\tsplit"
    group = read_judgements(
        put("a.tsv", table(row("1") + "\t0.25\t0\t\ttrain", row("2") + "\t\t3\t\t", header=header))
    ).group()
    assert [scores.kind for scores in group.human.segments] == ["da", "hter", "errors"]  # nobody gave a DA-SQM score
    hter = group.segment_scores("hter").scores
    assert hter[0] == -0.25
    assert np.isnan(hter[1])
    assert [str(score) for score in group.segment_scores("errors").scores] == ["0.0", "-3.0"]
    assert group.items.extra == {"split": ("train", None)}


def test_scores_of_several_kinds_in_one_column_are_kept_apart(put: Put) -> None:
    group = read_judgements(put("a.tsv", table(row("1"), row("-5", kind="-MQM (expert)", seg="2")))).group()
    da, mqm = group.human.segments
    assert (da.kind, mqm.kind) == ("da", "mqm")
    assert np.isnan(da.scores).tolist() == [False, True]
    assert mqm.scores[1] == -5


def test_system_scores_are_one_for_each_system(put: Put) -> None:
    kind = "SYSTEM-LEVEL TrueSkill"
    rows = [
        row("0.5", kind=kind),
        row("0.1", kind=kind, system="B"),
        row("", kind=kind, seg="2"),
        row("", kind=kind, system="C"),
    ]
    group = read_judgements(put("a.tsv", table(*rows))).group()
    assert not group.human.segments
    (scores,) = group.human.systems
    assert (scores.kind, scores.systems) == ("trueskill", ("A", "B", "C"))
    assert scores.scores[:2].tolist() == [0.5, 0.1]
    assert np.isnan(scores.scores[2])
    assert len(group.items) == 4


def test_a_system_with_two_scores_is_refused_with_both_lines(put: Put) -> None:
    path = put("a.tsv", table(row("0.5"), row("0.6", seg="2")))
    with pytest.raises(DataError, match=r"a\.tsv:3: 'score' of system 'A' is 0\.6, but 0\.5 at .*a\.tsv:2"):
        read_judgements(path, level="system")


def test_document_scores_belong_to_a_system_and_a_document(put: Put) -> None:
    path = put("a.tsv", table(row("1"), row("1", seg="2"), row("2", doc="d2"), row("3", system="B")))
    (scores,) = read_judgements(path, level="document").group().human.documents
    assert scores.systems == ("A", "A", "B")
    assert scores.names == ("d1", "d2", "d1")
    assert scores.scores.tolist() == [1, 2, 3]
    with pytest.raises(DataError, match=r"a\.tsv:2: a score of a whole document, but the row names no document"):
        read_judgements(put("a.tsv", table(row("1", doc=""))), level="document")
    with pytest.raises(DataError, match="names no system"):
        read_judgements(put("a.tsv", table(row("1", system="NA"))), level="system")


def test_columns_can_be_named(put: Put) -> None:
    path = put("a.tsv", "who\tout\tgold\tgold2\tade\tflu\tjunk\nx\ta\tr\tq\t4\t1\tj\ny\ta\tr\tq\t2\t3\tj\n")
    judgements = read_judgements(
        path,
        columns={"rater": "who", "hypothesis": "out", "reference": ["gold", "gold2"], "score": ["ade", "flu"]},
        lower_is_better=["flu"],
        dataset="mine",
        lang_pair="de-en",
    )
    group = judgements.group("de-en", "mine")
    assert tuple(group.items.references) == (("r", "q"),)
    assert {scores.kind: scores.scores.tolist() for scores in group.human.segments} == {"ade": [3], "flu": [-2]}
    assert group.items.extra == {"junk": ("j",)}


def test_a_named_column_that_is_not_there_is_refused_with_those_that_are(put: Put) -> None:
    with pytest.raises(DataError, match=r"no column 'rating' for score; columns: hypothesis, score"):
        read_judgements(put("a.tsv", "hypothesis\tscore\na\t1\n"), columns={"score": "rating"})


def test_wrong_options_are_refused(put: Put) -> None:
    path = put("a.tsv", "hypothesis\tscore\na\t1\n")
    with pytest.raises(UnknownNameError, match=r"unknown role of a column 'scor'.*did you mean 'score'"):
        read_judgements(path, columns={"scor": "score"})
    with pytest.raises(OptionError, match="system: one column is expected"):
        read_judgements(path, columns={"system": ["a", "b"]})
    with pytest.raises(UnknownNameError, match="unknown level 'word'"):
        read_judgements(path, level="word")


def test_two_columns_for_one_part_must_be_told_apart(put: Put) -> None:
    path = put("a.tsv", "hypothesis\tscore\tdoc\tdoc_id\na\t1\tx\ty\n")
    with pytest.raises(DataError, match="'doc' and 'doc_id' both hold the document; name one"):
        read_judgements(path)
    assert read_judgements(path, columns={"document": "doc_id"}).group().items.document == ("y",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hypothesis\tscore\n", "there are no rows"),
        ("a\tb\n1\t2\n", "no column holds scores or references; found a, b"),
        ("score\tseg_id\n1\t2\n", "no column says of what"),
        ("hypothesis\tscore\tscore\na\t1\t2\n", "column 'score' appears twice"),
        ("hypothesis\tscore\na\n", "a.tsv:2: 1 fields, expected 2"),
        ("hypothesis\tscore\tref\treference\na\t1\tr\tr\n", "'ref' and 'reference' are the same"),
    ],
)
def test_tables_that_cannot_be_understood_are_refused(put: Put, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_judgements(put("a.tsv", content))


def test_references_alone_are_items_without_outputs(put: Put) -> None:
    path = put("a.tsv", "dataset\tlang_pair\tseg_id\tsource\treference\treference_2\nx\tde-en\t7\ts\tr\tq\n")
    group = read_judgements(path).group()
    assert group.items.hypothesis == (None,)
    assert tuple(group.items.references) == (("r", "q"),)
    assert not group.human.segments


def lines(*records: Any) -> Any:
    return "".join(json.dumps(record) + "\n" for record in records)


def test_jsonl_reads_like_tsv(put: Put) -> None:
    records = [
        {"hypothesis": "a", "references": ["r", ""], "score": 1, "segment": 7, "system": "A", "lang_pair": "de-en"},
        {"hypothesis": "", "score": None, "note": 3, "system": None, "lang_pair": "de-en"},
        {"hypothesis": None, "score": "0.5", "lang_pair": "de-en"},
    ]
    group = read_judgements(put("a.jsonl", lines(*records))).group("de-en", "a")
    assert group.items.hypothesis == ("a", "", None)
    assert tuple(group.items.references) == (("r", ""), (), ())
    assert group.items.segment == ("7", None, None)
    assert group.items.extra == {"note": (None, "3", None)}
    assert group.segment_scores().scores.tolist()[::2] == [1, 0.5]
    assert np.isnan(group.segment_scores().scores[1])


def test_a_reference_column_that_only_later_lines_have_is_read(put: Put) -> None:
    records = [{"hypothesis": "a", "score": 1}, {"hypothesis": "b", "score": 2, "reference": "r", "hter": 0.5}]
    group = read_judgements(put("a.jsonl", lines(*records))).group()
    assert tuple(group.items.references) == ((), ("r",))
    assert np.isnan(group.segment_scores("hter").scores[0])
    assert group.segment_scores("hter").scores[1] == -0.5


def test_a_json_object_may_lack_the_score_and_named_columns_that_others_have(put: Put) -> None:
    records = [{"hypothesis": "a"}, {"hypothesis": "b", "mark": 2, "gold": "r"}]
    path = put("a.jsonl", lines(*records))
    group = read_judgements(path, columns={"score": "mark", "reference": "gold"}).group()
    assert np.isnan(group.segment_scores("mark").scores[0])
    assert group.segment_scores("mark").scores[1] == 2
    assert tuple(group.items.references) == ((), ("r",))
    with pytest.raises(DataError, match="no column 'marks' for score; columns: hypothesis, mark, gold"):
        read_judgements(path, columns={"score": "marks"})


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"hypothesis": 1, "score": 1}, "'hypothesis' is 1, expected a text or null"),
        ({"hypothesis": "a", "score": True}, "'score' is True, expected a number"),
        ({"hypothesis": "a", "score": [1]}, r"'score' is \[1\], expected a number"),
        ({"hypothesis": "a", "score": 1, "references": "r"}, "'references' is 'r', expected a list of texts"),
        ({"hypothesis": "a", "score": 1, "segment": 1.5}, "'segment' is 1.5, expected a text"),
    ],
)
def test_json_values_of_the_wrong_type_are_refused_with_their_line(put: Put, record: Any, message: str) -> None:
    with pytest.raises(DataError, match=rf"a\.jsonl:2: {message}"):
        read_judgements(put("a.jsonl", lines({"hypothesis": "a", "score": 1}, record)))


def test_json_nan_is_missing_and_infinity_is_refused(put: Put) -> None:
    assert np.isnan(read_judgements(put("a.jsonl", '{"mt": "a", "score": NaN}\n')).group().segment_scores().scores[0])
    with pytest.raises(DataError, match="'score' is 'inf'"):
        read_judgements(put("a.jsonl", '{"mt": "a", "score": Infinity}\n'))


CSV = (
    "lp,src,mt,ref,score\n"
    'en-de,"It rains, here.","Es regnet, hier.","Hier regnet es.",81.5\n'
    'en-de,"He said ""no"".","Er sagte ""nein"".","Er sagte\nnein.",\n'
)


def test_a_table_may_have_commas_and_quotes(put: Put) -> None:
    group = read_judgements(put("comet.csv", CSV)).group("en-de")
    assert group.items.hypothesis == ("Es regnet, hier.", 'Er sagte "nein".')
    assert group.items.source == ("It rains, here.", 'He said "no".')
    assert list(group.items.references) == [("Hier regnet es.",), ("Er sagte\nnein.",)]
    assert group.segment_scores().scores.tolist() == [81.5, pytest.approx(np.nan, nan_ok=True)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lp,src,mt,ref,score\nen-de,a,b,c\n", r"x\.csv:2: 4 cells, expected 5 as in the header"),
        ("lp,src,mt,ref,score\nen-de,a,b,c,good\n", r"x\.csv:2: 'score' is 'good', expected a number"),
        ('lp,src,mt,ref,score\nen-de,a,"b,c,1\n', r"x\.csv:2: not well-formed CSV"),
        ("mt,mt,score\na,b,1\n", r"x\.csv:1: column 'mt' appears twice"),
        ("mt,score\n", r"x\.csv: there are no rows"),
    ],
)
def test_a_damaged_table_with_commas_is_refused(put: Put, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_judgements(put("x.csv", text))


def test_preferences_may_have_commas(put: Put) -> None:
    text = "lp,reference,hyp_a,hyp_b,preference\nen-de,r,x,y,>\n"
    group = read_judgements(put("x.csv", text)).group("en-de")
    assert group.preferences is not None
    assert group.preferences.preference.tolist() == [1]


CELLS = {
    "dataset": ["wmt", "own"], "lp": ["de-en", "cs-en"], "doc": ["", "d1", "d2"], "seg_id": ["", "1", "2"],
    "system": ["", "NA", "s", "t"], "source": ["", "Katze"], "reference": ["", "cat"], "reference_2": ["", "a cat"],
    "hypothesis": ["", "cats", "dog"], "score": ["", "NA", "0.5", "-1", "3e1"], "score_kind": ["DA", "mqm"],
    "hter": ["", "0.25"], "remark": ["", "good"],
}  # fmt: skip


@given(
    st.lists(
        st.fixed_dictionaries({name: st.sampled_from(texts) for name, texts in CELLS.items()}), min_size=1, max_size=9
    )
)
def test_columns_of_a_table_are_the_rows_of_its_records(rows: list[dict[str, str]]) -> None:
    table = "\n".join("\t".join(row) for row in [list(CELLS), *([row[name] for name in CELLS] for row in rows)]) + "\n"
    records = [
        {name: None if row[name] == "" and name != "hypothesis" else row[name] for name in CELLS} for row in rows
    ]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "_ROWS_OF_BLOCK", 3)
        by_columns, by_rows = Path(folder, "a.tsv"), Path(folder, "b.jsonl")
        by_columns.write_text(table, "utf-8")
        by_rows.write_text(lines, "utf-8")
        found, expected = read_judgements(by_columns), read_judgements(by_rows)
    for one, other in zip(found, expected, strict=True):
        assert (one.dataset, one.lang_pair) == (other.dataset, other.lang_pair)
        for name in ("hypothesis", "references", "source", "system", "segment", "document", "extra"):
            assert getattr(one.items, name) == getattr(other.items, name)
        for a, b in zip(one.human.segments, other.human.segments, strict=True):
            assert (a.kind, a.description) == (b.kind, b.description)
            np.testing.assert_array_equal(a.scores, b.scores)
