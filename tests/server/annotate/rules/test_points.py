from tertium.server.annotate.rules.answers import Draft
from tertium.server.annotate.rules.points import open_points
from tertium.server.annotate.rules.sheet.document import Alternative, Card, Document, Watch
from tests.server.annotate.rules.drafts import document

TEXT = "[S] = the [WHO] said so | [WHO] announced it\n[WHO] = premier | prime minister\n"


def points(document: Document, *shown: str) -> list[tuple[str, str]]:
    found = open_points(Draft(document), [(text, text.split()) for text in shown])
    return [(point["point"], point["what"]) for point in found]


def test_nothing_is_open_where_all_that_was_shown_is_covered() -> None:
    assert points(document(TEXT), "the premier said so", "prime minister announced it") == []


def test_references_that_are_not_covered_are_named_with_how_far_they_are() -> None:
    assert points(document(TEXT), "the premier said it", "a premier spoke") == [
        ("not-covered", "'the premier said it' is not covered (1 edit)"),
        ("not-covered", "'a premier spoke' is not covered (3 edits)"),
    ]


def test_watched_texts_must_be_covered_or_must_not() -> None:
    watches = (
        Watch("must", "premier said"),
        Watch("must", "the premier said so"),
        Watch("must_not", "premier announced it"),
        Watch("must_not", "premier announced"),
    )
    assert points(document(TEXT, *watches)) == [
        ("not-covered", "'premier said' is not covered (2 edits)"),
        ("must-not", "“premier announced it” must not be contained, but is"),
    ]


def test_problems_of_the_network_are_points_too() -> None:
    assert points(Document()) == [("no-root", "no card is the sentence yet")]
    assert ("undefined", "card [WHO] is used in [S] but not defined") in points(document("[S] = the [WHO]\n"))
    assert ("unused", "card [OLD] is in no other card") in points(document(TEXT + "[OLD] = a\n"))


def test_a_sheet_whose_sentence_cannot_be_read_is_empty() -> None:
    bad = Document(root="s", cards=(Card("s", "S", alternatives=(Alternative("l", "a [b"),)),))
    shown = points(bad, "a b")
    assert ("empty", "the sheet has no sentence yet") in shown
    assert "not-covered" not in dict(shown)


def test_a_sheet_without_any_source_words_is_asked_about() -> None:
    """Its cards join with nobody's."""
    sheet = document(TEXT)
    found = open_points(Draft(sheet), [], 8)
    assert [(point["point"], point["what"]) for point in found] == [("span", "0 of 8 words of the source have a card")]
    spanned = document(TEXT.replace("[WHO] =", "[WHO] 1:3 ="))
    assert open_points(Draft(spanned), [], 8) == []
    assert open_points(Draft(document("[S] = the premier said so\n")), [], 8) == []  # no cards that could join
