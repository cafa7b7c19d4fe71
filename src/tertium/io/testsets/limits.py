"""What a format cannot hold: found before anything is written, and named."""

import re
from collections.abc import Iterator

from tertium.errors import DataError
from tertium.text.testset import TestSet

_SURROGATE = re.compile(r"[\ud800-\udfff]")


def labelled_texts(test_set: TestSet) -> Iterator[tuple[str, str]]:
    """Every text and name of a test set, with what to call it in a message."""
    for system, texts in test_set.systems.items():
        yield "the name of a system", system
        for i, text in enumerate(texts, 1):
            if text is not None:
                yield f"segment {i} of system {system!r}", text
    for i, references in enumerate(test_set.references, 1):
        for n, text in enumerate(references, 1):
            yield f"reference {n} of segment {i}", text
    for i, text in enumerate(test_set.source or (), 1):
        if text is not None:
            yield f"the source of segment {i}", text
    for i, text in enumerate(test_set.documents or (), 1):
        yield f"the document name of segment {i}", text


def refuse_characters(test_set: TestSet, unwanted: re.Pattern[str], format_name: str) -> None:
    """Raise DataError if any text has a character that the format cannot hold."""
    for label, text in labelled_texts(test_set):
        unwanted_character = unwanted.search(text)
        if unwanted_character:
            raise DataError(
                f"{label} has the character U+{ord(unwanted_character[0]):04X}, which {format_name} cannot hold; "
                "remove it or write another format, such as jsonl"
            )


def refuse_surrogates(test_set: TestSet, format_name: str) -> None:
    """Raise DataError if any text has half a surrogate pair, which no UTF-8 file can hold."""
    refuse_characters(test_set, _SURROGATE, f"{format_name} in UTF-8")


def refuse_no_segments(test_set: TestSet, format_name: str) -> None:
    """Raise DataError if there are no segments and the format names systems only in segments."""
    if not len(test_set):
        raise DataError(
            f"{test_set.name}: there are no segments, and {format_name} cannot hold that; write tsv instead"
        )


def refuse_bare_segments(test_set: TestSet, format_name: str) -> None:
    """Raise DataError if a segment has no text at all: in markup nothing would show that it exists."""
    for i, segment in enumerate(test_set, 1):
        texts = [segment.source, *segment.references, *segment.hypotheses.values()]
        if all(text is None for text in texts):
            raise DataError(
                f"segment {i} has no source, reference or hypothesis, and {format_name} cannot hold such a segment; "
                "leave it out or write another format, such as jsonl"
            )
