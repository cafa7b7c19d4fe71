"""What is written is read again, and what a form cannot hold is not written."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import NBest, References, read_nbest
from tertium.errors import DataError
from tertium.nbest.forms.writing import write_nbest

LISTS = st.lists(
    st.lists(
        st.tuples(
            st.text(
                st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="|\u2028\u2029\u0085"), max_size=9
            ).map(str.strip),
            st.floats(allow_nan=False, allow_infinity=False, width=32),
            st.dictionaries(st.sampled_from(["x_1", "y_2"]), st.floats(0.5, 3)),
        ),
        min_size=1,
        max_size=3,
    ),
    min_size=1,
    max_size=4,
)


@given(LISTS, st.sampled_from(["moses", "jsonl", "tsv"]))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[tuple[str, float, dict[str, float]]]], form: str
) -> None:
    names = ("d_0", "d_1", "lm")
    records = [
        {
            "candidates": [
                {"text": t, "log_prob": v, "features": dict(zip(names, (v, 1.5, -v), strict=True)), "sparse": s}
                for t, v, s in row
            ]
        }
        for row in rows
    ]
    folder = tmp_path_factory.mktemp("nbest")
    (folder / "a.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    given_lists = read_nbest(folder / "a.jsonl")
    write_nbest(given_lists, folder / "b.gz", form)
    again = read_nbest(folder / "b.gz", form)
    assert list(again) == list(given_lists)
    assert again.names == names
    assert again.features.tolist() == given_lists.features.tolist()
    assert again.log_prob.tolist() == given_lists.log_prob.tolist()
    assert [again.sparse.row(i) for i in range(len(again.rows))] == [s for row in rows for _, _, s in row]


def test_what_a_form_cannot_hold_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"holds \|\|\| or a line end"):
        write_nbest(NBest.of([["a ||| b"]]), tmp_path / "a")
    with pytest.raises(DataError, match="a tab or a line end"):
        write_nbest(NBest.of([["a\tb"]]), tmp_path / "a.tsv")
    with pytest.raises(DataError, match="flat lines need the same number"):
        write_nbest(NBest.of([["a"], ["b", "c"]]), tmp_path / "a.txt")
    with pytest.raises(DataError, match="cannot hold the dense feature 'my_lm'"):
        write_nbest(NBest.of([["a"]], features=[[{"my_lm": 1.0}]]), tmp_path / "a")
    assert list(tmp_path.iterdir()) == []
    write_nbest(NBest.of([["a\nb"]], references=References.by_stream(["r"]), source=["s"]), tmp_path / "a.jsonl")
    assert list(read_nbest(tmp_path / "a.jsonl")) == [["a\nb"]]
