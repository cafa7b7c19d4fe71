"""Tokenisers are found by name, plug-ins too."""

from importlib.metadata import EntryPoint

import pytest

from tertium.errors import UnknownNameError
from tertium.metrics.bleu import BLEU
from tertium.text import tokenizers
from tertium.text.testset import References
from tertium.text.tokenizers import PythonTokenizer, base

SHOUT = PythonTokenizer("shout", "words in capitals", lambda text: text.upper().split())


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> dict[str, base.Tokenizer]:
    """A copy of the register that the test may change."""
    base.TOKENIZERS.values()  # imported now, they are not registered in the copy alone
    copy = dict(base.TOKENIZERS._things)
    monkeypatch.setattr(base.TOKENIZERS, "_things", copy)
    return copy


@pytest.fixture
def plug_in(monkeypatch: pytest.MonkeyPatch, register: object) -> None:
    point = EntryPoint("shout", f"{__name__}:SHOUT", "tertium.tokenizers")
    points = {"tertium.tokenizers": [point]}
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points.get(group, []))


def test_all_names_are_known() -> None:
    assert tokenizers.names() == [
        *("13a", "any", "char", "flores101", "flores200", "intl", "ja-mecab", "ko-mecab", "none", "ptb", "spm"),
        *("tercom", "zh"),
    ]


def test_every_tokeniser_has_its_name_and_a_line_on_what_it_does() -> None:
    for name in tokenizers.names():
        tokenizer = tokenizers.get(name)
        assert tokenizer.name == name
        assert tokenizer.summary
        assert "\n" not in tokenizer.summary


def test_an_unknown_name_lists_the_known_ones_and_suggests_one() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown tokeniser 'inlt'; known: 13a, .*; did you mean 'intl'\?"):
        tokenizers.get("inlt")


def test_a_name_is_given_once(register: dict[str, base.Tokenizer]) -> None:
    tokenizers.register(SHOUT)
    with pytest.raises(ValueError, match="tokeniser 'shout' is already registered"):
        tokenizers.register(SHOUT)


@pytest.mark.usefixtures("plug_in")
def test_plug_ins_are_found_by_name() -> None:
    assert tokenizers.get("shout") is SHOUT


@pytest.mark.usefixtures("plug_in")
def test_plug_ins_are_listed() -> None:
    assert "shout" in tokenizers.names()


@pytest.mark.usefixtures("plug_in")
def test_metrics_use_plug_ins() -> None:
    references = References.by_stream(["a quiet little word"])
    assert BLEU(tok="none").corpus_score(["A QUIET LITTLE WORD"], references) == 0
    assert BLEU(tok="shout").corpus_score(["A QUIET LITTLE WORD"], references) == pytest.approx(100)


def test_a_plug_in_does_not_replace_a_built_in_one(
    monkeypatch: pytest.MonkeyPatch, register: dict[str, base.Tokenizer]
) -> None:
    point = EntryPoint("13a", f"{__name__}:SHOUT", "tertium.tokenizers")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: [point])
    assert "13a" in tokenizers.names()
    assert tokenizers.get("13a") is not SHOUT
