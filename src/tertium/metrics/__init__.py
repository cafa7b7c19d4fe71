"""Metrics, one file each. `base` holds what they have in common and their register."""

from typing import TYPE_CHECKING, Any

from tertium.metrics.base import Floats, Metric, explained, get, names, option, register, register_late
from tertium.metrics.bleu import BLEU
from tertium.metrics.chrf import CHRF, CHRFPlusPlus
from tertium.metrics.explanation import Explanation
from tertium.metrics.fmeasure import FMeasure
from tertium.metrics.hter import HTER
from tertium.metrics.nist import NIST
from tertium.metrics.spec import labels, parse, parse_list
from tertium.metrics.ter import TER
from tertium.metrics.wer import PER, WER

if TYPE_CHECKING:
    from tertium.metrics.hyter import HyTER
    from tertium.metrics.meteor import METEOR
    from tertium.metrics.paraeval import ParaEval
    from tertium.metrics.terp import TERp

# Stems, synonyms, tables and networks are not paid for by those who score BLEU.
register_late("hyter", "tertium.metrics.hyter")
register_late("meteor", "tertium.metrics.meteor")
register_late("paraeval", "tertium.metrics.paraeval")
register_late("terp", "tertium.metrics.terp")
# Trained metrics stand in a room that knows metrics; here are only their names.
register_late("beer", "tertium.learn.beer")
register_late("regression", "tertium.learn.regression")
register_late("tertium", "tertium.learn.combined")
register_late("treepel", "tertium.learn.treepel")
register_late("svm", "tertium.learn.svm")
for _name in ("pfsm", "ppda", "ppda+f"):
    register_late(_name, "tertium.learn.edit_metrics")
_LATE = {"HyTER": "hyter", "METEOR": "meteor", "ParaEval": "paraeval", "TERp": "terp"}

__all__ = [
    "BLEU",
    "CHRF",
    "HTER",
    "METEOR",
    "NIST",
    "PER",
    "TER",
    "WER",
    "CHRFPlusPlus",
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
    "register_late",
]


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return get(_LATE[name])
    raise AttributeError(f"module 'tertium.metrics' has no attribute {name!r}")
