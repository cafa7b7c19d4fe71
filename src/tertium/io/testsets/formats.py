"""The register of formats, how a file's format is found, and reading and writing by format.

The format of a file is found by how it begins, and by the ending of its name only where the beginning does not tell.
Each format is one module; it is imported when it is first used.
"""

import codecs
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple, Protocol, cast

from tertium.errors import DataError, OptionError
from tertium.io.files import FilePath, Input, Source, bare_name, display_name, open_input, open_output
from tertium.io.testsets.plain import read_lines
from tertium.keywords import checked
from tertium.register import Register
from tertium.text.testset import TestSet, Text

if TYPE_CHECKING:
    from tertium.io.bilingual.segments import Options
    from tertium.io.testsets.markup import Collection, Role
    from tertium.io.testsets.rows import Records
    from tertium.io.testsets.tables import Open


class Format(NamedTuple):
    """A format: what it is called, which names its files have, and which module knows it.

    `kind` is `stream` (one text for each segment), `table` (rows and columns), `markup` (documents and segments) or
    `bilingual` (translators' files: sources and targets).
    """

    name: str
    title: str
    kind: str
    endings: tuple[str, ...]
    module: str = ""


FORMATS: Register[Format] = Register("format")
for _format in (
    Format("plain", "plain text, one segment per line", "stream", (".txt",)),
    Format("tsv", "tab-separated values with a header", "table", (".tsv", ".tab"), "tsv"),
    Format("csv", "comma-separated values with a header", "table", (".csv",), "csv"),
    Format("jsonl", "JSON, one object per line", "table", (".jsonl", ".ndjson", ".json"), "jsonl"),
    Format("parquet", "Parquet (extra: parquet)", "table", (".parquet", ".pq"), "parquet"),
    Format("wmt-xml", "WMT XML (2021 and later)", "markup", (".xml",), "wmt_xml"),
    Format("sgml", "NIST and WMT SGML (until 2020)", "markup", (".sgm", ".sgml"), "sgml"),
    Format("xliff", "XLIFF 1.0 to 1.2", "bilingual", (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")),
    Format("xliff2", "XLIFF 2.0 to 2.2", "bilingual", (".xlf2", ".xliff2")),
    Format("tmx", "TMX 1.1 to 1.4b", "bilingual", (".tmx",)),
):
    FORMATS.add(_format.name, _format)

# What may stand before the first element: declarations, and the end of a document type that has some inside.
_PROLOG = re.compile(r"(?>(?:\s++|<[?!][^>]*+>|%[\w.-]++;|\]\s*>)*)")
_SGML_START = re.compile(r"<(?:srcset|refset|tstset|mteval)[\s>]", re.IGNORECASE)
_BILINGUAL_START = re.compile(r"<(?:[\w.-]+:)?(?:xliff|tmx)[\s>]")
_XML_START = re.compile(r"<dataset[\s>]")
_ROLES = ("hypothesis", "reference", "source")


@checked
def read_test_set(
    path: Source,
    format: str | None = None,
    where: Mapping[str, str] | None = None,
    options: "Options | None" = None,
) -> TestSet:
    """Read a whole test set from one file (`-`: standard input).

    Args:
        path: The file, or one that is open already; gzip is recognised.
        format: A name in FORMATS; found by content and name if not given.
        where: Keep only the rows with these values in these columns (TSV, JSONL and Parquet).
        options: How translators' files (XLIFF and TMX) are read: inline tags, languages.
    """
    (test_set,) = read_test_sets([path], None, format, where, options)
    return test_set


def read_test_sets(
    parts: Sequence[Source],
    name: str | None = None,
    format: str | None = None,
    where: Mapping[str, str] | None = None,
    options: "Options | None" = None,
    size: int | None = None,
) -> Iterator[TestSet]:
    """Read a whole test set from one file, or from many parts of a table; a table in blocks of `size` segments.

    Args:
        parts: Files, or some that are open already. Several are parts of one table.
        name: What messages call all parts together.
        format: A name in FORMATS; found by content and name of the first part if not given.
        where: Keep only the rows with these values in these columns (TSV, JSONL and Parquet).
        options: How translators' files (XLIFF and TMX) are read: inline tags, languages.
        size: Segments in a block; None: all.
    """
    with open_input(parts[0]) as source:
        entry = _choose(source, format)
        if entry.kind == "table":
            from tertium.io.testsets.tables import read_blocks  # late: most test sets are plain text

            rest = [source, *parts[1:]]
            called = source.name if len(parts) == 1 or name is None else name
            stem = source.stem if len(parts) == 1 else os.path.basename(os.path.normpath(called))
            yield from read_blocks(rest, open_records(entry), called, stem, where or {}, size)
            return
        yield _read_other(source, entry, where, options)


def _read_other(source: Input, entry: Format, where: Mapping[str, str] | None, options: "Options | None") -> TestSet:
    """A whole test set from one file that is no table."""
    if where:
        raise OptionError(f"{source.name}: {entry.title} has no columns, so rows cannot be chosen by {_pairs(where)}")
    if entry.kind == "stream":
        raise DataError(
            f"{source.name}: found plain text, which is one stream and not a test set; expected one of "
            f"{_test_set_formats()}; give hypotheses and references as separate files, or pass --input-format"
        )
    if entry.kind == "bilingual":
        from tertium.io.bilingual import testset as bilingual

        return bilingual.read(source, entry.name, options or _bilingual_options())
    collection = _collection(source.name)
    cast(_Markup, _module(entry)).collect(source, collection)
    return collection.test_set()


def _collection(name: str) -> "Collection":
    from tertium.io.testsets.markup import Collection  # late: most test sets are plain text

    return Collection(name)


def read_parts(paths: Iterable[Source], format: str | None = None) -> TestSet:
    """Read one test set from several SGML or XML files, put together by document and segment ids."""
    collection: Collection | None = None
    for path in paths:
        with open_input(path) as source:
            entry = _choose(source, format)
            if entry.kind != "markup":
                raise DataError(f"{source.name}: found {entry.title}; only SGML and XML files can be put together")
            collection = collection or _collection(source.name)
            cast(_Markup, _module(entry)).collect(source, collection)
    if collection is None:
        raise ValueError("read_parts needs at least one file")
    return collection.test_set()


def read_bilingual(
    hypotheses: Mapping[str, Source],
    references: Sequence[Source] = (),
    options: "Options | None" = None,
    missing: Literal["error", "skip"] = "error",
) -> TestSet:
    """Read one test set from several translators' files, put together by document and segment id.

    Args:
        hypotheses: System names and the files whose targets are their outputs.
        references: Files whose targets are references; `alt:reference` means those inside the files of hypotheses.
        options: How the files are read: inline tags, languages.
        missing: What to do about segments that a file lacks: refuse, or leave their texts missing.
    """
    from tertium.io.bilingual.testset import read_joined

    return read_joined(
        hypotheses, references, lambda source: bilingual_kind(source), options or _bilingual_options(), missing
    )


def is_bilingual(source: Input) -> bool:
    """Whether an open file is XLIFF or TMX, by how it begins."""
    return FORMATS.get(_detect("", source.head)).kind == "bilingual"


def bilingual_kind(source: Input) -> str:
    """`xliff`, `xliff2` or `tmx`; DataError for any other file."""
    entry = _choose(source, None)
    if entry.kind != "bilingual":
        raise DataError(f"{source.name}: found {entry.title}, expected XLIFF or TMX; give a translators' file")
    return entry.name


def _bilingual_options() -> "Options":
    from tertium.io.bilingual.segments import Options

    return Options()


def read_stream(path: Source, role: "Role", name: str | None = None, options: "Options | None" = None) -> list[Text]:
    """Read the hypotheses, references or sources of all segments, in order.

    Plain text gives its lines. An SGML or XML file gives the outputs of its only system, or its only reference; where
    there are several, `name` says which one (DataError lists them). A translators' file gives its sources, and its
    targets as hypotheses or references. Different files are not compared here: use `read_parts` or `read_bilingual`
    where documents may stand in a different order.

    Args:
        path: The file (`-`: standard input), or one that is open already; gzip is recognised.
        role: `hypothesis`, `reference` or `source`.
        name: The system or translator.
        options: How translators' files are read: inline tags, languages.
    """
    if role not in _ROLES:
        raise ValueError(f"role must be one of {', '.join(_ROLES)}, got {role!r}")
    with open_input(path) as source:
        entry = FORMATS.get(_detect(source.path, source.head))
        if entry.kind == "table" and (entry.name == "parquet" or _by_ending(source.path) is entry):
            raise DataError(
                f"{source.name}: found {entry.title}, which is a whole test set; expected plain text, SGML or XML"
            )
        if entry.kind == "markup":
            collection = _collection(source.name)
            cast(_Markup, _module(entry)).collect(source, collection)
            return collection.stream(role, name)
        if entry.kind == "bilingual":
            from tertium.io.bilingual.testset import read_columns

            columns = read_columns(source, entry.name, options or _bilingual_options())
            return columns.sources if role == "source" else columns.targets
        if name is not None:
            raise OptionError(f"{source.name}: plain text has one unnamed stream, so {name!r} cannot be chosen from it")
        return cast(list[Text], read_lines(source))


@checked
def write_test_set(
    test_set: TestSet, path: FilePath, format: str | None = None, languages: tuple[str, str] | None = None
) -> None:
    """Write a test set so that reading gives the same again (its `name` becomes the path).

    Raises DataError, and leaves no file, where the format cannot hold something.

    Args:
        test_set: What to write.
        path: The file (`-`: standard output); compressed if the name ends in `.gz`.
        format: A name in FORMATS; found by the ending of the name if not given.
        languages: Source and target language, which XLIFF and TMX name.
    """
    entry = _by_ending(path) if format is None else FORMATS.get(format)
    if entry is None or entry.kind == "stream":
        problem = "does not say the format" if entry is None else "means plain text, which cannot hold a test set"
        raise OptionError(
            f"the name {display_name(path)!r} {problem}; expected one of {_test_set_formats()}: "
            "pass the format or use its ending"
        )
    with open_output(path) as stream:
        try:
            if entry.kind == "bilingual":
                from tertium.io.bilingual import writing

                writing.write(test_set, stream, entry.name, languages or writing.languages_of(test_set))
            else:
                cast(_Writer, _module(entry)).write(test_set, stream)
        except UnicodeEncodeError:
            from tertium.io.testsets.limits import refuse_surrogates

            refuse_surrogates(test_set, entry.title)
            raise


def detect(source: Source) -> str:
    """The name of a file's format, in FORMATS. One that is open can still be read afterwards.

    What can be read only once (standard input, a pipe) must be open: its name alone is refused.
    """
    if isinstance(source, Input):
        return _detect(source.path, source.head)
    with open_input(source) as opened:
        if opened.stream:
            raise DataError(f"{opened.name}: is a stream and can be read only once; give a file instead")
        return _detect(opened.path, opened.head)


def open_records(entry: Format) -> "Open":
    """What opens the records of a table."""
    return cast(_Table, _module(entry)).open_records


def _choose(source: Input, format: str | None) -> Format:
    return FORMATS.get(_detect(source.path, source.head)) if format is None else FORMATS.get(format)


def _detect(path: FilePath, head: bytes) -> str:
    if head.startswith(b"PAR1"):
        return "parquet"
    wide = head[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    text = head.decode("utf-16" if wide else "utf-8", "replace").removeprefix("\ufeff")
    if text.lstrip().startswith("<"):
        markup = _without_comments(text)
        start = _PROLOG.match(markup)
        at = start.end() if start else 0
        if _SGML_START.match(markup, at):
            return "sgml"
        if _XML_START.match(markup, at):
            return "wmt-xml"
        if _BILINGUAL_START.match(markup, at):
            from tertium.io.bilingual.opening import kind_of

            return kind_of(markup, at) or "xliff"
    first_line = text.split("\n", 1)[0].removesuffix("\r")
    if first_line.startswith("{"):
        from tertium.io.testsets import jsonl

        if jsonl.looks_like(first_line):
            return "jsonl"
    if "\t" in first_line:
        from tertium.io.testsets import tsv

        if tsv.looks_like(first_line):
            return "tsv"
    elif "," in first_line:
        from tertium.io.testsets import csv

        if csv.looks_like(first_line):
            return "csv"
    by_ending = _by_ending(path)
    return "plain" if by_ending is None else by_ending.name


def _without_comments(markup: str) -> str:
    before, *comments = markup.split("<!--")
    return before + "".join(comment.partition("-->")[2] for comment in comments)


def _by_ending(path: FilePath) -> Format | None:
    name = bare_name(path).lower()
    return next((entry for entry in FORMATS.values() if name.endswith(entry.endings)), None)


def _test_set_formats() -> str:
    return ", ".join(entry.name for entry in FORMATS.values() if entry.kind != "stream")


def _pairs(where: Mapping[str, str]) -> str:
    return ", ".join(f"{column}={value}" for column, value in where.items())


class _Table(Protocol):
    def open_records(self, source: Input, where: Mapping[str, str], rows: range | None = None) -> "Records": ...


class _Markup(Protocol):
    def collect(self, source: Input, collection: "Collection") -> None: ...


class _Writer(Protocol):
    def write(self, test_set: TestSet, stream: BinaryIO) -> None: ...


def _module(entry: Format) -> object:
    return import_module(f"tertium.io.testsets.{entry.module}")
