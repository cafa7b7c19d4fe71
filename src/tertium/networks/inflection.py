"""English endings: which one a word has, and the same one put on another word."""

import re

_VOWEL = re.compile(r"[aeiou]")
_ENDINGS = ("s", "ed", "ing")


def ending_of(form: str, base: str) -> str | None:
    """The regular ending that makes the base form this one: `s`, `ed` or `ing`; None if no such ending does."""
    return next((ending for ending in _ENDINGS if inflect(base, ending) == form), None)


def inflect(base: str, ending: str) -> str:
    """The regular form of a word with an ending: `try`, `ed` → `tried`."""
    if ending == "s":
        if re.search(r"(s|x|z|ch|sh)$", base):
            return base + "es"
        return base[:-1] + "ies" if re.search(r"[^aeiou]y$", base) else base + "s"
    if ending == "ed":
        if base.endswith("e"):
            return base + "d"
        if re.search(r"[^aeiou]y$", base):
            return base[:-1] + "ied"
        return _doubled(base) + "ed"
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    return _doubled(base) + "ing"


def _doubled(base: str) -> str:
    """`stop` → `stopp`: one vowel before one last consonant, in a word of one syllable."""
    short = len(_VOWEL.findall(base)) == 1 and re.search(r"[aeiou][^aeiouwxy]$", base)
    return base + base[-1] if short else base
