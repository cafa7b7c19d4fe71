"""Training of ranking metrics: learning to rank, and self-training on n-best lists against the bias for length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.learn.data import TrainingData
from tertium.learn.features.base import (
    FeatureOptions,
    FeatureSet,
    Indices,
    compute,
    feature_names,
    layers_of,
    one_to_one,
    pair_items,
    parse,
)
from tertium.learn.features.directions import directions
from tertium.learn.linear import Ranking, rank
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.learn.pairs import by_segment, judged_pairs, require_pairs
from tertium.learn.ranking import calibration, minimal_pairs, scale
from tertium.learn.ranking.length_bias import LengthBias
from tertium.learn.ranking.scores import segment_scores
from tertium.learn.trainer import JudgementTrainer, Run, refuse_other_model
from tertium.meta.judgements import Items
from tertium.metrics.base import option
from tertium.resources import store
from tertium.resources.knowledge import Matching
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing


@dataclass(frozen=True, kw_only=True)
class RankingTrainer(JudgementTrainer):
    """Logistic regression on the differences between the features of the better and the worse output.

    With unlabelled outputs (n-best lists) the model then teaches itself on pairs of them (Stanojević 2015): people
    reward long outputs among those of systems, and among the outputs of one system the same features mean less.
    """

    features: str
    language: str = option("en", "language of the texts, as a code of two letters")
    matches: Literal["all", "exact+stem", "exact"] = option("all", "ways to match words")
    tok: str = option("meteor", "how texts are split: meteor, or the name of a tokeniser")
    paraphrases: str = option("auto", "paraphrase table for matching: auto, none, or the name or path of one")
    penalty: float = option(1e-5, "penalty of the squared weights of standardised features", minimum=0)
    monotone: bool = option(False, "weights that never reward what is wrong, such as extra words")
    without: str = option("", "groups of features that get no weight, joined by +; they need not be there")
    softness: float = option(
        1.0, "divides what is learned before it becomes a score; ranks stay, low scores spread", minimum=0.01
    )
    pair_features: str = option(
        "nearly.negation+nearly.number+nearly.opposite+nearly.exclusive"
        "+single.negation+single.number+single.opposite+places",
        "features that learn from minimal pairs too, by how their names begin, joined by +",
    )
    pair_weight: float = option(0.04, "how much all minimal pairs count beside all judgements", minimum=0)
    slight_features: str = option(
        "nearly.name+nearly.inflected+nearly.other+nearly.dropped+nearly.added",
        "features that learn from them before, what people mind less; joined by +",
    )
    slight_weight: float = option(0.005, "how much minimal pairs count there", minimum=0)
    encoder: str = option("auto", "encoder for the features of that name: auto, or the name of one of yours")
    layers: str = option("1+4", "layers of the encoder that features are made of, joined by +")
    min_difference: float = option(0.0, "smallest difference of two scores that makes a preference", minimum=0)
    min_pairs: int = option(100, "minimum number of judged pairs to learn from", minimum=1)
    rounds: int = option(5, "rounds of self-training on unlabelled outputs", minimum=1, maximum=100)
    sample: int = option(
        150_000, "pairs drawn from unlabelled outputs, as many of each segment", minimum=1, maximum=10_000_000
    )
    adapt_penalty: float = option(1.0, "penalty in self-training; the larger, the more alike the weights", minimum=0)

    @property
    def steps(self) -> tuple[tuple[str, float], ...]:
        """In which steps features learn from minimal pairs, and how much these count."""
        steps = ((self.slight_features, self.slight_weight), (self.pair_features, self.pair_weight))
        return tuple((features, weight) for features, weight in steps if features and weight)

    def train(self, data: TrainingData, run: Run) -> Model:
        if run.start is not None:
            refuse_other_model(run.start, self.key)
            if run.unlabelled is None:
                raise OptionError(
                    f"{self.key}: continuing from a model needs unlabelled outputs; without them train from scratch"
                )
            return self._adapted(run.start, run.unlabelled.items, run)
        data.require(preferences=True, scores=True)
        if whole := [feature_set.key for feature_set in self._sets() if feature_set.whole_test_set]:
            raise OptionError(
                f"{self.key}: features {whole[0]!r} depend on the whole test set, which a segment score cannot"
            )
        table, better, worse = self._judged(data, run)
        require_pairs(len(better), self.min_pairs)
        names = feature_names(self._sets(), self._options())
        table[:, self._left_out(names, run)] = 0.0  # what is the same everywhere gets no weight
        signs = directions(names) if self.monotone else None
        fitted = rank(table, better, worse, penalty=self.penalty, directions=signs)
        run.log(_described("ranking", fitted, len(better)))
        weights = self._with_pairs(fitted.weights, names, (table, better, worse), run)
        model = self._calibrated(self._model(weights), run)
        return self._adapted(model, run.unlabelled.items, run) if run.unlabelled is not None else model

    def segment_scores(self, model: Model, items: Items, run: Run) -> Floats:
        pairing, numbers = pair_items(items, np.arange(len(items)), threads=run.threads)
        scores = np.full(len(items), np.nan)
        scores[numbers] = segment_scores(self._linear(model), pairing)
        return scores

    def _linear(self, model: Model) -> LinearModel:
        return LinearModel.of(model)

    def _sets(self) -> list[FeatureSet]:
        return parse(self.features)

    def _options(self) -> FeatureOptions:
        needed = any(feature_set.needs_encoder for feature_set in self._sets())
        encoder = store.encoder(self.encoder, self.language).encoder().sha256 if needed else ""
        matching = Matching(self.language, self.matches, self.paraphrases, self.tok)
        return FeatureOptions(matching, encoder=encoder, layers=layers_of(self.layers))

    def _model(self, weights: Floats) -> Model:
        options = self._options()
        soft = {} if self.softness == 1 else {"softness": self.softness}
        return Model(
            metric=self.key,
            features=feature_names(self._sets(), options),
            weights=weights,
            language=self.language,
            options={"features": self.features, **soft, **options.for_model()},
        )

    def _left_out(self, names: Sequence[str], run: Run) -> list[int]:
        """The numbers of the features that get no weight. They stay in the model: calibration may ask for them."""
        groups = self.without.split("+")
        numbers = [number for number, name in enumerate(names) if name.split(".")[0] in groups]
        if numbers:
            run.log(f"left out: {self.without}, {len(numbers)} features")
        return numbers

    def _judged(self, data: TrainingData, run: Run) -> tuple[Floats, Indices, Indices]:
        """Features of all outputs that were judged, each once for its best reference, and the pairs among them."""
        tables: list[Floats] = []
        better: list[Indices] = []
        worse: list[Indices] = []
        n_rows = 0
        for i, group in enumerate(data.groups):
            run.progress("features", i, len(data.groups))
            pairs = judged_pairs(data, group, self.min_difference)
            pairing, numbers = pair_items(group.items, np.unique(np.concatenate(pairs)), threads=run.threads)
            row = np.full(len(group.items), -1, np.int64)
            row[numbers] = n_rows + np.arange(len(numbers))
            both = (row[pairs.better] >= 0) & (row[pairs.worse] >= 0)
            tables.append(compute(self._sets(), _first_reference(pairing), self._options()))
            better.append(row[pairs.better[both]])
            worse.append(row[pairs.worse[both]])
            n_rows += len(numbers)
        run.progress("features", len(data.groups), len(data.groups))
        return np.vstack(tables), np.concatenate(better), np.concatenate(worse)

    def _with_pairs(
        self, weights: Floats, names: Sequence[str], judged: tuple[Floats, Indices, Indices], run: Run
    ) -> Floats:
        """Learn from minimal pairs what small changes cost; each file counts as much as another."""
        if not run.pairs:
            return weights
        every = [pair for each in run.pairs for pair in each.pairs]
        pairs = minimal_pairs.table_of(every, self._sets(), self._options(), run.threads)
        shares = np.concatenate([np.full(len(each.pairs), 1 / len(run.pairs) / len(each.pairs)) for each in run.pairs])
        for features, weight in self.steps:
            learning = minimal_pairs.choice(names, features.split("+"))
            counted = judged, pairs, weight * shares
            weights, fitted = minimal_pairs.refitted(weights, names, learning, *counted, self.monotone)
            run.log(_described(f"pairs, {len(learning)} features", fitted, len(every)))
        return weights

    def _calibrated(self, model: Model, run: Run) -> Model:
        """Learn from scores of different segments how hard references are to meet; the order inside each stays."""
        if run.calibration is None:
            return model
        if missing := [name for name in calibration.ASKED if name not in model.features]:
            raise OptionError(
                f"{self.key}: calibration needs the feature {missing[0]!r}; add 'content' to the sets of features"
            )
        run.calibration.require(scores=True)
        linear = self._linear(model)
        lost: list[Floats] = []
        asked: list[Floats] = []
        human: list[Floats] = []
        groups: list[Indices] = []
        singles: list[Pairing] = []
        for group in run.calibration.groups:
            if (scores := run.calibration.scores(group)) is None:
                continue
            pairing, numbers = pair_items(group.items, np.flatnonzero(~np.isnan(scores)), threads=run.threads)
            single = _first_reference(pairing)
            own = linear.features(one_to_one(single, single.references, single.references))
            groups.append(sum(map(len, human)) + np.arange(len(numbers)))
            lost.append(linear.weighted(linear.features(single)) - linear.weighted(own))
            asked.append(own[:, [model.features.index(name) for name in calibration.ASKED]])
            human.append(scores[numbers])
            singles.append(single)
        n_scores = sum(map(len, human))
        if n_scores < calibration.LEAST_SCORES:
            raise DataError(
                f"{n_scores} segment scores to calibrate with, expected at least {calibration.LEAST_SCORES}; give more"
            )
        fitted = calibration.fit(
            np.concatenate(lost), np.vstack(asked), np.concatenate(human), groups, softness=self.softness
        )
        run.log(f"calibration: {n_scores:,} scores, {calibration.described(fitted)}")
        calibrated = calibration.added(model, fitted, np.vstack(asked).mean(0), self.softness)
        return self._scaled(calibrated, singles, np.concatenate(human), run)

    def _scaled(self, model: Model, singles: Sequence[Pairing], human: Floats, run: Run) -> Model:
        """Learn from the same scores, and from outputs beside other segments' references, how many points there are."""
        linear = self._linear(model)
        raw = [segment_scores(linear, single) for single in singles]
        unrelated = [segment_scores(linear, other) for single in singles for other in [_other_references(single)]]
        line = scale.fit(np.concatenate(raw), human, np.concatenate(unrelated))
        run.log(f"scale: {scale.described(line)}")
        return scale.added(model, line)

    def _adapted(self, model: Model, items: Items, run: Run) -> Model:
        """Learn again from pairs of unlabelled outputs, each counted by how sure the model is, and only from them."""
        pairing, numbers = pair_items(items, np.arange(len(items)), threads=run.threads)
        usable = items.select(numbers)
        lists = [members for members in by_segment(usable) if len(members) > 1]
        if not lists:
            raise DataError("the unlabelled outputs have no segment with two of them; give n-best lists")
        single = _first_reference(pairing)
        linear = self._linear(model)
        table = linear.features(single)
        first, second = self._drawn(lists, table, run.generator())
        bias = LengthBias(linear, single, table, lists, usable)
        before, margin = model, table[first] @ model.weights - table[second] @ model.weights
        spread = float(margin.std())
        for number in range(1, self.rounds + 1):
            run.progress("self-training", number - 1, self.rounds)
            better, worse = np.where(margin >= 0, (first, second), (second, first))
            sure = 1 / (1 + np.exp(-np.minimum(np.abs(margin), 700)))
            counts = (sure - sure.min()) / sure.max()
            fitted = rank(table, better, worse, counts, penalty=self.adapt_penalty)
            margin = table[first] @ fitted.weights - table[second] @ fitted.weights
            # Labels of its own never contradict it, so that its weights would grow or shrink without end.
            scale = spread / float(margin.std()) if margin.any() else 1.0
            margin *= scale
            model = replace(model, weights=fitted.weights * scale)
            run.log(_described(f"round {number}", fitted, len(first)) + f", length ratio {bias.ratio(model):.4f}")
        run.progress("self-training", self.rounds, self.rounds)
        return replace(model, figures=bias.figures(before, model))

    def _drawn(self, lists: list[Indices], table: Floats, rng: np.random.Generator) -> tuple[Indices, Indices]:
        """Pairs of outputs of one segment that differ, as many of each segment as far as they do."""
        n_pairs = -(-self.sample // len(lists))
        drawn = [members[rng.integers(len(members), size=(n_pairs, 2))] for members in lists]
        first, second = np.concatenate(drawn).T
        different = np.any(table[first] != table[second], axis=1)
        if not different.any():
            raise DataError("the unlabelled outputs of each segment are all alike; there is nothing to learn from")
        return first[different], second[different]


@dataclass(frozen=True, kw_only=True)
class ParsedRankingTrainer(RankingTrainer):
    """With a parser. Every different text is parsed once; a cache keeps the parses for the next run."""

    parser: str = option("auto", "parses: auto (of the package), a pipeline of spaCy, or CoNLL-U files joined by +")
    parse_cache: str = option("", "file that keeps parses for the next run; created if absent")

    def _options(self) -> FeatureOptions:
        return replace(super()._options(), parser=self.parser, parse_cache=self.parse_cache)

    def _linear(self, model: Model) -> LinearModel:
        linear = super()._linear(model)
        return replace(linear, options=replace(linear.options, parser=self.parser, parse_cache=self.parse_cache))


def _first_reference(pairing: Pairing) -> Pairing:
    """Judges saw one reference at most; of several the first stands for them while weights are not known."""
    return one_to_one(pairing, pairing.hypotheses, pairing.references[pairing.offsets[:-1]])


def _other_references(single: Pairing) -> Pairing:
    """Each output beside the next reference that is another one; outputs without any are left out."""
    different = list(dict.fromkeys(single.references.tolist()))
    following = dict(zip(different, [*different[1:], different[0]], strict=True))
    references = np.array([following[number] for number in single.references.tolist()], single.references.dtype)
    rows = np.flatnonzero(references != single.references)
    return one_to_one(single, single.hypotheses[rows], references[rows])


def _described(what: str, fitted: Ranking, n: int) -> str:
    return f"{what}: {n:,} pairs, loss {fitted.loss:.4f} after {fitted.iterations} iterations"
