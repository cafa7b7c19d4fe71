"""Every form but Moses' own and the table: what is read, what is refused, and round trips."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import NBest, References, read_nbest
from tertium.errors import DataError, OptionError
from tertium.nbest.forms.formats import read_portions
from tertium.nbest.forms.writing import write_nbest
from tests.support.types import Put

MARIAN = "0 ||| ein Haus ||| F0=-1.7 ||| -0.73\n0 ||| das Haus ||| F0=-1.9 ||| -0.8\n1 ||| ja ||| F0=-1 ||| -1\n"
ENSEMBLE = "0 ||| ein Haus ||| 0-0 1-1 ||| WordScores= -1 -0.5 -0.2 ||| F0= -1.7 F1= -1.9 ||| -0.73\n"
CDEC = "0 ||| a b ||| Glue=1 LanguageModel=-3.5 ||| -12.3\n0 ||| c ||| LanguageModel=-2 Rare_x=1 ||| -13\n"
FAIRSEQ = (
    "S-1\tja\nT-1\tyes\nH-1\t-0.2\ty@@ es\nD-1\t-0.2\tyes\nP-1\t-0.1 -0.3\n"
    "H-1\t-0.4\tyeah\nD-1\t-0.4\tyeah\nP-1\t-0.4\n"
    "S-0\tnein\nH-0\t-0.5\tno\nD-0\t-0.5\tno\nP-0\t-0.5\n2026-01-01 | INFO | done\n"
)


def test_marian(put: Put) -> None:
    lists = read_nbest(put("a.nbest", MARIAN))
    assert list(lists) == [["ein Haus", "das Haus"], ["ja"]]
    assert lists.names == ("F0",)
    assert lists.features.tolist() == [[-1.7], [-1.9], [-1]]
    assert (lists.log_prob_kind, lists.log_prob.tolist()) == ("mean", [-0.73, -0.8, -1])
    assert read_nbest(put("b.nbest", MARIAN), log_prob="sum").log_prob_kind == "sum"


def test_marian_with_several_models_alignments_and_scores_of_words(put: Put) -> None:
    lists = read_nbest(put("a.nbest", ENSEMBLE))
    assert (lists.names, lists.features.tolist()) == (("F0", "F1"), [[-1.7, -1.9]])
    with pytest.raises(DataError, match=r":1: found 'lm= 1' before the score, expected F0= "):
        read_nbest(put("a.nbest", "0 ||| a ||| lm= 1 ||| -1\n"), "marian")


@pytest.mark.parametrize("form", [None, "cdec", "joshua", "travatar"])
def test_cdec_joshua_and_travatar(put: Put, form: str | None) -> None:
    lists = read_nbest(put("a.nbest", CDEC), form)
    assert lists.names == ("Glue", "LanguageModel")
    assert lists.features.tolist() == [[1, -3.5], [0, -2]]
    assert lists.sparse.row(1) == {"Rare_x": 1}
    assert lists.log_prob.tolist() == [-12.3, -13]


def test_fairseq_in_any_order_with_sums_of_tokens(put: Put) -> None:
    lists = read_nbest(put("gen.out", FAIRSEQ))
    assert list(lists) == [["no"], ["yes", "yeah"]]
    assert lists.source == ("nein", "ja")
    assert lists.log_prob.tolist() == pytest.approx([-0.5, -0.4, -0.4])
    assert lists.log_prob_kind == "sum"


def test_fairseq_without_detokenised_lines_and_sums(put: Put) -> None:
    lists = read_nbest(put("gen.out", "H-0\t-0.2\ty@@ es\nH-0\t-0.4\tno\n"))
    assert (list(lists), lists.log_prob_kind) == ([["y@@ es", "no"]], "mean")


@pytest.mark.parametrize(
    ("form", "content", "message"),
    [
        ("cdec", "0 ||| a ||| A=1 B ||| 1\n", ":1: found 'B' among the features, expected name=value"),
        ("cdec", "0 ||| a ||| A=1 A=2 ||| 1\n", ":1: the feature 'A' is there twice"),
        ("cdec", "0 ||| a ||| A=x ||| 1\n", ":1: feature 'A' is 'x', expected a number"),
        ("fairseq", "H-0\t-1\ta\nH-2\t-1\tb\n", "sentence 2 is there but sentence 1 is not"),
        ("fairseq", "H-0\ta\n", ":1: found .* expected H-0, score and text"),
        ("fairseq", "H-0\tx\ta\n", "the score is 'x'"),
        ("fairseq", "H-0\t-1\ta\nH-0\t-1\tb\nP-0\t-1\n", "1 P lines for 2 candidates of sentence 0"),
        ("fairseq", "nothing\n", "no line that begins with H-"),
    ],
)
def test_damaged_files(put: Put, form: str, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_nbest(put("a.nbest", content), form)


def test_our_json(put: Put) -> None:
    first = {
        "id": 0,
        "source": "s",
        "references": ["r"],
        "candidates": [
            {"text": "a", "log_prob": -3.1, "features": {"lm": -2, "w": 1}, "sparse": {"x_1": 2}},
            {"text": "b", "log_prob": -4, "features": {"w": 2, "lm": -3}},
        ],
    }
    lists = read_nbest(put("a.jsonl", json.dumps(first) + "\n\n"))
    assert lists.names == ("lm", "w")
    assert lists.features.tolist() == [[-2, 1], [-3, 2]]
    assert lists.sparse.row(0) == {"x_1": 2}
    assert (lists.source, tuple(lists.references)) == (("s",), (("r",),))


@pytest.mark.parametrize(
    ("record", "texts", "scores", "kind"),
    [
        ({"candidates": ["a", "b"]}, ["a", "b"], None, "sum"),
        ({"hypotheses": ["a", "b"], "scores": [-1, -2.5]}, ["a", "b"], [-1, -2.5], "mean"),
        (
            {"sentence_id": 0, "translation": "a", "translations": ["a", "b"], "score": 1, "scores": [[1.0], [2.5]]},
            ["a", "b"],
            [-1, -2.5],
            "mean",
        ),
        (
            {"prompt": "p", "outputs": [{"index": 0, "text": "a", "cumulative_logprob": -3.5}]},
            ["a"],
            [-3.5],
            "sum",
        ),
        ({"choices": [{"text": "a"}, {"message": {"content": "b"}}]}, ["a", "b"], None, "sum"),
        ({"candidates": [{"text": "a", "log_prob": -1}], "log_prob_kind": "mean"}, ["a"], [-1], "mean"),
    ],
)
def test_json_of_other_programs(
    put: Put, record: dict[str, object], texts: list[str], scores: list[float] | None, kind: str
) -> None:
    lists = read_nbest(put("a.jsonl", json.dumps(record) + "\n"))
    assert list(lists) == [texts]
    assert (None if lists.log_prob is None else lists.log_prob.tolist()) == scores
    assert lists.log_prob_kind == kind


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"a": 1}', "expected one of candidates"),
        ('{"candidates": {}}', "'candidates' is no list"),
        ('{"candidates": []}', ":1: list 0 has no candidates"),
        ('{"candidates": [1]}', "a candidate is int"),
        ('{"candidates": [{"text": 1}]}', "text is 1, expected a text"),
        ('{"candidates": [{"text": "a", "features": [1]}]}', "'features' is no object"),
        ('{"candidates": [{"text": "a", "features": {"x": true}}]}', "feature 'x' is True, expected a number"),
        ('{"candidates": [{"text": "a", "features": {"x": NaN}}]}', "feature 'x' is nan"),
        ('{"candidates": ["a"], "log_prob_kind": "x"}\n{"candidates": [{"text": "a"}], "log_prob_kind": "x"}', "kind"),
        ('{"hypotheses": [["a", "b"]]}', "a list of tokens, expected one text"),
        ('{"hypotheses": ["a"], "scores": [1, 2]}', "expected as many scores"),
        ('{"candidates": ["a"], "references": ["r"]}\n{"candidates": ["a"], "references": []}', "0 references"),
        ('{"candidates": ["a"], "references": ["r"]}\n{"candidates": ["a"]}', "1 of 2 lists have references"),
        ("{", "not one JSON object"),
    ],
)
def test_damaged_json(put: Put, line: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_nbest(put("a.jsonl", line + "\n"), "jsonl")


def test_flat_lines(put: Put) -> None:
    texts, log_probs, lengths = put("a.txt", "a\nb\nc\nd\n"), put("p", "-1\n-2\n-3\n-4\n"), put("l", "1\n1\n2\n2\n")
    lists = read_nbest(texts, number=2, log_probs=log_probs, features={"length": lengths})
    assert list(lists) == [["a", "b"], ["c", "d"]]
    assert (lists.names, lists.features.tolist()) == (("length",), [[1], [1], [2], [2]])
    assert lists.log_prob.tolist() == [-1, -2, -3, -4]


def test_flat_lines_that_do_not_fit(put: Put) -> None:
    texts = put("a.txt", "a\nb\nc\n")
    with pytest.raises(DataError, match=r"3 lines, which is no multiple of 2 .* expected 2 or 4"):
        read_nbest(texts, number=2)
    with pytest.raises(DataError, match="ends before line 3"):
        read_nbest(texts, number=3, log_probs=put("p", "1\n2\n"))
    with pytest.raises(DataError, match="has more lines"):
        read_nbest(texts, number=3, log_probs=put("p", "1\n2\n3\n4\n"))
    with pytest.raises(OptionError, match="pass -n N"):
        read_nbest(texts, "lines")
    with pytest.raises(OptionError, match="for flat lines, not for moses"):
        read_nbest(put("b", "0 ||| a ||| lm= 1\n"), "moses", number=2)
    with pytest.raises(DataError, match="pass the form"):
        read_nbest(texts)


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


def test_parts_follow_each_other(put: Put, tmp_path: Path) -> None:
    content = "".join(f"{i} ||| text {i} {k} ||| lm= {k} ||| {-k}\n" for i in range(20) for k in range(1 + i % 3))
    path = put("a.nbest", content)
    parts = list(read_portions(path, size=5))
    assert len(parts) > 3
    assert [texts for part in parts for texts in part] == list(read_nbest(path))
    write_nbest(read_portions(path, size=5), tmp_path / "b.jsonl")
    assert list(read_nbest(tmp_path / "b.jsonl")) == list(read_nbest(path))
    with pytest.raises(DataError, match=r"list 20 has no|sentence 25 after sentence 19"):
        list(read_portions(put("c.nbest", content + "25 ||| x ||| lm= 1 ||| 1\n"), size=5))


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
