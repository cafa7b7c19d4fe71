"""Files of exams: passages, answers, labels, rules, models and logs by path."""

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import get_args

from tertium.data import EXAM_RUBRICS, EXAM_RULES
from tertium.errors import DataError, UnknownNameError
from tertium.exam.chain import LogEntry, parse_log
from tertium.exam.facets.ratings import Ratings, parse_ratings
from tertium.exam.fairness.gradings import Proposal, Work, parse_groups, parse_proposals
from tertium.exam.labelling.model import GradingModel
from tertium.exam.passages import Exam, named_networks, parse_exam
from tertium.exam.rubrics.marks import Outcomes, parse_marks
from tertium.exam.rubrics.rubric import Rubric, parse_rubric
from tertium.exam.rules import RuleTable, parse_rules
from tertium.exam.submissions import AnswerFormat, Labelled, Submission, parse_labels, parse_submissions
from tertium.io.files import FilePath, bare_name, open_input, open_output
from tertium.io.networks import read_networks

RUBRICS = ("example-bands", "example-points")
"""Rubrics that come with the package; both are examples of our own."""
_FORMATS: dict[str, AnswerFormat] = {".tsv": "tsv", ".jsonl": "jsonl", ".txt": "text"}


def read_exam(path: FilePath) -> Exam:
    """An exam; files of networks that it names are looked for beside it."""
    with open_input(path) as source:
        text, name = "\n".join(line for _, line in source.lines()), source.name
    folder = Path(path).parent
    networks = {file: read_networks(folder / file) for file in set(named_networks(text, name))}
    return parse_exam(text, name, networks)


def read_submissions(paths: list[str], exam: Exam, format: str | None = None) -> list[Submission]:
    """The answers of some files; one plain text for each candidate."""
    submissions: list[Submission] = []
    for path in paths:
        form = _format(path, format)
        with open_input(path) as source:
            submissions += parse_submissions(source.lines(), source.name, form, exam)
    seen: set[tuple[str, str]] = set()
    for s in submissions:
        if (s.candidate, s.passage) in seen:
            raise DataError(f"candidate {s.candidate!r} has passage {s.passage!r} in two files; leave one out")
        seen.add((s.candidate, s.passage))
    return submissions


def read_labels(path: FilePath) -> list[Labelled]:
    """Labels that people gave."""
    with open_input(path) as source:
        return parse_labels(source.lines(), source.name)


def read_ratings(path: FilePath) -> Ratings:
    """Ratings for the facets model."""
    with open_input(path) as source:
        return parse_ratings(source.lines(), source.name)


def read_proposals(path: FilePath) -> dict[Work, Proposal]:
    """Proposals of the machine, as `exam grade -f json` prints them."""
    with open_input(path) as source:
        return parse_proposals(source.lines(), source.name)


def read_groups(path: FilePath) -> dict[str, dict[str, str]]:
    """Which candidate belongs to which group, by column."""
    with open_input(path) as source:
        return parse_groups(source.lines(), source.name)


def read_rules(choice: str) -> RuleTable:
    """A table of rules by path, or `example`, which is our own."""
    path: FilePath = EXAM_RULES if choice == "example" else choice
    with open_input(path) as source:
        return parse_rules("\n".join(line for _, line in source.lines()), source.name)


def rubric_text(choice: str) -> tuple[str, str]:
    """The file of a rubric and its name: by path, or one that comes with the package by its name."""
    path: FilePath = (
        EXAM_RUBRICS / f"{choice}.json" if choice in RUBRICS else EXAM_RULES if choice == "example" else choice
    )
    with open_input(path) as source:
        return "\n".join(line for _, line in source.lines()), source.name


def read_rubric(choice: str) -> Rubric:
    """A rubric by path, or one that comes with the package by its name."""
    return parse_rubric(*rubric_text(choice))


def read_marks(path: FilePath, rubric: Rubric) -> Outcomes:
    """The results of marks by a rubric."""
    with open_input(path) as source:
        return parse_marks(source.lines(), source.name, rubric)


def read_log(path: FilePath) -> list[LogEntry]:
    """The entries of a log file."""
    with open_input(path) as source:
        return parse_log(source.lines(), source.name)


def read_bytes(path: FilePath) -> bytes:
    """All of a file."""
    with open_input(path) as source:
        return source.read()


@lru_cache(maxsize=4)
def model_of_bytes(content: bytes) -> GradingModel:
    """A model whose file is at hand as bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stored.model"
        with open_output(path) as stream:
            stream.write(content)
        return GradingModel.load(str(path))


def _format(path: str, format: str | None) -> AnswerFormat:
    if format is not None:
        for candidate in get_args(AnswerFormat):
            if format == candidate:
                return candidate  # type: ignore[no-any-return]
        raise UnknownNameError("format of answers", format, get_args(AnswerFormat))
    ending = Path(bare_name(path)).suffix.lower()
    if ending not in _FORMATS:
        raise DataError(f"{path}: ending {ending!r}, expected {', '.join(_FORMATS)}; or pass --answers-format")
    return _FORMATS[ending]
