"""A metric of a function that has a name for as long as a test needs it, as one of another package has."""

from collections.abc import Iterator
from contextlib import contextmanager

from tertium.metrics import METRICS
from tertium.metrics.function import Function, function_metric


@contextmanager
def registered(function: Function) -> Iterator[str]:
    """The name of the function, under which commands find it as a metric."""
    name = function.__name__
    METRICS.add(name, function_metric(function))
    try:
        yield name
    finally:
        del METRICS._things[name]
