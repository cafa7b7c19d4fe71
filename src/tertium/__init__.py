"""Tertium judges translations: metrics, significance tests, reports.

    >>> import tertium
    >>> references = tertium.References.by_stream(["The cat sits on the mat."])
    >>> result = tertium.score({"ours": ["The cat sat on the mat."]}, references, metrics=["bleu", "chrf"])
    >>> round(result.systems[0].scores[0].score, 1)
    48.9

Names are imported when they are first used, so that `import tertium` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tertium._version import __version__

if TYPE_CHECKING:
    from tertium.errors import DataError, MissingExtraError, OptionError, TertiumError, UnknownNameError
    from tertium.evaluation.arguments.given import Given
    from tertium.evaluation.arguments.options import Resampling, Scoring
    from tertium.evaluation.compare import compare
    from tertium.evaluation.explain import explain
    from tertium.evaluation.familiar import compute, corpus_bleu, corpus_chrf, corpus_ter
    from tertium.evaluation.results import Comparison, Evaluation
    from tertium.evaluation.score import score
    from tertium.io.judgements.formats import read_judgements
    from tertium.io.nbest.formats import read_nbest
    from tertium.io.testsets.formats import read_test_set, write_test_set
    from tertium.learn.pfsm.metrics import PFSM, PPDA, PPDAF
    from tertium.learn.ranking.beer import BEER
    from tertium.learn.ranking.tertium import Tertium
    from tertium.learn.ranking.treepel import Treepel
    from tertium.learn.regression.metric import Regression
    from tertium.learn.svm.metric import SVM
    from tertium.meta.study.study import StudyOptions, study
    from tertium.metrics import (
        BLEU,
        CER,
        CHRF,
        HTER,
        MER,
        NIST,
        PER,
        TER,
        WER,
        WIL,
        WIP,
        CHRFPlusPlus,
        FMeasure,
        Metric,
    )
    from tertium.metrics.embedding import Embedding
    from tertium.metrics.hyter import HyTER
    from tertium.metrics.meteor import METEOR
    from tertium.metrics.paraeval import ParaEval
    from tertium.metrics.spec import parse as metric
    from tertium.metrics.terp import TERp
    from tertium.text.nbest.lists import NBest
    from tertium.text.testset import References, Segment, TestSet
    from tertium.tune.choice.mbr import MBROptions, mbr
    from tertium.tune.choice.rerank import rerank
    from tertium.tune.loop import tune_decoder
    from tertium.tune.tuning import tune

# A name stands under `as` where its module has another for it.
_HOMES = {
    "tertium.errors": ("DataError", "MissingExtraError", "OptionError", "TertiumError", "UnknownNameError"),
    "tertium.evaluation.compare": ("compare",),
    "tertium.evaluation.explain": ("explain",),
    "tertium.evaluation.arguments.given": ("Given",),
    "tertium.evaluation.familiar": ("compute", "corpus_bleu", "corpus_chrf", "corpus_ter"),
    "tertium.evaluation.arguments.options": ("Resampling", "Scoring"),
    "tertium.evaluation.results": ("Comparison", "Evaluation"),
    "tertium.evaluation.score": ("score",),
    "tertium.io.judgements.formats": ("read_judgements",),
    "tertium.io.nbest.formats": ("read_nbest",),
    "tertium.io.testsets.formats": ("read_test_set", "write_test_set"),
    "tertium.learn.pfsm.metrics": ("PFSM", "PPDA", "PPDAF"),
    "tertium.learn.ranking.beer": ("BEER",),
    "tertium.learn.ranking.tertium": ("Tertium",),
    "tertium.learn.ranking.treepel": ("Treepel",),
    "tertium.learn.regression.metric": ("Regression",),
    "tertium.learn.svm.metric": ("SVM",),
    "tertium.meta.study.study": ("StudyOptions", "study"),
    "tertium.metrics": (
        *("BLEU", "CER", "CHRF", "CHRFPlusPlus", "FMeasure", "HTER", "MER", "Metric", "NIST", "PER", "TER"),
        *("WER", "WIL", "WIP"),
    ),
    "tertium.metrics.embedding": ("Embedding",),
    "tertium.metrics.hyter": ("HyTER",),
    "tertium.metrics.meteor": ("METEOR",),
    "tertium.metrics.paraeval": ("ParaEval",),
    "tertium.metrics.spec": ("parse as metric",),
    "tertium.metrics.terp": ("TERp",),
    "tertium.text.nbest.lists": ("NBest",),
    "tertium.text.testset": ("References", "Segment", "TestSet"),
    "tertium.tune.loop": ("tune_decoder",),
    "tertium.tune.tuning": ("tune",),
    "tertium.tune.choice.mbr": ("MBROptions", "mbr"),
    "tertium.tune.choice.rerank": ("rerank",),
}
_HOME_OF = {
    entry.split(" as ")[-1]: (module, entry.split(" as ")[0]) for module, names in _HOMES.items() for entry in names
}

__all__ = [
    "BEER",
    "BLEU",
    "CER",
    "CHRF",
    "HTER",
    "MER",
    "METEOR",
    "NIST",
    "PER",
    "PFSM",
    "PPDA",
    "PPDAF",
    "SVM",
    "TER",
    "WER",
    "WIL",
    "WIP",
    "CHRFPlusPlus",
    "Comparison",
    "DataError",
    "Embedding",
    "Evaluation",
    "FMeasure",
    "Given",
    "HyTER",
    "MBROptions",
    "Metric",
    "MissingExtraError",
    "NBest",
    "OptionError",
    "ParaEval",
    "References",
    "Regression",
    "Resampling",
    "Scoring",
    "Segment",
    "StudyOptions",
    "TERp",
    "Tertium",
    "TertiumError",
    "TestSet",
    "Treepel",
    "UnknownNameError",
    "__version__",
    "compare",
    "compute",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "explain",
    "mbr",
    "metric",
    "read_judgements",
    "read_nbest",
    "read_test_set",
    "rerank",
    "score",
    "study",
    "tune",
    "tune_decoder",
    "write_test_set",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tertium' has no attribute {name!r}")
    module, attribute = _HOME_OF[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
