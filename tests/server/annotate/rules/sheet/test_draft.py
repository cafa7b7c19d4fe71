"""What is stored, with edits on top."""

import pytest

from tertium.server.annotate.rules.sheet.commands import AltSet, CardAdd, RootSet
from tertium.server.annotate.rules.sheet.document import Alternative, Document, encode
from tertium.server.annotate.rules.sheet.draft import draft
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.refusals import Refused

EDITS = [
    CardAdd("s", "S", None, None, (Alternative("a", "he said"),)),
    RootSet("s"),
    AltSet("a", "he said so"),
]


def test_edits_are_done_one_after_the_other() -> None:
    whole = Document()
    for edit in EDITS:
        whole, _ = apply(whole, edit)
    for done in range(len(EDITS) + 1):
        stored = Document()
        for edit in EDITS[:done]:
            stored, _ = apply(stored, edit)
        assert draft(encode(stored), EDITS[done:]) == whole


def test_an_edit_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Refused, match="no such alternative"):
        draft(encode(Document()), EDITS[2:])
