"""XLIFF 1.0 to 1.2, and what Trados (SDLXLIFF), memoQ (MQXLIFF) and Phrase (MXLIFF) add to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tertium.io.bilingual.markup.content import XLIFF1
from tertium.io.bilingual.markup.inline import Content
from tertium.io.bilingual.markup.walk import Walker
from tertium.io.bilingual.origins import (
    alternative_origin,
    memoq_origin,
    percent,
    phrase_origin,
    qualifier_origin,
    sdl_origin,
)
from tertium.io.bilingual.segments import Alternative, Origin, Segment, Unit

_LOCKED = ("locked", "true", "yes", "1")
_ALTERNATIVES = ("alt-trans", "mq:insertedmatch")


@dataclass(slots=True)
class _Open:
    """The trans-unit that is being read."""

    attributes: Mapping[str, str]
    id: str
    start: int
    line: int
    tag: int
    translate: bool
    source: Content | None = None
    frame: Content | None = None
    target: Content | None = None
    target_attributes: Mapping[str, str] = field(default_factory=dict)
    alternatives: list[Alternative] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    definitions: dict[str, list[Mapping[str, str]]] = field(default_factory=dict)
    seconds: float | None = None


@dataclass(slots=True)
class Reader(Walker):
    vocabulary: Mapping[str, str] = field(default_factory=lambda: XLIFF1)
    _open: _Open | None = None
    _alternative: Mapping[str, str] | None = None
    _alternative_target: Content | None = None
    _definition: list[Mapping[str, str]] | None = None
    _has_target_language: bool = True
    _missing_language_said: bool = False

    def place(self) -> str:
        return "" if self._open is None else f' in trans-unit "{self._open.id}"'

    def inside_unit(self) -> bool:
        return self._open is not None

    def start(self, name: str, attributes: Mapping[str, str], begin: int, end: int) -> None:
        opened = self._open
        if name == "trans-unit":
            identity = self.identity(attributes.get("id", ""), "trans-unit")
            self._open = _Open(attributes, identity, begin, self.scanner.line_at(begin), end, self.translate)
        elif name == "file":
            self.document = attributes.get("original", attributes.get("id", ""))
            languages = attributes.get("source-language", ""), attributes.get("target-language", "")
            self._has_target_language = bool(languages[1])
            self.language_pair = "-".join(code.split("-")[0] for code in languages) if all(languages) else ""
            self._ids.clear()
        elif opened is None:
            return
        elif name in _ALTERNATIVES:
            self._alternative, self._alternative_target = attributes, None
        elif self._alternative is not None:
            if name == "target":
                self.collect(begin, end, self._keep_alternative, {})
        elif name in ("source", "seg-source", "target"):
            self._start_text(opened, name, attributes, begin, end)
        elif name in ("note", "m:editing-time", "m:thinking-time"):
            self.collect_text()
        elif name == "sdl:seg":
            self._definition = opened.definitions.setdefault(attributes.get("id", ""), [attributes])
        elif name == "sdl:prev-origin" and self._definition is not None:
            self._definition.append(attributes)

    def _start_text(self, opened: _Open, name: str, attributes: Mapping[str, str], begin: int, end: int) -> None:
        def keep(content: Content) -> None:
            setattr(opened, {"seg-source": "frame"}.get(name, name), content)

        if name == "target":
            opened.target_attributes = attributes
            if not self._has_target_language and not self._missing_language_said:
                self._missing_language_said = True
                self.options.note(
                    f"{self.scanner.xml.name}:{self.scanner.line}: <file> has no target-language{self.place()}; "
                    "add it, so that other programs know what the targets are"
                )
        self.collect(begin, end, keep, {})

    def _keep_alternative(self, content: Content) -> None:
        self._alternative_target = content

    def end(self, name: str, begin: int, end: int) -> Unit | None:
        opened = self._open
        if opened is None:
            return None
        if name == "trans-unit":
            unit = self._unit(opened, end)
            self._open = None
            return unit
        if name in _ALTERNATIVES and self._alternative is not None:
            opened.alternatives.append(_alternative(name, self._alternative, self._alternative_target))
            self._alternative = None
        elif name == "note" and self._texts is not None:
            opened.notes.append(self.collected_text())
        elif name in ("m:editing-time", "m:thinking-time") and self._texts is not None:
            milliseconds = self.collected_text().strip()
            if milliseconds.isascii() and milliseconds.isdecimal() and len(milliseconds) < 19:
                opened.seconds = (opened.seconds or 0.0) + int(milliseconds) / 1000
        elif name == "sdl:seg":
            self._definition = None
        return None

    def _unit(self, opened: _Open, end: int) -> Unit:
        frame = opened.frame
        if frame is None and opened.source is not None and opened.source.parts:
            frame = opened.source
        parts = frame.parts if frame is not None else {}
        if opened.target is not None:
            for mid in opened.target.parts:
                if mid not in parts:
                    self.scanner.refuse(
                        f'<mrk mtype="seg" mid="{mid}"> of the target has no partner in the source{self.place()}; '
                        "expected the same mid in <seg-source>; correct the mid, or segment the file again"
                    )
        whole = opened.target is not None and not opened.target.parts and bool(opened.target.pieces)
        if not parts or whole:
            segments = [self._segment(opened, opened.source, opened.target, "")]
        else:
            targets = opened.target.parts if opened.target is not None else {}
            segments = [self._segment(opened, source, targets.get(mid), mid) for mid, source in parts.items()]
        behind = (opened.frame or opened.source or Content()).place
        anchor = opened.tag if behind is None else behind.end
        before = opened.start if behind is None else behind.start
        return Unit(
            "trans-unit", opened.start, end, segments, opened.target, anchor, before,
            None if not parts or whole else frame, opened.tag,
        )  # fmt: skip

    def _segment(self, opened: _Open, source: Content | None, target: Content | None, mid: str) -> Segment:
        attributes = opened.attributes
        chain = opened.definitions.get(mid or next(iter(opened.definitions), ""), [])
        mine = [one for one in opened.alternatives if not mid or one.part == mid]
        origin, match = self._origin(opened, chain, mine)
        locked = (
            attributes.get("mq:locked", "").lower() in _LOCKED
            or attributes.get("m:locked", "").lower() in _LOCKED
            or bool(chain and chain[0].get("locked", "").lower() in _LOCKED)
        )
        confirmed = {"1": "confirmed", "0": "unconfirmed"}.get(attributes.get("m:confirmed", ""), "")
        state = (
            (chain[0].get("conf", "") if chain else "")
            or opened.target_attributes.get("state", "")
            or attributes.get("mq:status", "")
            or confirmed
            or ("approved" if attributes.get("approved") == "yes" else "")
        )
        return Segment(
            self.document,
            f"{opened.id}#{mid}" if mid else opened.id,
            source,
            target,
            opened.line,
            state,
            opened.target_attributes.get("state-qualifier", ""),
            origin,
            match,
            opened.translate,
            locked,
            mine,
            opened.notes,
            opened.seconds,
            mid,
        )

    def _origin(
        self, opened: _Open, chain: list[Mapping[str, str]], alternatives: list[Alternative]
    ) -> tuple[Origin, float | None]:
        """Where the target came from: by the program's own words, the qualifier, or the best proposal."""
        memoq = {name[3:]: value for name, value in opened.attributes.items() if name.startswith("mq:")}
        phrase = {name[2:]: value for name, value in opened.attributes.items() if name.startswith("m:")}
        for origin, match in (sdl_origin(chain), phrase_origin(phrase), memoq_origin(memoq)):
            if origin != "unknown":
                return origin, match
        proposals = [one for one in alternatives if one.kind == "proposal"]
        best = max(proposals, key=lambda one: one.match or 0.0, default=None)
        match = None if best is None else best.match
        origin = qualifier_origin(opened.target_attributes.get("state-qualifier", ""))
        if origin == "unknown" and best is not None:
            origin = best.origin if best.origin != "unknown" or not match else "tm"
        return origin, match if origin in ("tm", "ice") else None


def _alternative(name: str, attributes: Mapping[str, str], target: Content | None) -> Alternative:
    if name == "mq:insertedmatch":
        origin = attributes.get("source", "")
        return Alternative("proposal", target, alternative_origin(origin), origin, percent(attributes.get("matchrate")))
    role = next((role for role in ("system", "reference", "post-edit") if f"tertium:{role}" in attributes), "")
    origin = attributes.get("origin", "")
    return Alternative(
        attributes.get("alttranstype", "proposal"),
        target,
        alternative_origin(origin, attributes.get("tool-id", attributes.get("tool", ""))),
        attributes[f"tertium:{role}"] if role else origin,
        percent(attributes.get("match-quality")),
        attributes.get("mid"),
        role,
    )
