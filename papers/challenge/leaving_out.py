"""How often a model is right about pairs of a phenomenon that it has never seen."""

from collections.abc import Iterator, Sequence

import click
import numpy as np
from tools.train_models import Recipe
from tools.training_pairs import KINDS, pairs

from papers.judgements import DATA
from papers.markdown import markdown
from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import TrainingData
from tertium.learn.features.base import feature_names, parse
from tertium.learn.features.directions import directions
from tertium.learn.linear import rank
from tertium.learn.ranking.minimal_pairs import choice, refitted, table_of
from tertium.learn.trainer import Run
from tertium.meta.challenge.pair import Pair
from tertium.text.arrays import Floats

QUICK = 10


def held_out(recipe: Recipe, quick: bool, threads: int) -> Iterator[str]:
    """For each phenomenon how often pairs of held-out sentences are right by weights that have not learned from it."""
    yield "## Phenomena that were not learned from"
    yield ""
    yield "Pairs of sentences that were held out, by kind of sentence; per cent for which the good one has the higher"
    yield "score. *without* has learned from the pairs of all other phenomena, *with* from all, *none* from judgements"
    yield "alone. Pairs of references have a harmless change as the good one, the others a whole paraphrase."
    yield ""
    learner = _Learner(recipe, quick, threads)
    header = ["phenomenon", *(f"{kind}, {which}" for kind in KINDS for which in ("without", "with", "none"))]
    phenomena = sorted({pair.phenomenon for pair in learner.held["references"][0]})
    every, none = learner.weights(()), learner.plain
    rows, found = [], []
    for phenomenon in phenomena:
        without = learner.weights((phenomenon,))
        values = [learner.right(kind, phenomenon, w) for kind in KINDS for w in (without, every, none)]
        found.append(values)
        rows.append([phenomenon, *(f"{100 * value:.0f}" for value in values)])
        click.echo(phenomenon, err=True)
    rows.append(["**mean**", *(f"**{100 * value:.1f}**" for value in np.nanmean(np.array(found), 0))])
    yield from markdown(header, rows)


class _Learner:
    """The features of everything once, so that weights can be learned many times."""

    def __init__(self, recipe: Recipe, quick: bool, threads: int) -> None:
        trainer = recipe.trainer
        self._trainer, options = trainer, trainer._options()
        self._sets = parse(trainer.features)
        self._names = feature_names(self._sets, options)
        files = recipe.files[-2:] if quick else recipe.files
        data = TrainingData(tuple(read_judgements(DATA / f"pairs_{name}.tsv.gz") for name in files))
        run = Run(threads=threads)
        self._judged = trainer._judged(data, run)
        table, better, worse = self._judged
        table[:, trainer._left_out(self._names, run)] = 0.0
        signs = directions(self._names)
        self.plain = rank(table, better, worse, penalty=trainer.penalty, directions=signs).weights
        step = QUICK if quick else 1
        self.held = {kind: self._with_features(pairs(kind, held=True).pairs[::step], threads) for kind in KINDS}
        self._learned = {kind: self._with_features(pairs(kind).pairs[::step], threads) for kind in recipe.pairs}

    def _with_features(self, some: Sequence[Pair], threads: int) -> tuple[Sequence[Pair], Floats, Floats]:
        good, bad = table_of(some, self._sets, self._trainer._options(), threads)
        return some, good, bad

    def weights(self, without: Sequence[str]) -> Floats:
        good, bad, shares = [], [], []
        for some, of_good, of_bad in self._learned.values():
            kept = np.array([pair.phenomenon not in without for pair in some])
            good.append(of_good[kept])
            bad.append(of_bad[kept])
            shares.append(np.full(int(kept.sum()), 1 / len(self._learned) / max(1, int(kept.sum()))))
        both, weights, trainer = (np.vstack(good), np.vstack(bad)), self.plain, self._trainer
        for features, weight in trainer.steps:
            learning = choice(self._names, features.split("+"))
            counted = self._judged, both, weight * np.concatenate(shares)
            weights = refitted(weights, self._names, learning, *counted, True)[0]
        return weights

    def right(self, kind: str, phenomenon: str, weights: Floats) -> float:
        some, good, bad = self.held[kind]
        own = np.array([pair.phenomenon == phenomenon for pair in some])
        return float(np.mean((good[own] - bad[own]) @ weights > 0)) if own.any() else float("nan")
