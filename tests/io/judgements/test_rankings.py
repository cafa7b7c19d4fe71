"""WMT's ranking CSV, wide and pairwise."""

from typing import Any

import pytest

from tertium.errors import DataError
from tertium.io.judgements.formats import read_judgements
from tertium.text.testset import References, TestSet
from tests.support.types import Put

WIDE = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    + ",".join(f"system{i}Number,system{i}Id" for i in range(1, 6))
    + ","
    + ",".join(f"system{i}rank" for i in range(1, 6))
)
PAIRWISE = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"


def wide(ranks: Any, systems: str = "ABCDE", index: int = 4, languages: str = "German,English") -> Any:
    names = ",".join(f"{i},{name}" for i, name in enumerate(systems, 1))
    return f"{languages},{index},doc.7,2,judge1,{names},{','.join(map(str, ranks))}"


def test_a_ranking_of_five_becomes_its_ten_pairs(put: Put) -> None:
    group = read_judgements(put("r.csv", f"{WIDE}\n{wide([1, 2, 2, 4, 5])}\n")).group("de-en", "r")
    pairs = group.preferences
    assert len(pairs) == 10
    assert group.items.system == tuple("ABCDE")
    assert group.items.segment == ("4",) * 5
    assert group.items.document == ("doc.7",) * 5
    assert group.items.hypothesis == (None,) * 5
    found = {
        (group.items.system[a], group.items.system[b]): int(sign)
        for a, b, sign in zip(pairs.a, pairs.b, pairs.preference, strict=True)
    }
    assert found["B", "C"] == 0
    assert [sign for pair, sign in found.items() if pair != ("B", "C")] == [1] * 9  # lower ranks are better
    assert set(pairs.ranking.tolist()) == {0}
    assert pairs.judges == ("judge1",)


def test_outputs_that_were_not_ranked_are_in_no_pair(put: Put) -> None:
    pairs = read_judgements(put("r.csv", f"{WIDE}\n{wide([3, -1, 1, '', 3])}\n")).group().preferences
    assert pairs.items.system == ("A", "C", "E")
    assert pairs.preference.tolist() == [-1, 0, 1]


def test_a_system_is_not_compared_with_itself(put: Put) -> None:
    pairs = read_judgements(put("r.csv", f"{WIDE}\n{wide([1, 2, 3, -1, -1], 'AABDE')}\n")).group().preferences
    assert len(pairs) == 2
    assert (pairs.a != pairs.b).all()


def test_each_row_of_the_wide_form_is_a_ranking(put: Put) -> None:
    content = f"{WIDE}\n{wide([1, 2, -1, -1, -1])}\n{wide([2, 1, -1, -1, -1])}\n"
    pairs = read_judgements(put("r.csv", content)).group().preferences
    assert pairs.preference.tolist() == [1, -1]
    assert pairs.rankings == ("2", "3")


def test_pairs_of_one_ranking_keep_its_id(put: Put) -> None:
    rows = ["cze,eng,7,7,judge9,X,5,Y,3,11", "cze,eng,7,7,judge9,X,5,Z,5,11", "ger,eng,7,7,judge9,X,1,Z,2,12"]
    judgements = read_judgements(put("r.csv", "\n".join([PAIRWISE, *rows, ""])))
    assert judgements.lang_pairs == ("cs-en", "de-en")
    pairs = judgements.group("cs-en").preferences
    assert pairs.preference.tolist() == [-1, 0]
    assert (pairs.ranking.tolist(), pairs.rankings) == ([0, 0], ("11",))


def test_an_unknown_language_keeps_its_name(put: Put) -> None:
    path = put("r.csv", f"{PAIRWISE}\nxho,English,1,1,j,X,1,Y,2,1\n")
    assert read_judgements(path).lang_pairs == ("xho-en",)


def test_quoted_cells_are_read(put: Put) -> None:
    path = put("r.csv", f'{PAIRWISE}\ncze,eng,1,1,"j, the first","X",1,Y,2,1\n')
    assert read_judgements(path).group().preferences.judges == ("j, the first",)


def test_texts_are_joined_from_a_test_set(put: Put) -> None:
    path = put("r.csv", f"{PAIRWISE}\ncze,eng,2,2,j,X+W,1,Y,2,1\n")
    group = read_judgements(path).group()
    test_set = TestSet.build({"X": ["x1", "x2"], "Y": ["y1", "y2"]}, References.by_stream(["r1", "r2"]))
    joined = group.with_items(group.items.with_texts(test_set))
    assert joined.preferences.items.hypothesis == ("x2", "y2")
    assert tuple(joined.preferences.items.references) == (("r2",), ("r2",))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (f"{PAIRWISE}\n", "there are no rows"),
        (f"{PAIRWISE}\ncze,eng,1\n", r"r\.csv:2: 3 fields, expected 10"),
        (f"{PAIRWISE}\ncze,eng,1,1,j,X,first,Y,2,1\n", r"r\.csv:2: rank 'first', expected a whole number"),
        (f"{PAIRWISE}\ncze,eng,1,1,j,,1,Y,2,1\n", r"r\.csv:2: rank 1 for a system without a name"),
        ("srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank\n", "no system2rank"),
        ("srclang,trglang,srcIndex,judgeId,system1Id,system1rank\n", "no system1Id, system2Id"),
        ("srclang,trglang,system1Id,system1rank,system2Id,system2rank\n", "no srcindex"),
        (f'{PAIRWISE}\ncze,eng,1,1,"j"x,X,1,Y,2,1\n', r"r\.csv:2: not a line of CSV"),
    ],
)
def test_damaged_files_are_refused_with_the_line(put: Put, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_judgements(put("r.csv", content))
