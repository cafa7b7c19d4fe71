"""`tertium exam result`, and rubrics of other kinds in `tertium exam rules`."""

import json
from pathlib import Path

from tests.cli.exam.runner import run

MARKS = "candidate\tpassage\tgrader\tcategory\tseverity\na\tp\tg\tomission\tcritical\na\tp\tg\tgrammar\tminor\n"


def test_points_give_results(tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(MARKS)
    done = run("exam", "result", tmp_path / "m.tsv", "--rubric", "example-points", "-f", "json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["results"] == [
        {"candidate": "a", "passage": "p", "by_grader": {"g": "fail"}, "points": {"g": 18.0}, "result": "fail"}
    ]


def test_rubrics_are_checked_and_refused_when_they_contradict_themselves(tmp_path: Path) -> None:
    for name, said in (("example-bands", "125/125 combinations decided"), ("example-points", "points at most")):
        done = run("exam", "rules", name)
        assert done.exit_code == 0, done.output
        assert said in done.stdout
    rubric = {"kind": "points", "categories": ["x"], "severities": {"a": 1}, "results": ["fail", "pass"], "limits": {}}
    (tmp_path / "r.json").write_text(json.dumps(rubric))
    (tmp_path / "m.tsv").write_text(MARKS)
    for arguments in (("rules", tmp_path / "r.json"), ("result", tmp_path / "m.tsv", "--rubric", tmp_path / "r.json")):
        assert "'pass' has no limit" in str(run("exam", *arguments).exception)
    assert "--labels is for tables over labels" in str(
        run("exam", "rules", "example-points", "--labels", "2=SM").exception
    )
