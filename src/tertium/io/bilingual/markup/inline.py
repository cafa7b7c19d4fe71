"""Text with inline tags: what a segment says, and the tags in it.

`drop` leaves native code out (`bpt ept ph it ut x bx ex sc ec` with their content; `g pc mrk hi sub` keep theirs), with
a space where a tag that stands alone separated two letters. `keep` puts a token such as ⟦x5⟧ for each tag. `content`
shows native code as text. Unless `xml:space` is `preserve`, runs of white space are one space.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Tags = Literal["drop", "keep", "content"]
Role = Literal["open", "close", "alone"]

_BLANKS = re.compile(r"[ \t\n\r]+")
_TOKEN = re.compile(r"⟦([^⟦⟧]+)⟧")
_CAN_PART_WORDS = frozenset({"x", "ph", "ut"})


@dataclass(frozen=True, slots=True)
class Tag:
    """One inline tag. `key` tells it from the other tags of its segment; `pair` joins an opening and a closing tag.

    `code` is the native code that it holds, `words` the translatable text inside that code, `raw` the tag as it stands
    in the file.
    """

    kind: str
    key: str
    role: Role = "alone"
    pair: str = ""
    code: str = ""
    words: str = ""
    raw: str = ""
    can_delete: bool = True

    @property
    def token(self) -> str:
        return f"⟦{self.key}⟧"


Piece = str | Tag


@dataclass(frozen=True, slots=True)
class Place:
    """Where an element stands: its start tag from `start` to `inside`, its end tag from `close` to `end`.

    A self-closed element has its end tag nowhere: `inside`, `close` and `end` are all behind it.
    """

    start: int
    inside: int
    close: int
    end: int

    @property
    def self_closed(self) -> bool:
        return self.close == self.end


@dataclass(slots=True)
class Content:
    """The content of a source or target: pieces of text and tags, and the segments marked in it (`mrk`, by `mid`)."""

    pieces: list[Piece] = field(default_factory=list)
    preserve: bool = False
    place: Place | None = None
    parts: "dict[str, Content]" = field(default_factory=dict)
    annotated: bool = False  # has comments, terms or highlights

    @property
    def tags(self) -> list[Tag]:
        return [piece for piece in self.pieces if isinstance(piece, Tag)]

    def text(self, tags: Tags = "drop") -> str:
        """The text for scoring, by one of the ways to treat tags."""
        if len(self.pieces) == 1 and isinstance(self.pieces[0], str):
            joined = self.pieces[0]
        elif tags == "keep":
            joined = "".join(piece if isinstance(piece, str) else f" {piece.token} " for piece in self.pieces)
        elif tags == "content":
            joined = "".join(piece if isinstance(piece, str) else piece.code for piece in self.pieces)
        else:
            joined = "".join(_without_tags(self.pieces))
        return joined if self.preserve and tags != "keep" else _BLANKS.sub(" ", joined).strip(" ")

    def tokens(self) -> str:
        """The text with a token for each tag and no space added, as `with_tags` reads it."""
        joined = "".join(piece if isinstance(piece, str) else piece.token for piece in self.pieces)
        return joined if self.preserve else _BLANKS.sub(" ", joined).strip(" ")


def _without_tags(pieces: Iterable[Piece]) -> Iterator[str]:
    before, gap = "", False
    for piece in pieces:
        if isinstance(piece, Tag):
            gap = gap or piece.kind in _CAN_PART_WORDS
            if not piece.words:
                continue
            piece = f" {piece.words} "
        if piece:
            if gap and before.isalnum() and piece[0].isalnum():
                yield " "
            yield piece
            before, gap = piece[-1], False


def with_tags(text: str, tags: Mapping[str, Tag]) -> tuple[list[Piece], list[str]]:
    """A text with tokens as pieces, and the tokens that no known tag has."""
    pieces: list[Piece] = []
    unknown = []
    for i, part in enumerate(_TOKEN.split(text)):
        if i % 2 == 0:
            if part:
                pieces.append(part)
        elif part in tags:
            pieces.append(tags[part])
        else:
            unknown.append(f"⟦{part}⟧")
    return pieces, unknown


def without_tokens(text: str) -> str:
    return _TOKEN.sub("", text)


@dataclass(frozen=True, slots=True)
class TagProblem:
    """What is wrong with a tag of a target: `missing`, `added`, `doubled`, `reordered` or `unpaired`."""

    kind: Literal["missing", "added", "doubled", "reordered", "unpaired"]
    tag: str

    def __str__(self) -> str:
        return f"{self.kind} {self.tag}"


def tag_problems(source: Iterable[Piece], target: Iterable[Piece]) -> list[TagProblem]:
    """The tags of a target against those of its source."""
    ours = [piece for piece in target if isinstance(piece, Tag)]
    theirs = [piece for piece in source if isinstance(piece, Tag)]
    if not ours and not theirs:
        return []
    expected, found = Counter(tag.key for tag in theirs), Counter(tag.key for tag in ours)
    problems = [TagProblem("missing", f"⟦{key}⟧") for key in expected if key not in found]
    problems += [TagProblem("added", f"⟦{key}⟧") for key in found if key not in expected]
    problems += [TagProblem("doubled", f"⟦{key}⟧") for key, n in found.items() if n > expected[key] > 0]
    problems += [TagProblem("missing", f"⟦{key}⟧") for key, n in expected.items() if 0 < found[key] < n]
    problems += [TagProblem("unpaired", token) for token in _unpaired(ours)]
    problems += [TagProblem("reordered", f"⟦{key}⟧") for key in _reordered(theirs, ours)]
    return problems


def _unpaired(tags: Iterable[Tag]) -> list[str]:
    waiting: dict[str, list[Tag]] = {}
    alone = []
    for tag in tags:
        if tag.role == "open":
            waiting.setdefault(tag.pair, []).append(tag)
        elif tag.role == "close":
            if waiting.get(tag.pair):
                waiting[tag.pair].pop()
            else:
                alone.append(tag.token)
    return alone + [tag.token for tags in waiting.values() for tag in tags]


def _reordered(source: Iterable[Tag], target: Iterable[Tag]) -> list[str]:
    """The tags that both have once, and that stand before one which they should follow."""
    ours, theirs = [tag.key for tag in target], [tag.key for tag in source]
    counts, expected = Counter(ours), Counter(theirs)
    rank = {key: i for i, key in enumerate(theirs) if expected[key] == 1 and counts[key] == 1}
    order = [key for key in ours if key in rank]
    moved = []
    least = len(rank)
    for key in reversed(order):
        if rank[key] > least:
            moved.append(key)
        least = min(least, rank[key])
    return moved[::-1]
