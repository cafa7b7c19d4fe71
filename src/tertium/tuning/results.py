"""What tuning gives: weights, what they reach, and the decodings and runs behind them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from tertium.evaluation.runs import FORMAT, RunsComparison
from tertium.nbest.weights import Weights
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Facts, Paragraph, Table
from tertium.tuning.goal import Goal


@dataclass(frozen=True, slots=True)
class Iteration:
    """One decoding and the tuning after it. Scores are the metric's own.

    `decoded` is the score of the decoder's first translations with the weights before, `tuned` that of what the new
    weights choose from all lists. `held_out` is the score of the first translations of the held-out set.
    """

    number: int
    before: Weights
    weights: Weights
    new_candidates: int
    candidates: int
    decoded: float
    tuned: float
    length_ratio: float
    moved: float
    held_out: float | None = None

    def data(self) -> dict[str, Json]:
        """Everything, with the weights by name."""
        return {**plain(asdict(self)), "before": dict(self.before.values), "weights": dict(self.weights.values)}


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Tuning(Result):
    """Tuned weights.

    Scores are those of the metric itself, before and after, on the lists; of a mixture, its sum. `climbs` are the
    starts: their scores round by round. `held_out` are the scores on held-out lists, where there were some. With a
    decoder, `iterations` are its decodings, and `stopped` says why there were no more. `runs` compares other runs of
    the same plan, where there were some.
    """

    places = 2
    page = "tuning"
    heading = "Tuning"

    weights: Weights
    method: str
    score: float
    start_score: float
    length_ratio: float
    climbs: tuple[tuple[float, ...], ...]
    goal: Goal
    held_out: tuple[float, float] | None = None
    notes: tuple[str, ...] = ()
    iterations: tuple[Iteration, ...] = ()
    stopped: str | None = None
    runs: tuple[RunsComparison, ...] = ()

    def tables(self) -> list[Block]:
        """What was reached and how, the decodings, the weights, the runs."""
        return [
            *self.figures(),
            *([self.decodings()] if self.iterations else []),
            self.weights.table(),
            *(block for comparison in self.runs for block in comparison.tables()),
            *(Paragraph(f"Note: {note}") for note in self.notes),
        ]

    def figures(self) -> list[Block]:
        """What was tuned to, and the scores before and after."""
        facts = [("metric:", self.goal.spec), ("method:", self.method), ("seed:", str(self.weights.seed))]
        if self.stopped:
            facts.append(("decodings:", f"{len(self.iterations)}; stopped because {self.stopped}"))
        rows: list[tuple[str | float | None, ...]] = [("dev", self.start_score, self.score, self.length_ratio)]
        if self.held_out:
            rows.append(("held out", *self.held_out, None))
        columns = (
            Column("segments"),
            Column("before", "number"),
            Column("after", "number"),
            Column("length, of references", "percent"),
        )
        return [Facts(tuple(facts), indent=0), Table(columns, tuple(rows))]

    def decodings(self) -> Table:
        """One decoding per row."""
        columns = (
            Column("decoding", "number"),
            Column("score", "number"),
            Column("held out", "number"),
            Column("tuned to", "number"),
            Column("length", "number", places=3),
            Column("new", "number"),
            Column("candidates", "number"),
            Column("moved", "general", places=3),
        )
        rows = (
            (i.number, i.decoded, i.held_out, i.tuned, i.length_ratio, i.new_candidates, i.candidates, i.moved)
            for i in self.iterations
        )
        return Table(columns, tuple(rows))

    def records(self) -> Sequence[Table]:
        """The decodings where there are some, else the weights; then the runs."""
        first = self.decodings() if self.iterations else self.weights.table()
        return [first, *(table for comparison in self.runs for table in comparison.records())]

    def data(self) -> dict[str, Json]:
        """Everything, with full precision."""
        return {
            "format": FORMAT,
            "metric": self.goal.spec,
            "signature": self.weights.signature,
            "method": self.method,
            "seed": self.weights.seed,
            "before": self.start_score,
            "after": self.score,
            "held_out": None if self.held_out is None else list(self.held_out),
            "length_ratio": self.length_ratio,
            "weights": dict(self.weights.values),
            "starts": [list(scores) for scores in self.climbs],
            "iterations": [iteration.data() for iteration in self.iterations],
            "stopped": self.stopped,
            "runs": [{k: v for k, v in comparison.data().items() if k != "format"} for comparison in self.runs],
            "notes": list(self.notes),
        }
