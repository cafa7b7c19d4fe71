"""Resources: a list, what one says about itself, and digests."""

import json

from tertium.results.kinds.resources import ResourceCheck, ResourceDescription, ResourceEntry, ResourceList


def test_what_comes_with_the_package_is_from_tertium() -> None:
    found = ResourceList((ResourceEntry("a", "synonyms", "en", None), ResourceEntry("b", "stems", "", "/x/b.bin")))
    assert [line.split() for line in found.to_text().splitlines()[2:]] == [
        ["a", "synonyms", "en", "Tertium"],
        ["b", "stems", "/x/b.bin"],
    ]
    assert json.loads(found.to_json())["resources"][0]["path"] is None


def test_facts_are_shown_for_people_and_whole_for_machines() -> None:
    described = ResourceDescription({"words": 12000, "rarest": 1 / 3, "packed": True, "layers": [1, 4]})
    text = described.to_text()
    assert [line.split(None, 1)[1] for line in text.splitlines()] == ["12,000", "0.33", "yes", "[1, 4]"]
    assert "rarest\t0.3333333333333333\n" in described.to_tsv()
    assert json.loads(described.to_json())["layers"] == [1, 4]


def test_digests_by_name() -> None:
    check = ResourceCheck((("a", "2ddc996c"),))
    assert "2ddc996c  a" in check.to_text()
    assert json.loads(check.to_json())["digests"] == {"a": "2ddc996c"}
