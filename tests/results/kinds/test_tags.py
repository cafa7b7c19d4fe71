"""Tags that are not those of their sources: lines for editors, records, JSON lines."""

import json

from tertium.results.kinds.tags import TagCheck, TagProblem

CHECK = TagCheck(
    (TagProblem("f.xlf", 7, "d", "s\x1b1", "missing", "<b>"), TagProblem("g.xlf", 8, "", "2", "added", "</b>"))
)


def test_one_problem_per_line_as_editors_find_it() -> None:
    lines = CHECK.to_text().splitlines()
    assert lines[1] == "g.xlf:8: segment '2': added </b>"
    assert lines[0].startswith("f.xlf:7: segment ")
    assert "\x1b" not in lines[0]
    assert TagCheck(()).tables() == []


def test_records_and_json_have_every_field() -> None:
    assert CHECK.to_tsv().splitlines()[0] == "file\tline\tdocument\tid\tproblem\ttag"
    assert CHECK.to_tsv().splitlines()[2] == "g.xlf\t8\t\t2\tadded\t</b>"
    assert json.loads(CHECK.to_json().splitlines()[1])["problem"] == "added"
