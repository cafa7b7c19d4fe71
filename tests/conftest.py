"""What all tests share: how Hypothesis runs, and where the real data stands.

Imports pytest and Hypothesis only, so that `tests/core` can run under a sanitised build.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Times vary between machines; a slow example is no failure. `ci` gives the same examples in every run.
settings.register_profile("dev", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))

SHARED = Path(__file__).parents[2] / "shared"


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("shared") and not SHARED.is_dir():
        pytest.skip("needs the real data in ../shared, which is not there")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the real data; tests that use it are marked `shared`."""
    return SHARED
