"""What tuning makes as high as it can: a metric of the whole test set, or a mixture of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from tertium.errors import OptionError
from tertium.metrics import Metric
from tertium.text.arrays import Floats

# Rows that are scored at a time: a line search has as many as there are changes along the line.
_BLOCK = 65_536


@dataclass(frozen=True, slots=True)
class Goal:
    """Metrics and the share of each, negative where lower is better; scores of 100 count as 1."""

    metrics: tuple[Metric, ...]
    shares: tuple[float, ...]

    @classmethod
    def of(cls, metrics: Sequence[Metric], mix: Sequence[float] | None = None) -> Self:
        """One metric alone, or several with their shares.

        Raises:
            OptionError: Shares are missing, do not fit, or reward what is worse.
        """
        if not metrics:
            raise OptionError("there is no metric to tune with; name one, such as bleu")
        if mix is None:
            if len(metrics) > 1:
                raise OptionError(
                    f"{len(metrics)} metrics to tune with but no shares; pass how much each counts, such as "
                    f"--mix {','.join('1' if metric.higher_is_better else '-1' for metric in metrics)}"
                )
            mix = [1.0 if metrics[0].higher_is_better else -1.0]
        if len(mix) != len(metrics):
            raise OptionError(f"mix: {len(metrics)} metrics but {len(mix)} shares; expected one for each")
        for metric, share in zip(metrics, mix, strict=True):
            if not np.isfinite(share) or share == 0 or (share > 0) != metric.higher_is_better:
                better, sign = ("higher", "above") if metric.higher_is_better else ("lower", "below")
                raise OptionError(
                    f"mix: the share of {metric.spec()} is {share:g}, but its {better} scores are better; "
                    f"expected a number {sign} 0"
                )
        return cls(tuple(metrics), tuple(map(float, mix)))

    @property
    def spec(self) -> str:
        """How it is called in files and reports: `bleu`, or `1*bleu-1*ter`."""
        if len(self.metrics) == 1:
            return self.metrics[0].spec()
        return "".join(f"{share:+g}*{m.spec()}" for m, share in zip(self.metrics, self.shares, strict=True)).lstrip("+")

    @property
    def sign(self) -> float:
        """-1 where the metric itself counts errors, which fall as the goal rises."""
        return -1.0 if len(self.metrics) == 1 and self.shares[0] < 0 else 1.0

    def scorer(self, widths: Sequence[int]) -> "Scorer":
        """For rows that have so many columns of each metric, side by side."""
        return Scorer(self, tuple(widths))


@dataclass(frozen=True, slots=True)
class Scorer:
    """A goal that knows which columns belong to which metric."""

    goal: Goal
    widths: tuple[int, ...]

    def __call__(self, sums: Floats) -> Floats:
        """Score summed rows. The last axis goes, leading axes stay."""
        flat = sums.reshape(-1, sums.shape[-1])
        if len(flat) <= _BLOCK:
            return self._score(sums)
        blocks = [self._score(flat[i : i + _BLOCK]) for i in range(0, len(flat), _BLOCK)]
        return np.concatenate(blocks).reshape(sums.shape[:-1])

    def of_segments(self, rows: Floats) -> Floats:
        """Score each row alone.

        A single sentence has a BLEU of 0 wherever it has no match of four words, so that one count is added to
        everything that BLEU counts, lengths too: without that, short outputs would win (Nakov, Guzmán & Vogel 2012).
        """
        added = [np.full(width, m.smoothed_by) for m, width in zip(self.goal.metrics, self.widths, strict=True)]
        return self(rows + np.concatenate(added))

    def is_mean(self, rows: Floats) -> bool:
        """Whether the score of these rows together is the mean of their scores."""
        together, alone = float(self(rows.sum(0))), float(self(rows).mean())
        return abs(together - alone) <= 1e-9 * max(1.0, abs(alone))

    def _score(self, sums: Floats) -> Floats:
        total = np.zeros(sums.shape[:-1])
        begin = 0
        for metric, share, width in zip(self.goal.metrics, self.goal.shares, self.widths, strict=True):
            total = total + share / unit(metric) * metric.score(sums[..., begin : begin + width])
            begin += width
        return total


def unit(metric: Metric) -> float:
    """What counts as 1: 100 for percentages."""
    return 100.0 if metric.bounds.startswith("0-100") else 1.0
