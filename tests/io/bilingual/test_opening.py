from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bilingual.opening import kind_of, open_bilingual
from tertium.io.bilingual.segments import Options
from tertium.io.files import open_input
from tertium.io.testsets.formats import bilingual_kind

from .forms import FORMS


@pytest.mark.parametrize("name", FORMS)
def test_the_root_tells_the_kind_and_the_languages(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(FORMS[name].text, "utf-8")
    with open_input(path) as source:
        kind = bilingual_kind(source)
        file = open_bilingual(source, kind, Options())
        assert [s.id for unit in file.units() for s in unit.segments if s.open] == FORMS[name].ids
        assert file.own_systems is None
        assert file.languages in ("en-de", "en-us-de-de", "en-US-de-DE", "", "en-gb-de", "en-us-de")
    assert kind.startswith("tmx" if name.startswith("tmx") else "xliff")


def test_other_roots_are_no_kind() -> None:
    assert kind_of("<html>") is None
    assert kind_of('<xliff version="1.2">') is not None


def test_a_version_that_is_not_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text('<xliff version="3.0" xmlns="urn:oasis:names:tc:xliff:document:3.0"></xliff>', "utf-8")
    with pytest.raises(DataError, match=r"3\.0"), open_input(path) as source:
        open_bilingual(source, bilingual_kind(source), Options())
