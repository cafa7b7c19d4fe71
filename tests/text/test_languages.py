"""Codes of languages, and what a text is written in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import OptionError
from tertium.text.languages import all_languages, guess, pair, standard, standard_or_none, target_of
from tests.support.texts import STREAMS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("de", "de"),
        ("deu", "de"),
        ("de-en", "de-en"),
        ("deu-eng", "de-en"),
        ("zh-CN", "zh"),
        ("zh-cn", "zh"),
        ("zho_Hans", "zh"),
        ("en-zh_CN", "en-zh"),
        ("pt-br", "pt"),
        ("fr-CA", "fr"),
        ("fr-ca", "fr-ca"),
        ("zh-Hant-TW", "zh"),
        ("ES-419", "es"),
    ],
)
def test_codes_have_one_form(text: str, expected: str) -> None:
    assert standard(text) == expected


@pytest.mark.parametrize("text", ["", "-", "german", "xx", "de-xx", "de-en-fr", "any", "de:en", "x-source"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="expected a code of ISO 639 such as de"):
        standard(text)
    assert standard_or_none(text) is None


@given(st.text(max_size=12))
def test_any_text_is_a_language_or_refused(text: str) -> None:
    code = standard_or_none(text)
    assert code is None or standard(code) == code


def test_the_target_is_what_is_scored() -> None:
    assert target_of("de-en").name == "English"
    assert target_of("zh").name == "Chinese"
    assert (pair("de", "en"), pair("x", "en"), pair("de", "any"), pair(None, None)) == ("de-en", "en", None, None)


def test_rows_are_whole() -> None:
    for language in all_languages().values():
        assert language.name
        assert language.scripts
        assert len(set(language.words)) == len(language.words)
        assert language.words == tuple(word.lower() for word in language.words)


def test_english_is_found_and_little_text_is_not() -> None:
    assert guess(STREAMS[0]).language.code == "en"
    assert guess(["The cat sits on the mat."]).language.code == "en"
    assert guess(["Cat, mat."]).language is None
    assert guess(["12, 34!"]) is None
    assert guess([]) is None
    assert guess([None, ""]) is None


def test_names_in_latin_letters_do_not_hide_the_script_around_them() -> None:
    texts = ["Manchester United 昨晚 在 Old Trafford 以 三 比 一 战胜 了 来访 的 球队 。", "Windows 已经 更新"]
    chinese = guess(texts)
    assert chinese is not None
    assert (chinese.script, chinese.language and chinese.language.code) == ("Han", "zh")
    english = guess(["The word 你好 means hello, and nobody in the room of the old house knew what it was."])
    assert english is not None
    assert english.script == "Latin"


def test_mixed_scripts_are_nothing() -> None:
    assert guess(["Московский университет and the University of Leeds"]) is None


@pytest.mark.parametrize(
    ("text", "script", "code"),
    [
        ("きょうはいい天気ですね。公園まで散歩に行きませんか。", "Japanese", "ja"),
        ("오늘은 날씨가 아주 좋아서 공원에 갔습니다.", "Hangul", "ko"),
        ("Η γάτα κάθεται πάνω στο χαλί και κοιμάται.", "Greek", "el"),
        ("กข" * 20, "Thai", "th"),
        ("今天天气很好", "Han", "zh"),
        ("佢哋喺邊度", "Han", "yue"),
    ],
)
def test_scripts(text: str, script: str, code: str | None) -> None:
    found = guess([text])
    assert found.script == script
    assert (found.language.code if found.language else None) == code


@given(st.lists(st.one_of(st.none(), st.text()), max_size=20))
def test_no_text_breaks_a_guess(texts: list[str | None]) -> None:
    found = guess(texts)
    assert found is None or found.language is None or found.script in found.language.scripts
