"""Write core/text/details/unicode_ranges.h: the code points of the general categories N, P and S.

The categories are asked of the `regex` package, because sacreBLEU's `intl` tokeniser asks it too.

    python tools/make_unicode_ranges.py > core/text/details/unicode_ranges.h
"""

import sys

import regex

CATEGORIES = {"kNumbers": "N", "kPunctuation": "P", "kSymbols": "S"}


def ranges(category: str) -> list[tuple[int, int]]:
    """Inclusive ranges of code points in a general category."""
    pattern = regex.compile(rf"\p{{{category}}}")
    found: list[tuple[int, int]] = []
    for point in range(sys.maxunicode + 1):
        if pattern.match(chr(point)):
            if found and found[-1][1] == point - 1:
                found[-1] = (found[-1][0], point)
            else:
                found.append((point, point))
    return found


def main() -> None:
    """Print the header."""
    write = sys.stdout.write
    write("#pragma once\n// Made by tools/make_unicode_ranges.py; do not edit.\n\n#include <array>\n\n")
    write("namespace core {\n\nstruct Range {\n  char32_t first, last;\n};\n")
    for name, category in CATEGORIES.items():
        found = ranges(category)
        write(f"\n// clang-format off\ninline constexpr std::array<Range, {len(found)}> {name}{{{{\n")
        for start in range(0, len(found), 8):
            row = ", ".join(f"{{0x{a:X}, 0x{b:X}}}" for a, b in found[start : start + 8])
            write(f"    {row},\n")
        write("}};\n// clang-format on\n")
    write("\n}  // namespace core\n")


if __name__ == "__main__":
    main()
