"""Metrics, one file each. `base` holds what they have in common and their register."""

from tertium.metrics.base import Floats, Metric, get, names, option, register
from tertium.metrics.bleu import BLEU
from tertium.metrics.chrf import CHRF, CHRFPlusPlus
from tertium.metrics.fmeasure import FMeasure
from tertium.metrics.meteor import METEOR
from tertium.metrics.nist import NIST
from tertium.metrics.spec import labels, parse, parse_list
from tertium.metrics.ter import TER
from tertium.metrics.wer import PER, WER

__all__ = [
    "BLEU",
    "CHRF",
    "METEOR",
    "NIST",
    "PER",
    "TER",
    "WER",
    "CHRFPlusPlus",
    "FMeasure",
    "Floats",
    "Metric",
    "get",
    "labels",
    "names",
    "option",
    "parse",
    "parse_list",
    "register",
]
