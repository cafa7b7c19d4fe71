"""Pairs a second of each metric on each text, and what a second thread brings."""

import time
from functools import partial
from typing import Any

import tertium
from bench.inputs import AS_IS, Inputs, Pairs
from bench.texts import test_sets
from bench.timing import Rival, Row, alternate, at_least, demand_same, faster
from tertium.metrics import parse
from tertium.text.pool import Pairing

# Pairs a second that a metric should reach on each text.
_BARS: dict[str, float | None] = {
    "bleu": None,
    "chrf": None,
    "ter": 40_000,
    "terp": 15_000,
    "meteor": None,
    "paraeval": None,
    "pfsm": None,
    "ppda": None,
    "ppda+f": 6_000,
    "beer": None,
    "beer(model=beer-any)": None,
    "tertium": 4_500,
    "tertium(model=tertium-fast-en)": 12_000,
}


def rates(inputs: Inputs) -> list[Row]:
    """From texts to the rows of a metric, on one thread."""
    found = test_sets(inputs.size(4_000, 200)).pairs
    rows = []
    for metric, bar in _BARS.items():
        seconds = {}
        for name, pairs in found.items():
            ours = Rival(partial(statistics, metric, pairs), clock=time.process_time)
            alternate(ours)
            seconds[name] = len(pairs) / ours.seconds
        rows.append(at_least(metric, seconds, bar))
    return rows


def statistics(metric: str, pairs: Pairs) -> Any:
    """The rows of a metric."""
    pairing = Pairing.of(pairs.hypotheses, tertium.References.by_stream(pairs.references), **AS_IS)
    return parse(metric).statistics(pairing)


def threads(inputs: Inputs) -> list[Row]:
    """BLEU and TER with one thread and with two."""
    pairs = test_sets(inputs.size(20_000, 2_000)).pairs["WMT23 zh-en"]
    references = tertium.References.by_stream(pairs.references)
    rows = []
    for metric, bar in (("bleu", None), ("ter", 1.6)):

        def run(number: int, metric: str = metric) -> Any:
            scores = parse(metric).segment_scores
            return scores(pairs.hypotheses, references, normalization="none", threads=number)

        one, two = Rival(partial(run, 1)), Rival(partial(run, 2))
        alternate(two, one)
        demand_same(f"{metric} with one and two threads", two.value, one.value, tolerance=0.0)
        note = f"By the clock, {len(pairs):,} pairs of WMT23 zh-en from strings; equal to the last bit."
        rows.append(faster(f"{metric}, two threads", "one thread", two.seconds, one.seconds, bar, note))
    return rows
