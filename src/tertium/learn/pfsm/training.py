"""Trainers of the edit automaton: pFSM, pPDA with jumps, and pPDA+f with more ways to match words.

Least squares on segment scores, a logistic loss on preferences, or both: the score of a pair divided by its words, plus
a constant, predicts the judgement. The objective is not convex, so training starts from weights of 0; with the same
outputs it always ends in the same place.
"""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError, OptionError
from tertium.learn.data import TrainingData
from tertium.learn.features.base import each_reference, pair_items
from tertium.learn.model import Model
from tertium.learn.pairs import require_pairs
from tertium.learn.pfsm.automaton import EditFeatures, EditSettings
from tertium.learn.pfsm.examples import Choice, Examples, examples
from tertium.learn.pfsm.lattices import EditLattices, lattices
from tertium.learn.pfsm.model import constant_of, predictions
from tertium.learn.pfsm.objective import Objective, Problem
from tertium.learn.trainer import JudgementTrainer, Run, agreement, refuse_other_model, register
from tertium.meta.judgements import Items, JudgementGroup
from tertium.metrics.base import option
from tertium.resources import store
from tertium.resources.parsers.dependencies import named_by_model
from tertium.text.arrays import Floats

# Weights of steps are sums of two; the core takes them up to 100.
_LARGEST_WEIGHT = 40.0
NO_FEATURES = "no feature occurs {cutoff} times in the lattices of {n} pairs; give more judgements, or a lower --cutoff"


