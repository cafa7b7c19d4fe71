"""A small builder of HTML and SVG that escapes all text; there is no way to pass raw markup through it."""

import re
from dataclasses import dataclass
from html import escape

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # nothing is loaded
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*")
# Behind dots, underscores and bars, but not within numbers; browsers break behind hyphens by themselves.
_BREAKS = re.compile(r"(?<=[._|])(?<!\d[.])(?=\w)")
_EMPTY = frozenset({"br", "hr", "meta", "wbr"})  # HTML elements that have no end tag
_FORBIDDEN = frozenset({"script", "iframe", "object", "embed", "link", "base", "form"})
_INLINE = frozenset(
    {"a", "bdi", "code", "del", "ins", "mark", "small", "span", "strong", "sup", "title", "wbr"}
)  # no line break after them

# Controls, line and paragraph separators, what overrides the direction of text, lone surrogates, no-characters.
_ACTIVE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Element:
    """One element; `str()` writes it out."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: "tuple[Element | str, ...]"

    def __str__(self) -> str:
        parts: list[str] = []
        self._write(parts)
        return "".join(parts)

    def _write(self, parts: list[str]) -> None:
        attributes = "".join(f' {name}="{safe(value)}"' for name, value in self.attributes)
        parts.append(f"<{self.tag}{attributes}>")
        for child in self.children:
            if isinstance(child, Element):
                child._write(parts)
            else:
                # The text of a stylesheet is not parsed for markup; `stylesheet` lets none into it.
                parts.append(child if self.tag == "style" else safe(child))
        if self.tag not in _EMPTY:
            parts.append(f"</{self.tag}>")
        if self.tag not in _INLINE:
            parts.append("\n")


Child = Element | str | None


def element(tag: str, *children: Child, **attributes: str | float | bool | None) -> Element:
    """An element. Children and attributes that are None, and attributes that are False, are left out.

    In names of attributes an underscore stands for a hyphen and one at the end is dropped (`class_`, `aria_label`).

    Raises:
        ValueError: The name of the element or an attribute is wrong, or would let the page run or load something.
    """
    if not _NAME.fullmatch(tag) or tag in _FORBIDDEN or tag == "style":
        raise ValueError(f"element {tag!r} may not be in a page")
    if tag in _EMPTY and children:
        raise ValueError(f"element {tag!r} takes no children, {len(children)} given")
    pairs = ((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    written = tuple((name, _value(name, value)) for name, value in pairs if value is not None and value is not False)
    return Element(tag, written, tuple(child for child in children if child is not None))


def name(system: str) -> Element:
    """A name or signature, kept apart from the direction of the text around it; it may break behind . _ and |."""
    parts: list[Child] = []
    for piece in _BREAKS.split(system):
        parts += [element("wbr") if parts else None, piece]
    return element("bdi", *parts)


def scrollable(label: str, *children: Child) -> Element:
    """A part that may be wider than the screen and can be reached and scrolled by keyboard."""
    return element("div", *children, class_="wide", role="region", aria_label=label, tabindex="0")


def caption(text: str) -> Element:
    """The caption of a table; it stays in sight where the table is wider than the screen."""
    return element("caption", element("span", text))


def stylesheet(css: str) -> Element:
    """A style element.

    Raises:
        ValueError: The style could end its element early or load something.
    """
    if "<" in css or "@import" in css or "url(" in css:
        raise ValueError("a stylesheet may not hold '<', '@import' or 'url('")
    return Element("style", (), (css,))


def page(title: str, css: str, *body: Child) -> str:
    """A whole page that asks the network for nothing."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        stylesheet(css),
    )
    return f"<!doctype html>\n{element('html', head, element('body', *body), lang='en')}"


def _value(name: str, value: str | float | bool) -> str:
    if not _NAME.fullmatch(name) or name.lower().startswith("on") or name.lower() in ("style", "src", "srcdoc"):
        raise ValueError(f"attribute {name!r} may not be in a page")
    if value is True:
        return ""
    text = value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
    if name == "href" and not text.startswith("#"):
        raise ValueError(f"href={text!r} leaves the page; expected '#' and an id")
    return text


def safe(text: str) -> str:
    """The text escaped for element content and quoted attributes, its control characters made visible."""
    return escape(_ACTIVE.sub(lambda match: _symbol(match[0]), text), quote=True)


def _symbol(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
