"""What metrics need and what is there."""

from tertium.text.material import OPTIONS, REFERENCES, lacking


def test_what_is_needed_and_not_there_stands_in_the_order_of_options() -> None:
    assert lacking(["post-edits", "sources"], [], []) == ["sources", "post-edits"]
    assert lacking(OPTIONS, OPTIONS, OPTIONS) == []
    assert lacking([], OPTIONS, []) == []


def test_a_network_serves_as_references_only_for_who_reads_networks() -> None:
    assert lacking(REFERENCES, {"networks"}, {"networks"}) == []
    assert lacking(REFERENCES, REFERENCES, {"networks"}) == ["references"]
    assert lacking(REFERENCES, {"networks"}, {"sources"}) == ["references"]
