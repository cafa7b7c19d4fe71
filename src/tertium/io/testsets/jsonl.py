"""JSON Lines: one object per line; `tertium.io.testsets.rows` says what the keys mean.

`null` and a missing key are missing, `""` is empty. We write one line for each segment:
`{"document": …, "source": …, "references": […], "hypotheses": {"system": …}}`, and
`"post_edits": {"system": …}` where there are some.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, NoReturn

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.io.testsets.limits import refuse_no_segments
from tertium.io.testsets.rows import Record, Records, Where
from tertium.text.testset import TestSet


def looks_like(first_line: str) -> bool:
    """Whether a line holds one JSON object."""
    try:
        return isinstance(json.loads(first_line), dict)
    except (ValueError, RecursionError):
        return False


def open_records(source: Input, where: Where, rows: range | None = None) -> Records:
    """One record for each line that is not empty, or for some of these lines, counted from 0."""
    return Records(_records(source, rows), f"{source.name}:")


def count_records(source: Input) -> int:
    """How many records there are, of which none is looked into."""
    return sum(1 for _ in _lines(source))


def _lines(source: Input) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in source.lines() if line and not line.isspace())


def _records(source: Input, rows: range | None) -> Iterator[tuple[int, Record]]:
    lines = _lines(source) if rows is None else islice(_lines(source), rows.start, rows.stop)
    for number, line in lines:
        yield number, parse_line(line, f"{source.name}:{number}")


def write(test_set: TestSet, stream: BinaryIO) -> None:
    refuse_no_segments(test_set, "JSONL")
    for segment in test_set:
        record: dict[str, object] = {} if test_set.language is None else {"lang_pair": test_set.language}
        if test_set.documents is not None:
            record["document"] = segment.document
        if test_set.source is not None:
            record["source"] = segment.source
        record |= {"references": segment.references, "hypotheses": segment.hypotheses}
        if test_set.post_edits:
            record["post_edits"] = segment.post_edits
        stream.write(f"{_encode(record)}\n".encode())


def parse_line(line: str, place: str) -> dict[str, object]:
    """The object on one line; `place` is for messages."""
    try:
        record = _decoder.decode(line)
    except _DuplicateKeyError as error:
        raise DataError(f"{place}: the key {error.args[0]!r} appears twice in one object; keep one of them") from None
    except RecursionError:
        raise DataError(f"{place}: the object is nested too deeply; expected texts, lists and one level") from None
    except json.JSONDecodeError as error:
        _refuse(place, f"column {error.colno}: {error.msg}")
    except ValueError as error:
        _refuse(place, str(error))
    if not isinstance(record, dict):
        _refuse(place, f"found {'a list' if isinstance(record, list) else 'a single value'}")
    # Only an escape can bring half a surrogate pair into text that was read as UTF-8.
    if "\\u" in line:
        try:
            _encode(record).encode()
        except UnicodeEncodeError:
            raise DataError(
                f"{place}: a text has half a surrogate pair (\\ud800 to \\udfff alone); expected whole characters"
            ) from None
    return record


def _refuse(place: str, why: str) -> NoReturn:
    raise DataError(f"{place}: not one JSON object on one line ({why}); jq -c '.[]' makes such lines from a list")


class _DuplicateKeyError(Exception):
    pass


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _DuplicateKeyError(counts.most_common(1)[0][0])
    return record


_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_decoder = json.JSONDecoder(object_pairs_hook=_distinct)
