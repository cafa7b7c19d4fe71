"""Which database the tests use, and a PostgreSQL of their own; without one they skip and say why."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tools.postgres import Cluster, NoPostgresError, programs
from tools.postgres import running_cluster as _running_cluster

__all__ = ["DATABASE", "Cluster", "programs", "running_cluster"]

DATABASE = os.environ.get("TERTIUM_TEST_DATABASE", "sqlite")


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A new cluster until the block ends."""
    try:
        with _running_cluster() as cluster:
            yield cluster
    except NoPostgresError as error:
        pytest.skip(str(error))
