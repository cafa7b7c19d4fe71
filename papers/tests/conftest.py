"""The settings and fixtures of all tests."""

from tests.conftest import pytest_runtest_setup as pytest_runtest_setup
from tests.conftest import shared as shared
