"""From bitexts to a paraphrase table, in stages that are never done twice."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tertium._version import __version__
from tertium.engines.base import Engine, Folders, MapTask
from tertium.errors import DataError, OptionError
from tertium.paraphrase import sql
from tertium.paraphrase.corpora import ALIGNED, TEXT, Corpus, text_batches
from tertium.paraphrase.extraction import PAIRS, align_batches, extract_batches
from tertium.paraphrase.filters import FILTERS, JUDGED, judge_batches
from tertium.paraphrase.options import Options
from tertium.paraphrase.tables import write_files
from tertium.storage.workspace import Stage, Workspace, key_of, open_workspace

Report = Callable[[str, int, int], object]
"""Told the name of a stage, how much of it is done, and of how much."""

MOST_LANGUAGES = 62

# Raised when a stage's program changes what it writes.
STAGE_VERSIONS = {
    "text": 1, "aligned": 1, "pairs": 3, "judged": 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Summary:
    """What an acquisition found."""

    sentence_pairs: int
    dropped: Mapping[str, int]
    """Sentence pairs left out by cleaning, by reason."""
    punctuation: int
    """Occurrences of phrase pairs left out because of punctuation."""
    phrase_pairs: int
    phrases: int
    candidates: int
    removed: Mapping[str, int]
    """Paraphrases removed, by filter."""
    entries: int
    sets: int
    seconds: Mapping[str, float]
    processor_seconds: Mapping[str, float]
    """By kind of stage; what was finished before counts as it did then."""
    done_before: tuple[str, ...]
    """Stages that were not done again."""


def acquire(
    corpora: Sequence[Corpus],
    output: Path,
    work: Path,
    engine: Callable[[Path], Engine],
    options: Options | None = None,
    *,
    made_from: str | None = None,
    report: Report = lambda *_: None,
) -> Summary:
    """Make a paraphrase table.

    Args:
        corpora: The bitexts and groups of translations.
        output: The table to write; its sets are inside.
        work: Folder of the stages; the same folder continues a run that was stopped.
        engine: Makes the engine, from a folder for what does not fit into memory. It is only made if there is work.
        options: What can be chosen.
        made_from: Note on the table's origin, kept in the file.
        report: Told about progress.
    """
    if not corpora:
        raise DataError("no bitext and no groups given, so there is nothing to find paraphrases in")
    options = options or Options()
    options.check()
    with open_workspace(work) as space:
        space.manifest |= {"versions": _versions(), "options": asdict(options), "inputs": [_input(c) for c in corpora]}
        run = _Run(space, engine, options, report)
        with run.closing:
            stages = run.stages(corpora)
        origin = made_from or "; ".join(f"{corpus.name} ({corpus.language})" for corpus in corpora)
        n_sets = write_files(
            output, stages["table"].folder, stages["sets"].folder, language=options.cleaning.language, made_from=origin
        )
        summary = run.summary(stages, n_sets)
        space.manifest["summary"] = asdict(summary)
        space.forget_others({stage.name for stage in stages.values()})
        return summary


class _Run:
    """The stages of one acquisition, in order."""

    def __init__(
        self, space: Workspace, make_engine: Callable[[Path], Engine], options: Options, report: Report
    ) -> None:
        self.space, self.options, self.report = space, options, report
        self.closing = ExitStack()
        self._make_engine = make_engine
        self._engine: Engine | None = None
        self.done_before: list[str] = []

    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = self._make_engine(self.space.folder / "scratch")
            self.closing.callback(self._engine.close)
        return self._engine

    def stages(self, corpora: Sequence[Corpus]) -> dict[str, Stage]:
        """Do what is not done yet."""
        stages: dict[str, Stage] = {}
        aligned = [self._aligned(number, corpus, stages) for number, corpus in enumerate(corpora)]
        pairs = [self._pairs(number, stage, stages) for number, stage in enumerate(aligned)]
        o = self.options
        self._query(stages, "counts", sql.COUNTS, {"pairs": pairs})
        self._query(stages, "language_totals", sql.LANGUAGE_TOTALS, {"counts": [stages["counts"]]})
        self._query(stages, "english_totals", sql.ENGLISH_TOTALS, {"language_totals": [stages["language_totals"]]})
        steps: tuple[tuple[str, str, tuple[str, ...]], ...] = (
            ("shares", sql.shares(o.pivoting), ("language_totals", "english_totals")),
            ("weighed", sql.weighed(o.pivoting), ("counts", "shares")),
            ("pivot_totals", sql.PIVOT_TOTALS, ("counts",)),
            ("links", sql.links(o.pivoting), ("weighed", "pivot_totals")),
        )
        for name, text, tables in steps:
            self._query(stages, name, text, {table: [stages[table]] for table in tables})
        languages = sorted({corpus.language for corpus in corpora})
        if len(languages) > MOST_LANGUAGES:
            raise OptionError(f"{len(languages)} pivot languages, expected at most {MOST_LANGUAGES}")
        self._query(stages, "candidates", sql.candidates(languages), {"links": [stages["links"]]})
        self._judged(stages)
        self._query(stages, "table", sql.table(o.filtering), {"judged": [stages["judged"]]})
        self._query(stages, "sets", sql.sets(o.filtering), {"final": [stages["table"]], "links": [stages["links"]]})
        return stages

    def _do(self, stages: dict[str, Stage], name: str, key: str, work: Callable[[Path], Mapping[str, Any]]) -> Stage:
        if self.space.finished(name, key):
            self.done_before.append(name)
        else:
            self.report(name, 0, 1)
        stages[name] = self.space.stage(name, key, work)
        self.report(name, 1, 1)
        return stages[name]

    def _aligned(self, number: int, corpus: Corpus, stages: dict[str, Stage]) -> Stage:
        cleaning = asdict(self.options.cleaning)
        kind = "aligned" if corpus.aligned else "text"
        name = f"{kind}-{number:02d}"
        about = [corpus.digest, corpus.language, corpus.mirrored, corpus.aligned, number]
        key = key_of(kind, STAGE_VERSIONS["text"], about, cleaning)

        def clean(folder: Path) -> Mapping[str, Any]:
            dropped: Counter[str] = Counter()
            n_pairs = 0
            schema = ALIGNED if corpus.aligned else TEXT
            with pq.ParquetWriter(folder / "part-0.parquet", schema, compression="zstd") as writer:
                for batch in text_batches(number, corpus, self.options.cleaning, dropped):
                    writer.write_batch(batch)
                    n_pairs += batch.num_rows
                    self.report(name, n_pairs, 0)
            return {"kept": n_pairs, "dropped": {r: n for r, n in sorted(dropped.items()) if r != "read"}}

        text = self._do(stages, name, key, clean)
        if corpus.aligned:
            return text
        return self._map(
            stages, f"aligned-{number:02d}", align_batches, [text], ALIGNED, ["aligned", STAGE_VERSIONS["aligned"]],
            by="shard",
        )  # fmt: skip

    def _pairs(self, number: int, aligned: Stage, stages: dict[str, Stage]) -> Stage:
        extraction = self.options.extraction
        about = ["pairs", STAGE_VERSIONS["pairs"], asdict(extraction)]
        return self._map(stages, f"pairs-{number:02d}", extract_batches(extraction), [aligned], PAIRS, about)

    def _judged(self, stages: dict[str, Stage]) -> Stage:
        language, filtering = self.options.cleaning.language, self.options.filtering
        function = judge_batches(filtering, language)
        about = ["judged", STAGE_VERSIONS["judged"], asdict(filtering), language]
        stage = self._map(stages, "judged", function, [stages["candidates"]], JUDGED, about)
        return stage

    def _map(
        self, stages: dict[str, Stage], name: str, function: Any, source: list[Stage], schema: pa.Schema,
        about: Any, *, by: str | None = None,
    ) -> Stage:  # fmt: skip
        key = key_of(name, about, [stage.key for stage in source])

        def work(folder: Path) -> Mapping[str, Any]:
            task = MapTask(function, [stage.folder for stage in source], folder, schema, by)
            self.engine().map(task, lambda done, of: self.report(name, done, of))
            return {"rows": rows_in([folder]), "engine": self.engine().name}

        return self._do(stages, name, key, work)

    def _query(self, stages: dict[str, Stage], name: str, text: str, tables: Mapping[str, list[Stage]]) -> Stage:
        key = key_of(name, text, {table: [stage.key for stage in of] for table, of in tables.items()})

        def work(folder: Path) -> Mapping[str, Any]:
            self.engine().query(text, {table: [stage.folder for stage in of] for table, of in tables.items()}, folder)
            return {"rows": rows_in([folder]), "engine": self.engine().name}

        return self._do(stages, name, key, work)

    def summary(self, stages: Mapping[str, Stage], n_sets: int) -> Summary:
        """What the stages reported."""
        dropped: Counter[str] = Counter()
        seconds: Counter[str] = Counter()
        worked: Counter[str] = Counter()
        for stage in stages.values():
            dropped.update(stage.notes.get("dropped", {}))
            kind = stage.name.rsplit("-", 1)[0]
            seconds[kind] += stage.notes["seconds"]
            worked[kind] += stage.notes.get("processor_seconds", 0.0)
        removed = Counter(removed_in(stages["judged"].folder))
        return Summary(
            sentence_pairs=sum(stage.notes.get("kept", 0) for stage in stages.values()),
            dropped=dict(dropped),
            punctuation=left_out_in([stage.folder for name, stage in stages.items() if name.startswith("pairs-")]),
            phrase_pairs=stages["counts"].notes["rows"],
            phrases=stages["english_totals"].notes["rows"],
            candidates=stages["candidates"].notes["rows"],
            removed={name: removed[name] for name in FILTERS if removed[name]},
            entries=stages["table"].notes["rows"],
            sets=n_sets,
            seconds={name: round(taken, 2) for name, taken in seconds.items()},
            processor_seconds={name: round(taken, 2) for name, taken in worked.items()},
            done_before=tuple(self.done_before),
        )


def rows_in(folders: Folders) -> int:
    """How many rows a table has."""
    return sum(pq.read_metadata(path).num_rows for folder in folders for path in folder.glob("*.parquet"))


def removed_in(judged: Path) -> dict[str, int]:
    """How many rows each filter removed."""
    rows = pq.read_table(judged, columns=["removed", "n"], filters=[("removed", "!=", "")])
    return {row["removed"]: row["n_sum"] for row in rows.group_by("removed").aggregate([("n", "sum")]).to_pylist()}


def left_out_in(pairs: Folders) -> int:
    """How many occurrences of phrase pairs were left out because of punctuation."""
    rows = [pq.read_table(folder, columns=["n"], filters=[("english", "==", "")]) for folder in pairs]
    return int(sum(sum(table["n"].to_pylist()) for table in rows))


def _versions() -> dict[str, str]:
    """What the work was done with; a package that is not installed was not used."""
    versions = {"tertium": __version__}
    for package in ("duckdb", "pyarrow", "eflomal", "pyspark"):
        with suppress(PackageNotFoundError):
            versions[package] = version(package)
    return versions


def _input(corpus: Corpus) -> dict[str, Any]:
    return {"name": corpus.name, "language": corpus.language, "hashes": corpus.digest.split()}
