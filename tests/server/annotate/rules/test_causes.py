import itertools

import pytest

from tertium.server.annotate.rules.answers import Asked, Draft
from tertium.server.annotate.rules.causes import causes
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.textview import read


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the colour is red .", {}),
        ("The colour is red .", {"case": 1}),
        ("the color is red .", {"spelling": 1}),
        ("the colour is blue .", {"other word": 1}),
        ("the colour was red .", {"function word: is – was": 1}),
        ("the colour is red", {"punctuation: .": 1}),
        ("the colour red .", {"function word: is": 1}),
        ("the bright colour is red .", {"word that is not in the network": 1}),
        ("the is red .", {"word that the text leaves out": 1}),
    ],
)
def test_edits_are_sorted_by_what_they_are_about(text: str, found: dict[str, int]) -> None:
    command = read(Document(), "[S] = the colour is red .\n", (f"id{i}" for i in itertools.count()))
    draft = Draft(apply(Document(), command)[0])
    assert causes(draft.answer(Asked("ask", None, text.split())), "en") == found
