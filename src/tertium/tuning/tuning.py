"""Tuning on n-best lists that do not change: `tune`, and what it gives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.evaluation.statistics import signature
from tertium.keywords import checked_with
from tertium.metrics.choice import Metrics, Setting, choose
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.nbest.weights import Weights
from tertium.storage.workspace import key_of
from tertium.text.arrays import Floats
from tertium.text.network import FlatNetwork
from tertium.text.testset import References, Text
from tertium.tuning.climbs import METHODS, Climb, Method, Progress
from tertium.tuning.goal import Goal, unit
from tertium.tuning.results import Tuning
from tertium.tuning.space import Ranges, Space, refuse_useless
from tertium.tuning.statistics import Rows, feature_names

MethodName = Literal["mert", "pro", "mira"]
# More free weights than this and line searches get stuck.
MANY_WEIGHTS = 30


@dataclass(frozen=True, slots=True)
class Plan:
    """How to tune: the goal, the way, which weights, and the seed.

    `fix` and `only` name weights or patterns of names, `bounds` keeps weights between two numbers, `ranges` says where
    random starts are drawn. Sparse features are tuned each alone, or as one sum (`group_sparse`). `notes` are what the
    result should say of the metrics.
    """

    goal: Goal
    method: Method
    fix: Sequence[str] = ()
    only: Sequence[str] = ()
    bounds: Ranges = field(default_factory=dict)
    ranges: Ranges = field(default_factory=dict)
    group_sparse: bool = False
    seed: int = 12345
    notes: tuple[str, ...] = ()

    def space(self, nbest: NBest) -> Space:
        """The weights of these lists.

        Raises:
            OptionError: The method cannot tune so many.
        """
        if nbest.sparse.names and not self.group_sparse and self.method.searches_lines:
            raise OptionError(
                f"mert cannot tune {len(nbest.sparse.names)} sparse features one by one; tune their sum "
                "(group_sparse=True, on the command line --group sparse), or use mira"
            )
        names = feature_names(nbest, self.group_sparse)
        if not names:
            raise DataError(f"{nbest.name}: candidates have no features, so there is nothing to tune")
        return Space.of(names, fix=self.fix, only=self.only, bounds=self.bounds, ranges=self.ranges)

    def described(self) -> dict[str, Any]:
        """All that the result depends on, for files and hashes."""
        return {
            "metric": self.goal.spec,
            "method": self.method.name,
            "options": self.method.options(),
            "fix": list(self.fix),
            "only": list(self.only),
            "bounds": {name: list(bounds) for name, bounds in self.bounds.items()},
            "ranges": {name: list(bounds) for name, bounds in self.ranges.items()},
            "group_sparse": self.group_sparse,
            "seed": self.seed,
        }


PLAN_OPTIONS = ("mix", *(each.name for each in fields(Plan) if each.name not in ("goal", "method", "notes")))
"""What `plan` takes by name."""


def plan(
    metric: Metrics = "bleu",
    method: MethodName | Method = "mert",
    *,
    settings: Sequence[Setting] = (),
    mix: Sequence[float] | None = None,
    **options: Any,
) -> Plan:
    """A plan from names, such as `plan("beer", "mert", seed=1)`; `settings` are what will be scored."""
    choice = choose(metric, settings)
    if isinstance(method, str):
        method = METHODS.get(method)()
    return Plan(Goal.of(choice.metrics, mix), method, notes=tuple(note.text for note in choice.notes), **options)


@checked_with(*PLAN_OPTIONS)
def tune(
    nbest: NBest,
    references: References | Sequence[Text] | None = None,
    *,
    metric: Metrics = "bleu",
    language: str | None = None,
    networks: Sequence[FlatNetwork | None] | None = None,
    method: MethodName | Method = "mert",
    start: Weights | Mapping[str, float] | None = None,
    held_out: tuple[NBest, References | Sequence[Text]] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    **options: Any,
) -> Tuning:
    """Find weights under which the best candidates score best together.

    Args:
        nbest: The lists, with features; `tertium.read_nbest` reads them.
        references: What to score against: a list with one text for each segment, or `References`; those of the lists
            if not given.
        metric: A metric or its spec, or several with `mix`.
        language: Of the candidates, such as `"zh"`; None: by their looks.
        networks: Networks of correct translations, one for each list or None, for metrics that read them.
        method: `mert`, `pro`, `mira`, or one of the objects `Mert`, `Pro` and `Mira` with options of its own.
        start: Weights to start from; all 1 if not given.
        held_out: Other lists and references: of all starts the one that is best there is taken.
        threads: Threads; 0 means all cores.
        progress: Called with what is being done, how much is done and how much there is.
        options: What `plan` takes: `mix`, `fix`, `only`, `bounds`, `ranges`, `group_sparse`, `seed`.

    Raises:
        DataError: Lists and references do not fit, or the weights found are all 0 or not finite.
    """
    truth = Truth(_references(nbest, references, networks), networks=networks, sources=nbest.source)
    settings, others = [truth.setting(nbest, language)], None
    if held_out is not None:
        others = held_out[0], Truth(References.of(held_out[1]), sources=held_out[0].source)
        settings.append(others[1].setting(others[0], language))
    return tune_lists(
        nbest,
        truth,
        plan(metric, method, settings=settings, **options),
        start=start,
        held_out=others,
        threads=threads,
        progress=progress,
    )


def _references(
    nbest: NBest, references: References | Sequence[Text] | None, networks: Sequence[FlatNetwork | None] | None
) -> References:
    own = References.of(references) if references is not None else nbest.references
    if own is None and networks is not None:
        return References.none(len(networks))
    if own is None:
        raise DataError(f"{nbest.name}: there are no references to score candidates against; give some")
    return own


def tune_lists(
    nbest: NBest,
    truth: Truth,
    plan: Plan,
    *,
    start: Weights | Mapping[str, float] | None = None,
    held_out: tuple[NBest, Truth] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Tuning:
    """The same with a plan, and with references that may be networks or post-edits."""
    space = plan.space(nbest)
    rows = Rows(plan.goal, truth, threads)
    objective = rows.objective(nbest, group_sparse=plan.group_sparse)
    first = start_weights(space, start)
    climbs = plan.method.run(objective, space, [first], plan.seed, progress)
    winner, others = plan.method.result(climbs), None
    if held_out is not None:
        asked = Rows(plan.goal, held_out[1], threads).objective(held_out[0], group_sparse=plan.group_sparse)
        winner = max(climbs, key=lambda climb: asked.score(climb.weights))
        others = (own_score(plan.goal, asked.score(first)), own_score(plan.goal, asked.score(winner.weights)))
    weights = final_weights(plan, space, winner)
    return Tuning(
        weights=Weights(
            dict(zip(space.names, weights.tolist(), strict=True)),
            metric=plan.goal.spec,
            signature=signatures(plan.goal, truth),
            seed=plan.seed,
            hashes={"nbest": fingerprint(nbest), "references": key_of(truth.references.texts)},
            trace=[{"start": i, "scores": _own(plan.goal, climb.scores)} for i, climb in enumerate(climbs)],
        ).checked(),
        method=plan.method.name,
        score=own_score(plan.goal, objective.score(weights)),
        start_score=own_score(plan.goal, objective.score(first)),
        length_ratio=rows.length_ratio(objective.rows[objective.winners(weights)]),
        climbs=tuple(tuple(_own(plan.goal, climb.scores)) for climb in climbs),
        goal=plan.goal,
        held_out=others,
        notes=(*plan.notes, *_advice(space, plan)),
    )


def final_weights(plan: Plan, space: Space, climb: Climb) -> Floats:
    """The weights to write: refused where they are useless, scaled where mert found them."""
    refuse_useless(space.names, climb.weights)
    return space.scaled(climb.weights) if plan.method.searches_lines else climb.weights


def start_weights(space: Space, start: Weights | Mapping[str, float] | None) -> Floats:
    """The weights to begin with, in the order of the space.

    Raises:
        DataError: A weight is missing or belongs to no feature, or all are 0.
    """
    if start is None:
        return space.inside(np.ones(len(space.names)))
    values = start.values if isinstance(start, Weights) else start
    if lacking := [name for name in space.names if name not in values]:
        raise DataError(
            f"start weights: none for {', '.join(lacking[:5])}; the features are {', '.join(space.names[:30])}"
        )
    if unknown := [name for name in values if name not in space.names]:
        raise DataError(
            f"start weights: {', '.join(unknown[:5])} is no feature; the features are {', '.join(space.names[:30])}"
        )
    weights = np.array([values[name] for name in space.names], np.float64)
    refuse_useless(space.names, weights)
    return weights


def own_score(goal: Goal, value: float) -> float:
    """The goal's value as the metric itself gives it."""
    own = goal.sign * value * unit(goal.metrics[0]) if len(goal.metrics) == 1 else 100.0 * value
    return own + 0.0  # never -0


def _own(goal: Goal, values: Sequence[float]) -> list[float]:
    return [own_score(goal, value) for value in values]


def signatures(goal: Goal, truth: Truth) -> str:
    """The signatures of the metrics, one after the other."""
    test_set = truth.test_set([""], [0])
    return " + ".join(signature(m, truth.normalization, truth.references.number, test_set) for m in goal.metrics)


def fingerprint(nbest: NBest) -> str:
    """A hash of texts and features."""
    return key_of(
        [nbest.texts[row] for row in range(len(nbest.texts))],
        nbest.rows.tolist(),
        nbest.offsets.tolist(),
        nbest.features.tolist(),
        nbest.sparse.values.tolist(),
    )


def _advice(space: Space, plan: Plan) -> tuple[str, ...]:
    n_free = int(space.free.sum())
    if plan.method.searches_lines and n_free > MANY_WEIGHTS:
        return (f"{n_free} free weights are many for mert; mira copes better with more than {MANY_WEIGHTS}",)
    return ()
