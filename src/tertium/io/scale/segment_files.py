"""Segment scores written block by block: TSV, JSONL or Parquet, by the ending of the name.

One row for each segment and system: `system`, `segment` (from 1), `document` where there are some, and a column for
each metric. The score of a segment that was left out is empty (null).
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from tertium.errors import MissingExtraError, OptionError
from tertium.evaluation.scale.blocks import Each, ScoredBlock
from tertium.io.files import FilePath, bare_name, display_name, open_output
from tertium.keywords import checked
from tertium.results.delimited import cell_text
from tertium.results.json import finite

if TYPE_CHECKING:
    import pyarrow


@checked
@contextmanager
def segment_file(path: FilePath) -> Iterator[Each]:
    """Writes each block that it is given; the file is there when all of them are, and not before.

    Raises:
        OptionError: The ending says no format.
        MissingExtraError: PyArrow is not installed.
    """
    ending = next((one for one in _WRITERS if bare_name(path).lower().endswith(one)), None)
    if ending is None:
        raise OptionError(f"{display_name(path)}: the ending says the format; expected one of {', '.join(_WRITERS)}")
    with open_output(path) as stream, _WRITERS[ending](stream) as each:
        yield each


def rows_of(block: ScoredBlock) -> Iterator[tuple[str, int, str | None, Sequence[float]]]:
    """System, number, document and scores of each segment, all systems of a segment together."""
    documents = block.test_set.documents
    scores = {system: values.tolist() for system, values in block.scores.items()}
    for i in range(len(block.test_set)):
        for system, values in scores.items():
            yield system, block.test_set.first + i + 1, documents[i] if documents else None, values[i]


@contextmanager
def _tsv(stream: BinaryIO) -> Iterator[Each]:
    begun = False

    def write(block: ScoredBlock) -> None:
        nonlocal begun
        documented = block.test_set.documents is not None
        if not begun:
            names = ["system", "segment", *(["document"] if documented else []), *block.metrics]
            stream.write(("\t".join(map(cell_text, names)) + "\n").encode())
            begun = True
        lines = []
        for system, segment, document, scores in rows_of(block):
            place = [cell_text(system), str(segment), *([cell_text(document)] if documented else [])]
            numbers = [repr(score) if score == score else "" for score in scores]
            lines.append("\t".join(place + numbers) + "\n")
        stream.write("".join(lines).encode())

    yield write


@contextmanager
def _jsonl(stream: BinaryIO) -> Iterator[Each]:
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

    def write(block: ScoredBlock) -> None:
        lines = []
        for system, segment, document, scores in rows_of(block):
            place = {"system": system, "segment": segment} | ({} if document is None else {"document": document})
            record = place | dict(zip(block.metrics, map(finite, scores), strict=True))
            lines.append(encode(record) + "\n")
        stream.write("".join(lines).encode())

    yield write


@contextmanager
def _parquet(stream: BinaryIO) -> Iterator[Each]:
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("Parquet", "parquet") from None
    writer: pyarrow.parquet.ParquetWriter | None = None

    def write(block: ScoredBlock) -> None:
        nonlocal writer
        table = segment_table(block)
        if writer is None:
            writer = pyarrow.parquet.ParquetWriter(stream, table.schema, compression="zstd")
        writer.write_table(table)

    yield write
    if writer is not None:
        writer.close()


def segment_table(block: ScoredBlock) -> "pyarrow.Table":
    """The rows as columns for Parquet."""
    import pyarrow

    places = list(zip(*((system, segment, document) for system, segment, document, _ in rows_of(block)), strict=True))
    systems, segments, documents = places or ((), (), ())
    columns = {
        "system": pyarrow.array(systems, pyarrow.string()),
        "segment": pyarrow.array(segments, pyarrow.int64()),
    }
    if block.test_set.documents is not None:
        columns["document"] = pyarrow.array(documents, pyarrow.string())
    scores = [scores for *_, scores in rows_of(block)]
    for m, metric in enumerate(block.metrics):
        columns[metric] = pyarrow.array([row[m] for row in scores], pyarrow.float64(), from_pandas=True)
    return pyarrow.table(columns)


_WRITERS = {".tsv": _tsv, ".jsonl": _jsonl, ".ndjson": _jsonl, ".parquet": _parquet, ".pq": _parquet}
