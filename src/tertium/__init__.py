"""Tertium judges translations: metrics, significance tests, reports.

    import tertium

    references = tertium.References.by_stream(["The cat sits on the mat."])
    result = tertium.score({"ours": ["The cat sat on the mat."]}, references, metrics=["bleu", "chrf"])
    print(result.systems[0].scores[0].score)

Names are imported when they are first used, so that `import tertium` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tertium.errors import DataError, OptionError, TertiumError, UnknownNameError
    from tertium.evaluation.compare import compare
    from tertium.evaluation.explain import explain
    from tertium.evaluation.results import Comparison, Evaluation
    from tertium.evaluation.score import score
    from tertium.io.testsets.formats import read_test_set, write_test_set
    from tertium.metrics import BLEU, CHRF, NIST, PER, TER, WER, CHRFPlusPlus, FMeasure, Metric
    from tertium.text.testset import References, Segment, TestSet

_HOMES = {
    "tertium.errors": ("DataError", "OptionError", "TertiumError", "UnknownNameError"),
    "tertium.io.testsets.formats": ("read_test_set", "write_test_set"),
    "tertium.evaluation.compare": ("compare",),
    "tertium.evaluation.score": ("score",),
    "tertium.evaluation.explain": ("explain",),
    "tertium.evaluation.results": ("Comparison", "Evaluation"),
    "tertium.metrics": ("BLEU", "CHRF", "CHRFPlusPlus", "FMeasure", "Metric", "NIST", "PER", "TER", "WER"),
    "tertium.text.testset": ("References", "Segment", "TestSet"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "BLEU",
    "CHRF",
    "NIST",
    "PER",
    "TER",
    "WER",
    "CHRFPlusPlus",
    "Comparison",
    "DataError",
    "Evaluation",
    "FMeasure",
    "Metric",
    "OptionError",
    "References",
    "Segment",
    "TertiumError",
    "TestSet",
    "UnknownNameError",
    "compare",
    "explain",
    "read_test_set",
    "score",
    "write_test_set",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tertium' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
