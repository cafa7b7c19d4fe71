"""A tiny encoder."""

from pathlib import Path

import pytest

from tertium.resources.encoders import sources
from tertium.resources.encoders.encoder import Encoder
from tests.support.encoders import (
    LAYERS,
    write_tiny,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def encoder(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    target = tmp_path_factory.mktemp("encoders") / "encoder.en.tiny.bin"
    sources.build(folder, target, ["the cat", "the dog"], layers=range(LAYERS + 1), language="en")
    return Encoder.load(target)
