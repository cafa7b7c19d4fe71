"""What the facets model says, as tables and as data."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tertium.exam.facets.fit import Drift, Fit, drift, fair_averages, fits, separation
from tertium.exam.facets.rasch import Measures, Steps, measure
from tertium.exam.facets.ratings import Facet, Ratings
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.numbers import counted
from tertium.results.table import Block, Cell, Column, Paragraph, Table
from tertium.text.arrays import Floats

_MEASURES = (
    Column("ratings", "count"),
    Column("average", "number", places=2),
    Column("fair", "number", places=2, key="fair_average"),
    Column("measure", "signed", places=2),
    Column("s.e.", "number", places=2, key="standard_error"),
    Column("infit", "number", places=2),
    Column("z", "signed", places=1, key="infit_z"),
    Column("outfit", "number", places=2),
    Column("z", "signed", places=1, key="outfit_z"),
    Column("", key="extreme"),
)
_MEANING = {
    "candidate": "Candidates: more is abler",
    "passage": "Passages: more is harder",
    "grader": "Graders: more is more severe",
    "criterion": "Criteria: more is stricter",
}
_FAR = 2.0  # |z| from which a drift is pointed at


@dataclass(frozen=True, eq=False, repr=False)
class FairScores(Result):
    """Measures of candidates, passages, graders and criteria on one scale, with how well they fit."""

    heading = "Fair scores"

    measures: Measures
    periods: int = 2

    @classmethod
    def of(cls, ratings: Ratings, model: Steps = "rating-scale", *, periods: int = 2) -> "FairScores":
        """Fit the model to ratings."""
        return cls(measure(ratings, model), periods)

    @cached_property
    def fits(self) -> dict[str, Fit]:
        """By the name of a facet, `candidate` too."""
        own, others = fits(self.measures)
        return {"candidate": own} | {str(facet): fit for facet, fit in others.items()}

    @cached_property
    def drift(self) -> Drift | None:
        return drift(self.measures, self.periods)

    def tables(self) -> list[Block]:
        """Graders, passages and criteria, then candidates; steps and drift."""
        order = [facet for facet in ("grader", "passage", "criterion", "candidate") if facet in self.fits]
        blocks: list[Block] = [self._table(facet) for facet in order]
        if self._steps():
            columns = (Column("steps of"), Column("to", "number"), Column("measure", "signed", places=2))
            blocks.append(Table((*columns, _MEASURES[4]), tuple(self._steps()), "Steps: how hard a score is to reach"))
        if self.drift is not None:
            blocks.append(self._drift(self.drift))
        return [*blocks, Paragraph("\n".join(self._notes()))]

    def records(self) -> list[Table]:
        """All elements in one table, then the steps."""
        columns = (Column("facet"), Column("name"), *_MEASURES)
        rows = [(facet, *row) for facet in self.fits for row in self._rows(facet)]
        steps = (Column("group"), Column("score", "number"), Column("step", "signed"), _MEASURES[4])
        return [Table(columns, tuple(rows), keys=2), Table(steps, tuple(self._steps()))]

    def data(self) -> dict[str, Json]:
        """Everything with full precision."""
        found: dict[str, Json] = {"model": self.measures.model, "ratings": len(self.measures.ratings)}
        keys = ("name", *(column.key or column.name for column in _MEASURES))
        for facet in self.fits:
            values, errors = self._values(facet)
            parts = separation(values, errors)
            found[facet] = {
                "separation": parts.separation,
                "reliability": parts.reliability,
                "elements": [dict(zip(keys, row, strict=True)) for row in self._rows(facet)],  # type: ignore[arg-type]
            }
        keys = ("group", "score", "measure", "standard_error")
        found["steps"] = [dict(zip(keys, row, strict=True)) for row in self._steps()]  # type: ignore[arg-type]
        if self.drift is not None:
            names = self.measures.ratings.elements["grader"]
            found["drift"] = [
                {"grader": name, "shifts": list(map(_or_none, shifts)), "z": _or_none(z)}
                for name, shifts, z in zip(names, self.drift.shifts, self.drift.z, strict=True)
            ]
        return found

    def _values(self, facet: str) -> tuple[Floats, Floats]:
        """Measures and standard errors; NaN where there is none of its own."""
        m = self.measures
        if facet == "candidate":
            values, errors, extreme = m.candidates.copy(), m.candidate_errors, m.extreme_candidates
        else:
            name: Facet = facet  # type: ignore[assignment]
            values, errors, extreme = m.elements[name].copy(), m.element_errors[name], m.extreme_elements[name]
        values[extreme] = np.nan
        return values, errors

    def _rows(self, facet: str) -> Iterator[tuple[Cell, ...]]:
        m, fit = self.measures, self.fits[facet]
        of_candidates, of_facets = fair_averages(m)
        if facet == "candidate":
            names, values, errors, extreme, fair = (
                m.ratings.candidates, m.candidates, m.candidate_errors, m.extreme_candidates, of_candidates
            )  # fmt: skip
        else:
            name: Facet = facet  # type: ignore[assignment]
            names, values, errors = m.ratings.elements[name], m.elements[name], m.element_errors[name]
            extreme, fair = m.extreme_elements[name], of_facets[name]
        for number, label in enumerate(names):
            is_extreme = number in extreme
            fitted: list[Cell] = [float(x[number]) for x in (fit.infit, fit.infit_z, fit.outfit, fit.outfit_z)]
            yield (
                label,
                int(fit.counts[number]),
                float(fit.averages[number]),
                float(fair[number]),
                float(values[number]),
                float(errors[number]),
                *([None] * 4 if is_extreme else fitted),
                "extreme" if is_extreme else "",
            )

    def _table(self, facet: str) -> Table:
        parts = separation(*self._values(facet))
        rows = sorted(self._rows(facet), key=lambda row: -float(row[4]))  # type: ignore[arg-type]
        note = f"separation {parts.separation:.2f}, reliability {parts.reliability:.2f}"
        return Table((Column(facet), *_MEASURES), tuple(rows), _MEANING[facet], (note,))

    def _steps(self) -> list[tuple[Cell, ...]]:
        scale = self.measures.scale
        return [
            (name or "all", int(scale.scores[group, step + 1]), float(scale.steps[group, step]), float(errors[step]))
            for group, (name, errors) in enumerate(zip(scale.names, self.measures.step_errors, strict=True))
            for step in range(int(scale.used[group]) - 1)
        ]

    def _drift(self, found: Drift) -> Table:
        names = self.measures.ratings.elements["grader"]
        columns = (
            Column("grader"),
            *(Column(f"period {number + 1}", "signed", places=2) for number in range(len(found.starts))),
            Column("z", "signed", places=1),
        )
        rows = tuple(
            (name, *map(_or_none, shifts), _or_none(z))
            for name, shifts, z in zip(names, found.shifts, found.z, strict=True)
        )
        return Table(
            columns, rows, "Drift: how much more severe than over the whole time", ("z: last period against first",)
        )

    def _notes(self) -> Iterator[str]:
        m = self.measures
        yield (
            f"{counted(len(m.ratings), 'rating')} on {counted(len(m.ratings.candidates), 'candidate')}; {m.model} "
            "model by joint maximum likelihood, in logits. Each facet but the candidates sums to 0."
        )
        yield (
            "Fair averages are scores where all else is average. Infit and outfit are 1 where scores scatter as the "
            "model says; over 1.5 they are erratic, under .5 too regular."
        )
        n_extreme = len(m.extreme_candidates) + sum(map(len, m.extreme_elements.values()))
        if n_extreme:
            yield (
                "Extreme: the lowest or the highest score everywhere, which has no finite measure; placed where .3 "
                "score points fewer would be."
            )
        if self.drift is not None:
            names = m.ratings.elements["grader"]
            moved = [name for name, z in zip(names, self.drift.z, strict=True) if abs(z) > _FAR]
            yield f"Drift beyond {_FAR:g} standard errors: {', '.join(moved) or 'nobody'}."


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
