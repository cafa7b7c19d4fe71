"""Where a translation came from, in the words of each program: `mt`, `tm`, `ice` (in context, exact) or `human`."""

from collections.abc import Mapping

from tertium.io.bilingual.segments import Origin

# XLIFF 1.2: state-qualifier.
_QUALIFIERS: dict[str, Origin] = {
    "mt-suggestion": "mt",
    "leveraged-mt": "mt",
    "rejected-mt": "mt",
    "exact-match": "ice",
    "id-match": "ice",
    "fuzzy-match": "tm",
    "tm-suggestion": "tm",
    "leveraged-tm": "tm",
    "leveraged-repository": "tm",
    "leveraged-inherited": "tm",
    "leveraged-glossary": "tm",
    "glossary-suggestion": "tm",
}
# Trados Studio: origin of sdl:seg and sdl:prev-origin.
_SDL: dict[str, Origin] = {
    "mt": "mt",
    "amt": "mt",
    "nmt": "mt",
    "adaptive-machine-translation": "mt",
    "tm": "tm",
    "auto-propagated": "tm",
    "document-match": "ice",
    "interactive": "human",
    "source": "unknown",
    "not-translated": "unknown",
}
# XLIFF 2: type of mtc:match.
_MATCHES: dict[str, Origin] = {"mt": "mt", "tm": "tm", "ice": "ice", "idm": "ice", "am": "mt", "ebm": "mt"}
# Phrase (Memsource): m:trans-origin, and the origin of its alt-trans.
_PHRASE: dict[str, Origin] = {
    "mt": "mt",
    "machine-trans": "mt",
    "nt": "mt",
    "tm": "tm",
    "memsource-tm": "tm",
    "memsource": "tm",
    "human": "human",
    "null": "unknown",
}
_MACHINES = ("machine", "mt!", "nmt")
_IN_CONTEXT = 101.0  # what programs write for an exact match in context


def percent(text: str | None) -> float | None:
    """A match rate such as `85%`, `85` or `85.5`; None where there is none."""
    if not text:
        return None
    try:
        value = float(text.strip().removesuffix("%"))
    except ValueError:
        return None
    return value if 0 <= value <= 200 else None


def qualifier_origin(qualifier: str) -> Origin:
    return _QUALIFIERS.get(qualifier.removeprefix("x-").lower(), "unknown")


def sdl_origin(chain: list[Mapping[str, str]]) -> tuple[Origin, float | None]:
    """The origin by `sdl:seg` and the `sdl:prev-origin` inside it, outermost first.

    What a person has worked on came from what stood there before.
    """
    origins = [_SDL.get(attributes.get("origin", "").lower(), "unknown") for attributes in chain]
    i = next((i for i, origin in enumerate(origins) if origin not in ("human", "unknown")), None)
    if i is None:
        return ("human" if "human" in origins else "unknown"), None
    match = percent(chain[i].get("percent"))
    in_context = origins[i] == "tm" and (match or 0) >= 100 and chain[i].get("text-match") == "SourceAndTarget"
    return ("ice" if in_context else origins[i]), match


def memoq_origin(attributes: Mapping[str, str]) -> tuple[Origin, float | None]:
    """By `mq:status` and `mq:percent` of a trans-unit."""
    match = percent(attributes.get("percent"))
    if attributes.get("status") == "MachineTranslated":
        return "mt", None
    if match:
        return ("ice" if match >= _IN_CONTEXT else "tm"), match
    return "unknown", None


def phrase_origin(attributes: Mapping[str, str]) -> tuple[Origin, float | None]:
    """By `m:trans-origin` and `m:score` of a trans-unit; the score is a share, 1.01 for a match in context."""
    origin = _PHRASE.get(attributes.get("trans-origin", "").lower(), "unknown")
    share = percent(attributes.get("score"))
    match = None if not share else round(share * 100, 1)
    if origin == "tm" and match is not None and match >= _IN_CONTEXT:
        return "ice", match
    return origin, match if origin != "mt" else None


def alternative_origin(name: str, tool: str = "", kind: str = "") -> Origin:
    """By what an `alt-trans` or a match calls its origin."""
    lower = name.lower()
    if lower in _PHRASE:
        return _PHRASE[lower]
    for text in (lower, tool.lower(), kind.lower()):
        if text.split(" ")[0].split("/")[0] == "mt" or any(word in text for word in _MACHINES):
            return "mt"
        if "tm" in text.replace("-", " ").split() or "memory" in text:
            return "tm"
    return "unknown"


def match_origin(kind: str, name: str) -> Origin:
    """By the type of an `mtc:match`."""
    return _MATCHES.get(kind) or alternative_origin(name)


def tmx_origin(type: str, value: str) -> Origin | None:
    """By who made a unit, or a property of it; None where that says nothing."""
    lower = value.lower()
    if type == "creationid" and (lower.startswith("mt!") or lower in ("mt", "nmt")):
        return "mt"
    if type.lower() in ("x-origin", "origin", "x-machinetranslation") and ("mt" in lower.split() or "machine" in lower):
        return "mt"
    return None
