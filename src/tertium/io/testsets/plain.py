"""Plain text, one segment per line: one stream, never a whole test set.

A line is always there, so a stream of plain text has no missing segments: an empty line is an empty segment.
"""

from collections.abc import Iterable
from typing import NoReturn

from tertium.errors import DataError
from tertium.io.files import FilePath, Source, display_name, open_input, open_stream
from tertium.text.testset import Text


def read_lines(path: Source) -> list[str]:
    """The lines of a file (`-`: of standard input), without their ends."""
    lines: list[str] = []
    with open_input(path) as source:
        for block in source.line_blocks():
            lines += block
    return lines


def write_lines(lines: Iterable[Text], path: FilePath) -> None:
    """Write one segment per line as they come, so that `read_lines` gives the same again."""
    with open_stream(path) as stream:
        for number, line in enumerate(lines, 1):
            if line is None:
                _refuse(path, number, "is missing, and a line of plain text cannot be")
            if "\n" in line or line.endswith("\r"):
                _refuse(path, number, "has a line end in its text")
            if number == 1 and line.startswith("\ufeff"):
                # The first mark of a file is dropped by readers; the text's own one must be the second.
                line = "\ufeff" + line
            try:
                stream.write(line.encode("utf-8") + b"\n")
            except UnicodeEncodeError:
                _refuse(path, number, "has half a surrogate pair, which UTF-8 cannot hold")


def _refuse(path: FilePath, number: int, why: str) -> NoReturn:
    raise DataError(
        f"{display_name(path)}: segment {number} {why}; repair the segment or write another format, such as jsonl"
    )
