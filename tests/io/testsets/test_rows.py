"""Long and wide tables become test sets: the same rows as TSV, JSONL and Parquet."""

import json
from pathlib import Path
from typing import Any

import pytest

from tertium.errors import DataError
from tertium.io import read_test_set

FORMATS = ["tsv", "jsonl", "parquet"]


@pytest.fixture(params=FORMATS)
def read(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Read these rows (a list of cells each, None = missing) as the file `table` of a format."""

    def write_and_read(columns: Any, rows: Any, where: Any = None) -> Any:
        path = tmp_path / f"table.{request.param}"
        if request.param == "tsv":
            lines = [columns, *([cell or "" for cell in row] for row in rows)]
            path.write_text("".join("\t".join(line) + "\n" for line in lines))
        elif request.param == "jsonl":
            path.write_text("".join(json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in rows))
        else:
            pyarrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
            parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
            cells = list(zip(*rows, strict=True)) or [()] * len(columns)
            parquet.write_table(pyarrow.table({c: pyarrow.array(x) for c, x in zip(columns, cells, strict=True)}), path)
        return read_test_set(path, where=where)

    return write_and_read


LONG = ["lang_pair", "doc_id", "seg_id", "system", "source", "reference", "hypothesis", "score"]


def test_long_rows_are_put_together_by_segment(read: Any) -> None:
    test_set = read(
        LONG,
        [
            ["de-en", "d", "1", "A", "Hallo", "Hello", "Hi", "0.1"],
            ["de-en", "d", "2", "A", "Welt", "World", "Earth", "0.2"],
            ["de-en", "d", "2", "B", "Welt", "World", "world", "0.3"],
            ["de-en", "e", "1", "B", "Ja", "Yes", "Yeah", "0.3"],
        ],
    )
    assert test_set.systems == {"A": ("Hi", "Earth", None), "B": (None, "world", "Yeah")}
    assert list(test_set.systems) == ["A", "B"]
    assert tuple(test_set.references) == (("Hello",), ("World",), ("Yes",))
    assert test_set.source == ("Hallo", "Welt", "Ja")
    assert test_set.documents == ("d", "d", "e")


def test_wide_rows_are_segments(read: Any) -> None:
    test_set = read(
        ["hypothesis:A", "reference_3", "hypothesis:B", "reference", "reference_2", "source", "document", "comment"],
        [["a", "z", "b", "x", "y", "s", "d", "-"], ["c", None, "d", "u", "v", "t", "d", "-"]],
    )
    assert test_set.systems == {"A": ("a", "c"), "B": ("b", "d")}
    assert tuple(test_set.references) == (("x", "y", "z"), ("u", "v"))
    assert test_set.source == ("s", "t")
    assert test_set.documents == ("d", "d")


def test_only_system_is_called_after_the_file(read: Any) -> None:
    test_set = read(["src", "mt", "ref"], [["s", "h", "r"]])
    assert test_set.systems == {"table": ("h",)}
    assert tuple(test_set.references) == (("r",),)
    assert test_set.source == ("s",)
    assert test_set.documents is None


def test_references_without_systems_are_a_test_set(read: Any) -> None:
    test_set = read(["source", "reference", "reference_2"], [["s", "r", "q"]])
    assert test_set.systems == {}
    assert tuple(test_set.references) == (("r", "q"),)


def test_missing_reference_is_no_reference(read: Any) -> None:
    test_set = read(["system", "seg_id", "hypothesis", "reference", "reference_2"], [["A", "1", "h", None, "r"]])
    assert tuple(test_set.references) == (("r",),)


def test_several_language_pairs_are_refused_with_their_names(read: Any) -> None:
    rows = [
        ["de-en", "", "1", "A", "s", "r", "h", "1"],
        ["fr-en", "", "1", "A", "t", "q", "k", "1"],
        ["cs-en", "", "1", "A", "t", "q", "k", "1"],
    ]
    with pytest.raises(
        DataError, match=r"table\.\w+: 3 language pairs .*\(de-en, fr-en, cs-en\).*--where lang_pair=de-en"
    ):
        read(LONG, rows)
    assert read(LONG, rows, where={"lang_pair": "fr-en"}).systems == {"A": ("k",)}


def test_rows_are_chosen_by_several_columns(read: Any) -> None:
    rows = [
        ["de-en", "d", "1", "A", "s", "r", "h", "1"],
        ["de-en", "d", "1", "B", "s", "r", "i", "2"],
        ["fr-en", "d", "1", "B", "s", "r", "j", "2"],
    ]
    assert read(LONG, rows, where={"system": "B", "lang_pair": "de-en"}).systems == {"B": ("i",)}


def test_choosing_by_an_unknown_column_lists_the_columns(read: Any) -> None:
    with pytest.raises(DataError, match=r"no column 'lang' to choose rows by; columns: .*lang_pair"):
        read(LONG, [["de-en", "d", "1", "A", "s", "r", "h", "1"]], where={"lang": "de-en"})


def test_choosing_a_value_that_no_row_has_lists_the_values(read: Any) -> None:
    rows = [["de-en", "d", "1", "A", "s", "r", "h", "1"], ["fr-en", "d", "1", "A", "s", "r", "h", "1"]]
    with pytest.raises(DataError, match="no row has lang_pair=xx-en; the file has lang_pair: de-en, fr-en"):
        read(LONG, rows, where={"lang_pair": "xx-en"})


@pytest.mark.parametrize(("column", "what"), [(4, "source differs"), (5, "references differ")])
def test_systems_must_agree_about_a_segment(read: Any, column: int, what: str) -> None:
    rows = [
        ["de-en", "d", "1", "A", "s", "r", "h", "1"],
        ["de-en", "d", "2", "A", "s", "r", "h", "1"],
        ["de-en", "d", "1", "B", "s", "r", "h", "1"],
    ]
    rows[2][column] = "other"
    places = r"(:4: .*:2:|:3: .*:1:|: row 3: .*: row 1:)"
    with pytest.raises(DataError, match=rf"table\.\w+{places}.*'other'") as caught:
        read(LONG, rows)
    assert what in str(caught.value)
    assert "--where" in str(caught.value)


def test_two_outputs_of_a_system_for_a_segment_are_refused(read: Any) -> None:
    row = ["de-en", "d", "7", "A", "s", "r", "h", "1"]
    with pytest.raises(
        DataError, match=r"system 'A' has segment '7' of document 'd' already at .*table\.\w+(:2|:1|: row 1);"
    ):
        read(LONG, [row, row])


def test_rows_without_ids_count_from_the_first_of_each_system(read: Any) -> None:
    columns = ["system", "hypothesis", "reference"]
    test_set = read(columns, [["A", "a", "r"], ["B", "b", "r"], ["B", "c", "q"], ["A", "d", "q"]])
    assert test_set.systems == {"A": ("a", "d"), "B": ("b", "c")}
    assert tuple(test_set.references) == (("r",), ("q",))


def test_rows_without_ids_must_be_equally_many(read: Any) -> None:
    with pytest.raises(DataError, match=r"system 'B' has 1 rows but there are 2 segments.*add a column 'segment'"):
        read(["system", "hypothesis"], [["A", "a"], ["B", "b"], ["A", "d"]])


@pytest.mark.parametrize("ids", [["1", None], [None, "1"]])
def test_ids_in_some_rows_only_are_refused(read: Any, ids: Any) -> None:
    with pytest.raises(DataError, match="give one in every row or in none"):
        read(["system", "segment", "hypothesis"], [["A", ids[0], "a"], ["A", ids[1], "b"]])


def test_long_list_of_values_is_cut(read: Any) -> None:
    rows = [["de-en", "d", str(i), "A", "s", "r", "h", str(i)] for i in range(30)]
    with pytest.raises(DataError, match=r"no row has score=30; the file has score: 0, 1, .*, 19 …"):
        read(LONG, rows, where={"score": "30"})


def test_documents_in_some_rows_only_are_refused(read: Any) -> None:
    with pytest.raises(DataError, match=r"(:3|:2|row 2): the segment has no document, but others have one .*'d'"):
        read(["document", "hypothesis"], [["d", "a"], [None, "b"]])


def test_row_without_a_system_is_refused(read: Any) -> None:
    with pytest.raises(DataError, match=r"(:3|:2|row 2): the row names no system"):
        read(["system", "hypothesis"], [["A", "a"], [None, "b"]])


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["source", "src", "hypothesis"], "'source' and 'src' are the same"),
        (["doc_id", "document", "hypothesis"], "'doc_id' and 'document' are the same"),
        (["reference", "ref_1", "hypothesis"], "'reference' and 'ref_1' are the same"),
        (["system", "hypothesis:A", "reference"], "with a column 'system' a row holds one hypothesis"),
        (["system", "reference", "source"], "with a column 'system' .* found none of them"),
        (["hypothesis", "hypothesis:A", "reference"], "hypotheses are given in different ways"),
    ],
)
def test_columns_that_contradict_each_other_are_refused(read: Any, columns: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(columns, [["x"] * 3])
