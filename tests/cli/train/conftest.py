from pathlib import Path
from typing import Any

import pytest

from tests.support.judgements import pair_rows, score_rows


@pytest.fixture
def pairs(tmp_path: Path) -> Any:
    path = tmp_path / "pairs.tsv"
    path.write_text(pair_rows(), "utf-8")
    return path


@pytest.fixture
def scores(tmp_path: Path) -> Any:
    path = tmp_path / "scores.tsv"
    path.write_text(score_rows() + score_rows("fr-en", 1).split("\n", 1)[1], "utf-8")
    return path
