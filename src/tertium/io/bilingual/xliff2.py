"""XLIFF 2.0 to 2.2: `unit` with `segment`s, original data, and the modules for matches and change tracking."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tertium.io.bilingual.markup.content import XLIFF2
from tertium.io.bilingual.markup.inline import Content
from tertium.io.bilingual.markup.walk import Walker
from tertium.io.bilingual.origins import match_origin, percent
from tertium.io.bilingual.segments import Alternative, Segment, Unit


@dataclass(slots=True)
class _Part:
    """A segment that is being read, or has been."""

    attributes: Mapping[str, str]
    start: int
    tag: int
    line: int
    source: Content | None = None
    target: Content | None = None
    marks: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Open:
    """The unit that is being read."""

    id: str
    start: int
    line: int
    tag: int
    translate: bool
    parts: list[_Part] = field(default_factory=list)
    data: dict[str, str] = field(default_factory=dict)
    matches: list[tuple[Mapping[str, str], Content | None]] = field(default_factory=list)
    revisions: list[tuple[str, str]] = field(default_factory=list)  # what they are of, and the text
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Reader(Walker):
    vocabulary: Mapping[str, str] = field(default_factory=lambda: XLIFF2)
    _open: _Open | None = None
    _part: _Part | None = None
    _match: Mapping[str, str] | None = None
    _match_target: Content | None = None
    _data: str | None = None
    _revised: str | None = None
    _language_said: bool = False

    def place(self) -> str:
        return "" if self._open is None else f' in unit "{self._open.id}"'

    def inside_unit(self) -> bool:
        return self._open is not None

    def start(self, name: str, attributes: Mapping[str, str], begin: int, end: int) -> None:
        opened = self._open
        if name == "unit":
            identity = self.identity(attributes.get("id", ""), "unit")
            self._open = _Open(identity, begin, self.scanner.line_at(begin), end, self.translate)
        elif name == "file":
            self.document = attributes.get("original", attributes.get("id", ""))
            languages = self.root.get("srcLang", ""), self.root.get("trgLang", "")
            self.language_pair = "-".join(code.split("-")[0] for code in languages) if all(languages) else ""
            self._ids.clear()
        elif opened is None:
            return
        elif name == "mtc:match":
            self._match, self._match_target = attributes, None
        elif self._match is not None:
            if name == "target":
                self.collect(begin, end, self._keep_match, opened.data)
        elif name == "segment":
            self._part = _Part(attributes, begin, end, self.scanner.line_at(begin))
            opened.parts.append(self._part)
        elif name == "source" and self._part is not None:
            self._collect_source(self._part, opened, begin, end)
        elif name == "target" and self._part is not None:
            self._collect_target(self._part, opened, begin, end)
        elif name == "data":
            self._data = attributes.get("id", "")
            self.collect_text()
        elif name == "ctr:revisions":
            self._revised = (
                attributes.get("ref", "").rpartition("/")[2] if "target" in attributes.get("appliesTo", "") else None
            )
        elif name == "note" or (name == "ctr:item" and attributes.get("property") == "content"):
            self.collect_text()

    def _collect_source(self, part: _Part, opened: _Open, begin: int, end: int) -> None:
        def keep(content: Content) -> None:
            part.source = content
            part.marks = marks

        self.collect(begin, end, keep, opened.data)
        assert self._builder is not None
        marks = self._builder.marks

    def _collect_target(self, part: _Part, opened: _Open, begin: int, end: int) -> None:
        def keep(content: Content) -> None:
            part.target = content

        if not self.root.get("trgLang") and not self._language_said:
            self._language_said = True
            self.options.note(
                f"{self.scanner.xml.name}:{self.scanner.line}: <xliff> has no trgLang{self.place()}; add it, so that "
                "other programs know what the targets are"
            )
        self.collect(begin, end, keep, opened.data)

    def _keep_match(self, content: Content) -> None:
        self._match_target = content

    def end(self, name: str, begin: int, end: int) -> Unit | None:
        opened = self._open
        if opened is None:
            return None
        if name == "unit":
            unit = self._unit(opened, end)
            self._open = None
            return unit
        if name == "mtc:match" and self._match is not None:
            opened.matches.append((self._match, self._match_target))
            self._match = None
        elif name == "segment":
            self._part = None
        elif name == "data" and self._data is not None and self._texts is not None:
            opened.data[self._data] = self.collected_text()
            self._data = None
        elif name == "note" and self._texts is not None:
            opened.notes.append(self.collected_text())
        elif name == "ctr:item" and self._texts is not None:
            text = self.collected_text()
            if self._revised is not None:
                opened.revisions.append((self._revised, text))
        return None

    def _unit(self, opened: _Open, end: int) -> Unit:
        segments = [self._segment(opened, part, n) for n, part in enumerate(opened.parts, 1)]
        places = [(part.source.place.start, part.source.place.end) if part.source and part.source.place else
                  (part.start, part.tag) for part in opened.parts]  # fmt: skip
        return Unit(
            "unit",
            opened.start,
            end,
            segments,
            tag=opened.tag,
            segment_tags=[(part.start, part.tag) for part in opened.parts],
            anchors=places,
        )

    def _segment(self, opened: _Open, part: _Part, number: int) -> Segment:
        identity = part.attributes.get("id", "" if len(opened.parts) == 1 else str(number))
        alternatives = [
            _alternative(attributes, content)
            for attributes, content in opened.matches
            if _is_about(attributes.get("ref", ""), part, identity, len(opened.parts) == 1)
        ]
        alternatives += [
            Alternative("previous-version", Content([text] if text else []))
            for about, text in opened.revisions
            if about in (identity, opened.id) or len(opened.parts) == 1
        ]
        proposals = [one for one in alternatives if one.kind == "proposal" and not one.role]
        best = max(proposals, key=lambda one: one.match or 0.0, default=None)
        origin = "unknown" if best is None else best.origin
        return Segment(
            self.document,
            f"{opened.id}#{identity}" if identity else opened.id,
            part.source,
            part.target,
            part.line,
            part.attributes.get("state", ""),
            part.attributes.get("subState", ""),
            origin,
            best.match if best is not None and origin in ("tm", "ice") else None,
            opened.translate,
            False,
            alternatives,
            opened.notes,
            None,
            identity,
        )


def _is_about(reference: str, part: _Part, identity: str, only: bool) -> bool:
    """Whether a match refers to a segment, or to something marked in its source."""
    name = reference.rpartition("#")[2].rpartition("/")[2].rpartition("=")[2]
    return only or name == identity or name in part.marks


def _alternative(attributes: Mapping[str, str], target: Content | None) -> Alternative:
    role = next((role for role in ("system", "reference", "post-edit") if f"tertium:{role}" in attributes), "")
    name = attributes.get("origin", "")
    match = percent(attributes.get("similarity") or attributes.get("matchQuality"))
    return Alternative(
        "reference" if role == "reference" else "proposal",
        target,
        match_origin(attributes.get("type", ""), name),
        attributes[f"tertium:{role}"] if role else name,
        match,
        role=role,
    )
