"""Forms of this family in every encoding: what is read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bilingual.segments import Options

from .forms import FORMS
from .reading import assert_read, segments


@pytest.mark.parametrize("name", [name for name in FORMS if name.startswith("tmx")])
def test_every_form_is_read_in_every_encoding(name: str, written: Callable[[str], Path]) -> None:
    assert_read(name, written(name))


def test_languages_that_are_not_there_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_text(FORMS["tmx-1.4"].text, "utf-8")
    with pytest.raises(DataError, match="fr"):
        segments(path, Options(languages=("en", "fr")))
