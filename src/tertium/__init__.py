"""Tertium judges translations: metrics, significance tests, reports.

    >>> import tertium
    >>> references = tertium.References.by_stream(["The cat sits on the mat."])
    >>> result = tertium.score({"ours": ["The cat sat on the mat."]}, references, metrics=["bleu", "chrf"])
    >>> round(result.systems[0].scores[0].score, 1)
    48.9

Names are imported when they are first used, so that `import tertium` costs next to nothing.
"""

from importlib import import_module
from typing import Any

from tertium._index import CLASSES
from tertium._version import __version__ as __version__

# Where each public name stands; `as` where its module has another one for it. Metrics are in the index.
_MODULES = {
    "tertium.errors": ("DataError", "MissingExtraError", "OptionError", "TertiumError", "UnknownNameError"),
    "tertium.evaluation.other_scores": ("OtherScores",),
    "tertium.evaluation.options": ("Resampling", "Scoring"),
    "tertium.evaluation.compare": ("compare",),
    "tertium.evaluation.gate": ("Gate", "gate"),
    "tertium.evaluation.explain": ("explain",),
    "tertium.compat.familiar": ("compute", "corpus_bleu", "corpus_chrf", "corpus_ter"),
    "tertium.evaluation.differences.results": ("Comparison",),
    "tertium.evaluation.results": ("Evaluation",),
    "tertium.evaluation.scale.blocks": ("score_blocks",),
    "tertium.evaluation.scale.rows": ("keep_rows",),
    "tertium.evaluation.score": ("score",),
    "tertium.io.scale.blocks": ("read_blocks",),
    "tertium.io.inputs": ("read",),
    "tertium.io.scale.segment_files": ("segment_file",),
    "tertium.io.judgements.formats": ("read_judgements",),
    "tertium.io.testsets.formats": ("read_test_set", "write_test_set"),
    "tertium.meta.study.study": ("StudyOptions", "study"),
    "tertium.metrics.base": ("Metric",),
    "tertium.metrics.function": ("function_metric",),
    "tertium.metrics.spec": ("parse as metric",),
    "tertium.nbest.forms.formats": ("read_nbest",),
    "tertium.nbest.lists": ("NBest",),
    "tertium.nbest.mbr": ("MBROptions", "mbr"),
    "tertium.nbest.rerank": ("rerank",),
    "tertium.nbest.weights": ("Weights",),
    "tertium.text.testset": ("References", "Segment", "TestSet"),
    "tertium.tuning.loop": ("tune_decoder",),
    "tertium.tuning.mert": ("Mert",),
    "tertium.tuning.mira": ("Mira",),
    "tertium.tuning.pro": ("Pro",),
    "tertium.tuning.tuning": ("tune",),
}
HOMES = {
    entry.split(" as ")[-1]: (module, entry.split(" as ")[0]) for module, names in _MODULES.items() for entry in names
} | {name: (module, name) for name, module in CLASSES.items()}
"""For each public name its module and its name there."""


def _place(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


__all__ = sorted([*HOMES, "__version__"], key=_place)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module 'tertium' has no attribute {name!r}")
    module, attribute = HOMES[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
