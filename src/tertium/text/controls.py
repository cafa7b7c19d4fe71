"""Characters that act on a display instead of being shown, and how to show them."""

import re

# Controls (C0, DEL, C1), what reorders or breaks a line (bidirectional controls, line and paragraph separators),
# what terminals draw or swallow as they like (soft hyphen, byte order mark, annotations), and lone surrogates,
# which no encoding can write.
_ACTIVE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}
_BETWEEN = re.compile(r"([\t\n])")


def visible(text: str) -> str:
    r"""The text with every character that acts on a display written as `\n`, `\x1b`, `\u202e`."""
    return _ACTIVE.sub(lambda match: backslashed(match[0]), text)


def backslashed(char: str) -> str:
    r"""The escape of one character: `\t`, `\n`, `\r`, else `\xNN` or `\uNNNN`."""
    code = ord(char)
    return _SHORT.get(char) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def visible_lines(text: str) -> str:
    """The same with line ends and tabs left as they are: what may be sent to a terminal."""
    return "".join(part if part in ("\t", "\n") else visible(part) for part in _BETWEEN.split(text))
