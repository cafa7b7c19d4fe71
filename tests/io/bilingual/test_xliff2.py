"""Forms of this family in every encoding: what is read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .forms import FORMS
from .reading import assert_read


@pytest.mark.parametrize("name", [name for name in FORMS if name.startswith("xliff-2")])
def test_every_form_is_read_in_every_encoding(name: str, written: Callable[[str], Path]) -> None:
    assert_read(name, written(name))
