"""The folder layout of mt-metrics-eval: a test set with outputs, human scores and scores of metrics.

    sources/LP.txt                          one segment per line
    references/LP.NAME.txt                  parallel to it
    system-outputs/LP/SYSTEM.txt            parallel to it
    documents/LP.docs                       DOMAIN DOCUMENT, a line for each segment
    human-scores/LP.NAME.LEVEL.score        SYSTEM SCORE; LEVEL is seg, doc, sys, or domain (DOMAIN SYSTEM SCORE)
    metric-scores/LP/NAME-REF.LEVEL.score   the same

`seg` files hold a block of scores for each system, one for each segment in order; `doc` files likewise for documents in
the order in which they begin. `None` is a missing score, and so is a system without a block. The segments' ids are
their line numbers; the folder's name is the data set. The domain is kept as the extra column `domain`.

Such a folder holds no pairwise preferences, errors, single ratings or other extra columns.
"""

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from tertium.errors import DataError
from tertium.io.files import FilePath, open_input, write_text
from tertium.io.judgements.cells import Options, parse_score
from tertium.io.testsets.plain import read_lines, write_lines
from tertium.meta.judgements import (
    DocumentJudgements,
    Items,
    JudgementGroup,
    JudgementSet,
    Origin,
    ScoreTables,
    SegmentScores,
    SystemJudgements,
)
from tertium.text.arrays import Floats
from tertium.text.testset import References, Text

DOMAIN = "domain"
_SCORE_FILE = re.compile(r"(.+)\.(seg|doc|sys|domain)\.score", re.DOTALL)
_BAD_NAME = re.compile(r"[/\\\0\n\t]|\A\.{0,2}\Z")
_BAD_REFERENCE_NAME = re.compile(r"[.\-]|\A(?:all|src)\Z")


def read_folder(path: FilePath, options: Options) -> JudgementSet:
    root = Path(path)
    pairs = sorted(file.name.removesuffix(".txt") for file in (root / "sources").glob("*.txt"))
    if options.lang_pair is not None and options.lang_pair in pairs:
        pairs = [options.lang_pair]
    elif options.lang_pair is not None or not pairs:
        content = ", ".join(sorted(os.listdir(root))[:12]) if root.is_dir() else "no folder"
        pattern = options.lang_pair or "LP"
        raise DataError(
            f"{root}: no file sources/{pattern}.txt; found {', '.join(pairs) or content}; expected a folder of "
            "mt-metrics-eval with sources, references, system-outputs and human-scores"
        )
    files = _Files(root)
    groups = tuple(_Reader(files, pair).group(options.dataset or root.resolve().name) for pair in pairs)
    return JudgementSet(groups, Origin(os.fspath(path), files.digest.hexdigest()))


@dataclass(slots=True)
class _Files:
    """Reads files below a folder and hashes names and contents on the way."""

    root: Path
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)

    def lines(self, path: Path) -> list[str]:
        self.digest.update(f"{path.relative_to(self.root).as_posix()}\0".encode("utf-8", "surrogateescape"))
        content = hashlib.sha256()
        with open_input(path) as source:
            source.watch(content.update)
            lines = read_lines(source)
        self.digest.update(content.digest())
        return lines

    def parallel(self, path: Path, n: int, to: Path) -> list[str]:
        lines = self.lines(path)
        if len(lines) != n:
            raise DataError(f"{path}: {len(lines)} lines, expected {n} as in {to}")
        return lines


