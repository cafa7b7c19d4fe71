r"""What candidates wrote, and the labels people gave to it.

TSV has a header and one row per sentence: `candidate passage sentence text`, sentences counted from 1. JSONL has one
object a passage: `{"candidate": "K7Q2", "passage": "p1", "answers": ["...", null]}`. Plain text has one line a
sentence, all passages in their order, and is of one candidate. Missing (null, no row) is not empty, but neither is a
translation. Labels are a TSV of `candidate passage label`, with `grader` and `points` where they are known.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from tertium.errors import DataError
from tertium.exam.passages import Exam, Passage
from tertium.exam.scale import Label, as_label

AnswerFormat = Literal["tsv", "jsonl", "text"]
Lines = Iterable[tuple[int, str]]
"""Lines of a file with their numbers."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One candidate's translation of one passage; None where a sentence was left out."""

    candidate: str
    passage: str
    answers: tuple[str | None, ...]

    @property
    def translated(self) -> float:
        """The share of sentences that have any text."""
        return sum(bool(text and text.strip()) for text in self.answers) / len(self.answers)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A label that a person gave to a candidate's passage."""

    candidate: str
    passage: str
    label: Label
    grader: str | None = None
    points: float | None = None
    """Points for errors in 100 words, where the grader marked them."""


def parse_submissions(lines: Lines, name: str, format: AnswerFormat, exam: Exam) -> list[Submission]:
    """The submissions of a file.

    Raises:
        DataError: A passage is unknown or the number of its sentences is wrong; says at which line.
    """
    readers = {"tsv": _from_tsv, "jsonl": _from_jsonl, "text": _from_text}
    submissions = list(readers[format](lines, name, exam))
    if not submissions:
        raise DataError(f"{name}: there are no answers; give the answers of one candidate or more")
    seen: set[tuple[str, str]] = set()
    for submission in submissions:
        key = (submission.candidate, submission.passage)
        if key in seen:
            raise DataError(f"{name}: candidate {key[0]!r} has passage {key[1]!r} twice; leave one out")
        seen.add(key)
    return submissions


def write_submissions(submissions: Iterable[Submission]) -> str:
    """The submissions as JSONL; reading gives them again."""
    return "".join(
        json.dumps({"candidate": s.candidate, "passage": s.passage, "answers": list(s.answers)}, ensure_ascii=False)
        + "\n"
        for s in submissions
    )


def parse_labels(lines: Lines, name: str) -> list[Labelled]:
    """The labels of a TSV file."""
    rows = table_rows(lines, name, ("candidate", "passage", "label"), ("grader", "points"))
    return [
        Labelled(
            row["candidate"],
            row["passage"],
            as_label(row["label"], f"{name}:{number}"),
            row.get("grader") or None,
            _points(row["points"], f"{name}:{number}") if row.get("points") else None,
        )
        for number, row in rows
    ]


def _from_tsv(lines: Lines, name: str, exam: Exam) -> Iterator[Submission]:
    answers: dict[tuple[str, str], dict[int, str]] = {}
    for number, row in table_rows(lines, name, ("candidate", "passage", "sentence", "text"), ()):
        where = f"{name}:{number}"
        passage = exam.passage(row["passage"], where)
        place = row["sentence"]
        if not place.isdecimal() or len(place) > 9 or not 1 <= int(place) <= len(passage):
            raise DataError(
                f"{where}: sentence {place!r}, but passage {passage.id!r} has sentences 1 to {len(passage)}"
            )
        rows = answers.setdefault((row["candidate"], passage.id), {})
        if int(place) in rows:
            raise DataError(f"{where}: candidate {row['candidate']!r} has sentence {place} of {passage.id!r} twice")
        rows[int(place)] = row["text"]
    for (candidate, id), rows in answers.items():
        size = len(exam.passage(id, name))
        yield Submission(candidate, id, tuple(rows.get(place) for place in range(1, size + 1)))


def _from_jsonl(lines: Lines, name: str, exam: Exam) -> Iterator[Submission]:
    for number, line in lines:
        if not line.strip():
            continue
        where = f"{name}:{number}"
        try:
            row: Any = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise DataError(f"{where}: is not JSON ({error}); expected one object per line") from None
        if not isinstance(row, dict) or set(row) != {"candidate", "passage", "answers"}:
            raise DataError(f"{where}: expected an object with candidate, passage and answers, and nothing else")
        candidate, answers = row["candidate"], row["answers"]
        if not isinstance(candidate, str) or not isinstance(row["passage"], str):
            raise DataError(f"{where}: candidate and passage are text")
        if not isinstance(answers, list) or not all(text is None or isinstance(text, str) for text in answers):
            raise DataError(f"{where}: answers are a list of texts, null where a sentence was left out")
        passage = exam.passage(row["passage"], where)
        _refuse_number(len(answers), passage, f"{where}: candidate {candidate!r}")
        yield Submission(candidate, passage.id, tuple(answers))


def _from_text(lines: Lines, name: str, exam: Exam) -> Iterator[Submission]:
    texts = [line for _, line in lines]
    needed = sum(len(passage) for passage in exam.passages)
    if len(texts) != needed:
        parts = " + ".join(f"{len(passage)} of {passage.id}" for passage in exam.passages)
        place = min(len(texts), needed) + 1
        raise DataError(
            f"{name}:{place}: {len(texts)} lines found, {needed} expected ({parts}), one per sentence; "
            "leave an empty line for a sentence that was not translated"
        )
    candidate = name.rsplit("/", 1)[-1].removesuffix(".gz").rsplit(".", 1)[0]
    start = 0
    for passage in exam.passages:
        part = texts[start : start + len(passage)]
        yield Submission(candidate, passage.id, tuple(text if text.strip() else None for text in part))
        start += len(passage)


def _refuse_number(number: int, passage: Passage, where: str) -> None:
    if number != len(passage):
        raise DataError(
            f"{where}: {number} answers to passage {passage.id!r}, expected {len(passage)}, one per sentence; "
            "give null for a sentence that was left out"
        )


def table_rows(
    lines: Lines, name: str, needed: tuple[str, ...], columns: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows of a TSV by the names of its header; cells are as they stand, without quoting."""
    header: list[str] | None = None
    for number, line in lines:
        cells = line.split("\t")
        if header is None:
            header = cells
            if missing := [column for column in needed if column not in header]:
                raise DataError(f"{name}:{number}: no column {missing[0]!r}; expected {', '.join(needed)}")
            if unknown := [column for column in header if column not in (*needed, *columns)]:
                raise DataError(f"{name}:{number}: column {unknown[0]!r}, expected {', '.join((*needed, *columns))}")
        elif line:
            if len(cells) != len(header):
                raise DataError(f"{name}:{number}: {len(cells)} fields, expected {len(header)}: {', '.join(header)}")
            yield number, dict(zip(header, cells, strict=True))


def _points(text: str, where: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = -1.0
    if not 0 <= points < float("inf"):
        raise DataError(f"{where}: points {text!r}, expected a number from 0")
    return points
