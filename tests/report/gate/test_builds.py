"""What build servers read: well-formed whatever the names are."""

import json
from xml.etree import ElementTree

import pytest

from tertium.evaluation.gate import Check, Gate
from tertium.report.gate.builds import to_github, to_gitlab, to_junit

NAMES = ["new", 'a"<b>&\x1b[31m', "x\n::error::no", "100 %"]


def result(name: str) -> Gate:
    checks = (
        Check("chrF2", 70.0, 60.0, -10.0, 0.5, 0.01, None, "worse", "chrf|v:0", True),
        Check("TER", 30.0, 35.0, -5.0, 0.0, None, 20.0, "below", "ter|v:0", False),
        Check("BLEU", 30.0, 35.0, 5.0, 0.0, 0.5, None, "no worse", "bleu|v:0", True),
    )
    return Gate(name, name, 30, 0.05, 100, 1, checks)


@pytest.mark.parametrize("name", NAMES)
def test_junit_has_a_case_for_each_metric(name: str) -> None:
    suite = ElementTree.fromstring(to_junit(result(name)))
    assert suite.attrib["tests"] == "3"
    assert suite.attrib["failures"] == "2"
    cases = {case.attrib["name"]: [part.attrib["message"] for part in case] for case in suite}
    assert cases == {
        "chrF2": ["chrF2 is worse by 10.00 (p = 0.0100, margin 0.5)"],
        "TER": ["TER is 35.00, above 20"],
        "BLEU": [],
    }


@pytest.mark.parametrize("name", NAMES)
def test_github_gets_one_command(name: str) -> None:
    text = to_github(result(name))
    assert text.startswith("::error title=tertium gate::")
    assert text.count("\n") == 1
    assert "\x1b" not in text


@pytest.mark.parametrize("name", NAMES)
def test_gitlab_gets_one_issue_for_each_failure(name: str) -> None:
    issues = json.loads(to_gitlab(result(name), "out/new.txt"))
    assert [issue["check_name"] for issue in issues] == ["tertium gate: chrF2", "tertium gate: TER"]
    assert len({issue["fingerprint"] for issue in issues}) == 2
    assert {issue["location"]["path"] for issue in issues} == {"out/new.txt"}
