"""What a bilingual file holds: units, their segments, and what is known about each."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tertium.errors import OptionError
from tertium.io.bilingual.markup.inline import Content, Tags

Origin = Literal["mt", "tm", "ice", "human", "unknown"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another translation in the file: a proposal, an older version, a reference."""

    kind: str
    target: Content | None
    origin: Origin = "unknown"
    name: str = ""
    match: float | None = None
    part: str | None = None  # the mid or id of the segment it belongs to, where the file says so
    role: str = ""  # in test sets that we wrote: `system`, `reference` or `post-edit`


@dataclass(slots=True)
class Segment:
    """One segment. A missing target is None, an empty one has no pieces. `match` is in percent."""

    document: str
    id: str
    source: Content | None
    target: Content | None
    line: int
    state: str = ""
    qualifier: str = ""
    origin: Origin = "unknown"
    match: float | None = None
    translate: bool = True
    locked: bool = False
    alternatives: list[Alternative] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds: float | None = None  # time it was edited
    part: str = ""  # the mid or id within the unit

    @property
    def open(self) -> bool:
        """Whether it is there to be translated."""
        return self.translate and not self.locked


@dataclass(slots=True)
class Unit:
    """What stands in one `trans-unit`, `unit` or `tu`: its segments, and where a target can be put.

    `anchor` is where a missing target goes, `anchor_start` the element behind which that is. `frame` is the content of
    `seg-source`, whose form a new target takes.
    """

    name: str
    start: int
    end: int
    segments: list[Segment]
    target: Content | None = None
    anchor: int = 0
    anchor_start: int = 0
    frame: Content | None = None
    tag: int = 0  # where the unit's own start tag ends
    segment_tags: list[tuple[int, int]] = field(default_factory=list)  # XLIFF 2: start tags of <segment>
    anchors: list[tuple[int, int]] = field(default_factory=list)  # XLIFF 2 and TMX: one for each segment
    prefix: str = ""  # of the names of elements, with its colon


def _ignore(_note: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Options:
    """How bilingual files are read.

    Args:
        tags: What becomes of inline tags.
        languages: Source and target language of a TMX file; found where there are only two.
        keep_all: All translations of a unit in TMX, not only the latest.
        keep_locked: Also segments that are locked or not to be translated.
        note: Called with what a user should know, such as how many segments were left out.
    """

    tags: Tags = "drop"
    languages: tuple[str, str] | None = None
    keep_all: bool = False
    keep_locked: bool = False
    note: Callable[[str], None] = _ignore

    @classmethod
    def of(
        cls,
        tags: Tags = "drop",
        languages: str | None = None,
        *,
        keep_all: bool = False,
        keep_locked: bool = False,
        note: Callable[[str], None] = _ignore,
    ) -> "Options":
        """From the values of a command line; `languages` is such as `en:de`."""
        return cls(tags, parse_languages(languages), keep_all, keep_locked, note)


def parse_languages(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    source, colon, target = text.partition(":")
    if not (source and colon and target):
        raise OptionError(f"languages {text!r}: expected source and target, such as en:de")
    return source, target
