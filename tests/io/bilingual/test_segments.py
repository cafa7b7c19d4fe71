import pytest

from tertium.errors import OptionError
from tertium.io.bilingual.segments import Options, Segment, parse_languages


def test_only_what_is_there_to_be_translated_is_open() -> None:
    segment = Segment("d", "1", None, None, 1)
    assert segment.open
    segment.locked = True
    assert not segment.open


def test_options_come_from_words_of_a_command_line() -> None:
    said: list[str] = []
    options = Options.of("keep", "en:de", keep_all=True, note=said.append)
    assert (options.tags, options.languages, options.keep_all, options.keep_locked) == (
        "keep",
        ("en", "de"),
        True,
        False,
    )
    options.note("one locked")
    assert said == ["one locked"]
    Options().note("nobody hears this")


def test_languages_are_two() -> None:
    assert parse_languages(None) is None
    for text in ("en", "en:", ":de", ""):
        with pytest.raises(OptionError, match="expected source and target, such as en:de"):
            parse_languages(text)
