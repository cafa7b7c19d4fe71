"""`tertium exam facets`."""

import json
from pathlib import Path

from tests.cli.exam.runner import run


def test_labels_of_two_graders_are_measured(tmp_path: Path) -> None:
    rows = ["candidate\tpassage\tgrader\tlabel"]
    labels = ("SM", "MM", "IM", "HM")
    for candidate in range(8):
        for passage in range(3):
            for grader in range(2):
                label = labels[min((candidate + passage + grader + candidate * passage * grader) % 5, 3)]
                rows.append(f"c{candidate}\tp{passage}\tg{grader}\t{label}")
    (tmp_path / "labels.tsv").write_text("\n".join(rows) + "\n")
    done = run("exam", "facets", tmp_path / "labels.tsv", "-f", "json")
    assert done.exit_code == 0, done.output
    assert len(json.loads(done.stdout)["candidate"]["elements"]) == 8
    assert "Fair averages" in run("exam", "facets", tmp_path / "labels.tsv", "--steps", "partial-credit").stdout


def test_graders_with_candidates_of_their_own_are_refused(folder: Path) -> None:
    """In this exam every candidate has one grader: nobody can tell who is severe from who is unable."""
    refused = run("exam", "facets", folder / "labels.tsv")
    assert "grader 'g0' cannot be told from another facet" in str(refused.exception)


def test_what_cannot_be_measured_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.tsv").write_text("candidate\tpassage\tgrader\tscore\na\tp\tg\t1\nb\tp\tg\t1\n")
    refused = run("exam", "facets", tmp_path / "r.tsv")
    assert refused.exit_code != 0
    assert "same score everywhere" in str(refused.exception)
