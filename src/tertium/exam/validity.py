"""What a board needs to defend the grades of an exam: who, what, how, agreement, fairness, referrals, the log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tertium.errors import DataError
from tertium.exam.chain import Damage, LogEntry
from tertium.exam.facets.ratings import ratings_of
from tertium.exam.facets.result import FairScores
from tertium.exam.fairness.gradings import Gradings, Work, proposals
from tertium.exam.fairness.result import FairnessStudy
from tertium.exam.grading import Grade
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.promise import checks
from tertium.exam.passages import Exam
from tertium.exam.record import check_log
from tertium.exam.rules import RuleTable
from tertium.exam.scale import LABELS
from tertium.exam.submissions import Labelled
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.numbers import counted
from tertium.results.table import Block, Column, Facts, Paragraph, Table
from tertium.text.controls import visible


@dataclass(frozen=True, eq=False, repr=False)
class ValidityReport(Result):
    """Everything in one place; each part is a result of its own."""

    heading = "Validity report"
    page = "validity"

    exam: Exam
    rules: RuleTable
    model: GradingModel
    grades: tuple[Grade, ...]
    gradings: Gradings
    groups: Mapping[str, Mapping[str, str]] | None
    fairness: FairnessStudy
    fair_scores: FairScores | str
    """Or why there are none."""
    log: tuple[LogEntry, ...] | None
    damages: tuple[Damage, ...]
    note: str

    @classmethod
    def of(
        cls,
        exam: Exam,
        rules: RuleTable,
        model: GradingModel,
        grades: Sequence[Grade],
        labels: Sequence[Labelled],
        groups: Mapping[str, Mapping[str, str]] | None = None,
        *,
        smallest: int,
        log: tuple[Sequence[LogEntry], Sequence[Damage]] | None = None,
        note: str = "",
        seed: int = 12345,
    ) -> "ValidityReport":
        """Measure everything that can be measured with what is there."""
        gradings = Gradings.of(labels, proposals(grades))
        fairness = FairnessStudy.of(gradings, groups, smallest=smallest, seed=seed)
        entries, damages = (None, ()) if log is None else (tuple(log[0]), tuple(log[1]))
        return cls(
            exam, rules, model, tuple(grades), gradings, groups, fairness, _fair_scores(labels), entries, damages, note
        )

    @property
    def referrals(self) -> dict[str, list[Work]]:
        """By reason, the passages that people must look at."""
        found: dict[str, list[Work]] = {}
        for grade in self.grades:
            for part in grade.passages:
                for reason in part.refer:
                    found.setdefault(_kind(reason), []).append((grade.candidate, part.passage))
        return found

    @property
    def appeals(self) -> list[LogEntry]:
        """What the log holds of appeals."""
        return [entry for entry in self.log or () if entry.kind.startswith("appeal")]

    def tables(self) -> list[Block]:
        """All parts, the shortest first."""
        return [
            *self.opening(),
            Paragraph("Agreement and fairness", style="bold"),
            *self.fairness.tables(),
            *self.referral_blocks(),
            *self.score_blocks(),
            *self.log_blocks(),
        ]

    def opening(self) -> Iterator[Block]:
        """Who, what and how."""
        if self.note:
            yield Paragraph(visible(self.note), style="bold")
        sentences = sum(map(len, self.exam.passages))
        answers = {(grade.candidate, part.passage) for grade in self.grades for part in grade.passages}
        graders = [grader or "one grader without a name" for grader in self.gradings.graders]
        note = f"; {self.model.note}" if self.model.note else ""
        items = (
            (
                "exam:",
                f"{self.exam.name}, {counted(len(self.exam.passages), 'passage')}, {counted(sentences, 'sentence')}",
            ),
            ("candidates:", f"{len(self.grades)} with {counted(len(answers), 'passage')} answered"),
            ("graders:", f"{len(graders)}: {', '.join(graders)}"),
            ("labels of people:", str(sum(map(len, self.gradings.people.values())))),
            ("rules:", f"{self.rules.name}, {self.rules.decided}/{self.rules.combinations} combinations decided"),
            (
                "model:",
                f"{self.model.kind}, {counted(len(self.model.passages), 'passage')} in training{note}",
            ),
        )
        yield Facts(items, indent=0)
        yield Paragraph("\n".join(checks(self.model)))
        if self.model.figures:
            columns = (
                Column("data"),
                Column("folds"),
                Column("measure"),
                Column("value", "number", places=3),
                Column("labels", "count"),
            )
            rows = tuple((one.data, one.part, one.measure, one.value, one.n) for one in self.model.figures)
            yield Table(columns, rows, "How the model did on what it had not seen", keys=3)

    def referral_blocks(self) -> Iterator[Block]:
        """What the program left to people, and why."""
        columns = (Column("referred to people because"), Column("passages", "count"))
        rows = tuple(
            (reason, len(works)) for reason, works in sorted(self.referrals.items(), key=lambda one: -len(one[1]))
        )
        referred = sum(bool(grade.refer) for grade in self.grades)
        note = f"{referred} of {counted(len(self.grades), 'candidate')} are referred for one reason or more."
        yield Table(columns, rows or (("nothing", 0),), "Referrals", (note,), wrap=True)

    def score_blocks(self) -> Iterator[Block]:
        """Graders on one scale with passages: severity, fit and drift."""
        if isinstance(self.fair_scores, str):
            yield Paragraph(f"Severity of graders cannot be measured here: {self.fair_scores}.")
            return
        yield from (
            block
            for block in self.fair_scores.tables()
            if isinstance(block, Table) and block.columns[0].name != "candidate"
        )

    def log_blocks(self) -> Iterator[Block]:
        """What the record says, and that it is whole."""
        if self.log is None:
            yield Paragraph("No log was given; what was decided when and by whom cannot be checked from this page.")
            return
        checked = check_log("log", self.log, self.damages)
        state = "every entry follows the one before it" if not self.damages else counted(len(self.damages), "problem")
        appealed = sum(entry.kind == "appeal" for entry in self.appeals)
        items = (
            ("entries:", str(checked.entries)),
            ("from:", self.log[0].at if self.log else "-"),
            ("to:", self.log[-1].at if self.log else "-"),
            ("appeals:", str(appealed)),
            ("state:", state),
            ("head:", checked.head or "-"),
        )
        yield Facts(items, "The log", indent=0, fold=False)

    def records(self) -> list[Table]:
        """One passage of a candidate per row: what people and the program said."""
        return [self.rows()]

    def rows(self) -> Table:
        """What all figures are made of."""
        graders = self.gradings.graders
        columns = (
            Column("candidate"),
            Column("passage"),
            *(Column(grader or "grader", missing="-", key=f"grader {grader}") for grader in graders),
            Column("program", missing="-"),
            Column("set", missing="-"),
            Column("referred because", missing="-"),
        )
        said = {(grade.candidate, part.passage): part for grade in self.grades for part in grade.passages}
        rows = []
        for work in sorted({*said, *self.gradings.people}):
            own, part = self.gradings.people.get(work, {}), said.get(work)
            labels = (None if grader not in own else LABELS[own[grader]] for grader in graders)
            machine = (
                (None, None, None)
                if part is None
                else (part.label, " ".join(part.label_set), "; ".join(part.refer) or None)
            )
            rows.append((*work, *labels, *machine))
        return Table(columns, tuple(rows), "Labels", keys=2, wrap=True)

    def data(self) -> dict[str, Json]:
        """All parts with full precision, and the rows."""
        scores = self.fair_scores
        table = self.rows()
        names = [column.key or column.name for column in table.columns]
        return {
            "exam": self.exam.name,
            "note": self.note,
            "rules": self.rules.data(),
            "promises": list(checks(self.model)),
            "fairness": self.fairness.data(),
            "fair_scores": scores if isinstance(scores, str) else scores.data(),
            "referrals": {reason: plain(works) for reason, works in self.referrals.items()},
            "log": None
            if self.log is None
            else {"entries": len(self.log), "head": self.log[-1].hash if self.log else None},
            "damages": [f"{one.where}: {one.what}" for one in self.damages],
            "labels": [dict(zip(names, row, strict=True)) for row in plain(table.records)],
        }


def _fair_scores(labels: Sequence[Labelled]) -> FairScores | str:
    scores = [len(LABELS) - 1 - LABELS.index(one.label) for one in labels]
    try:
        return FairScores.of(
            ratings_of(
                [one.candidate for one in labels],
                {"passage": [one.passage for one in labels], "grader": [one.grader or "" for one in labels]},
                scores,
            )
        )
    except DataError as error:
        return str(error)


def _kind(reason: str) -> str:
    """A reason without what differs from passage to passage."""
    return reason.split(":")[0].split(", where")[0]
