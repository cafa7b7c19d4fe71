"""A sheet as a browser shows it: the stored document with edits on top that the log may not have yet."""

from collections.abc import Iterable

from tertium.server.annotate.rules.sheet.commands import Command
from tertium.server.annotate.rules.sheet.document import Document, decode
from tertium.server.annotate.rules.sheet.reducer import apply


def draft(stored: str, edits: Iterable[Command]) -> Document:
    """The document after these edits.

    Raises:
        Refused: One of them does not fit.
    """
    document = decode(stored)
    for command in edits:
        document, _ = apply(document, command)
    return document
