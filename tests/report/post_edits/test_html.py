"""The page of post-edits."""

from tertium.report.post_edits.html import post_edits_page
from tests.results.factories import post_edits


def test_what_was_taken_out_and_put_in_is_marked() -> None:
    page = post_edits_page(post_edits("mat"))
    assert "<del>the</del>" in page
    assert "<ins>a</ins>" in page
    assert "<svg" in page


def test_names_are_escaped() -> None:
    page = post_edits_page(post_edits("<i>&"))
    assert "<i>&" not in page
    assert "&lt;i&gt;&amp;" in page
