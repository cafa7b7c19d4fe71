"""What can be trained: the register of trainers, and what is the same for all of them.

To add one, write a file with a frozen dataclass below `Trainer`, decorate it with `@register("name")` and name the
file in `_TRAINERS`. Its options are fields made with `option`; `tertium train NAME` offers them as they are.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.learn.data import DataSize, MinimalPairs, TrainingData, Unlabelled
from tertium.learn.description import Description, figures_table, filled, weights_table
from tertium.learn.languages import ANY
from tertium.learn.model import Figure, Model
from tertium.meta.correlation import pearson, spearman
from tertium.meta.judgements import Items, JudgementGroup
from tertium.meta.preferences import wmt14_tau
from tertium.metrics.options import check_options
from tertium.register import KeyedRegister
from tertium.resources.stems import SNOWBALL
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.arrays import Floats
from tertium.text.controls import visible
from tertium.text.languages import target_of
from tertium.text.tokenizers.meteor import APOSTROPHES

Folds = int | Literal["lang-pair"]


def _silent(_what: str, _done: int, _total: int) -> None: ...


def _unheard(_text: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Run:
    """How a training run goes: its random seed, its threads, and where it reports what it is doing.

    `progress(what, done, total)` draws a bar; `log(text)` says something worth keeping, such as the objective after
    an iteration. `dev` is data that is never trained on but may decide when to stop; `start` is a model to go on from.
    """

    seed: int = 12345
    threads: int = 1
    progress: Callable[[str, int, int], None] = _silent
    log: Callable[[str], None] = _unheard
    dev: TrainingData | None = None
    start: Model | None = None
    calibration: TrainingData | None = None
    """Scores of different segments, for trainers that learn how to compare these after ranking."""
    unlabelled: Unlabelled | None = None
    """Outputs that nobody judged, such as n-best lists, for trainers that can use them."""
    pairs: tuple[MinimalPairs, ...] = ()
    """Minimal pairs, for trainers that learn from them what small changes cost."""

    def generator(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


@dataclass(frozen=True, kw_only=True)
class Trainer(ABC):
    """Makes a model of a metric from data. The constructor stores and checks options; it computes nothing."""

    key: ClassVar[str]
    """The name in the register, as the command line takes it."""
    summary: ClassVar[str]
    """What it trains, in a few words."""
    learns_from: ClassVar[Literal["judgements", "examples"]]
    """What it is given: human judgements, or human and machine translations to tell apart."""

    def __post_init__(self) -> None:
        check_options(self, self.key)
        language = getattr(self, "language", ANY)
        if language != ANY:  # as users give it, such as de-en, of which the target is what the model judges
            object.__setattr__(self, "language", target_of(language).code)

    def for_language(self, code: str) -> Self:
        """The same for another language, with what can be had in it where nothing else was asked for.

        METEOR's rules know few languages, and not every one has a stemmer; synonyms are English alone.
        """
        changes: dict[str, Any] = {"language": code} if hasattr(self, "language") else {}
        if getattr(self, "tok", None) == "meteor" and code not in APOSTROPHES:
            tokenizer = target_of(code).tokenizer
            changes["tok"] = "intl" if tokenizer == "13a" else tokenizer
        if getattr(self, "matches", None) == "all" and code not in SNOWBALL:
            changes["matches"] = "exact"
        if getattr(self, "synonyms", None) is True and code != "en":
            changes["synonyms"] = False
        return replace(self, **changes)


@dataclass(frozen=True, kw_only=True)
class JudgementTrainer(Trainer):
    """A trainer that learns from human judgements."""

    learns_from = "judgements"

    @abstractmethod
    def train(self, data: TrainingData, run: Run) -> Model:
        """A model without figures. Raises DataError where the data has nothing to learn from."""

    @abstractmethod
    def segment_scores(self, model: Model, items: Items, run: Run) -> Floats:
        """The score of each item by a model, higher being better; NaN where an item has no text or reference."""

    def group_of(self, feature: str) -> str:
        """The group under which the report shows a feature's weight."""
        return feature.split(".")[0]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Training(Result):
    """The result of a training run: the model with its figures, and what is told beside it."""

    heading = "Training"

    trainer: str
    model: Model
    groups: dict[str, tuple[str, ...]]
    """Features by group, for the table of weights."""
    sizes: tuple[DataSize, ...]
    seed: int
    seconds: float
    log: tuple[str, ...] = ()
    output: str | None = None
    """The file that the model was written to."""

    def tables(self) -> list[Block]:
        """What was trained on, what it reached, and what was learned."""
        said = f"{self.trainer}, {len(self.model.features)} features, seed {self.seed}, {self.seconds:.1f} s"
        written = f", written to {self.output}" if self.output else ""
        weights = weights_table(self.model, self.groups)
        return [
            *filled((self._data(), figures_table(self.model.figures), weights)),
            Paragraph(visible(said + written)),
        ]

    def records(self) -> list[Table]:
        """The same, with a group for each feature."""
        weights = weights_table(self.model, self.groups, grouped=False)
        return filled((self._data(), figures_table(self.model.figures), weights))

    def _data(self) -> Table:
        counts = (Column(name, "count") for name in ("outputs", "preferences", "scores"))
        rows = ((size.name, size.use, size.items, size.preferences, size.scores) for size in self.sizes)
        return Table((Column("data"), Column("use"), *counts), tuple(rows), keys=2)

    def data(self) -> dict[str, Json]:
        """The run, then what the model says about itself."""
        return {
            "trainer": self.trainer,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "output": self.output,
            "data": [plain(size._asdict()) for size in self.sizes],
            **Description(self.model).data(),
            "log": list(self.log),
        }