@dataclass(frozen=True, kw_only=True)
class EditTrainer(JudgementTrainer):
    """Options that all machines have."""

    language: str = option("en", "language of the texts, as a code of two letters")
    tok: str = option("ptb", "tokeniser")
    lowercase: bool = option(False, "compare words in lowercase; otherwise The and the have one lemma only")
    stems: Literal["snowball", "porter"] = option("snowball", "lemmas: stems of Snowball, or Porter's as in the paper")
    blocks: bool = option(False, "pairs of equal neighbours as edits of their own")
    first: Literal["state", "none", "full"] = option(
        "state", "what the first edit counts: its state, nothing, or a step from the start as well"
    )
    penalty: float = option(5.0, "penalty of the squared weights", minimum=0)
    cutoff: int = option(5, "features possible on fewer edges of the training lattices are left out", minimum=0)
    most_iterations: int = option(200, "iterations of the search for weights", minimum=1)
    loss: Literal["squares", "pairwise", "both"] = option(
        "squares", "what is minimised: squared errors of scores, losses of preferences between outputs, or both"
    )
    preference_weight: float = option(1.0, "weight of a preference against a score, with --loss both", minimum=0)
    min_difference: float = option(0.0, "smallest difference of two scores that makes a preference", minimum=0)
    min_pairs: int = option(100, "minimum number of preferences to learn from", minimum=1)
    most_outputs: int = option(
        0, "outputs of each data set and language pair to learn from, drawn by whole segments; 0: all", minimum=0
    )
    patience: int = option(10, "iterations without a better figure on --dev after which training stops", minimum=1)

    def settings(self) -> EditSettings:
        """The machine to train."""
        return EditSettings(
            language=self.language,
            tok=self.tok,
            lowercase=self.lowercase,
            stems=self.stems,
            blocks=self.blocks,
            start=self.first,
        )

    def train(self, data: TrainingData, run: Run) -> Model:
        data.require(scores=True, preferences=self.loss != "squares")
        settings = self.settings()
        if run.start is not None:
            refuse_other_model(run.start, self.key)
            settings = EditSettings.of(run.start.options, run.start.language)
            named_by_model(settings.parser, "the model to start from")
        learned = self._examples(data, settings, run)
        problem = Problem(
            EditFeatures.of(settings),
            learned.pairs,
            learned.targets,
            self.penalty,
            run.threads,
            learned.preferred,
            self.preference_weight,
        )
        problem, parameters = self._begin(problem, run)
        parameters = self._minimize(problem, parameters, run)
        if not learned.n_scores:
            parameters = problem.centred(parameters)
        return self._model(problem.features, parameters, learned.targets)

    def _examples(self, data: TrainingData, settings: EditSettings, run: Run) -> Examples:
        """What there is to learn from; refused where it is too little."""
        choice = Choice(self.loss, self.min_difference, self.most_outputs, run.seed)
        parts = [part for group in data.groups if (part := examples(data, group, settings, choice, run.threads))]
        n_scores = sum(part.n_scores for part in parts)
        n_preferences = sum(part.n_preferences for part in parts)
        if self.loss == "squares" and n_scores < 2:
            raise DataError(f"{n_scores} scores of outputs with a reference; training needs at least two")
        if self.loss != "squares":
            require_pairs(n_preferences, self.min_pairs)
            run.log(f"{n_scores:,} scores and {n_preferences:,} preferences are learned from")
        return Examples.joined(parts)

    def segment_scores(self, model: Model, items: Items, run: Run) -> Floats:
        return _Scored.of(items, EditSettings.of(model.options, model.language), run.threads).scores(model, run.threads)

    def _begin(self, problem: Problem, run: Run) -> tuple[Problem, Floats]:
        """The problem with the features that occur often enough, and where to start."""
        if run.start is not None:
            features = problem.features.select(run.start.features)
            started = np.append(run.start.weights, constant_of(run.start))
        else:
            often = problem.occurrences() >= max(self.cutoff, 1)
            names = [name for name, keep in zip(problem.features.names, often, strict=True) if keep]
            if not names:
                raise DataError(NO_FEATURES.format(cutoff=self.cutoff, n=len(problem.lattices)))
            features, started = problem.features.select(names), np.zeros(len(names) + 1)
        return replace(problem, features=features), started

    def _minimize(self, problem: Problem, parameters: Floats, run: Run) -> Floats:
        from scipy.optimize import minimize  # type: ignore[import-untyped, unused-ignore]  # late: only training needs it

        last: list[Objective] = []
        dev = [(group, _Scored.of(group.items, problem.features.settings, run.threads)) for group in _groups(run.dev)]

        def evaluate(at: Floats) -> tuple[float, Floats]:
            last[:] = [problem.evaluate(at)]
            return last[0].value, last[0].gradient

        watch = _Watch(self.patience)
        iteration = 0

        def report(at: Floats) -> None:
            nonlocal iteration
            iteration += 1
            run.progress("iterations", iteration, self.most_iterations)
            scores = f"iteration {iteration}: objective {last[0].value:.4f}"
            if run.dev:
                model = self._model(problem.features, at, problem.targets)
                figures = _agreement(run.dev, [(group, scored.scores(model, run.threads)) for group, scored in dev])
                scores += "".join(f", dev {measure} {value:.4f}" for measure, value in figures)
                watch.look(iteration, at, figures)
            run.log(scores)
            if watch.tired(iteration):
                raise StopIteration  # SciPy's way to end a search

        solution = minimize(
            evaluate,
            parameters,
            jac=True,
            method="L-BFGS-B",
            callback=report,
            bounds=[*[(-_LARGEST_WEIGHT, _LARGEST_WEIGHT)] * len(problem.features.names), (None, None)],
            options={"maxiter": self.most_iterations, "ftol": 1e-8, "gtol": 1e-5},
        )
        run.progress("iterations", self.most_iterations, self.most_iterations)
        run.log(
            f"{len(problem.lattices):,} pairs, {len(problem.features.names)} features, objective {solution.fun:.6f}"
        )
        if watch.parameters is None:
            return np.asarray(solution.x, np.float64)
        run.log(f"kept: iteration {watch.iteration} of {iteration}, the best on dev ({watch.value:.4f})")
        return watch.parameters

    def _model(self, features: EditFeatures, parameters: Floats, targets: Floats) -> Model:
        scores = targets[~np.isnan(targets)]
        return Model(
            metric=self.key,
            features=features.names,
            weights=parameters[:-1].copy(),
            language=features.settings.language,
            options=features.settings.for_model(),
            arrays={
                "constant": parameters[-1:].copy(),
                **({"range": np.array([scores.min(), scores.max()])} if len(scores) else {}),
            },
        )


def _groups(data: TrainingData | None) -> tuple[JudgementGroup, ...]:
    return data.groups if data else ()


