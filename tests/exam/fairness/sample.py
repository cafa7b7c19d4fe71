"""Labels of simulated candidates by graders and a machine."""

import numpy as np

from tertium.exam.fairness.gradings import Gradings, Proposal
from tertium.exam.scale import LABELS
from tertium.exam.submissions import Labelled


def gradings(
    seed: int, n_candidates: int = 60, n_passages: int = 4, *, handicap: tuple[int, float] = (0, 0.0), bias: float = 0.0
) -> tuple[Gradings, dict[str, str]]:
    """Two graders and a machine, and a group for each candidate.

    Group `b` has the handicap on one passage only, and the machine is more severe with it by the bias.
    """
    rng = np.random.default_rng(seed)
    labels, machine = [], {}
    groups = {f"c{n}": "ab"[n % 2] for n in range(n_candidates)}
    for n, (who, group) in enumerate(groups.items()):
        ability = rng.normal(0, 1)
        for passage in range(n_passages):
            bad = 1.5 - ability + rng.normal(0, 0.4) + (handicap[1] if group == "b" and passage == handicap[0] else 0)
            for grader in ("x", "y")[: 2 if n % 3 else 1]:
                number = int(np.clip(round(bad + rng.normal(0, 0.4)), 0, 3))
                labels.append(Labelled(who, f"p{passage}", LABELS[number], grader))
            said = int(np.clip(round(bad + rng.normal(0, 0.5) + (bias if group == "b" else 0)), 0, 3))
            unsure = rng.random() < 0.5
            label_set = tuple(sorted({said, min(said + 1, 3)})) if unsure else (said,)
            machine[who, f"p{passage}"] = Proposal(said, label_set, unsure)
    return Gradings.of(labels, machine), groups
