"""Metrics that need more than the base installation."""

from importlib.util import find_spec

from tertium.metrics import Metric


def installed(metric: Metric) -> bool:
    """Whether the package that the metric cannot do without is there, and the model, where one has to be got."""
    return (metric.package is None or find_spec(metric.package) is not None) and metric.lack() is None
