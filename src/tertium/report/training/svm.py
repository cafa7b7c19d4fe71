"""Training runs of kernel machines: the grid as a table, what was chosen, and plots of it."""

import io
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tertium.errors import MissingExtraError
from tertium.learn.svm.training import GridPoint, SvmTraining
from tertium.report.table import table
from tertium.report.training.text import render_model

# What is beyond a hundredth of a point nobody sees.
_LONG_NUMBER = re.compile(rb"(\d\.\d\d)\d+")
Correlations = Mapping[str, Sequence[float]]
"""For each coefficient one value for each point of the grid."""


def render_svm_training(
    training: SvmTraining, format: str, *, correlations: Correlations | None = None, path: str | None = None
) -> str:
    """Grid, figures and slopes."""
    by_measure = correlations or {}
    if format == "json":
        grid = [
            {**asdict(point), **{name: _finite(values[i]) for name, values in by_measure.items()}}
            for i, point in enumerate(training.grid)
        ]
        about = json.loads(render_model(training.model, "json"))
        page = {
            "trainer": "svm",
            "seed": training.seed,
            "seconds": round(training.seconds, 3),
            "output": path,
            "examples": {"train": training.n_train, "validation": training.n_validation},
            "grid": grid,
            **about,
        }
        return json.dumps(page, indent=2, allow_nan=False) + "\n"
    best = training.best
    parts = [render_grid(training.grid, "accuracy", [point.accuracy for point in training.grid])]
    parts += [render_grid(training.grid, name, values) for name, values in by_measure.items()]
    parts += [
        render_model(training.model, "text"),
        f"C {best.c:g}, sigma {best.sigma:g}: {best.accuracy:.1%} of {training.n_validation:,} examples told right "
        f"({best.human:.1%} human, {best.machine:.1%} machine), ROC area {best.area:.3f}, {best.n_support:,} support "
        f"vectors of {training.n_train:,} examples\n"
        f"svm, seed {training.seed}, {training.seconds:.1f} s{f', written to {path}' if path else ''}\n",
    ]
    return "\n".join(parts)


def _finite(value: float) -> float | None:
    """JSON has no NaN, which is what scores that are all alike correlate with."""
    return value if math.isfinite(value) else None


def render_grid(grid: Sequence[GridPoint], name: str, values: Sequence[float]) -> str:
    """A table with C downwards and sigma across."""
    sigmas = sorted({point.sigma for point in grid})
    costs = sorted({point.c for point in grid})
    cells = {(point.c, point.sigma): value for point, value in zip(grid, values, strict=True)}
    header = [f"{name}: C", *(f"sigma {sigma:g}" for sigma in sigmas)]
    rows = [[f"{c:g}", *(f"{cells[c, sigma]:.4f}" for sigma in sigmas)] for c in costs]
    return table(header, rows, keys=1, right=[True] * len(header))


def svm_plots(training: SvmTraining, correlations: Correlations | None = None) -> Iterator[tuple[str, bytes]]:
    """Names and contents of pictures: the ROC curve, and accuracy against each coefficient over the grid."""
    curve = training.curve

    def roc(axes: Any) -> None:
        axes.plot(*curve.points(), label=f"area {curve.area:.3f}")
        axes.plot([0, 1], [1, 0], linestyle=":", color="grey")
        axes.set_xlabel("human translations above the threshold")
        axes.set_ylabel("machine translations below it")
        axes.legend()

    yield from picture("roc", roc)
    for name, values in (correlations or {}).items():

        def points(axes: Any, name: str = name, values: Sequence[float] = values) -> None:
            axes.scatter([point.accuracy for point in training.grid], values)
            axes.set_xlabel("accuracy on validation examples")
            axes.set_ylabel(name)

        yield from picture(f"accuracy-{name}", points)


def picture(name: str, draw: "Any") -> Iterator[tuple[str, bytes]]:
    """A plot as PNG and SVG."""
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("plotting", "report") from None
    figure = Figure(figsize=(4.5, 4), layout="constrained")
    FigureCanvasAgg(figure)
    draw(figure.add_subplot())
    for ending, extra in (("png", {"Software": None}), ("svg", {"Date": None})):
        stream = io.BytesIO()
        with rc_context({"svg.hashsalt": "tertium", "svg.fonttype": "none"}):
            figure.savefig(stream, format=ending, dpi=120, metadata=extra)
        content = stream.getvalue()
        yield f"{name}.{ending}", _LONG_NUMBER.sub(rb"\1", content) if ending == "svg" else content
