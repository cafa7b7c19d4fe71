"""The register of formats of judgements, how a file's format is found, and reading and writing by format.

The format of a file is found by its header; the name of the file plays no part. Each format is one module, imported
when it is first used.
"""

import hashlib
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import BinaryIO, Protocol, cast

from tertium.errors import DataError, OptionError
from tertium.io.files import FilePath, Input, display_name, open_input, open_output
from tertium.io.judgements import mqm, pairs, rankings, scores
from tertium.io.judgements.cells import Level, Options, first_line, is_csv
from tertium.io.testsets import csv, jsonl
from tertium.io.testsets.formats import is_bilingual
from tertium.io.testsets.named import judged_folder
from tertium.keywords import checked
from tertium.meta.judgements import JudgementGroup, JudgementSet, Origin
from tertium.register import Register


@dataclass(frozen=True, slots=True)
class JudgementFormat:
    """A format: what it is called and which module knows it. A `folder` is not one file but a tree of them."""

    name: str
    title: str
    module: str
    writes: bool = True
    folder: bool = False


JUDGEMENT_FORMATS: Register[JudgementFormat] = Register("format of judgements")
for _format in (
    JudgementFormat("scores", "scores in TSV, CSV or JSONL with named columns", "scores"),
    JudgementFormat("pairs", "pairwise preferences in TSV, CSV or JSONL", "pairs"),
    JudgementFormat("mqm-tsv", "Google's MQM TSV", "mqm"),
    JudgementFormat("wmt-rankings", "WMT's ranking CSV", "rankings", writes=False),
    JudgementFormat("post-edits", "XLIFF or TMX with translations from before editing", "post_edits", writes=False),
    JudgementFormat("mt-metrics-eval", "a folder of mt-metrics-eval", "folder", folder=True),
):
    JUDGEMENT_FORMATS.add(_format.name, _format)


@checked
def read_judgements(
    path: FilePath,
    format: str | None = None,
    *,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    lower_is_better: Collection[str] = (),
    level: Level | None = None,
    dataset: str | None = None,
    lang_pair: str | None = None,
) -> JudgementSet:
    """Read human judgements.

    Args:
        path: A file (`-`: standard input; gzip is recognised), a folder of mt-metrics-eval, or the name of a test set
            that it has fetched, such as `wmt22`.
        format: A name in JUDGEMENT_FORMATS; found by the header if not given.
        columns: Which column plays which part where it has another name than usual, such as
            `{"score": ["adequacy", "fluency"], "rater": "who", "reference": "gold"}`.
        lower_is_better: Columns of scores that are errors; they are negated.
        level: What a score is of; segments, unless the file says systems.
        dataset: The name of the data set, where the file does not say it or another one is wanted.
        lang_pair: The language pair, likewise.
    """
    options = Options(
        columns=columns or {}, lower_is_better=lower_is_better, level=level, dataset=dataset, lang_pair=lang_pair
    )
    if format is not None:
        JUDGEMENT_FORMATS.get(format)  # an unknown name is refused before the file is opened
    path = judged_folder(os.fspath(path)) or path
    folder = os.fspath(path) != "-" and os.path.isdir(path)
    if format is None and folder:
        format = "mt-metrics-eval"
    if format is not None and JUDGEMENT_FORMATS.get(format).folder:
        return cast(_Folder, _module(format)).read_folder(path, options)
    with open_input(path) as source:
        digest = hashlib.sha256()
        source.watch(digest.update)
        groups = cast(_File, _module(format or _detect(source, options))).read(source, options)
        return JudgementSet(tuple(groups), Origin(source.path, digest.hexdigest()))


def detect_judgements(path: FilePath) -> str:
    """The name of a file's or folder's format, in JUDGEMENT_FORMATS."""
    if os.fspath(path) != "-" and os.path.isdir(path):
        return "mt-metrics-eval"
    with open_input(path) as source:
        return _detect(source, Options())


def write_judgements(
    judgements: JudgementSet | Iterable[JudgementGroup], path: FilePath, format: str, *, kind: str | None = None
) -> None:
    """Write judgements so that reading gives them again; raises DataError where the format cannot hold something.

    Args:
        judgements: What to write.
        path: The file (`-`: standard output; compressed if the name ends in `.gz`), or a new folder.
        format: A name in JUDGEMENT_FORMATS.
        kind: Which segment scores to write, for `scores`; the first ones if not given.
    """
    entry = JUDGEMENT_FORMATS.get(format)
    if not entry.writes:
        writable = ", ".join(entry.name for entry in JUDGEMENT_FORMATS.values() if entry.writes)
        raise OptionError(f"{entry.title} can only be read; formats that can be written: {writable}")
    if kind is not None and format != "scores":
        raise OptionError(f"a kind of scores cannot be chosen in {entry.title}; only in the format 'scores'")
    groups = tuple(judgements)
    if entry.folder:
        cast(_Folder, _module(format)).write_folder(groups, path)
        return
    with open_output(path) as stream:
        try:
            if format == "scores":
                scores.write(groups, stream, kind)
            else:
                cast(_File, _module(format)).write(groups, stream)
        except UnicodeEncodeError as error:
            raise DataError(
                f"{display_name(path)}: a text has half a surrogate pair (U+{ord(error.object[error.start]):04X}), "
                "which UTF-8 cannot hold; repair the text"
            ) from None


def _detect(source: Input, options: Options) -> str:
    line = first_line(source)
    if is_bilingual(source):
        return "post-edits"
    if rankings.looks_like(line):
        return "wmt-rankings"
    if line.lstrip().startswith("{"):
        if not jsonl.looks_like(line):
            return "scores"  # whose reader says what is wrong, or reads a line that is longer than the head
        columns: Collection[str] = jsonl.parse_line(line, f"{source.name}:1")
    else:
        columns = csv.header_of(line) if is_csv(line) else line.split("\t")
    if set(pairs.REQUIRED) <= set(columns):
        return "pairs"
    if set(mqm.REQUIRED) <= set(columns) and not options.columns and not is_csv(line):
        return "mqm-tsv"
    if len(columns) > 1 or line.lstrip().startswith("{"):
        return "scores"
    raise DataError(
        f"{source.name}:1: found {line!r:.80}, which is not the header of any known format of judgements; "
        f"expected one of {', '.join(f'{entry.name} ({entry.title})' for entry in JUDGEMENT_FORMATS.values())}"
    )


class _File(Protocol):
    def read(self, source: Input, options: Options) -> list[JudgementGroup]: ...

    def write(self, groups: Iterable[JudgementGroup], stream: BinaryIO) -> None: ...


class _Folder(Protocol):
    def read_folder(self, path: FilePath, options: Options) -> JudgementSet: ...

    def write_folder(self, groups: Iterable[JudgementGroup], path: FilePath) -> None: ...


def _module(format: str) -> object:
    return import_module(f"tertium.io.judgements.{JUDGEMENT_FORMATS.get(format).module}")