@dataclass(slots=True)
class _Reader:
    files: _Files
    lang_pair: str
    systems: list[str] = field(default_factory=list)
    documents: list[Text] = field(default_factory=list)
    items: Items = field(init=False)

    def group(self, dataset: str) -> JudgementGroup:
        root, pair = self.files.root, self.lang_pair
        main = root / "sources" / f"{pair}.txt"
        source = self.files.lines(main)
        n = len(source)
        references = {
            file.name.removeprefix(f"{pair}.").removesuffix(".txt"): self.files.parallel(file, n, main)
            for file in sorted((root / "references").glob(f"{_literal(pair)}.*.txt"))
        }
        outputs = {
            file.name.removesuffix(".txt"): self.files.parallel(file, n, main)
            for file in sorted((root / "system-outputs" / pair).glob("*.txt"))
        }
        self.systems = list(outputs)
        domains = self._read_documents(root / "documents" / f"{pair}.docs", n, main)
        rows = References.by_stream(*references.values()) if references else References.none(n)
        times = len(outputs)
        self.items = Items.build(
            (text for texts in outputs.values() for text in texts),
            rows.select(list(range(n)) * times),
            source=source * times,
            system=(system for system in outputs for _ in range(n)),
            segment=[str(i) for i in range(1, n + 1)] * times,
            document=self.documents * times,
            extra={DOMAIN: domains * times} if domains else None,
        )
        human = self._tables((root / "human-scores").glob(f"{_literal(pair)}.*.score"), f"{pair}.")
        metrics = self._tables((root / "metric-scores" / pair).glob("*.score"), "")
        return JudgementGroup(dataset, pair, self.items, human, metrics=metrics, reference_names=tuple(references))

    def _read_documents(self, path: Path, n: int, main: Path) -> list[str]:
        """The domains; empty where there is no such file."""
        if not path.exists():
            self.documents = [None] * n
            return []
        domains: list[str] = []
        for number, line in enumerate(self.files.parallel(path, n, main), 1):
            domain, document = _fields(line, 2, f"{path}:{number}", "DOMAIN DOCUMENT")
            domains.append(domain)
            self.documents.append(document)
        return domains

    def _tables(self, paths: Iterable[Path], prefix: str) -> ScoreTables:
        segments: list[SegmentScores] = []
        documents: list[DocumentJudgements] = []
        systems: list[SystemJudgements] = []
        for path in sorted(paths):
            match = _SCORE_FILE.fullmatch(path.name.removeprefix(prefix))
            if match is None:
                raise DataError(
                    f"{path}: the name does not say the level; expected NAME.seg.score, .doc, .sys, .domain"
                )
            kind, level = match[1], match[2]
            if level == "domain":
                documents.append(self._domain_scores(path, kind))
                continue
            blocks = self._blocks(path)
            if level == "seg":
                segments.append(SegmentScores(self.items, self._by_segment(path, blocks), kind))
            elif level == "doc":
                documents.append(self._document_scores(path, blocks, kind))
            else:
                self._check_blocks(path, blocks, 1, "system")
                scores = np.array([block[0] for block in blocks.values()], dtype=np.float64)
                systems.append(SystemJudgements(self.items, tuple(blocks), scores, kind))
        return ScoreTables(tuple(segments), tuple(documents), tuple(systems))

    def _blocks(self, path: Path) -> dict[str, list[float]]:
        blocks: dict[str, list[float]] = {}
        for number, line in enumerate(self.files.lines(path), 1):
            place = f"{path}:{number}"
            system, score = _fields(line, 2, place, "SYSTEM SCORE")
            self._check_system(system, place)
            blocks.setdefault(system, []).append(parse_score(score, place, "score"))
        return blocks

    def _check_system(self, system: str, place: str) -> None:
        if system not in self.systems:
            raise DataError(
                f"{place}: system {system!r} has no file in system-outputs/{self.lang_pair}; it has "
                f"{', '.join(self.systems)}; a reference that is scored as a system must be copied there"
            )

    def _check_blocks(self, path: Path, blocks: dict[str, list[float]], n: int, what: str) -> None:
        for system, block in blocks.items():
            if len(block) != n:
                raise DataError(f"{path}: {len(block)} scores of system {system!r}, expected {n}, one for each {what}")

    def _by_segment(self, path: Path, blocks: dict[str, list[float]]) -> Floats:
        n = len(self.documents)
        self._check_blocks(path, blocks, n, "segment")
        missing = [np.nan] * n
        return np.array([blocks.get(system, missing) for system in self.systems], dtype=np.float64).reshape(-1)

    def _document_scores(self, path: Path, blocks: dict[str, list[float]], kind: str) -> DocumentJudgements:
        names = [name for name in dict.fromkeys(self.documents) if name is not None]
        self._check_blocks(path, blocks, len(names), "document")
        scores = np.array([score for block in blocks.values() for score in block], dtype=np.float64)
        systems = tuple(system for system in blocks for _ in names)
        return DocumentJudgements(self.items, systems, tuple(names) * len(blocks), scores, kind)

    def _domain_scores(self, path: Path, kind: str) -> DocumentJudgements:
        by_domain: dict[tuple[str, str], float] = {}
        for number, line in enumerate(self.files.lines(path), 1):
            place = f"{path}:{number}"
            domain, system, score = _fields(line, 3, place, "DOMAIN SYSTEM SCORE")
            self._check_system(system, place)
            if (system, domain) in by_domain:
                raise DataError(f"{place}: system {system!r} has a score for domain {domain!r} already; keep one")
            by_domain[system, domain] = parse_score(score, place, "score")
        systems, domains = tuple(system for system, _ in by_domain), tuple(domain for _, domain in by_domain)
        scores = np.array(list(by_domain.values()), dtype=np.float64)
        return DocumentJudgements(self.items, systems, domains, scores, kind, unit="domain")


