"""What differences are worth: how often people agreed with such ones, and how much text shows them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tertium.evaluation.views import scores as view
from tertium.results import numbers
from tertium.results.table import Column, Row, Table

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.differences.results import Comparison, PeopleKnown, Worth

TITLE = "What differences are worth"
_ALL_PAIRS = 3  # systems; of more only neighbours are shown


def tables(comparison: "Comparison") -> Iterator[Table]:
    """A row for each pair and metric; with many systems those that stand beside each other, or the baseline."""
    if not comparison.worths:
        return
    people = any(one.why is None for one in comparison.people)
    columns = [Column("metric"), Column("system"), Column("against"), Column("differ", "signed")]
    columns += [Column("people", right=True)] if people else []
    text = any(worth.segments_needed is not None or worth.least_seen is not None for worth in comparison.worths)
    columns += [Column("needs", "count"), Column("sees", "number")] if text else []
    rows: list[Row] = []
    for score in view.metrics(comparison.evaluation):
        rows += [None] if rows else []
        for worth in worths_of(comparison, score.metric):
            share = (shared(worth),) if people else ()
            needs = (worth.segments_needed, worth.least_seen) if text else ()
            metric = worth.metric if rows[-1:] in ([], [None]) else None
            rows.append((metric, worth.system_a, worth.system_b, worth.difference, *share, *needs))
    yield Table(tuple(columns), tuple(rows), TITLE, tuple(notes(comparison)), keys=3, detail=True)


def worths_of(comparison: "Comparison", metric: str) -> list["Worth"]:
    """The pairs to show by a metric, the better system first."""
    pairs = {frozenset((w.system_a, w.system_b)): w for w in comparison.worths if w.metric == metric}
    names = [place.system for place in view.places(comparison, metric)]
    if comparison.baseline is not None:
        return [w for name in names if (w := pairs.get(frozenset((name, comparison.baseline)))) is not None]
    order = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    if len(names) > _ALL_PAIRS:
        order = list(pairwise(names))
    return [turned(w, a) for a, b in order if (w := pairs.get(frozenset((a, b)))) is not None]


def turned(worth: "Worth", first: str) -> "Worth":
    """The same seen from the other system."""
    if worth.system_a == first:
        return worth
    same = (worth.people, worth.beyond, worth.segments_needed, worth.least_seen)
    return type(worth)(worth.metric, worth.system_b, worth.system_a, -worth.difference, worth.level, *same)


def shared(worth: "Worth") -> str:
    """How often people agreed, such as `55–90 %`; `>` where the difference is larger than any that was seen."""
    if worth.people is None:
        return ">" if worth.beyond else "–"
    low, high = (f"{100 * share:.0f}" for share in worth.people)
    return f"{low} %" if low == high else f"{low}–{high} %"


def notes(comparison: "Comparison") -> Iterator[str]:
    """What the columns say, whose judgements they come from, and why some metrics have none."""
    curves = [one for one in comparison.people if one.why is None]
    if curves:
        years = sorted({year for one in curves for year in one.years})
        pairs = ", ".join(f"{one.metric} {one.n_pairs:,}" for one in curves)
        yield (
            f"people: how often people agreed with differences of this size, from the worst to the best year of "
            f"WMT{years[0] % 100}–{years[-1] % 100}; pairs of systems: {pairs}"
        )
        if any(worth.beyond for worth in comparison.worths):
            yield ">: larger than any difference that was seen"
    yield from _unknown(comparison.people)
    if any(worth.segments_needed is not None for worth in comparison.worths):
        yield "needs: how many segments would show this difference with 80 % power"
    if any(worth.least_seen is not None for worth in comparison.worths):
        n = numbers.counted(comparison.evaluation.n_segments, "segment")
        yield f"sees: where none was found, the smallest difference that {n} would have shown so"
    if comparison.baseline is None and len(comparison.evaluation.systems) > _ALL_PAIRS:
        yield "systems that stand beside each other; all pairs: --format json"


def _unknown(people: Sequence["PeopleKnown"]) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for one in people:
        if one.why is not None:
            reasons.setdefault(one.why, []).append(one.metric)
    yield from (f"no share of people by {numbers.listed(metrics)}: {why}" for why, metrics in reasons.items())
