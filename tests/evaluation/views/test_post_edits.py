from dataclasses import replace

from tertium.evaluation.post_edits import PostEdits
from tertium.evaluation.views.post_edits import bin_name, groups_table
from tests.results.factories import post_edits


def report() -> PostEdits:
    result = post_edits("x")
    assert isinstance(result, PostEdits)
    return result


def test_only_segments_that_were_edited_are_shown_unasked() -> None:
    everything = report().to_text()
    assert "\n2. 2  (unknown, HTER 0.0, characters 0)\n  kept  x\n" in everything
    most = replace(report(), every_segment=False).to_text()
    assert "Edited most (1 of 1 changed; --segments shows all)\n" in most
    assert "before  [-the-] cat x\n  after   {+a+} cat x\n" in most
    assert "kept" not in most


def test_places_reach_the_titles_of_segments() -> None:
    assert "HTER 33.250, characters 3" in report().to_text(3)


def test_times_are_shown_where_there_are_some() -> None:
    groups = report().by_origin
    assert [column.name for column in groups_table("origin", groups).columns][-1] == "of words"
    timed = groups_table("origin", [*groups, report().total])
    assert [column.name for column in timed.columns][-1] == "seconds"
    assert timed.records[0][-1] is None


def test_bins_are_named_by_their_ends() -> None:
    assert [bin_name(one) for one in report().histogram] == ["0–10", "10+"]


def test_papers_get_the_tables_without_segments() -> None:
    text = report().to_latex()
    assert text.count(r"\begin{tabular}") == 3
    assert r"\rule{0.5em}{1.4ex}" in text  # a bar of the histogram
    assert "before" not in text
