"""Readers and writers of test sets, one file for each format; the only room that opens files."""

from tertium.io.testsets.formats import (
    FORMATS,
    Format,
    detect,
    read_parts,
    read_stream,
    read_test_set,
    write_test_set,
)
from tertium.io.testsets.plain import read_lines, write_lines

__all__ = [
    "FORMATS",
    "Format",
    "detect",
    "read_lines",
    "read_parts",
    "read_stream",
    "read_test_set",
    "write_lines",
    "write_test_set",
]
