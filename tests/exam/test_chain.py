"""A log in which nothing can be changed unseen."""

from dataclasses import replace

import pytest

from tertium.errors import DataError
from tertium.exam.chain import START, LogEntry, damages, extended, parse_log, write_log


def log() -> list[LogEntry]:
    entries: list[LogEntry] = []
    for kind in ("exam", "answer", "grade"):
        last = entries[-1] if entries else None
        entries.append(extended(last, at="2026-05-03", actor="me", kind=kind, object="c0", body={"é": [1, None]}))
    return entries


def lines(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.rstrip("\n").split("\n"), 1))


def test_entries_follow_each_other_and_are_read_as_written() -> None:
    entries = log()
    assert (entries[0].previous, entries[1].previous) == (START, entries[0].hash)
    assert list(damages(entries, entries[-1].hash)) == []
    assert parse_log(lines(write_log(entries)), "log") == entries


def test_what_was_changed_left_out_or_cut_off_is_said() -> None:
    first, second, third = log()
    (changed,) = damages([first, replace(second, body={}), third])
    assert (changed.where, changed.what) == ("entry 2 (answer of c0)", "was changed after it was written")
    missing = [damage.what for damage in damages([first, third])]
    assert missing == [
        "is number 3, expected 2: entries are missing or out of order",
        "does not follow the entry before it",
    ]
    (cut,) = damages([first, second], third.hash)
    assert "it was cut off" in cut.what


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "log:1: is not an entry of a log"), ("{}", "is not an entry"), ("[1]", "is not an entry")],
)
def test_other_lines_are_refused(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_log(lines(text), "log")


def test_a_space_more_is_noticed_and_an_empty_log_refused() -> None:
    with pytest.raises(DataError, match="log:1: is not written as entries are; a byte has changed"):
        parse_log(lines(write_log(log()).replace('"seq":1', '"seq": 1')), "log")
    with pytest.raises(DataError, match="the log is empty"):
        parse_log([], "log")
