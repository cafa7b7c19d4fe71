"""Metrics, one file each. `base` holds what they have in common and their register."""

from typing import TYPE_CHECKING, Any

from tertium.metrics.base import METRICS, Metric, explained, get, names, option, register
from tertium.metrics.bleu import BLEU
from tertium.metrics.chrf import CHRF, CHRFPlusPlus
from tertium.metrics.explanation import Explanation
from tertium.metrics.fmeasure import FMeasure
from tertium.metrics.hter import HTER
from tertium.metrics.mer import MER, WIL, WIP
from tertium.metrics.nist import NIST
from tertium.metrics.spec import labels, parse, parse_list
from tertium.metrics.ter import TER
from tertium.metrics.wer import CER, PER, WER
from tertium.text.arrays import Floats

if TYPE_CHECKING:
    from tertium.metrics.hyter import HyTER
    from tertium.metrics.meteor import METEOR
    from tertium.metrics.paraeval import ParaEval
    from tertium.metrics.terp import TERp

# Stems, synonyms, tables and networks are not paid for by those who score BLEU.
METRICS.announce("hyter", "tertium.metrics.hyter")
METRICS.announce("meteor", "tertium.metrics.meteor")
METRICS.announce("paraeval", "tertium.metrics.paraeval")
METRICS.announce("terp", "tertium.metrics.terp")
# Trained metrics stand in a room that knows metrics; here are only their names.
METRICS.announce("beer", "tertium.learn.ranking.beer")
METRICS.announce("regression", "tertium.learn.regression.metric")
METRICS.announce("tertium", "tertium.learn.ranking.tertium")
METRICS.announce("treepel", "tertium.learn.ranking.treepel")
METRICS.announce("svm", "tertium.learn.svm.metric")
for _name in ("pfsm", "ppda", "ppda+f"):
    METRICS.announce(_name, "tertium.learn.pfsm.metrics")
_LATE = {"HyTER": "hyter", "METEOR": "meteor", "ParaEval": "paraeval", "TERp": "terp"}

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
        return get(_LATE[name])
    raise AttributeError(f"module 'tertium.metrics' has no attribute {name!r}")
