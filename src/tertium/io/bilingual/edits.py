"""Two versions of a bilingual file, or one that keeps the machine's translation inside, as edited segments."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Literal

from tertium.errors import DataError
from tertium.evaluation.post_edits import EditedSegment
from tertium.io.bilingual.markup.inline import Content, tag_problems
from tertium.io.bilingual.opening import open_bilingual
from tertium.io.bilingual.segments import Alternative, Options, Segment
from tertium.io.bilingual.testset import LEFT_OUT
from tertium.io.files import FilePath, Input, open_input
from tertium.io.testsets.formats import bilingual_kind

INSIDE = "inside"


@dataclass(frozen=True, slots=True)
class Choice:
    """Which segments are looked at; an empty collection means all of them."""

    origins: Collection[str] = ()
    states: Collection[str] = ()
    skip_locked: bool = True
    missing: Literal["error", "skip"] = "error"


@dataclass(slots=True)
class Edits:
    """Edited segments, and how many were left out for which reason."""

    name: str
    original: str
    segments: list[EditedSegment] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    languages: str = ""  # such as en-de, where the file says them

    @property
    def notes(self) -> list[str]:
        return [f"{what}: {n}" for what, n in self.left_out.items()]


def read_edits(
    path: FilePath, original: FilePath, options: Options | None = None, choice: Choice | None = None
) -> Edits:
    """The segments of a file before and after editing.

    Args:
        path: The edited XLIFF or TMX file.
        original: The file before editing, or `inside` for what the edited file keeps of it (`alt-trans`,
            `mtc:match`, `mq:insertedmatch`, tracked changes).
        options: How the files are read.
        choice: Which segments are looked at.
    """
    options, choice = options or Options(), choice or Choice()
    after, name = _read(path, options)
    before: dict[tuple[str, str], Segment] | None = None
    if original != INSIDE:
        segments, other = _read(original, options)
        before = {(one.document, one.id): one for one in segments}
        if choice.missing == "error":
            _refuse_missing([one for one in after if (one.document, one.id) not in before], other, name)
    return _compare(Edits(name, str(original)), after, before, options, choice)


def edits_in(source: Input, kind: str) -> Edits:
    """The segments of an open file, each with the translation from before editing that the file keeps."""
    options = Options()
    file = open_bilingual(source, kind, options)
    segments = [segment for unit in file.units() for segment in unit.segments]
    edits = _compare(Edits(source.name, INSIDE), segments, None, options, Choice())
    edits.languages = file.languages
    return edits


def _compare(
    edits: Edits,
    after: Iterable[Segment],
    before: dict[tuple[str, str], Segment] | None,
    options: Options,
    choice: Choice,
) -> Edits:
    """Fill in the segments; without a version from before, each is compared with what it keeps inside."""
    for segment in after:
        if choice.skip_locked and not segment.open:
            edits.left_out[LEFT_OUT] += 1
        elif choice.states and segment.state not in choice.states:
            edits.left_out["segments left out, in another state"] += 1
        else:
            if before is None:
                edited = _from_inside(segment, options)
            else:
                edited = _from_version(before.get((segment.document, segment.id)), segment, options)
            if edited is None:
                edits.left_out["segments left out, with no text before or after editing"] += 1
            elif choice.origins and edited.origin not in choice.origins:
                edits.left_out["segments left out, of another origin"] += 1
            else:
                edits.segments.append(edited)
    return edits


def _read(path: FilePath, options: Options) -> tuple[list[Segment], str]:
    with open_input(path) as source:
        file = open_bilingual(source, bilingual_kind(source), options)
        return [segment for unit in file.units() for segment in unit.segments], source.name


def _refuse_missing(segments: list[Segment], file: str, other: str) -> None:
    if segments:
        names = ", ".join(one.id for one in segments[:5])
        raise DataError(
            f"{file}: {len(segments)} segments of {other} are not in it: {names}{', …' if len(segments) > 5 else ''}; "
            "expected two versions of one file; give the one that was edited, or pass --missing skip"
        )


def _from_version(before: Segment | None, after: Segment, options: Options) -> EditedSegment | None:
    if before is None:
        return None
    named = after if after.origin != "unknown" else before
    return _edited(before.target, before.state, after, named.origin, named.match, options)


def _from_inside(after: Segment, options: Options) -> EditedSegment | None:
    before = _kept(after)
    if before is None:
        return None
    origin = before.origin if before.origin != "unknown" else after.origin
    match = before.match or (after.match if origin == after.origin else None)
    return _edited(before.target, "", after, origin, None if origin == "mt" else match, options)


def _kept(segment: Segment) -> Alternative | None:
    """What the segment was made from: an older version, else the proposal from where it came, else the machine's."""
    ranks = {"previous-version": 2, "proposal": 1}
    usable = [one for one in segment.alternatives if one.target is not None and one.kind in ranks]

    def rank(one: Alternative) -> tuple[int, bool, bool, float]:
        same = segment.origin != "unknown" and one.origin == segment.origin
        return ranks[one.kind], same, one.origin == "mt", one.match or 0.0

    return max(usable, key=rank, default=None)


def _edited(
    old: Content | None, state: str, after: Segment, origin: str, match: float | None, options: Options
) -> EditedSegment | None:
    if old is None or after.target is None:
        return None
    source = after.source
    problems = tag_problems(source.pieces, after.target.pieces) if source is not None else []
    return EditedSegment(
        after.id,
        old.text(options.tags),
        after.target.text(options.tags),
        None if source is None else source.text(options.tags),
        after.document,
        origin,
        match,
        state,
        after.state,
        [tag.key for tag in old.tags] != [tag.key for tag in after.target.tags],
        tuple(map(str, problems)),
        after.seconds,
        tuple(
            one.target.text(options.tags)
            for one in after.alternatives
            if one.kind == "reference" and one.target is not None
        ),
        _marked(source, old, after.target),
    )


def _marked(source: Content | None, old: Content, new: Content) -> tuple[str | None, str, str] | None:
    """All texts with tokens for their tags; None where there are none."""
    if not any(content.tags for content in (source, old, new) if content is not None):
        return None
    return None if source is None else source.text("keep"), old.text("keep"), new.text("keep")
