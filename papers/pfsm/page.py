"""The page of results, from what was measured."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from textwrap import wrap
from typing import NamedTuple

import numpy as np

from papers.markdown import markdown
from papers.pfsm.measuring import PLAIN, SAMPLES, HeldOut
from papers.pfsm.text import ABOUT, AGAINST, AGAINST_16, CONSISTENT, P_VALUES, READING, ROBIN
from papers.pfsm.variants import CONTENDERS, FEATURES, MACHINES, RIVALS
from tertium._version import __version__
from tertium.evaluation.significance import holm
from tertium.meta.study.results import Column, Study
from tertium.results import numbers

COMMAND = ".venv/bin/python -m papers.pfsm.results --write"


class Claim(NamedTuple):
    """Something the paper found, or we hoped for: `better` is above `worse`."""

    where: str
    better: str
    worse: tuple[str, ...]


_BARS = ("BLEU", "TER", "METEOR", "METEORR", "TERR")
CLAIMS = (
    Claim("DA, round robin", "pPDA+f", _BARS),
    Claim("DA of WMT16", "pPDA+f", _BARS),
    Claim("WMT08 consistency", "pPDA+f", ("BLEUR", "NISTR", "TERR", "METEORR")),
)
PAPER = {
    "machines": {"n1": 58.6, "n2": 58.6, "jump 1": 57.9, "jump 2": 58.8, "jump 5": 59.8, "jump 10": 59.8},
    "features": {"jump 5": 59.8, "+ synonyms": 60.0, "+ relations": 59.8, "+ paraphrases": 60.8, "+ all three": 60.9},
    "rivals": {"pFSM": 58.6, "pPDA": 59.8, "pPDA+f": 60.9}
    | {"BLEUR": 52.1, "NISTR": 51.0, "TERR": 51.6, "METEORR": 56.8, "MTR": 54.2},
    "wmt08": {"pPDA+f": 52.4, "METEORR": 51.4, "MTR": 51.5, "TERR": 51.0, "NISTR": 50.3, "BLEUR": 49.5},
}


def head(parts: int, seconds: float) -> Iterator[str]:
    made = f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__}"
    yield "# pFSM and pPDA: the tables of the paper on our data"
    yield ""
    yield from wrapped(f"{made} in {seconds / 60:.0f} minutes of CPU time. {ABOUT}")
    yield from wrapped(ROBIN.format(parts=parts, outputs=2240 - 2240 // parts, samples=SAMPLES))


def wrapped(text: str) -> Iterator[str]:
    """A paragraph in lines of 120 characters."""
    yield from wrap(" ".join(text.split()), 120, break_long_words=False, break_on_hyphens=False)
    yield ""


def body(held_out: HeldOut, tests: dict[str, Study]) -> Iterator[str]:
    rivals = held_out.study([each.label for each in (*CONTENDERS, *RIVALS)], PLAIN)
    studies = {
        "DA, round robin": rivals,
        "DA of WMT16": tests["seg_wmt16_da"],
        "WMT08 consistency": tests["pairs_wmt08_rr_to-en"],
    }
    for paragraph in READING.strip().split("\n\n"):
        yield from wrapped(paragraph)
    yield "## What was hoped for"
    yield ""
    yield from _claims(studies)
    yield "## Table 1: blocks and jumps"
    yield ""
    yield from _table(held_out.rows(MACHINES), PAPER["machines"])
    yield "## Table 3: features"
    yield ""
    yield from _table(held_out.rows(FEATURES), PAPER["features"])
    yield "## Table 2: against the rivals"
    yield ""
    yield from wrapped(AGAINST)
    yield from _table(rivals, PAPER["rivals"])
    yield from wrapped(AGAINST_16)
    yield from _table(studies["DA of WMT16"])
    yield "## Table 4: preferences of WMT08"
    yield ""
    yield from wrapped(CONSISTENT)
    yield from _table(studies["WMT08 consistency"], PAPER["wmt08"], pooled=True)
    yield "## Preferences of WMT12"
    yield ""
    yield "τ · 100 by the rule of 2012 (a tie of the metric is an error):"
    yield ""
    yield from _table(tests["pairs_wmt12_rr_to-en"], measure="wmt-2012")
    yield "and by that of 2014 (a tie of the metric is half an error):"
    yield ""
    yield from _table(tests["pairs_wmt12_rr_to-en"], measure="wmt-2014")


def _claims(studies: dict[str, Study]) -> Iterator[str]:
    rows = []
    for claim in CLAIMS:
        found = studies[claim.where]
        average = found.agreements[0].average
        assert average is not None
        values = dict(zip(found.labels, (cell.value for cell in average.cells), strict=True))
        for worse in claim.worse:
            difference = values[claim.better] - values[worse]
            p = next((t.p for t in average.tests if {t.better, t.worse} == {claim.better, worse}), float("nan"))
            verdict = "holds" if difference > 0 and p <= 0.05 else "not sure" if difference > 0 else "does not hold"
            figures = (number(values[claim.better]), number(values[worse]), number(difference), f"{p:.3f}")
            rows.append([f"{claim.better} above {worse}", claim.where, *figures, verdict])
    yield from markdown(["claim", "on", "ours", "other", "difference", "p", ""], rows)
    yield from wrapped(P_VALUES)


def _table(
    found: Study, paper: dict[str, float] | None = None, *, measure: str = "", pooled: bool = False
) -> Iterator[str]:
    """One row for each metric; columns are language pairs and the average. The first measure, if none is named.

    With `pooled` there is also the value over the judgements of all language pairs together.
    """
    table = next(table for table in found.agreements if measure in ("", table.measure))
    rows = []
    for m, label in enumerate(found.labels):
        cells = [_cell(found, column, m) for column in table.shown]
        cells += [_pooled(table.columns, [column.cells[m].value for column in table.columns])] if pooled else []
        known = [] if paper is None else [f"{paper[label]:.1f}" if label in paper else ""]
        rows.append([label, *cells, *known])
    if table.columns[0].baseline is not None:
        guesses = ["" if c.baseline is None else number(c.baseline) for c in table.shown]
        guesses += [_pooled(table.columns, [c.baseline or 0.0 for c in table.columns])] if pooled else []
        rows.append(["(guessing)", *guesses, *([] if paper is None else ["39.8"])])
    counts = [f"{column.n:,}" if column.n else "" for column in table.shown]
    counts += [f"{sum(column.n for column in table.columns):,}"] if pooled else []
    rows.append([f"*{table.unit}*", *counts, *([] if paper is None else [""])])
    names = [*(column.lang_pair for column in table.shown), *(["all"] if pooled else [])]
    yield from markdown(["", *names, *([] if paper is None else ["paper"])], rows)


def _pooled(columns: Sequence[Column], values: Sequence[float]) -> str:
    return number(sum(c.n * value for c, value in zip(columns, values, strict=True)) / sum(c.n for c in columns))


def _cell(found: Study, column: Column, m: int) -> str:
    values = [cell.value for cell in column.cells]
    best, label = int(np.nanargmax(values)), found.labels[m]
    if m == best:
        return f"**{number(values[m])}**"
    tests = [test for test in column.tests if test.better == found.labels[best]]
    corrected = dict(zip((test.worse for test in tests), holm([test.p for test in tests]), strict=True))
    return f"{number(values[m])}{'†' if corrected.get(label, 1.0) <= 0.05 else ''}"


def number(value: float) -> str:
    return numbers.number(100 * value, 1)
