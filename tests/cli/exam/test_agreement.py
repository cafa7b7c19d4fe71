"""`tertium exam agreement`."""

import json
from pathlib import Path

from tests.cli.exam.runner import run


def test_people_machine_and_groups(folder: Path, tmp_path: Path) -> None:
    graded = run(
        "exam", "grade", folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model",
        "--samples", "20", "-f", "json",
    )  # fmt: skip
    (tmp_path / "grades.jsonl").write_text(graded.stdout, "utf-8")
    candidates = [json.loads(line)["candidate"] for line in graded.stdout.splitlines()]
    rows = "".join(f"{who}\t{'ab'[n % 2]}\n" for n, who in enumerate(candidates))
    (tmp_path / "groups.tsv").write_text(f"candidate\tcentre\n{rows}", "utf-8")
    files = (folder / "labels.tsv", "--grades", tmp_path / "grades.jsonl", "--groups", tmp_path / "groups.tsv")
    done = run("exam", "agreement", *files, "--smallest", "5", "-f", "json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["machine_alone"][-1]["share"] == 1
    assert [one["group"] for one in data["groups"]["differences"]] == ["a", "b"]
    said = run("exam", "agreement", *files).stdout
    assert "fewer than 20 candidates: a (centre), b (centre)" in " ".join(said.split())
