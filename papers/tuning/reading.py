"""What the rows of a table say, in words that follow from its figures."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from tertium.evaluation.runs import RunsComparison

# The paper's claim is "nearly as good by BLEU"; it loses 0.2 points.
_NEARLY = 0.5
BIASED, UNBIASED = "BEER", "BEER without bias"


class Reading:
    """The rows of one table: names of scores, runs of each row, and p of its BLEU against tuning with BLEU."""

    def __init__(
        self, names: Sequence[str], rows: Mapping[str, RunsComparison], p_values: Mapping[str, float], untuned: str
    ) -> None:
        self._names, self._rows, self._p_values = list(names), rows, p_values
        self._tuned = [label for label in rows if label != untuned]

    def lines(self) -> Iterator[str]:
        """One point per line, each only where the rows for it are there."""
        known = set(self._tuned)
        if {"BLEU", BIASED, UNBIASED} <= known:
            yield self._lengths()
            yield self._kept()
        if {"METEOR", "METEOR tune"} <= known:
            yield (
                f"METEOR makes outputs of {self._length('METEOR'):.1f} % of the references' length with its weights "
                f"for ranking, {self._length('METEOR tune'):.1f} % with those for tuning."
            )
        if len(known) > 1:
            yield self._best()
        if line := self._chance():
            yield line

    def _length(self, label: str) -> float:
        return 100 * float(np.mean(self._rows[label].systems[0].lengths))

    def _mean(self, label: str, name: str) -> float:
        return self._rows[label].systems[0].metrics[self._names.index(name)].mean

    def _lengths(self) -> str:
        return lengths_line({label: self._length(label) for label in (BIASED, "BLEU", UNBIASED)})

    def _kept(self) -> str:
        lost = {label: self._mean("BLEU", "BLEU") - self._mean(label, "BLEU") for label in (UNBIASED, BIASED)}
        return kept_line(lost, {label: p_text(self._p_values[label]) for label in lost})

    def _best(self) -> str:
        winners: dict[str, list[str]] = {}
        for name in self._names:
            sign = -1 if name == "TER" else 1
            best = max(self._tuned, key=lambda label: sign * self._mean(label, name))
            winners.setdefault(best, []).append(name)
        return "Best by " + "; by ".join(f"{_listed(names)}: {label}" for label, names in winners.items()) + "."

    def _chance(self) -> str | None:
        spreads = [
            (scores.optimizer / scores.selection, label, name)
            for label in self._tuned
            for name, scores in zip(self._names, self._rows[label].systems[0].metrics, strict=True)
            if scores.optimizer is not None and scores.selection
        ]
        if not spreads:
            return "Each row is a single run, which says nothing about chance in tuning."
        ratio, label, name = max(spreads)
        middle = float(np.median([ratio for ratio, _, _ in spreads]))
        return (
            f"Chance in tuning (s_opt) is {middle:.2f} times that of the choice of test sentences (s_sel) in "
            f"the middle of all figures, at most {ratio:.2f} times ({name} of {label})."
        )


def lengths_line(lengths: Mapping[str, float]) -> str:
    """What comes out of the paper's lengths: their order, and how far they are from the references'."""
    shown = ", ".join(f"{label} {length:.1f} %" for label, length in lengths.items())
    order = sorted(lengths, key=lambda label: -lengths[label])
    if order == list(lengths):
        says = f"Lengths stand in the paper's order: {shown}."
    elif order[0] == BIASED:
        says = (
            "Tuning with BEER gives the longest outputs, as in the paper, and without bias they are shorter; but "
            f"those tuned with BLEU are the shortest, where the paper has those without bias: {shown}."
        )
    else:
        says = f"Lengths do not stand in the paper's order, {', '.join(lengths)}: {shown}."
    far = "far longer than the references (115.7, 103.0 and 99.7 %)"
    if max(lengths.values()) < 100:
        return f"{says} Their sizes do not come out: in the paper BEER makes outputs {far}, here all are shorter."
    return f"{says} Their sizes do not come out: in the paper BEER makes outputs {far}, here little longer."


def kept_line(lost: Mapping[str, float], p_values: Mapping[str, str]) -> str:
    """What comes out of the paper's claim that BLEU is nearly kept without bias, and much is lost with it."""
    shown = [f"{lost[label]:.1f} (p {p_values[label]})" for label in (UNBIASED, BIASED)]
    figures = f"{shown[0]} points are lost without bias, {shown[1]} with it; in the paper 0.2 and 1.8"
    if lost[UNBIASED] > _NEARLY:
        if lost[UNBIASED] < lost[BIASED]:
            return f"BLEU is kept better without bias than with it, but not nearly, as the paper has it: {figures}."
        return f"The paper's claim, BLEU nearly kept without bias, does not come out: {figures}."
    if lost[BIASED] > _NEARLY:
        return (
            "The part of the paper's claim on BLEU, nearly kept without bias and less so with it, comes out: "
            f"{figures}. That outputs become too long with it is the other part, which does not."
        )
    return f"BLEU is kept without bias, but with it, too, so that the paper's claim is not put to the test: {figures}."


def p_text(value: float) -> str:
    """A p-value as tables have it."""
    return "< .001" if value < 0.001 else f"{value:.3f}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
