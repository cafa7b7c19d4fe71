"""BEER: pairs a second of its features, and training. No peer runs here: the original is a Scala program."""

from collections.abc import Callable
from functools import partial

import numpy as np

from bench.inputs import Inputs, Pairs
from bench.timing import Rival, Row, alternate, duration, within
from tertium.learn.data import TrainingData
from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.learn.linear import rank
from tertium.learn.ranking.beer import BEER
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.trainer import Run
from tertium.meta.judgements import Items, JudgementGroup, JudgementSet, Origin, Preferences
from tertium.resources.knowledge import Matching
from tertium.text.pool import Pairing
from tertium.text.testset import References

# Texts to scores, each on one thread; the bar is pairs a second.
_MODELS = {"beer-en": 5_000, "beer-any": 20_000}
_SETTINGS = {
    "all matches": (FeatureOptions(), 5_000),
    "all matches, paraphrases": (FeatureOptions(Matching(paraphrases="paraphrases.en")), 5_000),
    "equal words": (FeatureOptions(Matching("any", "exact", tok="intl")), 20_000),
}


def beer(inputs: Inputs) -> list[Row]:
    """Texts to features by kind of match, texts to scores, and training on 300,000 judgements from texts to model."""
    pairs = inputs.pairs.sample(inputs.size(20_000, 500))
    rows = [
        _rate(f"BEER features, {name}", pairs, partial(_features, options), bar)
        for name, (options, bar) in _SETTINGS.items()
    ]
    rows += [_rate(f"{model}, scoring", pairs, partial(_scores, model), bar) for model, bar in _MODELS.items()]
    return [*rows, _training(inputs), _fit(inputs)]


def _rate(task: str, pairs: Pairs, run: Callable[[Pairs], float], bar: int) -> Row:
    ours = Rival(lambda: run(pairs))
    alternate(ours)
    note = f"{len(pairs) / ours.seconds:,.0f} pairs a second from texts on, one thread; the bar is {bar:,}."
    return within(task, ours.seconds, len(pairs) / bar, duration, note)


def _features(options: FeatureOptions, pairs: Pairs) -> float:
    pairing = Pairing.of(pairs.hypotheses, References.by_stream(pairs.references))
    return float(features.compute(features.parse("beer"), pairing, options).sum())


def _scores(model: str, pairs: Pairs) -> float:
    metric = BEER(model=model)
    return float(metric.segment_scores(pairs.hypotheses, References.by_stream(pairs.references)).sum())


def _training(inputs: Inputs) -> Row:
    """Five versions of each output, of which neighbours are judged; who wins is drawn, because only the time counts."""
    pairs = inputs.pairs.sample(inputs.size(20_000, 200))
    versions = [(" ".join(words[i:]), ref) for words, ref in _split(pairs) for i in range(5)]
    items = Items.build([text for text, _ in versions], References.by_stream([ref for _, ref in versions]))
    rng = np.random.default_rng(1)
    n = 3 * len(versions)
    first = rng.integers(len(versions), size=n)
    second = first // 5 * 5 + (first + rng.integers(1, 5, size=n)) % 5
    drawn = rng.choice(np.array([-1, 1], np.int8), size=n)
    nobody = np.full(n, -1, np.int32)
    group = JudgementGroup(
        "bench", "xx-en", items, preferences=Preferences(items, first, second, drawn, nobody, nobody)
    )
    data = TrainingData((JudgementSet((group,), Origin("bench", "0" * 64)),))
    ours = Rival(lambda: BeerTrainer().train(data, Run(threads=2)))
    ours.round()
    note = f"{n:,} judgements of {len(versions):,} outputs, from texts to weights, two threads."
    return within("BEER, training", ours.seconds, 180.0, duration, note)


def _split(pairs: Pairs) -> list[tuple[list[str], str]]:
    return [(hyp.split(), ref) for hyp, ref in zip(pairs.hypotheses, pairs.references, strict=True)]


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
