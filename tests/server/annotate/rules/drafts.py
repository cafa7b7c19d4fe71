"""Documents for tests of rules, from the text in which people type networks."""

import itertools

import msgspec

from tertium.server.annotate.rules.sheet.document import Document, Watch
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.textview import read


def document(text: str, *watches: Watch) -> Document:
    """The sheet that somebody has typed; its first card is the sentence."""
    command = read(Document(), text, (f"id{i}" for i in itertools.count()))
    assert command is not None
    return msgspec.structs.replace(apply(Document(), command)[0], watches=watches)
