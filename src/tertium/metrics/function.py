"""A metric made of a function: `f(sources, hypotheses, references) -> scores`.

    @tertium.function_metric(name="Copies", higher_is_better=False)
    def copies(sources, hypotheses):
        return [100 * (source == hypothesis) for source, hypothesis in zip(sources, hypotheses)]

    tertium.score(outputs, references, sources=sources, metrics=["bleu", copies])

What it reads is said by the names of its parameters: `hypotheses`, and `sources` and `references` as it needs them; one
with the default None is used where it is there. References are a tuple for each segment. The corpus score is the mean.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import Parameter, getdoc, signature
from typing import Any, ClassVar, overload

import numpy as np

from tertium.errors import OptionError
from tertium.metrics.base import Metric, ratio
from tertium.text.arrays import Floats
from tertium.text.material import Material
from tertium.text.pool import Pairing

Function = Callable[..., Sequence[float]]
_PARAMETERS = ("sources", "hypotheses", "references")
_ADVICE = (
    "a metric is a function of `hypotheses` and, as it needs them, `sources` and `references`, which gives one number "
    "for each segment; see tertium.function_metric"
)


@dataclass(frozen=True, kw_only=True)
class FunctionMetric(Metric):
    """The mean of the scores that a function gives to segments; each function has a class of its own below this one.

    Where a package names it in an entry point, the command line finds it by that name.
    """

    function: ClassVar[Function]
    label: ClassVar[str] = ""
    version: ClassVar[str] = ""

    key: ClassVar[str] = "function"
    bounds = "its own"
    original = "the function"

    @property
    def name(self) -> str:
        return self.label

    @property
    def needs(self) -> frozenset[Material]:
        return self._materials(optional=False)

    @property
    def uses(self) -> frozenset[Material]:
        return self._materials(optional=True)

    def _materials(self, *, optional: bool) -> frozenset[Material]:
        parameters = signature(self.function).parameters
        names: tuple[Material, ...] = ("sources", "references")
        return frozenset(n for n in names if n in parameters and (parameters[n].default is None) == optional)

    def signature(self) -> dict[str, str]:
        return {"name": self.name, **({"version": self.version} if self.version else {})}

    def spec(self) -> str:
        return self.label if self.key == FunctionMetric.key else self.key

    def statistics(self, pairing: Pairing) -> Floats:
        texts: dict[str, Any] = {"hypotheses": [pairing.pool.texts[int(row)] for row in pairing.hypotheses]}
        if "sources" in self.reads and pairing.sources is not None:
            texts["sources"] = pairing.sources.texts()
        if "references" in self.reads and len(pairing.references):
            texts["references"] = pairing.reference_texts()
        scores = np.asarray(self.function(**texts), np.float64)
        if scores.shape != (len(pairing),) or not np.isfinite(scores).all():
            raise OptionError(
                f"{self.name}: expected {len(pairing)} finite numbers, one for each segment; found "
                f"{'a number that is not finite' if scores.shape == (len(pairing),) else f'shape {scores.shape}'}"
            )
        return np.column_stack((scores, np.ones(len(scores))))

    def score(self, statistics: Floats) -> Floats:
        return ratio(statistics[..., 0], statistics[..., 1])


def _name(function: Function) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


@overload
def function_metric(function: Function) -> FunctionMetric: ...
@overload
def function_metric(
    *, name: str = "", higher_is_better: bool = True, version: str = ""
) -> Callable[[Function], FunctionMetric]: ...
def function_metric(
    function: Function | None = None, *, name: str = "", higher_is_better: bool = True, version: str = ""
) -> FunctionMetric | Callable[[Function], FunctionMetric]:
    """Make a metric of a function of texts.

    Args:
        function: What gives one number for each segment; parameters are called `hypotheses`, `sources`, `references`.
        name: What tables call it; the function's own name by default.
        higher_is_better: Which way is better.
        version: Of the function, for signatures.
    """

    def make(function: Function) -> FunctionMetric:
        parameters = signature(function).parameters
        if "hypotheses" not in parameters or any(one not in _PARAMETERS for one in parameters):
            raise OptionError(f"{_name(function)}({', '.join(parameters) or 'no parameter'}): {_ADVICE}")
        attributes = {
            "function": staticmethod(function),
            "label": name or _name(function),
            "version": version,
            "higher_is_better": higher_is_better,
            "summary": (getdoc(function) or "a function of hypotheses").split("\n")[0].rstrip("."),
        }
        metric: FunctionMetric = type(FunctionMetric.__name__, (FunctionMetric,), attributes)()
        return metric

    return make if function is None else make(function)


def as_metric(thing: object) -> Metric:
    """A metric of a plain function that was given as one.

    Raises:
        TypeError: It is nothing that can score.
    """
    if not callable(thing) or isinstance(thing, type):
        raise TypeError(f"{thing!r} is no metric; expected a metric, its name, or a function: {_ADVICE}")
    try:
        parameters = signature(thing).parameters.values()
    except (TypeError, ValueError):
        parameters = ()  # type: ignore[assignment]  # a function of C says nothing of its parameters
    if not any(p.name == "hypotheses" and p.kind is not Parameter.VAR_KEYWORD for p in parameters):
        raise OptionError(f"{_name(thing)} cannot score: {_ADVICE}")
    return function_metric(thing)
