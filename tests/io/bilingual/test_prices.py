from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.evaluation.post_edits import Prices
from tertium.io.bilingual.prices import read_prices


def read(tmp_path: Path, text: str) -> Prices:
    path = tmp_path / "prices.csv"
    path.write_text(text, "utf-8")
    return read_prices(path)


def test_a_table_gives_bands_and_prices(tmp_path: Path) -> None:
    path = tmp_path / "prices.tsv"
    path.write_text("band\tEUR\n85\t0.04\n100\t0.01\n\nbelow\t0.09\nMT\t0.05\nrepetitions\t0.002\n", "utf-8")
    prices = read_prices(path)
    assert (prices.currency, prices.bands) == ("EUR", (100.0, 85.0))
    assert prices.by_band == {"100 %": 0.01, "85–99 %": 0.04, "below 85 %": 0.09, "MT": 0.05, "repetitions": 0.002}
    assert prices.cost("85–99 %", 50).cost == 2.0
    with pytest.raises(DataError, match=r"there is no price for the band 'new', which has 1,200 words; add a line"):
        prices.cost("new", 1200)


def test_repetitions_cost_nothing_unless_they_have_a_price(tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("band,EUR\n100,0.01\n", "utf-8")
    assert read_prices(path).cost("repetitions", 10).cost == 0.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; expected a first line such as band,EUR"),
        ("100,0.01\n", "line 1: found '100,0.01'; expected a first line"),
        ("band,0.01\n", "line 1: found 'band,0.01'; expected a first line"),
        ("band,EUR\n\n100\n", "line 3: found '100'; expected a band and the price of a word"),
        ("band,EUR\n100,free\n", "line 2: found '100,free'"),
        ("band,EUR\n100,-1\n", "line 2: found '100,-1'"),
        ("band,EUR\n100,nan\n", "line 2: found '100,nan'"),
        ("band,EUR\n120,1\n", "line 2: a band begins at 120 %"),
        ("band,EUR\n0,1\n", "line 2: a band begins at 0 %"),
        ("band,EUR\n95,1\n95.0,2\n", "line 3: the band '95.0' has a price already"),
        ("band,EUR\nMT,1\nMT,2\n", "line 3: the band 'MT' has a price already"),
        ("band,EUR\n95,1\nfuzzy,2\n", "there is no band 'fuzzy'; expected a number or one of below, MT, new"),
        ("band,EUR\nMT,1\n", "there is no band of match rates"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, text)
    assert message in str(caught.value)
