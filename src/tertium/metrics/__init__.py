"""Metrics, one file each. `base` holds what they have in common and their register."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tertium.metrics.base import METRICS, Metric, explained, get, names, option, register
from tertium.metrics.spec import labels, parse, parse_list
from tertium.text.arrays import Floats

if TYPE_CHECKING:
    from tertium.metrics.bleu import BLEU
    from tertium.metrics.chrf import CHRF, CHRFPlusPlus
    from tertium.metrics.embedding import Embedding
    from tertium.metrics.explanation import Explanation
    from tertium.metrics.fmeasure import FMeasure
    from tertium.metrics.hter import HTER
    from tertium.metrics.hyter import HyTER
    from tertium.metrics.mer import MER, WIL, WIP
    from tertium.metrics.meteor import METEOR
    from tertium.metrics.nist import NIST
    from tertium.metrics.paraeval import ParaEval
    from tertium.metrics.ter import TER
    from tertium.metrics.terp import TERp
    from tertium.metrics.wer import CER, PER, WER

# Which names stand in which file; nobody pays for the imports of a metric that is not used.
_FILES = {
    "hyter": {"hyter": "HyTER"},
    "meteor": {"meteor": "METEOR"},
    "paraeval": {"paraeval": "ParaEval"},
    "terp": {"terp": "TERp"},
    "bleu": {"bleu": "BLEU"},
    "chrf": {"chrf": "CHRF", "chrf++": "CHRFPlusPlus"},
    "embedding": {"embedding": "Embedding"},
    "fmeasure": {"fmeasure": "FMeasure"},
    "ter": {"ter": "TER"},
    "hter": {"hter": "HTER"},
    "wer": {"wer": "WER", "cer": "CER", "per": "PER"},
    "mer": {"mer": "MER", "wip": "WIP", "wil": "WIL"},
    "nist": {"nist": "NIST"},
}
for _file, _names in _FILES.items():
    for _name in _names:
        METRICS.announce(_name, f"tertium.metrics.{_file}")
# Trained metrics stand in a room that knows metrics; here are only their names.
METRICS.announce("beer", "tertium.learn.ranking.beer")
METRICS.announce("regression", "tertium.learn.regression.metric")
METRICS.announce("tertium", "tertium.learn.ranking.tertium")
METRICS.announce("treepel", "tertium.learn.ranking.treepel")
METRICS.announce("svm", "tertium.learn.svm.metric")
for _name in ("pfsm", "ppda", "ppda+f"):
    METRICS.announce(_name, "tertium.learn.pfsm.metrics")
_LATE = {attribute: file for file, names in _FILES.items() for attribute in names.values()}
_LATE["Explanation"] = "explanation"

__all__ = [
    "BLEU",
    "CER",
    "CHRF",
    "HTER",
    "MER",
    "METEOR",
    "METRICS",
    "NIST",
    "PER",
    "TER",
    "WER",
    "WIL",
    "WIP",
    "CHRFPlusPlus",
    "Embedding",
    "Explanation",
    "FMeasure",
    "Floats",
    "HyTER",
    "Metric",
    "ParaEval",
    "TERp",
    "explained",
    "get",
    "labels",
    "names",
    "option",
    "parse",
    "parse_list",
    "register",
]


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return getattr(import_module(f"tertium.metrics.{_LATE[name]}"), name)
    raise AttributeError(f"module 'tertium.metrics' has no attribute {name!r}")
