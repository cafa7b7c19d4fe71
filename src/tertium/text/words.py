"""Words as people count them: what stands between spaces; Chinese and Japanese characters are words of their own."""

import re

# Kana, ideographs and their extensions.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_UNIT = re.compile(rf"\s+|[{_UNSPACED}]|[^\s{_UNSPACED}]+")


def units(text: str) -> list[str]:
    """Words and the spaces between them; together they are the text."""
    return _UNIT.findall(text)


def words(text: str) -> list[str]:
    return [unit for unit in units(text) if not unit.isspace()]


def is_number(word: str) -> bool:
    """Whether Python reads it as a number."""
    try:
        float(word)
    except ValueError:
        return False
    return True
