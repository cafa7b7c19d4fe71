"""Training of the metric that tells human from machine translations: a grid of kernel machines, the best kept."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError, MissingExtraError, OptionError
from tertium.learn.description import Description
from tertium.learn.features.base import FeatureOptions
from tertium.learn.features.svm import BASIC, EXTENDED, SvmFeatures
from tertium.learn.model import Figure, Model, Value
from tertium.learn.svm.examples import Examples
from tertium.learn.svm.metric import METRIC, KernelModel
from tertium.learn.trainer import Run, Trainer, register
from tertium.meta.roc import RocCurve, roc_curve
from tertium.metrics.base import option
from tertium.resources.knowledge import Matching
from tertium.resources.parsers.constituents import TreeSource
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.arrays import Floats
from tertium.text.controls import visible

_MOST_ITERATIONS = 2_000_000
_SPREAD = 3000  # examples from which the spread of margins is known well enough


@dataclass(frozen=True, slots=True)
class GridPoint:
    """One machine of the grid and how well it tells the validation examples apart."""

    c: float
    sigma: float
    accuracy: float
    human: float
    """Share of the human translations that are taken for human."""
    machine: float
    area: float
    """Under the ROC curve."""
    n_support: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SvmTraining(Result):
    """What a run gives: the model, the whole grid, and the curve of the machine that was kept."""

    heading = "Training"

    model: Model
    grid: tuple[GridPoint, ...]
    best: GridPoint
    curve: RocCurve
    kernels: tuple[KernelModel, ...]
    """One for each point of the grid, to measure how accuracy goes with agreement."""
    n_train: int
    n_validation: int
    seed: int
    seconds: float
    correlations: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """Coefficients of agreement with people: one value for each point of the grid."""
    output: str | None = None
    """The file that the model was written to."""

    def tables(self) -> list[Block]:
        """The grid by every measure, the model, and what the best machine reached."""
        best = self.best
        accuracy = [point.accuracy for point in self.grid]
        said = (
            f"C {best.c:g}, sigma {best.sigma:g}: {best.accuracy:.1%} of {self.n_validation:,} examples told right "
            f"({best.human:.1%} human, {best.machine:.1%} machine), ROC area {best.area:.3f}, {best.n_support:,} "
            f"support vectors of {self.n_train:,} examples"
        )
        written = f", written to {self.output}" if self.output else ""
        run = visible(f"svm, seed {self.seed}, {self.seconds:.1f} s{written}")
        measures = {"accuracy": accuracy, **self.correlations}
        return [
            *(self._grid(name, values) for name, values in measures.items()),
            *Description(self.model).tables(),
            Paragraph(f"{said}\n{run}"),
        ]

    def _grid(self, name: str, values: Sequence[float]) -> Table:
        """A table with C downwards and sigma across."""
        sigmas = sorted({point.sigma for point in self.grid})
        cells = {(point.c, point.sigma): value for point, value in zip(self.grid, values, strict=True)}
        columns = (Column(f"sigma {sigma:g}", "number", places=4) for sigma in sigmas)
        rows = ((c, *(float(cells[c, sigma]) for sigma in sigmas)) for c in sorted({point.c for point in self.grid}))
        return Table((Column(f"{name}: C", "general"), *columns), tuple(rows))

    def records(self) -> list[Table]:
        """One machine of the grid per row, then what the model says about itself."""
        names = [*(field.name for field in fields(GridPoint)), *self.correlations]
        rows = ((*astuple(point), *(v[i] for v in self.correlations.values())) for i, point in enumerate(self.grid))
        return [
            Table(tuple(Column(name, "general") for name in names), tuple(rows)),
            *Description(self.model).records(),
        ]

    def data(self) -> dict[str, Json]:
        """The run and its grid, then what the model says about itself."""
        return {
            "trainer": "svm",
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "output": self.output,
            "examples": {"train": self.n_train, "validation": self.n_validation},
            "grid": [
                plain({**asdict(point), **{name: values[i] for name, values in self.correlations.items()}})
                for i, point in enumerate(self.grid)
            ],
            **Description(self.model).data(),
        }


@register("svm")
@dataclass(frozen=True, kw_only=True)
class SvmTrainer(Trainer):
    """A grid of kernel machines, of which the most accurate is kept."""

    summary = "the SVM metric: tell human from machine translations. Needs the extra `learn`"
    learns_from = "examples"

    features: str = option(BASIC, "basic, extended (needs --trees), or sets of the register joined by +")
    c: str = option("5,10,25,50,75,100,150", "values of C, the cost of a wrong example, separated by commas")
    sigma: str = option("10,25,50,75,100", "values of σ in the kernel exp(−|x−y|²/σ²), separated by commas")
    standardize: bool = option(True, "give all features mean 0 and spread 1; the thesis did not")
    examples: int = option(2500, "maximum number of examples to learn from", minimum=20, maximum=1_000_000)
    validation: int = option(5000, "maximum number of examples to choose by", minimum=10, maximum=1_000_000)
    tolerance: float = option(0.01, "how far from the optimum the solver may stop", minimum=1e-9, maximum=1)
    tok: str = option("13a", "tokeniser of basic features; words are compared in lowercase")
    language: str = option("en", "language of the texts, as a code of two letters")
    matches: Literal["all", "exact+stem", "exact"] = option("all", "ways to match words, where features match words")

    def __post_init__(self) -> None:
        super().__post_init__()
        self.values("c")
        self.values("sigma")

    def values(self, name: Literal["c", "sigma"]) -> list[float]:
        """The values of one side of the grid."""
        text: str = getattr(self, name)
        try:
            values = [float(part) for part in text.split(",")]
        except ValueError:
            values = []
        if not values or not all(0 < value < float("inf") for value in values):
            raise OptionError(f"svm: option {name!r} cannot be {text!r}; it takes numbers above 0, such as 10,25,50")
        return values

    def feature_set(self, trees: TreeSource | None = None) -> SvmFeatures:
        matching = Matching(self.language, self.matches) if self.features not in (BASIC, EXTENDED) else Matching()
        return SvmFeatures(self.features, self.tok, FeatureOptions(matching), trees)

    def train(self, examples: Examples, run: Run, trees: TreeSource | None = None) -> SvmTraining:
        """Learn on one part of the examples, choose by accuracy on another. Of equals the widest kernel is kept."""
        began = time.monotonic()
        balanced = examples.balanced(run.generator())
        balanced.require()
        parts = balanced.split(self.examples, self.validation)
        if not parts[1].human.any() or parts[1].human.all():
            raise DataError("no human or no machine translation is left to choose by; give more examples")
        features = self.feature_set(trees)
        tables = []
        for i, part in enumerate(parts):
            run.progress("features", i, 2)
            rows = features.rows(part.pairing(run.threads))
            # With features of one reference alone a segment has several rows; the first reference stands for them.
            first = np.unique(rows.segments, return_index=True)[1]
            tables.append(rows.table[first])
        run.progress("features", 2, 2)
        kernels, grid, margins = self._grid(features, tables, [part.human for part in parts], run)
        at = max(range(len(grid)), key=lambda i: (grid[i].accuracy, grid[i].sigma, -grid[i].c))
        human = parts[1].human
        return SvmTraining(
            self._finished(kernels[at], tables[0], grid, grid[at], examples, len(human)),
            tuple(grid),
            grid[at],
            roc_curve(margins[at][human], margins[at][~human]),
            tuple(kernels),
            len(parts[0]),
            len(parts[1]),
            run.seed,
            time.monotonic() - began,
        )

    def _grid(
        self, features: SvmFeatures, tables: list[Floats], human: list[NDArray[np.bool_]], run: Run
    ) -> tuple[list[KernelModel], list[GridPoint], list[Floats]]:
        mean, scale = np.zeros(tables[0].shape[1]), np.ones(tables[0].shape[1])
        if self.standardize:
            mean, spread = tables[0].mean(0), tables[0].std(0)
            scale = np.where(spread > 1e-12, spread, 1.0)
        kernels, grid, margins = [], [], []
        points = [(c, sigma) for c in self.values("c") for sigma in self.values("sigma")]
        for i, (c, sigma) in enumerate(points):
            run.progress("grid", i, len(points))
            kernel = self._fit(features, (tables[0] - mean) / scale, human[0], (mean, scale), c, sigma)
            margin = kernel.decide(tables[1])
            point = _measured(margin, human[1], kernel)
            run.log(f"C {c:g}, σ {sigma:g}: accuracy {point.accuracy:.4f}, {point.n_support} support vectors")
            kernels.append(kernel)
            grid.append(point)
            margins.append(margin)
        run.progress("grid", len(points), len(points))
        return kernels, grid, margins

    def _fit(
        self,
        features: SvmFeatures,
        scaled: Floats,
        human: NDArray[np.bool_],
        standard: tuple[Floats, Floats],
        c: float,
        sigma: float,
    ) -> KernelModel:
        machine = _svc()(C=c, gamma=1 / sigma**2, tol=self.tolerance, max_iter=_MOST_ITERATIONS, cache_size=400)
        machine.fit(scaled, np.where(human, 1, -1))
        # As float32 they are stored, so that the figures are those of the file.
        support = machine.support_vectors_.astype(np.float32)
        arrays: dict[str, NDArray[Any]] = {
            "mean": standard[0],
            "scale": standard[1],
            "support": support,
            "coefficients": machine.dual_coef_[0].astype(np.float32),
            "bias": np.array([float(machine.intercept_[0])]),
            "spread": np.array([max(float(machine.decision_function(scaled[:_SPREAD]).std()), 1e-12)]),
        }
        options: dict[str, Value] = {"features": self.features, "tok": self.tok, "c": c, "sigma": sigma}
        options |= {"standardize": self.standardize}
        if self.features not in (BASIC, EXTENDED):
            options["matches"] = self.matches
        weights = np.zeros(len(features.names))
        model = Model(METRIC, features.names, weights, self.language, options, arrays)
        return replace(KernelModel.of(model), features=features)

    def _finished(
        self,
        kernel: KernelModel,
        table: Floats,
        grid: Sequence[GridPoint],
        best: GridPoint,
        examples: Examples,
        n: int,
    ) -> Model:
        figures = [
            Figure("validation", "all", "accuracy", best.accuracy, n),
            Figure("validation", "human", "accuracy", best.human, n // 2),
            Figure("validation", "machine", "accuracy", best.machine, n - n // 2),
            Figure("validation", "all", "roc-area", best.area, n),
        ]
        figures += [Figure("grid", f"C={p.c:g} sigma={p.sigma:g}", "accuracy", p.accuracy, n) for p in grid[1:] or ()]
        return replace(kernel.model, weights=_slopes(kernel, table), training=examples.origins, figures=tuple(figures))


def _measured(margins: Floats, human: NDArray[np.bool_], kernel: KernelModel) -> GridPoint:
    right = (margins > 0) == human
    return GridPoint(
        float(kernel.model.options["c"] or 0),
        kernel.sigma,
        float(right.mean()),
        float(right[human].mean()),
        float(right[~human].mean()),
        roc_curve(margins[human], margins[~human]).area,
        len(kernel.support),
    )


def _slopes(kernel: KernelModel, table: Floats) -> Floats:
    """How the margin grows with each feature by one spread, on average over the examples: for reports, not scores."""
    some = table[:: max(1, len(table) // 200)]
    spread = table.std(0)
    slopes = np.zeros(table.shape[1])
    for i in np.flatnonzero(spread > 1e-12):
        step = np.zeros(table.shape[1])
        step[i] = 0.05 * spread[i]
        slopes[i] = float((kernel.decide(some + step) - kernel.decide(some - step)).mean()) / 0.1
    return slopes


def _svc() -> Any:
    try:
        from sklearn.svm import SVC
    except ImportError:
        raise MissingExtraError("training a kernel machine", "learn") from None
    return SVC
