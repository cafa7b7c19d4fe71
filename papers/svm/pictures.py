"""The page's pictures."""

from collections.abc import Iterator
from typing import Any

from tertium.learn.svm.training import SvmTraining
from tertium.meta.roc import RocCurve
from tertium.report.training.svm import picture


def pictures(
    results: dict[str, SvmTraining],
    agreements: dict[str, dict[str, list[float]]],
    curves: dict[str, RocCurve],
    agreement_of: dict[str, tuple[float, float]],
) -> Iterator[tuple[str, bytes]]:
    def accuracy(axes: Any) -> None:
        for name, result in results.items():
            axes.scatter([p.accuracy for p in result.grid], agreements[name]["spearman"], s=8, label=name)
        axes.set_xlabel("accuracy on validation examples")
        axes.set_ylabel("Spearman's coefficient on WMT15")
        axes.legend()

    def roc(axes: Any) -> None:
        for name, curve in curves.items():
            axes.plot(*curve.points(), label=f"{name} {curve.area:.3f}")
        axes.plot([0, 1], [1, 0], linestyle=":", color="grey")
        axes.set_xlabel("human translations above the threshold")
        axes.set_ylabel("machine translations below it")
        axes.legend()

    def agreeing(axes: Any) -> None:
        names = list(agreement_of)[::-1]
        axes.barh(names, [agreement_of[name][0] for name in names], xerr=[agreement_of[name][1] for name in names])
        axes.set_xlabel("Spearman's coefficient on WMT15")
        axes.tick_params(labelsize=7)

    for name, draw in (("accuracy", accuracy), ("roc", roc), ("agreement", agreeing)):
        yield from ((path, content) for path, content in picture(name, draw) if path.endswith(".svg"))
