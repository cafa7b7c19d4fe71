"""What annotators are shown. A held-out text is in no protocol: it exists to measure what they wrote."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts

TextRole = Literal["best", "reference", "held-out", "output"]
Sharing = Literal["none", "after-submit", "live"]
Annotators = Annotated[int, Meta(ge=1, le=20)]
"""Of one segment."""
LeaseDays = Annotated[int, Meta(ge=1, le=365)]
Language = Annotated[str, Meta(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$")]
_RIGHT_TO_LEFT = ("ar", "arc", "ckb", "dv", "fa", "he", "ks", "ku", "nqo", "ps", "sd", "syr", "ug", "ur", "yi")


class Shows(Struct, frozen=True, forbid_unknown_fields=True):
    """The paper's three protocols are the source; the best translation; and that with further references."""

    source: bool = True
    best: bool = False
    references: bool = False
    outputs: bool = False


class Protocol(Struct, frozen=True, forbid_unknown_fields=True):
    """How annotators of a project work."""

    shows: Shows = Shows()
    guidelines: Annotated[str, Meta(max_length=20_000)] = ""
    """What people are asked to do, in Markdown; stands beside every task."""


def shown_roles(protocol: Protocol) -> frozenset[str]:
    """The roles of texts that annotators see."""
    shows = protocol.shows
    pairs = {"best": shows.best, "reference": shows.references, "output": shows.outputs}
    return frozenset(role for role, shown in pairs.items() if shown)


def basis(protocol: Protocol) -> Literal["source", "best"]:
    """What spans count words of: the source, or where it is not shown the best translation."""
    return "source" if protocol.shows.source or not protocol.shows.best else "best"


def split(text: str, tokenizer: str) -> list[str]:
    """The words of a text by a project's tokeniser."""
    return split_all([text], tokenizer)[0]


def split_all(texts: Iterable[str], tokenizer: str) -> list[list[str]]:
    packed = PackedTexts.pack(list(texts))
    batch = tokenizers.get(tokenizer).tokenize(packed)
    words = [batch.words[i] for i in range(len(batch.words))]
    ids, offsets = batch.ids.tolist(), batch.offsets.tolist()
    return [[words[i] for i in ids[a:b]] for a, b in pairwise(offsets)]


def direction(language: str) -> Literal["rtl", "ltr"]:
    """Which way a language is written."""
    return "rtl" if language.split("-")[0].lower() in _RIGHT_TO_LEFT else "ltr"
