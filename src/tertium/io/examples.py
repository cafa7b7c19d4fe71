"""Human and machine translations to learn from: plain texts beside references, or tables that hold both."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import NamedTuple

from tertium.errors import DataError, OptionError
from tertium.io.files import FilePath, bare_name, open_input
from tertium.io.judgements.cells import Options, Plan, open_records
from tertium.learn.model import TrainedOn
from tertium.learn.svm.examples import Examples

_TABLES = (".tsv", ".jsonl", ".json")
_OUTPUTS = ("hyp_a", "hyp_b")  # of tables of preferences


class _Row(NamedTuple):
    outputs: tuple[str, ...]
    references: tuple[str, ...]
    lang_pair: str


def read_examples(
    human: Sequence[FilePath],
    machine: Sequence[FilePath],
    references: Sequence[FilePath] = (),
    lang_pairs: Sequence[str] = (),
) -> Examples:
    """Read translations and who made them.

    Args:
        human: Plain texts, one segment per line as in `references`; or tables with a column `hypothesis` and columns
            `reference`, `reference_2`, …. In a table without `hypothesis` each reference in turn is the translation,
            with the others as its references.
        machine: The same; a folder means all its files. Tables of judgements are understood; scores are not read.
        references: Plain texts of one segment per line, which the plain texts of `human` and `machine` stand beside.
        lang_pairs: Patterns such as `*-en`; rows of tables with another `lang_pair` are left out.
    """
    columns = [_lines(path) for path in references]
    streams = list(zip(*_parallel(columns, references), strict=True)) if references else []
    rows: list[tuple[str, tuple[str, ...], bool]] = []
    origins = []
    for paths, is_human in ((human, True), (machine, False)):
        for path in _files(paths):
            before = len(rows)
            if _is_table(path):
                digest = hashlib.sha256()
                table_rows = list(_table(path, digest.update))
                rows += _examples_of(table_rows, is_human, lang_pairs)
                pairs = tuple(sorted({row.lang_pair for row in table_rows if _wanted(row, lang_pairs)} - {""}))
                sha = digest.hexdigest()
            else:
                if not references:
                    raise OptionError(f"{path}: plain text needs references beside it; give them with --references")
                lines = _lines(path)
                texts = _parallel([lines], [path], len(streams), str(references[0]))[0]
                rows += [(text, refs, is_human) for text, refs in zip(texts, streams, strict=True)]
                pairs, sha = (), lines.sha256
            use = "human" if is_human else "machine"
            origins.append(TrainedOn(PurePath(path).name, sha, pairs, len(rows) - before, use))
    return Examples.build(rows, origins)


def _examples_of(
    rows: Sequence[_Row], is_human: bool, lang_pairs: Sequence[str]
) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    for row in rows:
        if not _wanted(row, lang_pairs):
            continue
        if row.outputs:
            yield from ((output, row.references, is_human) for output in row.outputs)
        elif is_human:
            for i, text in enumerate(row.references):
                yield text, row.references[:i] + row.references[i + 1 :], True


def _wanted(row: _Row, lang_pairs: Sequence[str]) -> bool:
    return not lang_pairs or any(fnmatchcase(row.lang_pair, pattern) for pattern in lang_pairs)


def _table(path: str, watch: Callable[[bytes], object]) -> Iterator[_Row]:
    with open_input(path) as source:
        source.watch(watch)
        records = open_records(source)
        plan: Plan | None = None
        for number, record in records.rows:
            plan = plan or Plan.make(records.columns, Options(), source.name)
            column = plan.column("hypothesis")
            named = [column] if column else [name for name in _OUTPUTS if name in records.columns]
            texts = [records.content(record, name, number) for name in named]
            references = plan.read_references(records, record, number)
            if not named and len(plan.references) < 2 and plan.reference_list is None:
                raise DataError(
                    f"{source.name}: has no column 'hypothesis' and no second reference; found "
                    f"{', '.join(records.columns)}"
                )
            pair = records.identity(record, "lang_pair" if "lang_pair" in records.columns else None, number)
            yield _Row(tuple(text for text in texts if text is not None), references, pair or "")
        if plan is None:
            raise DataError(f"{source.name}: there are no rows, expected translations below the names of their columns")


class _Lines(tuple[str, ...]):
    sha256: str


def _lines(path: FilePath) -> _Lines:
    digest = hashlib.sha256()
    with open_input(path) as source:
        source.watch(digest.update)
        lines = _Lines(line for _, line in source.lines())
    lines.sha256 = digest.hexdigest()
    return lines


def _parallel(
    columns: Sequence[_Lines], paths: Sequence[FilePath], n: int | None = None, against: str = ""
) -> Sequence[_Lines]:
    n = len(columns[0]) if n is None else n
    for column, path in zip(columns, paths, strict=True):
        if len(column) != n:
            raise DataError(f"{path}: has {len(column)} lines but {against or paths[0]} has {n}; expected as many")
    return columns


def _files(paths: Sequence[FilePath]) -> Iterator[str]:
    for path in [os.fspath(path) for path in paths]:
        if not os.path.isdir(path):
            yield path
            continue
        files = sorted(str(file) for file in Path(path).iterdir() if file.is_file() and not file.name.startswith("."))
        if not files:
            raise DataError(f"{path}: the folder is empty, expected files with translations")
        yield from files


def _is_table(path: str) -> bool:
    return bare_name(path).lower().endswith(_TABLES)
