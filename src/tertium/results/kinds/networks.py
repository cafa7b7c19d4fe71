"""What is told about networks: how large they are, what is odd in them, what they contain and what is closest."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.statistics import AnnotatorStatistics, NetworkStatistics
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.numbers import count_text, counted
from tertium.results.table import Block, Column, Facts, Paragraph, Row, Table
from tertium.text.controls import visible

_COUNTS = ("cards", "alternatives", "references", "reused", "depth", "shortest", "longest", "paths", "sentences")


@dataclass(frozen=True, slots=True)
class MeasuredNetwork:
    """A network of a file in numbers."""

    file: str
    segment: str
    statistics: NetworkStatistics

    def counts(self) -> list[int | None]:
        return [getattr(self.statistics, name) for name in _COUNTS]


@dataclass(frozen=True, slots=True, repr=False)
class NetworkReport(Result):
    """Networks in numbers, and where several annotators made them what each adds."""

    heading = "Networks"

    networks: tuple[MeasuredNetwork, ...]
    annotators: AnnotatorStatistics | None = None
    seed: int = 0
    limits: Limits = DEFAULT

    def tables(self) -> list[Block]:
        """One network per row, then what annotators add."""
        names = ["file", "segment"] if len({n.file for n in self.networks}) > 1 else ["segment"]
        columns = (*map(Column, names), *(Column(name, right=True, missing="-") for name in _COUNTS))
        rows: list[Row] = [(*(getattr(n, name) for name in names), *_shown(n)) for n in self.networks]
        limits = f"-: more than {self.limits.states:,} states or {self.limits.digits:,} digits, so not counted"
        uncounted = any(n.statistics.sentences is None for n in self.networks)
        table = Table(columns, tuple(rows), keys=len(names))
        blocks: list[Block] = [table, *([Paragraph(limits)] if uncounted else [])]
        return [*blocks, *(self._annotators(self.annotators) if self.annotators else [])]

    def _annotators(self, annotators: AnnotatorStatistics) -> list[Table]:
        medians = Table(
            (Column("networks"), Column("paths", right=True)),
            tuple((name, f"10^{size:.2f}") for name, size in _medians(annotators).items()),
            f"Median paths over segments (annotators chosen with seed {self.seed})",
        )
        if annotators.distances is None:
            return [medians]
        distances = Table(
            (Column("annotators", "number"), Column("distance", "percent")),
            tuple(enumerate(annotators.distances, 1)),
            "Mean distance of the independent translations from the union of some annotators",
        )
        return [medians, distances]

    def records(self) -> list[Table]:
        """One network per row, with exact counts."""
        columns = (Column("file"), Column("segment"), *(Column(name, "count") for name in _COUNTS))
        rows: list[Row] = [(n.file, n.segment, *n.counts(), n.statistics.log10_paths) for n in self.networks]
        return [Table((*columns, Column("log10_paths", "general")), tuple(rows), keys=2)]

    def data(self) -> dict[str, Json]:
        """All networks, and what annotators add where there are several."""
        networks: list[Json] = [
            {
                "file": n.file,
                "segment": n.segment,
                **dict(zip(_COUNTS, n.counts(), strict=True)),
                "log10_paths": n.statistics.log10_paths,
            }
            for n in self.networks
        ]
        if self.annotators is None:
            return {"networks": networks}
        distances = None if self.annotators.distances is None else list(self.annotators.distances)
        medians: Json = dict(_medians(self.annotators))
        return {"networks": networks, "median_log10_paths": medians, "mean_distances": distances, "seed": self.seed}


def _shown(network: MeasuredNetwork) -> list[str | None]:
    """Counts for people: what is too long to read becomes a power of ten."""
    *counts, paths, sentences = network.counts()
    return [
        *(count_text(count) for count in counts),
        count_text(paths, network.statistics.log10_paths),
        None if sentences is None else count_text(sentences),
    ]


def _medians(annotators: AnnotatorStatistics) -> dict[str, float]:
    return {
        "one annotator": annotators.one,
        **{f"union of {n}": size for n, size in enumerate(annotators.unions, 2)},
        "phrase union of all": annotators.phrase_union,
    }


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file of networks that could be read, and what looks wrong in it: the label of a network, and a remark."""

    name: str
    networks: int
    cards: int
    remarks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class NetworkCheck(Result):
    """Files of networks that could all be read."""

    heading = "Files of networks"

    files: tuple[CheckedFile, ...]

    def tables(self) -> list[Block]:
        """One line for each file, then what looks wrong in it."""
        lines = []
        for f in self.files:
            name = visible(f.name)
            lines.append(f"{name}: fine: {counted(f.networks, 'network')}, {counted(f.cards, 'card')}")
            lines += [f"{name}: network {visible(label)}: {visible(remark)}" for label, remark in f.remarks]
        return [Paragraph("\n".join(lines), fold=False)]

    def records(self) -> list[Table]:
        """One file per row, then one remark per row where there are some."""
        columns = (Column("file"), Column("networks", "count"), Column("cards", "count"))
        files = Table(columns, tuple((f.name, f.networks, f.cards) for f in self.files))
        rows = tuple((f.name, label, remark) for f in self.files for label, remark in f.remarks)
        remarks = Table((Column("file"), Column("network"), Column("remark")), rows, keys=2)
        return [files, remarks] if rows else [files]

    def data(self) -> dict[str, Json]:
        """The files with their remarks."""
        return {
            "files": [
                {
                    "file": f.name,
                    "networks": f.networks,
                    "cards": f.cards,
                    "remarks": [{"network": label, "remark": remark} for label, remark in f.remarks],
                }
                for f in self.files
            ]
        }


