import msgspec
import pytest

from tertium.server.annotate.rules.protocol import (
    Annotators,
    Language,
    Protocol,
    Shows,
    basis,
    direction,
    shown_roles,
    split,
    split_all,
)


@pytest.mark.parametrize(
    ("shows", "roles", "counted"),
    [
        (Shows(), set(), "source"),
        (Shows(source=False, best=True), {"best"}, "best"),
        (Shows(best=True, references=True, outputs=True), {"best", "reference", "output"}, "source"),
        (Shows(source=False), set(), "source"),
    ],
)
def test_a_protocol_says_which_texts_are_shown_and_what_spans_count(
    shows: Shows, roles: set[str], counted: str
) -> None:
    assert shown_roles(Protocol(shows)) == roles
    assert basis(Protocol(shows)) == counted


def test_held_out_texts_are_in_no_protocol() -> None:
    assert "held-out" not in shown_roles(Protocol(Shows(True, True, True, True)))


def test_words_are_those_of_the_project_s_tokenizer() -> None:
    assert split("the cat, sat", "none") == ["the", "cat,", "sat"]
    assert split("the cat, sat", "13a") == ["the", "cat", ",", "sat"]
    assert split_all(["a b", "", "b"], "none") == [["a", "b"], [], ["b"]]


@pytest.mark.parametrize(("language", "way"), [("ar", "rtl"), ("HE-IL", "rtl"), ("en", "ltr"), ("arn", "ltr")])
def test_languages_are_written_one_way_or_the_other(language: str, way: str) -> None:
    assert direction(language) == way


@pytest.mark.parametrize(
    ("value", "kind"), [("e", Language), ("en_GB", Language), (0, Annotators), ({"shows": {"all": True}}, Protocol)]
)
def test_what_cannot_be_is_refused(value: object, kind: type) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(value, kind)
    assert msgspec.convert("zh-Hant", Language) == "zh-Hant"