def train(trainer: JudgementTrainer, data: TrainingData, run: Run, *, folds: Folds = 0) -> Training:
    """Train on all of `data`, and measure: on the data itself, on held-out folds, on `run.dev`."""
    data.require_references(trainer.key)
    if run.pairs and not hasattr(trainer, "pair_features"):
        raise OptionError(f"{trainer.key} does not learn from minimal pairs; leave --pairs out")
    began = time.monotonic()
    lines: list[str] = []

    def log(text: str) -> None:
        lines.append(text)
        run.log(text)

    heard = replace(run, log=log)
    figures: list[Figure] = []
    if folds:
        figures += _held_out(trainer, data, heard, folds)
    model = trainer.train(data, heard)
    figures += measure(trainer, model, data, heard, "train")
    if run.dev:
        figures += measure(trainer, model, run.dev, heard, "dev")
    training = data.origins() + (run.dev.origins("dev") if run.dev else ())
    training += run.calibration.origins("calibration") if run.calibration else ()
    training += (run.unlabelled.trained_on(),) if run.unlabelled else ()
    training += tuple(each.trained_on() for each in run.pairs)
    model = replace(model, training=training, figures=(*figures, *model.figures))
    by_group: dict[str, tuple[str, ...]] = {}
    for name in model.features:
        by_group[trainer.group_of(name)] = (*by_group.get(trainer.group_of(name), ()), name)
    sizes = data.sizes("train") + (run.dev.sizes("dev") if run.dev else ())
    return Training(trainer.key, model, by_group, sizes, run.seed, time.monotonic() - began, tuple(lines))


def measure(trainer: JudgementTrainer, model: Model, data: TrainingData, run: Run, name: str) -> list[Figure]:
    """How well a model agrees with data: WMT14's τ on preferences, Pearson's and Spearman's coefficients on scores."""
    scored = [(group, trainer.segment_scores(model, group.items, run)) for group in data.groups]
    return agreement(data, scored, name)


def agreement(data: TrainingData, scored: Iterable[tuple[JudgementGroup, Floats]], name: str) -> list[Figure]:
    """Figures of each group, and their plain mean where there are several."""
    figures: list[Figure] = []
    for group, scores in scored:
        preferences = group.preferences
        if preferences is not None and np.any(preferences.preference):
            difference = scores[preferences.a] - scores[preferences.b]
            counted = int(np.count_nonzero((preferences.preference != 0) & ~np.isnan(difference)))
            figures.append(
                Figure(name, group.name, "wmt14-tau", wmt14_tau(preferences.preference, difference), counted)
            )
        human = data.scores(group)
        if human is not None:
            both = ~np.isnan(human) & ~np.isnan(scores)
            n = int(np.count_nonzero(both))
            if n > 2:
                figures.append(Figure(name, group.name, "pearson", pearson(human[both], scores[both]), n))
                figures.append(Figure(name, group.name, "spearman", spearman(human[both], scores[both]), n))
    return [replace(f, value=_finite(f.value)) for f in figures] + _averages(figures, name)


def _averages(figures: Sequence[Figure], name: str) -> list[Figure]:
    averages = []
    for measure_name in dict.fromkeys(figure.measure for figure in figures):
        alike = [f for f in figures if f.measure == measure_name and _finite(f.value) is not None]
        if len(alike) > 1:
            mean = float(np.mean([f.value for f in alike if f.value is not None]))
            averages.append(Figure(name, "average", measure_name, mean, sum(f.n for f in alike)))
    return averages


def _finite(value: float | None) -> float | None:
    return None if value is None or not np.isfinite(value) else float(value)


def _held_out(trainer: JudgementTrainer, data: TrainingData, run: Run, folds: Folds) -> list[Figure]:
    """Figures on segments (or language pairs) that the model which scored them has not seen."""
    if isinstance(folds, int) and folds < 2:
        raise OptionError(f"folds cannot be {folds}; it takes 2 or more, or lang-pair")
    if isinstance(folds, int):
        splits = list(data.folds(folds, run.generator()))
    else:
        splits = [(rest, held) for _, rest, held in data.round_robin()]
    seen: list[tuple[JudgementGroup, Floats]] = []
    for i, (rest, held) in enumerate(splits, 1):
        run.progress("folds", i - 1, len(splits))
        model = trainer.train(rest, replace(run, dev=None))
        seen += [(group, trainer.segment_scores(model, group.items, run)) for group in held.groups]
    run.progress("folds", len(splits), len(splits))
    name = f"{folds} folds" if isinstance(folds, int) else "round robin"
    every = agreement(data, seen, name)
    return _by_part(every, name)


def _by_part(figures: Sequence[Figure], name: str) -> list[Figure]:
    """The mean over the folds of each part, weighted by how much was judged in them."""
    means = []
    for key in dict.fromkeys((f.part, f.measure) for f in figures if f.part != "average"):
        alike = [f for f in figures if (f.part, f.measure) == key and f.value is not None]
        n = sum(f.n for f in alike)
        value = sum((f.value or 0.0) * f.n for f in alike) / n if n else None
        means.append(Figure(name, *key, value, n))
    return means + _averages(means, name)


_TRAINERS: KeyedRegister[type[Trainer]] = KeyedRegister("trainer")

register, get, names = _TRAINERS.named, _TRAINERS.get, _TRAINERS.names


def refuse_other_model(model: Model, key: str) -> None:
    """Raise where a model to go on from is of another metric."""
    if model.metric != key:
        raise DataError(f"the model to start from is of {model.metric!r}, expected {key!r}")