@dataclass(frozen=True, slots=True, repr=False)
class Sentences(Result):
    """Sentences of a network: as text, one per line and nothing else."""

    heading = "Sentences"

    sentences: tuple[str, ...]

    def tables(self) -> list[Block]:
        """One sentence per line."""
        return [Paragraph("\n".join(map(visible, self.sentences)), fold=False)]

    def records(self) -> list[Table]:
        """One sentence per row."""
        return [Table((Column("sentence"),), tuple((sentence,) for sentence in self.sentences))]

    def data(self) -> dict[str, Json]:
        """A list of texts."""
        return {"sentences": list(self.sentences)}


@dataclass(frozen=True, slots=True, repr=False)
class JudgementSheet(Result):
    """Sentences for people to judge, without saying whose they are."""

    heading = "Sentences to judge"

    sentences: tuple[str, ...]

    def tables(self) -> list[Block]:
        """One sentence per row, with room for a judgement."""
        columns = (Column("item", "number"), Column("sentence"), Column("judgement"))
        return [Table(columns, tuple((i, sentence, None) for i, sentence in enumerate(self.sentences, 1)), wrap=True)]

    def data(self) -> dict[str, Json]:
        """The items, none of them judged."""
        items: list[Json] = [
            {"item": i, "sentence": sentence, "judgement": None} for i, sentence in enumerate(self.sentences, 1)
        ]
        return {"items": items}


@dataclass(frozen=True, slots=True, repr=False)
class Membership(Result):
    """For each sentence whether its network contains it; None where it has no network."""

    heading = "Sentences in networks"

    answers: tuple[tuple[str, bool | None], ...]

    def tables(self) -> list[Block]:
        """One sentence per row."""
        columns = (Column("contained", missing="no network"), Column("sentence"))
        return [Table(columns, tuple((answer, sentence) for sentence, answer in self.answers))]

    def data(self) -> dict[str, Json]:
        """The sentences with their answers."""
        return {"sentences": [{"sentence": sentence, "contained": answer} for sentence, answer in self.answers]}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosestMatch:
    """The sentence of a network that takes fewest edits, and these edits; `score` is the cost for each word."""

    sentence: str
    closest: str
    cost: float
    score: float
    words: int
    missing: int
    extra: int
    substitute: int
    moves: int
    edits: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class ClosestSentences(Result):
    """For each sentence the closest one of its network; only the sentence where it has no network."""

    heading = "Closest sentences"

    matches: tuple[ClosestMatch | str, ...]

    def tables(self) -> list[Block]:
        """One group of facts for each sentence."""
        return [Facts(tuple(_facts(match)), indent=0) for match in self.matches]

    def records(self) -> list[Table]:
        """One sentence per row."""
        numbers = ("cost", "score", "words", "missing", "extra", "substitute", "moves")
        columns = (*(Column(name, "general") for name in numbers), Column("sentence"), Column("closest"))
        names = (*numbers, "sentence", "closest")
        return [Table(columns, tuple(_record(match, names) for match in self.matches))]

    def data(self) -> dict[str, Json]:
        """The sentences with all that is known about the closest ones."""
        rows: list[Json] = [
            {"sentence": match, "closest": None}
            if isinstance(match, str)
            else {**asdict(match), "cards": list(match.cards)}
            for match in self.matches
        ]
        return {"sentences": rows}


def _record(match: ClosestMatch | str, names: Sequence[str]) -> Row:
    if isinstance(match, str):
        return tuple(match if name == "sentence" else None for name in names)
    return tuple(getattr(match, name) for name in names)


def _facts(match: ClosestMatch | str) -> list[tuple[str, str]]:
    if isinstance(match, str):
        return [("sentence", match), ("closest", "(no network)")]
    counts = f"{match.missing} missing, {match.extra} extra, {match.substitute} substituted, {match.moves} moved"
    return [
        ("sentence", match.sentence),
        ("closest", match.closest),
        ("edits", match.edits),
        ("distance", f"{match.cost:g} ({counts}), {match.score:.3f} for each word"),
        ("cards", ", ".join(match.cards)),
    ]
