"""Tables of what translators get for a word, by match band: two columns, a band and a price.

```
band,EUR
100,0.01
85,0.04
below,0.09
MT,0.05
new,0.10
repetitions,0
```

A number is the lower end of a band in percent; `below` is what is under the lowest. The title of the second column is
the currency.
"""

import math

from tertium.errors import DataError
from tertium.evaluation.post_edits import Prices, band_names
from tertium.io.files import FilePath, open_input

_HEAD = "expected a first line such as band,EUR"


def read_prices(path: FilePath) -> Prices:
    """A table of prices from a TSV or CSV file, whose bands become those of the report."""
    with open_input(path) as source:
        lines = [(number, line) for number, line in source.lines() if line.strip()]
        name = source.name
    if not lines:
        raise DataError(f"{name}: is empty; {_HEAD}")
    split = "\t" if "\t" in lines[0][1] else ","
    rows = [(number, [cell.strip() for cell in line.split(split)]) for number, line in lines]
    number, head = rows[0]
    if len(head) != 2 or head[0].lower() != "band" or not head[1] or _number(head[1]) is not None:
        raise DataError(f"{name}, line {number}: found {split.join(head)!r}; {_HEAD}")
    ends: dict[float, float] = {}
    named: dict[str, float] = {}
    for number, row in rows[1:]:
        place = f"{name}, line {number}"
        price = _number(row[1]) if len(row) == 2 else None
        if price is None or price < 0:
            raise DataError(
                f"{place}: found {split.join(row)!r}; expected a band and the price of a word, such as 95,0.04"
            )
        band, end = row[0], _number(row[0])
        if end is not None and not 0 < end <= 100:
            raise DataError(f"{place}: a band begins at {band} %; expected a number above 0 and up to 100, or below")
        if band in named if end is None else end in ends:
            raise DataError(f"{place}: the band {band!r} has a price already")
        if end is None:
            named[band] = price
        else:
            ends[end] = price
    if not ends:
        raise DataError(f"{name}: there is no band of match rates; expected a line such as 100,0.01")
    bands = tuple(sorted(ends, reverse=True))
    *titles, below, mt, new, unknown, repetitions = band_names(bands)
    spellings = {"below": below, **{title: title for title in (mt, new, unknown, repetitions)}}
    for band in named:
        if band not in spellings:
            raise DataError(f"{name}: there is no band {band!r}; expected a number or one of {', '.join(spellings)}")
    prices = {title: ends[end] for title, end in zip(titles, bands, strict=True)}
    return Prices(head[1], bands, {**prices, **{spellings[band]: price for band, price in named.items()}}, name)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
