"""Forms of bilingual files on disk, in every encoding."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .forms import ENCODINGS, FORMS, encoded


@pytest.fixture(
    params=[(e, crlf) for e in ENCODINGS for crlf in (False, True)], ids=lambda p: f"{p[0]}{'-crlf' * p[1]}"
)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], Path]:
    def write(name: str) -> Path:
        path = tmp_path / f"{name}.xml"
        path.write_bytes(encoded(FORMS[name].text, *request.param))
        return path

    return write
