"""Forms of this family in every encoding: what is read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .forms import FORMS
from .reading import assert_read, segments


@pytest.mark.parametrize("name", [name for name in FORMS if name.startswith(("xliff-1", "sdl", "mq", "mx"))])
def test_every_form_is_read_in_every_encoding(name: str, written: Callable[[str], Path]) -> None:
    assert_read(name, written(name))


def test_where_a_translation_came_from_is_read_from_each_programs_own_words(tmp_path: Path) -> None:
    origins = {}
    for name in ("sdlxliff", "mqxliff", "mxliff"):
        path = tmp_path / name
        path.write_text(FORMS[name].text, "utf-8")
        origins[name] = {one.origin for one in segments(path)}
    assert all(found & {"mt", "tm", "ice"} for found in origins.values()), origins
