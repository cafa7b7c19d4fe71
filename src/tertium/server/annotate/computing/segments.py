"""Segments from any file that Tertium reads as a test set."""

from pathlib import Path
from typing import Any

from tertium.errors import DataError
from tertium.io.testsets.formats import detect, read_stream, read_test_set
from tertium.text.testset import TestSet


def segments_of_file(path: Path, format: str | None, name: str) -> list[dict[str, Any]]:
    """Segments with their texts; messages call the file by its own name.

    References are called ref1, ref2, ... Outputs of systems become outputs. Plain text gives sources alone.

    Raises:
        DataError: The file cannot be read; says where.
    """
    try:
        if format in (None, "auto") and detect(path) == "plain":
            return [_segment(i, str(line), []) for i, line in enumerate(read_stream(path, "source"), 1)]
        test_set = read_test_set(path, None if format == "auto" else format)
        return _segments(test_set, name)
    except DataError as error:
        raise DataError(str(error).replace(str(path), name)) from None


def _segment(number: int, source: str, texts: list[list[str]], document: str = "") -> dict[str, Any]:
    return {"id": str(number), "source": source, "document": document, "texts": texts}


def _segments(test_set: TestSet, name: str) -> list[dict[str, Any]]:
    if test_set.source is None:
        raise DataError(f"{name}: there are no sources; annotators need them (or give plain text, one per line)")
    segments = []
    for i, source in enumerate(test_set.source):
        texts: list[list[str]] = []
        for number, reference in enumerate(_references(test_set, i), 1):
            texts.append([f"ref{number}", "reference", reference])
        for system, outputs in test_set.systems.items():
            if outputs[i] is not None:
                texts.append([system, "output", str(outputs[i])])
        document = test_set.documents[i] if test_set.documents else ""
        segments.append(_segment(i + 1, str(source), texts, document or ""))
    return segments


def _references(test_set: TestSet, i: int) -> tuple[str, ...]:
    ends = test_set.references.ends
    return test_set.references.texts[ends[i - 1] if i else 0 : ends[i]]
