"""What models promise on simulated exams: how often sets at 90 % hold the label, by how many candidates were labelled.

    .venv/bin/python -m papers.exam.promises --seeds 200

Needs no data. The weight of the best label in `tertium.exam.labelling.model` was chosen here, among 1, 1.5, 2 and 3.
"""

from dataclasses import dataclass

import click
import numpy as np

from papers.exam.simulated import World
from papers.markdown import markdown
from tertium.exam.labelling.training import Trainer
from tertium.exam.labelling.uncertainty import label_sets

SIZES = (12, 16, 24, 50, 100, 200, 500)
_NEW = 200  # candidates whose sets are looked at, for each model


@dataclass(frozen=True)
class Coverage:
    """Means over seeds of what sets for new candidates are like, and the standard error of the first."""

    coverage: float
    error: float
    single: float
    size: float

    @property
    def lowest(self) -> float:
        """The lower 95 % limit of how often sets hold the label."""
        return self.coverage - 1.96 * self.error


def coverage(n_candidates: int, n_seeds: int) -> Coverage:
    """Train on this many candidates, look at the sets of new ones, again and again in new worlds."""
    rows = []
    for seed in range(n_seeds):
        rng = np.random.default_rng([seed, n_candidates])
        world = World.drawn(rng)
        model = Trainer().train(world.examples(rng, n_candidates), rng)
        new = world.examples(rng, _NEW, "new")
        sets = label_sets(model, new.values, {"passage": new.passages.tolist()})
        hits = np.mean([label in labels for label, labels in zip(new.labels.tolist(), sets, strict=True)])
        sizes = np.array([len(labels) for labels in sets])
        rows.append((hits, np.mean(sizes == 1), sizes.mean()))
    table = np.array(rows)
    share, single, size = table.mean(axis=0)
    return Coverage(share, table[:, 0].std(ddof=1) / np.sqrt(n_seeds), single, size)


@click.command()
@click.option("--seeds", default=200, show_default=True)
def main(seeds: int) -> None:
    """Print the table."""
    rows = []
    for size in SIZES:
        found = coverage(size, seeds)
        rows.append(
            (str(size), f"{found.coverage:.4f}", f"{found.lowest:.4f}", f"{found.single:.3f}", f"{found.size:.2f}")
        )
        click.echo(f"{size} candidates", err=True)
    header = ("candidates", "coverage", "lower limit", "sets of one label", "labels in a set")
    click.echo("\n".join(markdown(header, rows)))


if __name__ == "__main__":
    main()
