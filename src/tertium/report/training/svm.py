"""Plots of training runs of kernel machines."""

import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

from tertium.errors import MissingExtraError
from tertium.learn.svm.training import SvmTraining

# What is beyond a hundredth of a point nobody sees.
_LONG_NUMBER = re.compile(rb"(\d\.\d\d)\d+")


def svm_plots(training: SvmTraining) -> Iterator[tuple[str, bytes]]:
    """Names and contents of pictures: the ROC curve, and accuracy against each coefficient over the grid."""
    curve = training.curve

    def roc(axes: Any) -> None:
        axes.plot(*curve.points(), label=f"area {curve.area:.3f}")
        axes.plot([0, 1], [1, 0], linestyle=":", color="grey")
        axes.set_xlabel("human translations above the threshold")
        axes.set_ylabel("machine translations below it")
        axes.legend()

    yield from picture("roc", roc)
    for name, values in training.correlations.items():

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
