"""Parquet, with pyarrow (extra `parquet`); `tertium.io.testsets.rows` says what the columns mean.

Null is missing, `""` is empty. `references` may be a column of lists and `hypotheses` a column of structs; we write
plain columns of strings.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, BinaryIO

from tertium.errors import DataError, MissingExtraError
from tertium.io.columns import holds_text, is_known
from tertium.io.files import Input
from tertium.io.testsets.limits import refuse_surrogates
from tertium.io.testsets.rows import Record, Records, Where, columns_of
from tertium.text.testset import TestSet

if TYPE_CHECKING:
    import pyarrow.parquet

MAGIC = b"PAR1"
_ROWS_AT_A_TIME = 4096


def open_records(source: Input, where: Where, rows: range | None = None) -> Records:
    """One record for each row, or for some rows, counted from 0; of the columns that mean something here."""
    _load()
    with _errors(source.name):
        file = _open(source)
        names: list[str] = file.schema_arrow.names
    _check_columns(names, source.name, where)
    columns = [name for name in names if is_known(name) or name in where]
    return Records(_records(file, columns, rows, source.name), f"{source.name}: row ", names)


def count_records(source: Input) -> int:
    """How many rows there are, as the end of the file says."""
    _load()
    with _errors(source.name):
        return int(_open(source).metadata.num_rows)


def row_groups(source: Input) -> list[int]:
    """How many rows each group has, which is read as a whole."""
    _load()
    with _errors(source.name):
        metadata = _open(source).metadata
        return [int(metadata.row_group(i).num_rows) for i in range(metadata.num_row_groups)]


def _records(
    file: "pyarrow.parquet.ParquetFile", columns: list[str], rows: range | None, name: str
) -> Iterator[tuple[int, Record]]:
    with _errors(name):
        groups = list(accumulate((file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)), initial=0))
        span = range(groups[-1]) if rows is None else range(rows.start, min(rows.stop, groups[-1]))
        numbers = [i for i, (begin, end) in enumerate(pairwise(groups)) if begin < span.stop and end > span.start]
        number = groups[numbers[0]] if numbers else 0
        for batch in file.iter_batches(_ROWS_AT_A_TIME, row_groups=numbers, columns=columns):
            begin, end = max(span.start - number, 0), min(span.stop - number, batch.num_rows)
            if begin < end:
                yield from enumerate(batch.slice(begin, end - begin).to_pylist(), number + begin + 1)
            number += batch.num_rows


def write(test_set: TestSet, stream: BinaryIO) -> None:
    _load()
    import pyarrow
    import pyarrow.parquet

    refuse_surrogates(test_set, "Parquet")
    columns = columns_of(test_set)
    table = pyarrow.table({name: pyarrow.array(texts, pyarrow.string()) for name, texts in columns.items()})
    pyarrow.parquet.write_table(table, stream, compression="zstd")


def _load() -> None:
    try:
        import pyarrow.parquet  # noqa: F401  # may be absent: everything below needs it
    except ImportError:
        raise MissingExtraError("Parquet", "parquet") from None


def _open(source: Input) -> "pyarrow.parquet.ParquetFile":
    import pyarrow
    import pyarrow.parquet

    if source.compressed or source.path == "-":
        # The format is read from its end, so a stream must be whole first.
        return pyarrow.parquet.ParquetFile(pyarrow.BufferReader(source.read()))
    return pyarrow.parquet.ParquetFile(source.path)


def _check_columns(names: Iterable[str], name: str, where: Where) -> None:
    names = list(names)
    if not any(map(holds_text, names)):
        columns = ", ".join(map(repr, names[:20]))
        raise DataError(
            f"{name}: no column of hypotheses, references or sources; found {columns}; expected columns such as "
            "system, hypothesis, reference, source"
        )
    for column in where:
        if names.count(column) > 1:
            raise DataError(f"{name}: column {column!r} appears twice; rename one of them to choose rows by it")


@contextmanager
def _errors(name: str) -> Iterator[None]:
    """What cannot be read, in our own words."""
    import pyarrow

    try:
        yield
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        why = str(error).splitlines()[0]
        raise DataError(
            f"{name}: cannot be read as Parquet ({why}); write it again or check that the copy is whole"
        ) from None
