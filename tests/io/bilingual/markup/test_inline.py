import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.io.bilingual.markup.inline import Content, Place, Tag, tag_problems, with_tags, without_tokens

BREAK = Tag("x", "x1", raw='<x id="1"/>')
OPEN, CLOSE = Tag("bpt", "bpt1", "open", "1", "<b>"), Tag("ept", "ept1", "close", "1", "</b>")


def test_tags_are_dropped_kept_or_shown() -> None:
    content = Content(["a", BREAK, "b ", OPEN, "bold", CLOSE])
    assert content.text() == "a b bold"
    assert content.text("keep") == "a ⟦x1⟧ b ⟦bpt1⟧ bold ⟦ept1⟧"
    assert content.text("content") == "ab <b>bold</b>"
    assert content.tags == [BREAK, OPEN, CLOSE]


def test_white_space_is_one_space_unless_it_is_preserved() -> None:
    assert Content(["a \n b"]).text() == "a b"
    assert Content(["a \n b"], preserve=True).text() == "a \n b"


def test_tokens_become_tags_again() -> None:
    known = {tag.key: tag for tag in (BREAK, OPEN, CLOSE)}
    pieces, unknown = with_tags("a⟦x1⟧b⟦g9⟧", known)
    assert (pieces[1], unknown) == (BREAK, ["⟦g9⟧"])
    assert without_tokens("a⟦x1⟧b") == "ab"


@pytest.mark.parametrize(
    ("target", "problems"),
    [
        ([BREAK, OPEN, "b", CLOSE], []),
        ([OPEN, CLOSE], ["missing ⟦x1⟧"]),
        ([BREAK, BREAK, OPEN, CLOSE], ["doubled ⟦x1⟧"]),
        ([BREAK, CLOSE, OPEN], ["unpaired ⟦ept1⟧", "unpaired ⟦bpt1⟧", "reordered ⟦ept1⟧"]),
        ([BREAK, OPEN, CLOSE, Tag("ph", "ph7")], ["added ⟦ph7⟧"]),
    ],
)
def test_tags_of_a_target_are_compared_with_its_source(target: list[str | Tag], problems: list[str]) -> None:
    assert [str(one) for one in tag_problems([BREAK, "a", OPEN, CLOSE], target)] == problems


@given(st.permutations([Tag("x", f"x{i}") for i in range(5)]))
def test_a_target_with_the_tags_of_its_source_has_at_most_moved_some(target: list[Tag]) -> None:
    source = [Tag("x", f"x{i}") for i in range(5)]
    kinds = {problem.kind for problem in tag_problems(source, target)}
    assert kinds == (set() if target == source else {"reordered"})


def test_a_self_closed_element_has_no_end_tag() -> None:
    assert Place(0, 4, 4, 4).self_closed
    assert not Place(0, 3, 5, 9).self_closed
