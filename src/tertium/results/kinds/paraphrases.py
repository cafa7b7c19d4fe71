"""What an acquisition of paraphrases found, and what a table has for a phrase."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from tertium.resources.paraphrases import Paraphrase, ParaphraseTable
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Paragraph, Row, Table
from tertium.text.controls import visible

if TYPE_CHECKING:  # they need pyarrow, which looking something up does not
    from tertium.paraphrase.acquisition import Summary
    from tertium.paraphrase.evidence import Evidence, Pivot

_ENTRY = (Column("probability", "number", places=4), Column("source"), Column("target"))


@dataclass(frozen=True, slots=True, repr=False)
class Acquisition(Result):
    """What an acquisition found: counts, its best entries, and evidence for some entries."""

    heading = "Acquisition of paraphrases"

    summary: "Summary"
    best: "tuple[tuple[str, str, float], ...]"
    evidence: "tuple[Evidence, ...]" = ()

    def tables(self) -> list[Block]:
        """Counts, times, the best entries, then evidence."""
        seconds = ", ".join(f"{name} {taken:.1f}" for name, taken in self.summary.seconds.items())
        lines = [f"seconds: {seconds}"]
        if self.summary.done_before:
            lines.append(f"done before: {', '.join(self.summary.done_before)}")
        best = Table(_ENTRY, self._best(), "Best entries", wrap=True)
        evidence = (Paragraph("\n".join(_evidence(entry))) for entry in self.evidence)
        return [self._counts(), Paragraph("\n".join(lines)), best, *evidence]

    def records(self) -> list[Table]:
        """Counts, the best entries, and one pivot per row where evidence was asked for."""
        tables = [self._counts(), Table(_ENTRY, self._best())]
        names = ("source", "target", "language", "pivot", "share")
        rows = ((e.source, e.target, p.language, p.phrase, p.share) for e in self.evidence for p in e.pivots)
        return [*tables, *([Table(tuple(map(Column, names)), tuple(rows))] if self.evidence else [])]

    def _best(self) -> tuple[Row, ...]:
        return tuple((probability, source, target) for source, target, probability in self.best)

    def _counts(self) -> Table:
        s = self.summary
        rows: list[Row] = [
            ("sentence pairs", s.sentence_pairs),
            *((f"dropped, {reason}", n) for reason, n in s.dropped.items()),
            ("phrase pairs with punctuation, left out", s.punctuation),
            ("phrase pairs", s.phrase_pairs),
            ("phrases", s.phrases),
            ("paraphrases", s.candidates),
            *((f"removed by {name}", n) for name, n in s.removed.items()),
            ("entries kept", s.entries),
            ("sets", s.sets),
        ]
        return Table((Column("what"), Column("number", "count")), tuple(rows))

    def data(self) -> dict[str, Json]:
        """Everything, with full precision."""
        entries = [{"source": source, "target": target, "probability": p} for source, target, p in self.best]
        sample = [plain(asdict(entry)) for entry in self.evidence]
        return {**plain(asdict(self.summary)), "best": entries, "sample": sample}


def _evidence(entry: "Evidence") -> Iterator[str]:
    pair = f"{visible(entry.source)} → {visible(entry.target)}"
    yield f"{pair}  ({entry.probability:.4f}, {entry.n_pivots} pivots)"
    for pivot in entry.pivots:
        yield f"  {pivot.share:.0%} {visible(pivot.language)}: {visible(pivot.phrase)}"
        yield from _sentences(pivot)


def _sentences(pivot: "Pivot") -> Iterator[str]:
    for side in (pivot.source_example, pivot.target_example):
        yield f"      {visible(side.english)}  |  {visible(side.pivot)}"


@dataclass(frozen=True, slots=True, repr=False)
class Lookup(Result):
    """What a table has for a phrase; each paraphrase with the number of sets that it shares with the phrase."""

    heading = "Paraphrases"

    phrase: str
    sets: int
    paraphrases: tuple[tuple[Paraphrase, int], ...]

    @staticmethod
    def of(table: ParaphraseTable, phrase: str, paraphrases: list[Paraphrase]) -> "Lookup":
        """Count the sets that are shared."""
        sets = table.sets
        own = set(sets.sets_of(phrase)) if sets else set()
        shared = (len(own & set(sets.sets_of(p.phrase))) if sets else 0 for p in paraphrases)
        return Lookup(phrase, len(own), tuple(zip(paraphrases, shared, strict=True)))

    def tables(self) -> list[Block]:
        """One paraphrase per row."""
        columns = (
            Column("probability", "number", places=4),
            Column("phrase"),
            Column("shared sets", "count", key="shared_sets"),
        )
        return [Table(columns, tuple((p.probability, p.phrase, n) for p, n in self.paraphrases), wrap=True)]

    def data(self) -> dict[str, Json]:
        """The phrase and its paraphrases."""
        rows: list[Json] = [
            {"phrase": p.phrase, "probability": p.probability, "shared_sets": n} for p, n in self.paraphrases
        ]
        return {"phrase": self.phrase, "sets": self.sets, "paraphrases": rows}
