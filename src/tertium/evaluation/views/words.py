"""How systems do on words of one kind, and the n-grams that one of two has right more often."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from tertium.results.table import Column, Row, Table
from tertium.text.controls import visible

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.differences.results import Comparison

F1_NOTE = "F₁ in per cent of words in the first reference, matched segment by segment; case counts"


def tables(comparison: "Comparison") -> Iterator[Table]:
    """One table for each way to divide words, a row for each kind; then one for each pair with its n-grams."""
    for by, kinds in groupby(comparison.words, key=lambda kind: kind.by):
        group = list(kinds)
        systems = list(group[0].scores)
        rows: list[Row] = [(kind.name, kind.n_words, *(kind.scores[system] for system in systems)) for kind in group]
        columns = (Column("words"), Column("in references", "count"), *(Column(name, "number") for name in systems))
        yield Table(columns, tuple(rows), title(by), (F1_NOTE,), keys=2, detail=True)
    for (a, b), found in groupby(comparison.ngrams, key=lambda one: (one.system_a, one.system_b)):
        lines: list[Row] = []
        ahead = True
        for one in found:
            if lines and ahead and one.share < 0.5:
                lines.append(None)
            ahead = one.share > 0.5
            lines.append((one.ngram, one.right_a, one.right_b, one.share))
        heads = (Column("n-gram"), Column(a, "count"), Column(b, "count"), Column("share", "number", places=3))
        note = f"how often each has it right; share: that of {visible(a)}, one added to both"
        yield Table(heads, tuple(lines), f"N-grams of {visible(a)} and {visible(b)}", (note,), detail=True, wrap=True)


def title(by: str) -> str:
    """Such as `Words by length`."""
    return f"Words: {by}" if by in ("numbers", "names") else f"Words by {by}"
