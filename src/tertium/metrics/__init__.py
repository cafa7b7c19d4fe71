"""Metrics, one file each. `base` says what a metric is, `spec` reads its name and options, `choice` is the door."""

from tertium.metrics.base import METRICS, Metric, explained, get, names, option, register
from tertium.metrics.spec import labels, parse
from tertium.text.arrays import Floats

__all__ = ["METRICS", "Floats", "Metric", "explained", "get", "labels", "names", "option", "parse", "register"]
