"""Japanese and Korean words by MeCab: those of sacreBLEU."""

from importlib.machinery import ModuleSpec
from typing import Any

import pytest
import sacrebleu
from sacrebleu.tokenizers import tokenizer_ja_mecab, tokenizer_ko_mecab

import tertium
from tertium.errors import MissingExtraError
from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers import base, mecab

JAPANESE = [
    "今日はとてもいい天気ですね。",
    "私は 猫が好きです。",
    "",
    "ABC株式会社は2024年に設立された。",
    " すもももももももものうち ",
]
KOREAN = [
    "오늘은 날씨가 아주 좋네요.",
    "나는 고양이를 좋아합니다.",
    "",
    "ABC 회사는 2024년에 설립되었다.",
    " 아버지가방에들어가신다 ",
]


def words(texts: list[str], name: str) -> list[list[str]]:
    batch = tokenizers.get(name).tokenize(PackedTexts.pack(texts))
    return [batch.tokens(row) for row in range(len(batch))]


@pytest.mark.parametrize(
    ("name", "texts", "original"),
    [
        ("ja-mecab", JAPANESE, tokenizer_ja_mecab.TokenizerJaMecab()),
        ("ko-mecab", KOREAN, tokenizer_ko_mecab.TokenizerKoMecab()),
    ],
)
def test_words_are_those_of_sacrebleu(name: str, texts: list[str], original: Any) -> None:
    assert words(texts, name) == [original(text).split() for text in texts]
    references = tertium.References.by_stream(texts[::-1])
    expected = sacrebleu.corpus_bleu(texts, [texts[::-1]], tokenize=name).score
    assert tertium.BLEU(tok=name).corpus_score(texts, references) == pytest.approx(expected, abs=1e-10)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = mecab.MeCabTokenizer("xx-mecab", "of nobody", "ja", ("no_such_package", "ipadic"))
    with pytest.raises(MissingExtraError, match=r"pip install 'tertium\[ja\]'"):
        missing.tokenize(PackedTexts.pack(["a"]))

    def find(name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(base, "find_spec", find)
    assert (tokenizers.needs("ja-mecab"), tokenizers.needs("13a")) == ("ja", None)
    with pytest.raises(tertium.OptionError, match=r"bleu\(tok=ja-mecab\).*tertium\[ja\].*bleu\(tok=char\)"):
        tertium.score(JAPANESE, tertium.References.by_stream(JAPANESE), metrics=["bleu"], language="ja")
