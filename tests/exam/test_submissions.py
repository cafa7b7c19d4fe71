import pytest

from tertium.errors import DataError
from tertium.exam.submissions import Submission, parse_labels, parse_submissions, write_submissions
from tests.exam.sample import exam


def lines(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.split("\n"), 1))


def test_three_formats_give_the_same_answers() -> None:
    asked = exam(2, 2)
    tsv = "candidate\tpassage\tsentence\ttext\nK\tp1\t2\tb\nK\tp1\t1\ta\nK\tp2\t1\tc\nK\tp2\t2\td"
    jsonl = '{"candidate":"K","passage":"p1","answers":["a","b"]}\n{"candidate":"K","passage":"p2","answers":["c","d"]}'
    expected = [Submission("K", "p1", ("a", "b")), Submission("K", "p2", ("c", "d"))]
    assert parse_submissions(lines(tsv), "x.tsv", "tsv", asked) == expected
    assert parse_submissions(lines(jsonl), "x.jsonl", "jsonl", asked) == expected
    assert parse_submissions(lines("a\nb\nc\nd"), "folder/K.txt", "text", asked) == expected
    again = write_submissions(expected).rstrip("\n")
    assert parse_submissions(lines(again), "x.jsonl", "jsonl", asked) == expected


def test_missing_is_not_empty_and_neither_is_translated() -> None:
    asked = exam(1, 4)
    text = '{"candidate":"K","passage":"p1","answers":["a",null,"  ","b"]}'
    (submission,) = parse_submissions(lines(text), "x", "jsonl", asked)
    assert submission.answers == ("a", None, "  ", "b")
    assert submission.translated == 0.5


@pytest.mark.parametrize(
    ("format", "text", "message"),
    [
        ("text", "a\nb\nc", r"x:4: 3 lines found, 4 expected \(2 of p1 \+ 2 of p2\)"),
        ("text", "a\nb\nc\nd\ne", r"x:5: 5 lines found, 4 expected"),
        ("jsonl", '{"candidate":"K","passage":"p1","answers":["a"]}', "x:1: candidate 'K': 1 answers to passage 'p1'"),
        ("jsonl", '{"candidate":"K","passage":"p9","answers":["a"]}', "x:1: passage 'p9', expected one of p1, p2"),
        ("jsonl", "nonsense", "x:1: is not JSON"),
        ("jsonl", '{"candidate":"K","passage":"p1","answers":["a", 3]}', "x:1: answers are a list of texts"),
        ("jsonl", '{"candidate":"K"}', "x:1: expected an object with candidate, passage and answers"),
        (
            "tsv",
            "candidate\tpassage\tsentence\ttext\nK\tp1\t3\ta",
            "x:2: sentence '3', but passage 'p1' has",
        ),
        ("tsv", "candidate\tpassage\tsentence\ttext\nK\tp1\t1\ta\nK\tp1\t1\tb", "x:3: candidate 'K' has sentence 1"),
        ("tsv", "candidate\tpassage\tsentence\ttext\nK\tp1\t1", "x:2: 3 fields, expected 4"),
        ("tsv", "candidate\tpassage\ttext", "x:1: no column 'sentence'"),
    ],
)
def test_wrong_answers_are_refused_with_the_place(format: str, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_submissions(lines(text), "x", format, exam(2, 2))


def test_a_candidate_cannot_answer_twice() -> None:
    row = '{"candidate":"K","passage":"p1","answers":["a","b"]}'
    with pytest.raises(DataError, match="has passage 'p1' twice"):
        parse_submissions(lines(f"{row}\n{row}"), "x", "jsonl", exam(2, 2))


def test_labels() -> None:
    text = "candidate\tpassage\tlabel\tgrader\tpoints\nK\tp1\tmm\tg1\t4.5\nL\tp1\tNT\t\t"
    first, second = parse_labels(lines(text), "x")
    assert (first.label, first.grader, first.points) == ("MM", "g1", 4.5)
    assert (second.label, second.grader, second.points) == ("NT", None, None)
    with pytest.raises(DataError, match="x:2: label 'good', expected one of SM, MM, IM, HM, NT"):
        parse_labels(lines("candidate\tpassage\tlabel\nK\tp1\tgood"), "x")
    with pytest.raises(DataError, match="x:2: points '-1'"):
        parse_labels(lines("candidate\tpassage\tlabel\tpoints\nK\tp1\tSM\t-1"), "x")
