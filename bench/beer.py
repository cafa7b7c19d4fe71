"""BEER: pairs a second of its features, and training. No peer runs here: the original is a Scala program."""

import numpy as np
from inputs import Inputs, Pairs
from timing import Rival, Row, alternate, duration, within

from tertium.learn import features
from tertium.learn.features import FeatureOptions
from tertium.learn.linear import rank
from tertium.learn.matching import Matching
from tertium.text.pool import Pairing
from tertium.text.testset import References

_SETTINGS = {
    "all matches": (FeatureOptions(), 5_000),
    "equal words": (FeatureOptions(Matching("any", "exact", tok="intl")), 20_000),
}


def beer(inputs: Inputs) -> list[Row]:
    """Texts to features with all kinds of match and with equal words only; then a fit on 300,000 judgements."""
    pairs = inputs.pairs.sample(inputs.size(20_000, 500))
    rows = []
    for name, (options, least) in _SETTINGS.items():
        seconds = _extraction(pairs, options)
        rate = len(pairs) / seconds
        note = f"{rate:,.0f} pairs a second from texts to features; the bar is {least:,}."
        rows.append(within(f"BEER features, {name}", seconds, len(pairs) / least, duration, note))
    return [*rows, _fit(inputs)]


def _extraction(pairs: Pairs, options: FeatureOptions) -> float:
    references = References.by_stream(pairs.references)

    def run() -> float:
        pairing = Pairing.of(pairs.hypotheses, references)
        return float(features.compute(features.parse("beer"), pairing, options).sum())

    ours = Rival(run)
    alternate(ours)
    return ours.seconds


def _fit(inputs: Inputs) -> Row:
    """Three judgements for each of 100,000 outputs, five of a segment: about as many as WMT13 and WMT14 have."""
    rng = np.random.default_rng(1)
    n = inputs.size(100_000, 2_000)
    table = rng.random((n, 42))
    first = rng.integers(n, size=3 * n)
    second = first // 5 * 5 + rng.integers(5, size=3 * n)
    wins = rng.random(3 * n) < 1 / (1 + np.exp(-(table[first] - table[second]).sum(1)))
    ours = Rival(lambda: rank(table, np.where(wins, first, second), np.where(wins, second, first)))
    alternate(ours, rounds=1)
    note = f"{3 * n:,} judgements of {n:,} outputs, 42 features."
    return within("BEER, learning to rank", ours.seconds, 60.0, duration, note)
