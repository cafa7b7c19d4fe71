from pathlib import Path
from typing import Any

import pytest

from tests.cli.network.network_samples import PREMIER


@pytest.fixture
def premier(tmp_path: Path) -> Any:
    path = tmp_path / "premier.net"
    path.write_text(PREMIER, "utf-8")
    return path


@pytest.fixture
def net(tmp_path: Path) -> Any:
    def write(name: str, text: str) -> Any:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write
