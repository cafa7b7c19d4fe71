"""Exams that are small or degenerate get no wrong grade: what cannot be promised is said and referred to people."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tertium.exam.passages import Exam, write_exam
from tertium.exam.scale import LABELS
from tertium.exam.submissions import Submission, write_submissions
from tests.cli.exam.runner import run
from tests.exam.sample import exam

LEVELS = ("2", "2+", "3", "4")
Answer = Callable[[Exam, int, int], Sequence[str | None]]
"""What a candidate, by number, writes for a passage, by number."""
Label = Callable[[int, int], int | None]


def correct(asked: Exam, passage: int) -> list[str]:
    """One of the correct translations of each sentence."""
    first = passage * len(asked.passages[passage])
    places = ("the town", "a village", "that harbour", "our school")
    numbers = range(first, first + len(asked.passages[passage]))
    return [f"the old captain reached {places[n % 4]} in the early morning of day {n}" for n in numbers]


def spoiled(asked: Exam, candidate: int, passage: int) -> list[str]:
    """The first candidate makes no mistake, the next one word in eight, and so on."""
    sentences = [text.split() for text in correct(asked, passage)]
    return [" ".join("xx" if i % 8 < candidate else word for i, word in enumerate(words)) for words in sentences]


@dataclass
class Desk:
    """An exam in files, and the commands on it."""

    folder: Path
    asked: Exam

    def write(self, n_candidates: int, answer: Answer, label: Label, graders: Sequence[str] = ("g",)) -> None:
        submissions, rows = [], ["candidate\tpassage\tlabel\tgrader"]
        for candidate in range(n_candidates):
            for number, passage in enumerate(self.asked.passages):
                submissions.append(
                    Submission(f"c{candidate}", passage.id, tuple(answer(self.asked, candidate, number)))
                )
                grader = graders[(candidate + number) % len(graders)]
                if (given := label(candidate, number)) is not None:
                    rows.append(f"c{candidate}\t{passage.id}\t{LABELS[given]}\t{grader}")
        (self.folder / "exam.json").write_text(write_exam(self.asked), "utf-8")
        (self.folder / "answers.jsonl").write_text(write_submissions(submissions), "utf-8")
        (self.folder / "labels.tsv").write_text("\n".join(rows) + "\n", "utf-8")

    def train(self, *options: str) -> Result:
        files = (self.folder / "exam.json", self.folder / "answers.jsonl", "--labels", self.folder / "labels.tsv")
        return run("exam", "train", *files, "--folds", "3", "-o", self.folder / "x.model", *options)

    def grade(self) -> list[dict[str, Any]]:
        files = (self.folder / "exam.json", self.folder / "answers.jsonl", "--model", self.folder / "x.model")
        done = run("exam", "grade", *files, "-f", "json", "--samples", "50")
        assert done.exit_code == 0, done.output
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, exam(4, 3, LEVELS))


def by_candidate(candidate: int, passage: int) -> int:
    return min(candidate, 3)


@pytest.mark.parametrize("metrics", ["", "meteor,chrf"])
def test_four_candidates_promise_nothing_and_a_perfect_paper_is_the_best(desk: Desk, metrics: str) -> None:
    desk.write(4, spoiled, by_candidate)
    trained = desk.train(*(["-m", metrics] if metrics else []))
    assert trained.exit_code == 0, trained.output
    assert "cannot be promised by labels of 4 candidates; 9 or more are" in " ".join(trained.stdout.split())
    for grade in desk.grade():
        assert grade["refer"]
        assert all(any("sets promise nothing" in reason for reason in part["refer"]) for part in grade["passages"])
    perfect = desk.grade()[0]
    assert [part["label"] for part in perfect["passages"]] == ["SM"] * 4
    assert perfect["levels"] == ["3+"]


def test_a_perfect_paper_that_people_labelled_as_bad_is_referred(desk: Desk) -> None:
    desk.write(30, lambda asked, candidate, passage: spoiled(asked, candidate % 4, passage), lambda c, p: 3 - c % 4)
    assert desk.train().exit_code == 0
    perfect = desk.grade()[0]
    for part in perfect["passages"]:
        assert part["label"] == "SM"
        assert part["label_set"][0] == "SM"
        assert any("every sentence is an accepted translation: SM by rule" in reason for reason in part["refer"])


def test_one_candidate_is_learned_from_and_promises_nothing(desk: Desk) -> None:
    desk.write(1, lambda asked, candidate, passage: spoiled(asked, passage, passage), lambda c, p: p % 2)
    trained = desk.train()
    assert trained.exit_code == 0, trained.output
    assert all(part["refer"] for grade in desk.grade() for part in grade["passages"])


def test_one_candidate_with_one_passage_is_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path, exam(1, 3, LEVELS))
    desk.write(1, spoiled, by_candidate)
    assert "label" in str(desk.train().exception)


def test_one_label_is_refused(desk: Desk) -> None:
    desk.write(12, spoiled, lambda candidate, passage: 1)
    refused = desk.train()
    assert "all examples have the same label" in str(refused.exception)
    assert not (desk.folder / "x.model").exists()


def test_equal_answers_with_different_labels_leave_more_than_one_label(desk: Desk) -> None:
    desk.write(20, lambda asked, candidate, passage: spoiled(asked, 2, passage), lambda c, p: (c + p) % 4)
    assert desk.train().exit_code == 0
    for grade in desk.grade():
        assert all(len(part["label_set"]) > 1 for part in grade["passages"])


def test_empty_answers_are_not_translated(desk: Desk) -> None:
    nothing = (None, "", "   ")
    desk.write(
        16, lambda asked, candidate, passage: nothing if candidate == 15 else spoiled(asked, candidate % 4, passage),
        lambda c, p: 4 if c == 15 else c % 4,
    )  # fmt: skip
    assert desk.train().exit_code == 0
    empty = desk.grade()[15]
    assert [part["label"] for part in empty["passages"]] == ["NT"] * 4
    assert empty["refer"]


def test_only_empty_answers_are_refused(desk: Desk) -> None:
    desk.write(12, lambda asked, candidate, passage: (None, None, None), lambda c, p: 4)
    assert "no answer has a label" in str(desk.train().exception)


def test_answers_in_an_unknown_language_are_referred(desk: Desk) -> None:
    desk.write(
        16, lambda asked, candidate, passage: ["ქართული წინადადება არის აქ"] * 3 if candidate == 15 else
        spoiled(asked, candidate % 4, passage), lambda c, p: None if c == 15 else c % 4,
    )  # fmt: skip
    trained = desk.train("-m", "meteor")
    assert trained.exit_code == 0, trained.output
    foreign = desk.grade()[15]
    assert foreign["refer"]
    assert all(part["label"] in ("HM", "IM") for part in foreign["passages"])


def test_a_grader_of_one_label_changes_no_perfect_paper(desk: Desk) -> None:
    desk.write(24, lambda asked, candidate, passage: spoiled(asked, candidate % 4, passage),
               lambda c, p: 2 if (c + p) % 2 else c % 4, graders=("kind", "always the same"))  # fmt: skip
    assert desk.train().exit_code == 0
    for grade in desk.grade()[::4]:
        assert [part["label"] for part in grade["passages"]] == ["SM"] * 4


def test_where_sets_promise_nothing_the_command_says_how_that_was_checked(desk: Desk) -> None:
    desk.write(24, lambda asked, candidate, passage: spoiled(asked, candidate % 4, passage), lambda c, p: c % 4)
    assert "the promise holds" in " ".join(desk.train().stdout.split())
    files = (desk.folder / "exam.json", desk.folder / "answers.jsonl", "--model", desk.folder / "x.model")
    said = " ".join(run("exam", "grade", *files, "--samples", "50").stdout.split())
    assert "the promise holds" in said
    assert "cannot be promised by labels of 4 passages" in said
