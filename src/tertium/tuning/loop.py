"""Tuning with a decoder: decode, add what is new to the lists, tune, and again until nothing changes any more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from tertium.errors import DataError
from tertium.keywords import checked_with
from tertium.metrics.choice import Metrics
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.nbest.weights import Weights
from tertium.text.arrays import Floats
from tertium.text.network import FlatNetwork
from tertium.text.testset import References, Text
from tertium.tuning.climbs import Method, Progress
from tertium.tuning.results import Iteration, Tuning
from tertium.tuning.space import Space
from tertium.tuning.statistics import Rows
from tertium.tuning.tuning import (
    PLAN_OPTIONS,
    MethodName,
    Plan,
    final_weights,
    own_score,
    plan,
    signatures,
    start_weights,
)

Decode = Callable[[Weights, int], NBest]
"""A decoder: from weights and the number of candidates to lists, one for each segment."""
NumberedDecode = Callable[[int, Weights, int], NBest]
"""The same, told the number of the iteration first."""

# A weight that moves by less has not moved.
_STILL = 1e-5
# Less than this, in points of a score of 100, is no gain; two decodings in a row without one end the loop.
_LEAST_GAIN = 0.01
_LENGTHS = (0.95, 1.05)
_LENGTH_CHANGE = 0.03


class Keeper(Protocol):
    """Keeps what was done, so that it need not be done again after an interruption."""

    def decoded(self, iteration: int, weights: Weights, held_out: bool) -> NBest | None:
        """The lists of this iteration, where they were kept; weights are what it is decoded with."""

    def keep_decoded(self, iteration: int, weights: Weights, nbest: NBest, held_out: bool) -> None:
        """Keep the lists."""

    def tuned(self, iteration: int) -> Weights | None:
        """The weights that were found, where they were kept."""

    def keep_tuned(self, iteration: int, weights: Weights) -> None:
        """Keep the weights."""


@dataclass(frozen=True, slots=True)
class LoopOptions:
    """When to stop, how many candidates to ask for, which weights to give in the end.

    `history` starts line searches from the weights of earlier iterations too (Foster & Kuhn 2009). With held-out
    segments the weights are those that did best there; else the last ones, or the best on the lists with `best_dev`.
    """

    iterations: int = 10
    n: int = 100
    history: bool = True
    best_dev: bool = False


@checked_with(*PLAN_OPTIONS)
def tune_decoder(
    decode: Decode,
    references: References | Sequence[Text] | None = None,
    *,
    start: Weights | dict[str, float],
    metric: Metrics = "bleu",
    language: str | None = None,
    sources: Sequence[Text] | None = None,
    networks: Sequence[FlatNetwork | None] | None = None,
    method: MethodName | Method = "mert",
    iterations: int = 10,
    n: int = 100,
    history: bool = True,
    best_dev: bool = False,
    held_out: tuple[Decode, References | Sequence[Text]] | None = None,
    threads: int = 1,
    note: Callable[[str], None] | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Tuning:
    """Tune with a decoder: a function from weights and a number to n-best lists.

    Args:
        decode: Called with `Weights` and the number of candidates; returns an `NBest` with one list for each segment.
        references: A list with one text for each segment, or `References`.
        start: The weights of the first decoding.
        metric: A metric, its spec or a function that scores, or several with `mix`.
        language: Of the outputs, such as `"zh"`; None: by the looks of the references.
        sources: The source of each segment, for metrics that read sources.
        networks: Networks of correct translations, one for each segment or None, for metrics that read them.
        method: `mert`, `pro`, `mira`, or an object with options.
        iterations: Maximum number of decodings.
        n: Candidates of each decoding.
        history: Whether searches start from all earlier weights too.
        best_dev: Give the weights that did best, not the last ones.
        held_out: A decoder of other segments and their references, which choose the weights.
        threads: Threads; 0 means all cores.
        note: Called with a line after each iteration, and with warnings.
        progress: Called with what is being done, how much is done and how much there is.
        options: What `plan` takes: `mix`, `fix`, `only`, `bounds`, `ranges`, `group_sparse`, `seed`.

    Raises:
        DataError: There is nothing to score against, or a metric needs something that is not there.
        OptionError: A metric cannot serve the language.
    """
    truth = Truth(_references(references, networks), networks=networks, sources=sources)
    settings, others = [truth.setting(None, language)], None
    if held_out is not None:
        others = _numbered(held_out[0]), Truth(References.of(held_out[1]))
        settings.append(replace(others[1].setting(None, language), name="the held-out text"))
    loop = Loop(
        plan(metric, method, settings=settings, **options),
        LoopOptions(iterations, n, history, best_dev),
        truth,
        _numbered(decode),
        others,
        threads,
        note or (lambda line: None),
        progress,
    )
    return loop.run(start if isinstance(start, Weights) else Weights(start).checked("start weights"))


def _numbered(decode: Decode) -> NumberedDecode:
    return lambda number, weights, n: decode(weights, n)


def _references(
    references: References | Sequence[Text] | None, networks: Sequence[FlatNetwork | None] | None
) -> References:
    if references is not None:
        return References.of(references)
    if networks is None:
        raise DataError("there are neither references nor networks to score candidates against; give some")
    return References.none(len(networks))


@dataclass(slots=True)
class Loop:
    """All that a run needs."""

    plan: Plan
    options: LoopOptions
    truth: Truth
    decode: NumberedDecode
    held_out: tuple[NumberedDecode, Truth] | None = None
    threads: int = 1
    note: Callable[[str], None] = lambda line: None
    progress: Progress | None = None
    keeper: Keeper | None = None

    def run(self, start: Weights) -> Tuning:
        """Decode and tune until something says stop."""
        rows = Rows(self.plan.goal, self.truth, self.threads)
        asked = None if self.held_out is None else Rows(self.plan.goal, self.held_out[1], self.threads)
        parts: list[NBest] = []
        done: list[Iteration] = []
        weights = start
        stopped = f"{self.options.iterations} decodings were asked for"
        for number in range(1, self.options.iterations + 1):
            iteration = self._iterate(number, weights, parts, done, rows, asked)
            done.append(iteration)
            self._report(done)
            weights = iteration.weights
            if reason := self._reason_to_stop(done):
                stopped = reason
                break
        return self._result(done, rows, parts, stopped)

    def _iterate(
        self,
        number: int,
        weights: Weights,
        parts: list[NBest],
        done: Sequence[Iteration],
        rows: Rows,
        asked: Rows | None,
    ) -> Iteration:
        decoded = self._decoded(number, weights, self.decode, self.truth, held_out=False)
        held_out = None
        if self.held_out is not None and asked is not None:
            others = self._decoded(number, weights, self.held_out[0], self.held_out[1], held_out=True)
            held_out = _first_score(self.plan, asked, others)[0]
        n_before = parts[0].n_candidates if parts else 0
        lists = NBest.joined([*parts, decoded])
        parts[:] = [lists]
        first_score, length_ratio = _first_score(self.plan, rows, decoded)
        objective = rows.objective(lists, group_sparse=self.plan.group_sparse)
        space = self.plan.space(lists)
        before = start_weights(space, weights)
        found = self.keeper.tuned(number) if self.keeper else None
        if found is None:
            starts = [before]
            if self.options.history:
                starts += [start_weights(space, earlier.before) for earlier in reversed(done)]
            climbs = self.plan.method.run(objective, space, starts, _seed(self.plan.seed, number), self.progress)
            tuned = final_weights(self.plan, space, self.plan.method.result(climbs))
            found = self._weights(space, tuned)
            if self.keeper:
                self.keeper.keep_tuned(number, found)
        after = start_weights(space, found)
        return Iteration(
            number,
            weights,
            found,
            lists.n_candidates - n_before,
            lists.n_candidates,
            first_score,
            own_score(self.plan.goal, objective.score(after)),
            length_ratio,
            float(np.abs(_sized(after) - _sized(before)).max()),
            held_out,
        )

    def _decoded(self, number: int, weights: Weights, decode: NumberedDecode, truth: Truth, *, held_out: bool) -> NBest:
        stored = self.keeper.decoded(number, weights, held_out) if self.keeper else None
        if stored is not None:
            return stored
        nbest = decode(number, weights, self.options.n)
        if len(nbest) != len(truth):
            raise DataError(
                f"{nbest.name}: the decoder gave {len(nbest)} lists for {len(truth)} segments; "
                "expected one list for each, in the same order"
            )
        features = {*nbest.names, *nbest.sparse.names, *(["sparse"] if self.plan.group_sparse else [])}
        if lacking := [name for name in weights.values if name not in features]:
            raise DataError(
                f"{nbest.name}: no feature {', '.join(map(repr, lacking[:5]))}, for which there is a weight; "
                f"the features are {', '.join(nbest.names)}"
            )
        if self.keeper:
            self.keeper.keep_decoded(number, weights, nbest, held_out)
        return nbest

    def _weights(self, space: Space, values: Floats) -> Weights:
        return Weights(
            dict(zip(space.names, values.tolist(), strict=True)),
            metric=self.plan.goal.spec,
            signature=signatures(self.plan.goal, self.truth),
            seed=self.plan.seed,
        ).checked()

    def _report(self, done: Sequence[Iteration]) -> None:
        now = done[-1]
        held_out = "" if now.held_out is None else f", held out {now.held_out:.2f}"
        self.note(
            f"decoding {now.number}: {now.decoded:.2f}{held_out}, length {100 * now.length_ratio:.1f} %; "
            f"{now.new_candidates} new of {now.candidates} candidates, tuned to {now.tuned:.2f}, "
            f"largest change of a weight {now.moved:.3g}"
        )
        if len(done) > 1 and (warning := _length_warning(done[-2].length_ratio, now.length_ratio)):
            self.note(f"warning: {warning}")

    def _reason_to_stop(self, done: Sequence[Iteration]) -> str | None:
        now = done[-1]
        if now.new_candidates == 0:
            return "the decoder found no new candidate"
        if now.moved < _STILL:
            return f"no weight moved by {_STILL:g} or more"
        if len(done) > 2:
            gains = [self.plan.goal.sign * (done[i].decoded - done[i - 1].decoded) for i in (-1, -2)]
            if max(gains) < _LEAST_GAIN and max(gains) > -_LEAST_GAIN:
                return f"two decodings gained less than {_LEAST_GAIN:g} points each"
        return None

    def _result(self, done: Sequence[Iteration], rows: Rows, parts: Sequence[NBest], stopped: str) -> Tuning:
        sign = self.plan.goal.sign
        last = done[-1]
        best_weights, score, ratio = last.weights, last.tuned, last.length_ratio
        # What was decoded with is known to be as good as it is; the last weights were not decoded with yet.
        if self.held_out is not None:
            best = max(done, key=lambda i: sign * (i.held_out if i.held_out is not None else -np.inf))
            best_weights, score, ratio = best.before, best.decoded, best.length_ratio
        elif self.options.best_dev:
            best = max(done, key=lambda i: sign * i.decoded)
            best_weights, score, ratio = best.before, best.decoded, best.length_ratio
        trace = [_as_json(iteration) for iteration in done]
        weights = Weights(
            best_weights.values,
            metric=self.plan.goal.spec,
            signature=signatures(self.plan.goal, self.truth),
            seed=self.plan.seed,
            trace=trace,
        ).checked()
        return Tuning(
            weights=weights,
            method=self.plan.method.name,
            score=score,
            start_score=done[0].decoded,
            length_ratio=ratio,
            climbs=(tuple(iteration.decoded for iteration in done),),
            goal=self.plan.goal,
            iterations=tuple(done),
            stopped=stopped,
            notes=self.plan.notes,
        )


def _length_warning(before: float, now: float) -> str | None:
    """What to say where outputs become much longer or shorter than the references."""
    away = abs(now - before) > _LENGTH_CHANGE and abs(now - 1) > abs(before - 1)
    if _LENGTHS[0] <= now <= _LENGTHS[1] and not away:
        return None
    after = f", after {100 * before:.1f} %" if away else ""
    advice = (
        "metrics that reward recall make them long: beer(model=beer-en-tune) and meteor(task=tune) are made for tuning"
        if now > 1
        else "metrics that count errors, such as ter, make them short: tune with bleu, or mix in a metric of recall"
    )
    return f"outputs are {100 * now:.1f} % as long as the references{after}; {advice}"


def _first_score(plan: Plan, rows: Rows, nbest: NBest) -> tuple[float, float]:
    """The score of the decoder's first translations, and how long they are."""
    objective = rows.objective(nbest, group_sparse=plan.group_sparse)
    first = objective.rows[objective.offsets[:-1]]
    score = float(objective.scorer(objective.statistics[first].sum(0)))
    return own_score(plan.goal, score), rows.length_ratio(first)


def _seed(seed: int, number: int) -> int:
    """A seed of its own for every iteration."""
    return int(np.random.SeedSequence([seed, number]).generate_state(1)[0])


def _sized(weights: Floats) -> Floats:
    sized: Floats = weights / np.abs(weights).sum()
    return sized


def _as_json(iteration: Iteration) -> dict[str, object]:
    return {
        "iteration": iteration.number,
        "decoded": iteration.decoded,
        "tuned": iteration.tuned,
        "held_out": iteration.held_out,
        "length_ratio": iteration.length_ratio,
        "new_candidates": iteration.new_candidates,
        "candidates": iteration.candidates,
        "moved": iteration.moved,
        "weights": dict(iteration.before.values),
    }