def _agreement(dev: TrainingData, scored: list[tuple[JudgementGroup, Floats]]) -> list[tuple[str, float]]:
    """What is watched on data that is not trained on: measures and their values."""
    figures = [f for f in agreement(dev, scored, "dev") if f.measure in ("spearman", "wmt14-tau")]
    shown = [f for f in figures if f.part == "average"] or figures
    return [(f.measure, f.value) for f in shown if f.value is not None]


@dataclass(slots=True)
class _Watch:
    """The weights that were best on data that is not trained on, by the mean of its figures."""

    patience: int
    iteration: int = 0
    value: float = -np.inf
    parameters: Floats | None = None

    def look(self, iteration: int, parameters: Floats, figures: list[tuple[str, float]]) -> None:
        mean = float(np.mean([value for _, value in figures])) if figures else -np.inf
        if mean > self.value:
            self.iteration, self.value, self.parameters = iteration, mean, parameters.copy()

    def tired(self, iteration: int) -> bool:
        return self.parameters is not None and iteration - self.iteration >= self.patience


class _Scored(NamedTuple):
    """Items ready to be scored by many models with the same settings."""

    n_items: int
    pairs: EditLattices
    numbers: NDArray[np.int64]
    """Of the items that have texts."""
    segments: NDArray[np.int64]
    """The item of each pair, as an index of `numbers`."""

    @classmethod
    def of(cls, items: Items, settings: EditSettings, threads: int) -> "_Scored":
        pairing, numbers = pair_items(items, np.arange(len(items)), threads=threads)
        return cls(len(items), lattices(pairing, settings), numbers, each_reference(pairing)[1])

    def scores(self, model: Model, threads: int) -> Floats:
        """Of each item, with its best reference; NaN where there is not a string."""
        best = np.full(len(self.numbers), -np.inf)
        np.maximum.at(best, self.segments, predictions(model, self.pairs, threads))
        scores = np.full(self.n_items, np.nan)
        scores[self.numbers] = best
        return scores


@register("pfsm")
@dataclass(frozen=True, kw_only=True)
class PFSMTrainer(EditTrainer):
    summary = "pFSM: a probabilistic edit automaton, without jumps"


@register("ppda")
@dataclass(frozen=True, kw_only=True)
class PPDATrainer(EditTrainer):
    max_jump: int = option(5, "longest jump, in words", minimum=1, maximum=100)
    max_block: int = option(0, "maximum words edited after a jump; 0: any number", minimum=0)
    side_states: bool = option(False, "jumps over the reference have weights of their own")

    summary = "pPDA: the edit automaton with jumps for words in another order"

    def settings(self) -> EditSettings:
        return replace(
            super().settings(), max_jump=self.max_jump, max_block=self.max_block, side_states=self.side_states
        )


@register("ppda+f")
@dataclass(frozen=True, kw_only=True)
class PPDAFTrainer(PPDATrainer):
    synonyms: bool = option(True, "words that are synonyms can stand for each other")
    paraphrases: str = option("auto", "paraphrase table: auto (that of the language), none, or the name or path of one")
    least_probability: float = option(0.0, "of a paraphrase that is used", minimum=0, maximum=1)

    functions: bool = option(True, "equal function words have weights of their own")
    beginnings: int = option(
        5, "words that share this many first letters can stand for each other; 0: they cannot", minimum=0
    )
    parser: str = option("none", "for relations of words: none, auto, files in CoNLL-U joined by +, or one of spaCy")

    summary = "pPDA+f: pPDA with synonyms and paraphrases, and with relations of words"

    def settings(self) -> EditSettings:
        paraphrases = store.fixed("paraphrases", self.paraphrases, self.language)
        if not (self.synonyms or self.functions or self.beginnings) and paraphrases == self.parser == "none":
            raise OptionError("ppda+f: with none of its ways to match words and no parser it is ppda; train that")
        return replace(
            super().settings(),
            synonyms=self.synonyms,
            paraphrases=paraphrases,
            least_probability=self.least_probability,
            functions=self.functions,
            beginnings=self.beginnings,
            parser=self.parser,
        )
