"""What agreement and fairness are, as tables and as data."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

import numpy as np

from tertium.exam.fairness.agreement import Alpha, PairAgreement, alpha, pair_agreements
from tertium.exam.fairness.decisions import Decided, decided
from tertium.exam.fairness.gradings import Gradings
from tertium.exam.fairness.groups import FAR, SMALLEST, GroupStudy, group_study
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.numbers import counted
from tertium.results.table import Block, Column, Estimate, Paragraph, Table
from tertium.text.controls import visible


@dataclass(frozen=True, repr=False)
class FairnessStudy(Result):
    """How far graders and machine agree, what groups get, and what the machine may decide alone."""

    heading = "Agreement and fairness"

    passages: int
    """Of candidates' passages, how many people labelled."""
    not_translated: int
    agreement: tuple[PairAgreement, ...]
    alpha: Alpha | None
    machine_alone: tuple[Decided, ...]
    groups: GroupStudy | None
    seed: int

    @classmethod
    def of(
        cls,
        gradings: Gradings,
        groups: Mapping[str, Mapping[str, str]] | None = None,
        *,
        smallest: int = SMALLEST,
        seed: int = 12345,
    ) -> "FairnessStudy":
        """Measure it, without passages that were not translated."""
        rng = np.random.default_rng(seed)
        translated = gradings.translated()
        return cls(
            len(gradings.people),
            len(gradings.people) - len(translated.people),
            tuple(pair_agreements(translated, rng)),
            alpha(translated, rng),
            tuple(decided(translated, rng)),
            None if groups is None else group_study(translated, groups, rng, smallest),
            seed,
        )

    def tables(self) -> list[Block]:
        """Agreement, what the machine may decide, groups, passages."""
        blocks: list[Block] = [Paragraph("\n".join(self._opening()))]
        if self.agreement:
            blocks.append(self._pairs())
        if self.machine_alone:
            blocks.append(self._decided())
        if self.groups is not None:
            blocks += self._groups(self.groups)
        return blocks

    def records(self) -> list[Table]:
        """The tables without prose."""
        return [block for block in self.tables() if isinstance(block, Table)]

    def data(self) -> dict[str, Json]:
        """Everything with full precision."""
        found: dict[str, Json] = plain(asdict(self))
        return found

    def _opening(self) -> Iterator[str]:
        labelled = f"{counted(self.passages, 'passage')} with labels of people"
        yield f"{labelled}; {self.not_translated} not translated, left out below."
        if self.alpha is None:
            yield "No passage was labelled by two people, so that nothing is known of how far people agree."
        else:
            low, high = self.alpha.interval
            yield (
                f"Krippendorff's α of people, ordered labels: {self.alpha.value:.2f} [{low:.2f}, {high:.2f}] on "
                f"{counted(self.alpha.n, 'passage')} with several labels."
            )

    def _pairs(self) -> Table:
        columns = (
            Column("between"),
            Column("and"),
            Column("labels", "count"),
            Column("κ", "number", True, places=2, key="kappa"),
            Column("exact %", "number", True, places=0, key="exact"),
            Column("adjacent %", "number", True, places=0, key="adjacent"),
            Column("leniency", "signed", places=2),
        )
        rows = tuple(
            (
                pair.first,
                pair.second,
                pair.n,
                Estimate(pair.kappa, pair.kappa_interval),
                _percent(pair.exact, pair.exact_interval),
                100 * pair.adjacent,
                pair.difference,
            )
            for pair in self.agreement
        )
        notes = (
            "κ: quadratic weights. Adjacent: the same label or the next one. Leniency: of the second against the "
            "first, in standard deviations. Intervals: 95 %, candidates drawn again.",
        )
        return Table(columns, rows, "Agreement", notes, keys=2)

    def _decided(self) -> Table:
        columns = (
            Column("left to the machine"),
            Column("passages", "count"),
            Column("share %", "number", places=0, key="share"),
            Column("other label %", "number", False, places=0, missing="-", key="wrong"),
            Column("two away %", "number", False, places=1, missing="-", key="far"),
        )
        rows = tuple(
            (
                one.way,
                one.n,
                100 * one.share,
                None if one.wrong is None or one.interval is None else _percent(one.wrong, one.interval),
                None if one.far is None else 100 * one.far,
            )
            for one in self.machine_alone
        )
        note = "Other label: people said something else. Two away: their label was two or more from it."
        return Table(columns, rows, "What the machine may decide alone", (note,))

    def _groups(self, study: GroupStudy) -> Iterator[Block]:
        columns = (
            Column("by"),
            Column("group"),
            Column("candidates", "count"),
            Column("people's labels", "signed", places=2),
            Column("machine's leniency", "signed", places=2, missing="-"),
        )
        rows = tuple(
            (
                one.column,
                one.group,
                one.n,
                Estimate(one.people, one.people_interval),
                None if one.machine is None else Estimate(one.machine, one.machine_interval),
            )
            for one in study.differences
        )
        notes = [
            "People's labels: the group against all others; leniency: the machine against people in the group. "
            f"Standard deviations; a leniency beyond ±{FAR:g} is more than programs that score are usually allowed.",
        ]
        if study.hidden:
            names = ", ".join(f"{visible(group)} ({visible(column)})" for column, group in study.hidden)
            notes.append(f"Not shown, because they or the others are fewer than {study.smallest} candidates: {names}.")
        yield Table(columns, rows, "Groups of candidates", tuple(notes), keys=2)
        if study.passages:
            yield _passages(study)


def _passages(study: GroupStudy) -> Table:
    columns = (
        Column("by"),
        Column("group"),
        Column("passage"),
        Column("candidates", "count"),
        Column("effect", "signed", places=2),
        Column("p", "p"),
    )
    rows = tuple((one.column, one.group, one.passage, one.n, one.effect, one.p) for one in study.passages)
    note = (
        "Effect: the group's advantage over others who are as good on the other passages, in standard deviations. "
        "p: Mantel's test, Holm's correction."
    )
    return Table(columns, rows, "Passages on which a group does better or worse than elsewhere", (note,), keys=3)


def _percent(share: float, interval: tuple[float, float]) -> Estimate:
    return Estimate(100 * share, (100 * interval[0], 100 * interval[1]))
