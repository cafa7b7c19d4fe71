"""Files of pairs: our own, those of others, and wrong ones."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.files import write_text
from tertium.io.judgements.challenges import read_pairs
from tertium.meta.challenge.generator import make
from tertium.meta.challenge.pair import Pair


def test_what_is_made_is_read_again(tmp_path: Path) -> None:
    made = make(["However, the big bridge is not open.", "It is cold in Vienna."])
    write_text(tmp_path / "pairs.tsv", made.to_tsv())
    found = read_pairs(tmp_path / "pairs.tsv")
    assert [(p.phenomenon, p.change, p.reference, p.good, p.bad) for p in found] == [
        (p.phenomenon, p.change, p.reference, p.good, p.bad) for p in made.pairs
    ]


def test_columns_may_have_the_names_of_others(tmp_path: Path) -> None:
    text = (
        "source\tgood-translation\tincorrect-translation\treference\tphenomena\tlangpair\ns\tg\tb\tr\taddition\tde-en\n"
    )
    write_text(tmp_path / "aces.tsv", text)
    assert read_pairs(tmp_path / "aces.tsv") == [Pair(0, "addition", "r", "g", "b", source="s")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "pairs.tsv:1: no column 'reference' or 'ref' in the header; expected TSV with the columns"),
        ("reference\tgood\tbad\n", "no column 'phenomenon' or 'phenomena'"),
        ("reference\tgood\tbad\tphenomenon\n", "no pairs"),
        ("reference\tgood\tbad\tphenomenon\nr\tg\tb\n", "pairs.tsv:2: found 3 cells, expected 4 as in the header"),
        ("reference\tgood\tbad\tphenomenon\nr\tg\t\tx\n", "pairs.tsv:2: bad is empty"),
    ],
)
def test_wrong_files_say_what_is_wrong(text: str, message: str, tmp_path: Path) -> None:
    write_text(tmp_path / "pairs.tsv", text)
    with pytest.raises(DataError, match=r"pairs\.tsv") as caught:
        read_pairs(tmp_path / "pairs.tsv")
    assert message in str(caught.value)
