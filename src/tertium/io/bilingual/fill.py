"""New targets in a bilingual file: every byte outside a changed target stays as it is."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, NoReturn

from tertium.errors import DataError, OptionError
from tertium.io.bilingual import tmx
from tertium.io.bilingual.markup.inline import Content, Piece, Place, Tag, tag_problems, with_tags, without_tokens
from tertium.io.bilingual.opening import BilingualFile, open_bilingual
from tertium.io.bilingual.segments import Options, Segment, Unit
from tertium.io.bilingual.writing import NOT_XML, escape_attribute, escape_text
from tertium.io.files import FilePath, Input, open_input, open_output
from tertium.io.testsets.formats import bilingual_kind
from tertium.text.testset import Text

Edit = tuple[int, int, str]
"""From where to where the file is replaced, and by what."""

_NAME = re.compile(r"<([\w.-]+:)?([\w.-]+)")
_INDENT = re.compile(r"(\r?\n)([ \t]*)\Z")


@dataclass(frozen=True, slots=True)
class Filling:
    """What is done besides putting in texts.

    Args:
        strip_tags: Put plain text into segments whose source has tags, and drop tokens such as ⟦x1⟧ from texts.
        state: State of changed segments, such as `translated`.
        qualifier: `state-qualifier` (XLIFF 1.2) or `subState` (XLIFF 2) of changed segments, such as `mt-suggestion`.
        keep_old: Keep the old target as an `alt-trans` of the type `previous-version` (XLIFF 1.x).
    """

    strip_tags: bool = False
    state: str = ""
    qualifier: str = ""
    keep_old: bool = False


@dataclass(slots=True)
class Filled:
    """What became of a file."""

    n_segments: int = 0
    n_changed: int = 0
    problems: Counter[str] = field(default_factory=Counter)


def as_line(text: str) -> str:
    """A text on one line."""
    return text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


def fill_targets(
    path: FilePath,
    texts: Iterable[Text],
    output: FilePath,
    filling: Filling | None = None,
    options: Options | None = None,
) -> Filled:
    """Put texts into the targets of an XLIFF or TMX file, one for each segment that is not locked.

    Tags in a text are written as tokens (⟦x1⟧), as `Content.tokens` gives them. Where a text is what the target says
    already, or None, the target stays. Nothing is written if anything is refused; both paths may be the same.

    Args:
        path: The file to fill (`-`: standard input).
        texts: One text for each segment, in the order of the file.
        output: The file to write (`-`: standard output).
        filling: States, and what to do about tags.
        options: How the file is read: languages of TMX.
    """
    with open_input(path) as source, open_output(output) as stream:
        file = open_bilingual(source, bilingual_kind(source), options or Options(), rewritable=True)
        return _Filler(file, source, stream, filling or Filling()).run(iter(texts))


@dataclass(slots=True)
class _Filler:
    file: BilingualFile
    source: Input
    stream: BinaryIO
    filling: Filling
    result: Filled = field(default_factory=Filled)
    _written: int = 0

    def run(self, texts: Iterator[Text]) -> Filled:
        if self.filling.keep_old and self.file.kind != "xliff":
            raise OptionError("old targets can be kept in XLIFF 1.x only; leave --keep-old out")
        scanner = self.file.scanner
        scanner.on_block = self._pass
        for unit in self.file.units():
            changes = dict(self._changes(unit, texts))
            if changes:
                self._apply(self._edits(unit, changes))
        if next(texts, _NONE) is not _NONE:
            extra = 1 + sum(1 for _ in texts)
            raise DataError(
                f"{self.source.name}: has {self.result.n_segments} segments, but there are {extra} more texts; "
                "expected one for each; extract them from this file: tertium xliff lines"
            )
        self._copy(scanner.base + scanner.length)
        return self.result

    def _pass(self) -> None:
        if not self.file.reader.inside_unit():
            self._copy(self.file.scanner.position)

    def _copy(self, end: int) -> None:
        if end > self._written:
            if self._written == 0:
                self.stream.write(self.file.scanner.xml.encoding.mark)
            self._write(self.file.scanner.raw(self._written, end))
            self._written = end
            self.file.scanner.floor = end

    def _write(self, text: str) -> None:
        self.stream.write(self.file.scanner.xml.encoding.encode(text))

    def _apply(self, edits: list[Edit]) -> None:
        for begin, end, text in sorted(edits, key=lambda edit: (edit[0], edit[1])):
            self._copy(begin)
            self._write(text)
            self._written = max(end, self._written)
        self.file.scanner.floor = self._written

    def _changes(self, unit: Unit, texts: Iterator[Text]) -> Iterator[tuple[int, str]]:
        """The segments of a unit that change, by number, and the markup of their new content."""
        for i, segment in enumerate(unit.segments):
            if not segment.open:
                continue
            text = next(texts, _NONE)
            if isinstance(text, _None):
                raise DataError(
                    f"{self.source.name}:{segment.line}: there are only {self.result.n_segments} texts, and none for "
                    f"segment {segment.id!r}; expected one for each; extract them from this file: tertium xliff lines"
                )
            self.result.n_segments += 1
            if text is None or not _differs(text, segment.target):
                continue
            self.result.n_changed += 1
            yield i, self._markup(segment, text)

    def _markup(self, segment: Segment, text: str) -> str:
        if bad := NOT_XML.search(text):
            self._refuse(segment, f"the text has the character U+{ord(bad[0]):04X}, which XML cannot hold; remove it")
        source = segment.source.pieces if segment.source is not None else []
        if self.filling.strip_tags:
            return escape_text(without_tokens(text))
        tags = [piece for piece in source if isinstance(piece, Tag)]
        own_tags = {tag.key: tag for tag in (segment.target.tags if segment.target is not None else [])}
        own_tags |= {tag.key: tag for tag in tags}
        pieces, unknown = with_tags(text, own_tags)
        if unknown:
            self._refuse(
                segment,
                f"{unknown[0]} is no tag of the source or the old target; it has {_listed(tags)}; correct the token, "
                "or leave tags out with --tags strip",
            )
        if tags and not any(isinstance(piece, Tag) for piece in pieces):
            self._refuse(
                segment,
                f"the source has the tags {_listed(tags)} and the new text has none; put them into the text as such "
                "tokens (tertium xliff lines --tags keep), or leave them out with --tags strip",
            )
        self._check(segment, source, pieces)
        return "".join(piece.raw if isinstance(piece, Tag) else escape_text(piece) for piece in pieces)

    def _check(self, segment: Segment, source: list[Piece], pieces: list[Piece]) -> None:
        problems = tag_problems(source, pieces)
        self.result.problems.update(problem.kind for problem in problems)
        present = {piece.key for piece in pieces if isinstance(piece, Tag)}
        for piece in source:
            if isinstance(piece, Tag) and not piece.can_delete and piece.key not in present:
                self._refuse(segment, f'{piece.token} must not be deleted (canDelete="no"), and the new text lacks it')
        spans: list[str] = []
        for piece in pieces:
            if isinstance(piece, Tag) and piece.raw.startswith("</"):
                if not spans or spans.pop() != piece.pair:
                    self._refuse(segment, f"{piece.token} closes what is not open; put it behind ⟦{piece.pair}⟧")
            elif isinstance(piece, Tag) and piece.role == "open" and piece.key == piece.pair:
                spans.append(piece.pair)
        if spans:
            self._refuse(segment, f"⟦{spans[-1]}⟧ is not closed; put ⟦/{spans[-1]}⟧ behind it")

    def _refuse(self, segment: Segment, why: str) -> NoReturn:
        raise DataError(f"{self.source.name}:{segment.line}: segment {segment.id!r}: {why}")

    def _edits(self, unit: Unit, changes: dict[int, str]) -> list[Edit]:
        if unit.name == "trans-unit":
            return self._edits_xliff1(unit, changes)
        edits: list[Edit] = []
        for i, text in changes.items():
            target = unit.segments[i].target
            if target is not None and target.place is not None:
                edits.append(self._replace(target.place, text, {}))
            elif unit.name == "unit":
                edits.append(self._insert(unit, *unit.anchors[i], self._element(unit, "target", text)))
            else:
                edits.append(self._insert(unit, *unit.anchors[i], self._new_tuv(unit, unit.segments[i], text)))
            attributes = {"state": self.filling.state, "subState": self.filling.qualifier}
            if unit.segment_tags and any(attributes.values()):
                begin, end = unit.segment_tags[i]
                edits.append((begin, end, _with_attributes(self.file.scanner.raw(begin, end), attributes)))
        return edits

    def _element(self, unit: Unit, name: str, content: str, attributes: dict[str, str] | None = None) -> str:
        """A new element, whose name has the prefix that the unit has."""
        written = _NAME.match(self.file.scanner.raw(unit.start, unit.tag or unit.end))
        name = f"{written[1] or '' if written else ''}{name}"
        return f"{_with_attributes(f'<{name}>', attributes or {})}{content}</{name}>"

    def _new_tuv(self, unit: Unit, segment: Segment, text: str) -> str:
        assert isinstance(self.file.reader, tmx.Reader)
        language = self.file.reader.languages.target
        if not language:
            self._refuse(segment, "has no target yet, and no other unit says in which language; pass --languages en:de")
        return self._element(unit, "tuv", self._element(unit, "seg", text), {"xml:lang": language})

    def _edits_xliff1(self, unit: Unit, changes: dict[int, str]) -> list[Edit]:
        attributes = {"state": self.filling.state, "state-qualifier": self.filling.qualifier}
        target, frame = unit.target, unit.frame
        if frame is None:
            edits = [self._whole(unit, target, changes[0], attributes)]
        elif target is None or not target.parts:
            edits = [self._whole(unit, target, self._framed(unit, frame, changes), attributes)]
        else:
            assert target.place is not None
            edits = list(self._parts(unit, target, changes))
            if any(attributes.values()):
                begin, end = target.place.start, target.place.inside
                edits.append((begin, end, _with_attributes(self.file.scanner.raw(begin, end), attributes)))
        if self.filling.keep_old and target is not None and target.place is not None and not target.place.self_closed:
            edits.append(self._kept(unit, target.place))
        return edits

    def _whole(self, unit: Unit, target: Content | None, text: str, attributes: dict[str, str]) -> Edit:
        if target is not None and target.place is not None:
            return self._replace(target.place, text, attributes)
        return self._insert(unit, unit.anchor_start, unit.anchor, self._element(unit, "target", text, attributes))

    def _replace(self, place: Place, text: str, attributes: dict[str, str]) -> Edit:
        """New content of an element, and attributes where some are given."""
        raw = self.file.scanner.raw(place.start, place.inside)
        if place.self_closed:
            name = _NAME.match(raw)
            assert name is not None
            opening = _with_attributes(raw[:-2].rstrip() + ">", attributes)
            return place.start, place.end, f"{opening}{text}</{name[1] or ''}{name[2]}>"
        if any(attributes.values()):
            return place.start, place.close, _with_attributes(raw, attributes) + text
        return place.inside, place.close, text

    def _insert(self, unit: Unit, before: int, anchor: int, markup: str) -> Edit:
        """A new element behind another one, on a line of its own where that one stands so."""
        indent = _INDENT.search(self.file.scanner.raw(unit.start, before))
        return anchor, anchor, (indent[0] if indent else "") + markup

    def _framed(self, unit: Unit, frame: Content, changes: dict[int, str]) -> str:
        """The segments of a source with new texts in them."""
        assert frame.place is not None
        raw, at, parts = self.file.scanner.raw, frame.place.inside, []
        for i, segment in enumerate(unit.segments):
            place = frame.parts[segment.part].place
            assert place is not None
            start, _, markup = self._replace(place, changes.get(i, ""), {})
            parts += [raw(at, start), markup]
            if not place.self_closed:
                parts.append(raw(place.close, place.end))
            at = place.end
        return "".join(parts) + raw(at, frame.place.close)

    def _parts(self, unit: Unit, target: Content, changes: dict[int, str]) -> Iterator[Edit]:
        assert target.place is not None
        behind = target.place.inside
        for i, segment in enumerate(unit.segments):
            part = target.parts.get(segment.part)
            if part is not None and part.place is not None:
                if i in changes:
                    yield self._replace(part.place, changes[i], {})
                behind = part.place.end
            elif i in changes:
                attributes = {"mtype": "seg", "mid": segment.part}
                yield behind, behind, self._element(unit, "mrk", changes[i], attributes)

    def _kept(self, unit: Unit, place: Place) -> Edit:
        old = self.file.scanner.raw(place.inside, place.close)
        attributes = {"alttranstype": "previous-version"}
        markup = self._element(unit, "alt-trans", self._element(unit, "target", old), attributes)
        return self._insert(unit, place.start, place.end, markup)


class _None:
    """Stands for the end of the texts."""


_NONE = _None()


def _differs(text: str, target: Content | None) -> bool:
    if target is None:
        return True
    return text not in (as_line(target.tokens()), as_line(target.text()), target.tokens())


def _listed(tags: Iterable[Tag]) -> str:
    return " ".join(tag.token for tag in tags) or "no tags"


def _with_attributes(tag: str, attributes: dict[str, str]) -> str:
    """A start tag with attributes set; those that are empty are left alone."""
    for name, value in attributes.items():
        if not value:
            continue
        written = f'{name}="{escape_attribute(value)}"'
        old = re.search(rf"""(?<=\s){re.escape(name)}\s*=\s*(?:"[^"]*"|'[^']*')""", tag)
        tag = f"{tag[: old.start()]}{written}{tag[old.end() :]}" if old else f"{tag[:-1].rstrip()} {written}>"
    return tag