def _literal(name: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", name)


def _fields(line: str, n: int, place: str, expected: str) -> list[str]:
    fields = line.split("\t") if line.count("\t") == n - 1 else line.split()
    if len(fields) != n or not all(fields):
        raise DataError(f"{place}: found {line!r:.80}, expected {expected}, separated by a tab or blanks")
    return fields


def write_folder(groups: Iterable[JudgementGroup], path: FilePath) -> None:
    """Write a new folder; nothing is left where that fails. Raises DataError for what the layout cannot hold."""
    root = Path(path)
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise DataError(f"{root}: exists and is not an empty folder; give the name of a new one")
    writers = [_Writer(group) for group in groups]
    pairs = [writer.group.lang_pair for writer in writers]
    if not pairs or len(set(pairs)) < len(pairs):
        raise DataError(f"groups of {', '.join(pairs) or 'no language pair'}; expected each language pair once")
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".tertium-", dir=root.parent) as temporary:
            new = Path(temporary) / "folder"
            for writer in writers:
                writer.write(new)
            if root.exists():
                root.rmdir()
            shutil.move(new, root)
    except OSError as error:
        raise DataError(f"{root}: cannot be written ({error.strerror or error})") from error


@dataclass(slots=True)
class _Writer:
    """One language pair as a grid: `grid[system]` are the numbers of the system's items, a segment each."""

    group: JudgementGroup
    grid: dict[str, list[int]] = field(init=False)
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        group, items = self.group, self.group.items
        for what, there in (("pairwise preferences", group.preferences), ("errors", group.spans)):
            if there is not None:
                raise DataError(f"{group.name}: a folder of mt-metrics-eval cannot hold {what}; write them apart")
        cells: dict[tuple[Text, Text], dict[str, int]] = {}
        for i, (system, segment, document) in enumerate(zip(items.system, items.segment, items.document, strict=True)):
            if system is None:
                raise DataError(f"{group.name}: item {i + 1} has no system, and the layout needs one for each output")
            row = cells.setdefault((document, segment), {})
            if system in row:
                raise DataError(f"{group.name}: two outputs of system {system!r} for segment {segment!r}, expected one")
            row[system] = i
        for (_, segment), row in cells.items():
            for system in items.systems:
                if system not in row:
                    raise DataError(
                        f"{group.name}: no output of system {system!r} for segment {segment!r}; the layout needs all"
                    )
        self.grid = {system: [row[system] for row in cells.values()] for system in items.systems}
        self.names = self._reference_names()
        for name in (group.lang_pair, *self.grid, *self.names):
            _check_name(name)

    def write(self, root: Path) -> None:
        group, items, pair = self.group, self.group.items, self.group.lang_pair
        rows = next(iter(self.grid.values()), [])
        self._write_lines([items.source[i] for i in rows], root / "sources" / f"{pair}.txt")
        for n, name in enumerate(self.names):
            self._write_lines([items.references[i][n] for i in rows], root / "references" / f"{pair}.{name}.txt")
        for system, numbers in self.grid.items():
            texts = [items.hypothesis[i] for i in numbers]
            self._write_lines(texts, root / "system-outputs" / pair / f"{system}.txt")
        documents = [items.document[i] for i in rows]
        if rows and None not in documents:
            domains = items.extra.get(DOMAIN)
            for label in dict.fromkeys([*documents, *(domains or ())]):
                if label is not None and re.search(r"[\t\n\r]|\A\Z", label):
                    raise DataError(f"{group.name}: a document or domain cannot be called {label!r} in this layout")
            lines = [f"{(domains and domains[i]) or 'all'}\t{name}" for i, name in zip(rows, documents, strict=True)]
            self._write_lines(lines, root / "documents" / f"{pair}.docs")
        self._write_tables(group.human, root / "human-scores", f"{pair}.")
        self._write_tables(group.metrics, root / "metric-scores" / pair, "")

    def _reference_names(self) -> tuple[str, ...]:
        items, group = self.group.items, self.group
        n = len(items.references[0]) if len(items) else len(group.reference_names)
        names = group.reference_names or tuple(f"ref{chr(ord('A') + i)}" for i in range(n))
        for numbers in zip(*self.grid.values(), strict=True):
            shared = {(items.source[i], items.references[i]) for i in numbers}
            if len(shared) > 1 or len(items.references[numbers[0]]) != len(names):
                raise DataError(
                    f"{group.name}: segment {items.segment[numbers[0]]!r} has other references or another source than "
                    f"the layout can hold; expected the same for all systems, with {len(names)} references"
                )
        for name in names:
            if _BAD_REFERENCE_NAME.search(name):
                raise DataError(f"{group.name}: a reference cannot be called {name!r} (no dot or dash, not all or src)")
        return names

    def _write_tables(self, tables: ScoreTables, folder: Path, prefix: str) -> None:
        for segments in tables.segments:
            blocks = {system: segments.scores[numbers] for system, numbers in self.grid.items()}
            lines = [
                f"{system}\t{_score(score)}"
                for system, block in blocks.items()
                if not np.isnan(block).all()
                for score in block.tolist()
            ]
            self._write_new(lines, folder, f"{prefix}{segments.kind}.seg.score")
        for documents in tables.documents:
            self._check_systems(documents.systems, documents.kind)
            self._write_new(self._document_lines(documents), folder, _document_file(prefix, documents))
        for systems in tables.systems:
            self._check_systems(systems.systems, systems.kind)
            pairs = zip(systems.systems, systems.scores.tolist(), strict=True)
            lines = [f"{system}\t{_score(score)}" for system, score in pairs]
            self._write_new(lines, folder, f"{prefix}{systems.kind}.sys.score")

    def _check_systems(self, systems: Iterable[str], kind: str) -> None:
        for system in systems:
            if system not in self.grid:
                raise DataError(f"{self.group.name}: a {kind} score of system {system!r}, which has no outputs")

    def _document_lines(self, table: DocumentJudgements) -> list[str]:
        keys = zip(table.systems, table.names, strict=True)
        score_of = dict(zip(keys, table.scores.tolist(), strict=True))
        if table.unit == "domain":
            return [f"{name}\t{system}\t{_score(score)}" for (system, name), score in score_of.items()]
        names = [name for name in dict.fromkeys(self.group.items.document) if name is not None]
        unknown = [name for name in table.names if name not in names]
        if unknown:
            raise DataError(f"{self.group.name}: a {table.kind} score of document {unknown[0]!r}, which has no items")
        return [
            f"{system}\t{_score(score_of.get((system, name), np.nan))}"
            for system in dict.fromkeys(table.systems)
            for name in names
        ]

    def _write_new(self, lines: Sequence[str], folder: Path, name: str) -> None:
        _check_name(name)
        if (folder / name).exists():
            raise DataError(f"{self.group.name}: two tables of scores would be called {name}; rename one kind")
        self._write_lines(lines, folder / name)

    def _write_lines(self, lines: Sequence[Text], path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if lines:
            write_lines(lines, path)
        else:
            write_text(path, "")


def _document_file(prefix: str, table: DocumentJudgements) -> str:
    level: Literal["doc", "domain"] = "domain" if table.unit == "domain" else "doc"
    return f"{prefix}{table.kind}.{level}.score"


def _check_name(name: str) -> None:
    if _BAD_NAME.search(name):
        raise DataError(f"the name {name!r} cannot be the name of a file; rename the system, reference or kind")


def _score(score: float) -> str:
    return "None" if np.isnan(score) else repr(score)
