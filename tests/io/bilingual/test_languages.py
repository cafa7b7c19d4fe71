from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bilingual.languages import (
    OTHER,
    SOURCE,
    TARGET,
    Languages,
    TooManyLanguages,
    count_languages,
    normal_language,
)

from .forms import FORMS


def test_codes_are_compared_in_one_spelling() -> None:
    assert normal_language(" EN_us ") == "en-us"


def test_two_languages_are_found_and_a_third_is_too_many() -> None:
    found = Languages(None, source="en")
    assert [found.side(code, "a.tmx") for code in ("en-US", "de", "en-US")] == [SOURCE, TARGET, SOURCE]
    assert (found.matched, found.target) == (("en-us", "de"), "de")
    with pytest.raises(TooManyLanguages):
        found.side("fr", "a.tmx")


def test_a_choice_takes_two_and_leaves_the_rest() -> None:
    chosen = Languages(("en", "de"))
    assert [chosen.side(code, "a.tmx") for code in ("en-GB", "fr", "en-GB")] == [SOURCE, OTHER, SOURCE]
    assert chosen.unmatched() == ["de"]
    with pytest.raises(DataError, match=r"a\.tmx: 'en' could be en-gb or en-us"):
        chosen.side("en-US", "a.tmx")


def test_texts_are_counted_by_language(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_text(FORMS["tmx-1.4"].text, "utf-8")
    counts = count_languages(str(path))
    assert sum(counts.values()) >= 2 * len(FORMS["tmx-1.4"].ids) - 1
    assert count_languages("-") == {}
