"""A metric that needs an extra is tried where the extra is installed; a wheel alone does not bring it."""

import pytest

from tertium.metrics import Metric, parse
from tests.support.encoders import english_encoder
from tests.support.extras import installed

__all__ = ["english_encoder"]


def pytest_runtest_setup(item: pytest.Item) -> None:
    if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
        given = item.callspec.params
        metric = given.get("metric") or given.get("name") or given.get("spec")
        metric = parse(metric) if isinstance(metric, str) else metric
        if isinstance(metric, Metric) and not installed(metric):
            pytest.skip(
                f"{metric.key}: {metric.package} is not installed, or it needs a model that does not come with us"
            )
