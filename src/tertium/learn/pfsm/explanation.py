"""How the edit automaton came to a score: its best edit sequence, and how sure each alignment of words is."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from tertium import _core
from tertium.errors import DataError
from tertium.learn.features.base import each_reference
from tertium.learn.model import Model
from tertium.learn.pfsm.automaton import STATES, EditFeatures
from tertium.learn.pfsm.lattices import lattices, words_of
from tertium.learn.pfsm.model import constant_of
from tertium.metrics.explanation import Excerpt, Explanation, Link, Loose, Move, Part, Side
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

_KINDS = {
    **dict.fromkeys(("word", "punctuation", "function"), "same"),
    "lemma": "stem",
    **{name: name for name in ("synonym", "beginning", "paraphrase")},
}


class Step(NamedTuple):
    """One edit: its state, where it starts in both sentences (a jump: where it leads), and what it weighs."""

    state: str
    reference: int
    hypothesis: int
    weight: float


def explain(
    model: Model,
    features: EditFeatures,
    values: Callable[[Pairing], Floats],
    pairing: Pairing,
    segment: int,
) -> Explanation:
    """The explanation of one segment; `values` gives the score with each of its references."""
    excerpt = Excerpt.of(pairing, segment)
    scores = values(excerpt.pairing)
    number = int(scores.argmax())
    one, _ = each_reference(excerpt.pairing.against(number))
    pairs = lattices(one, features.settings)
    if len(pairs.too_long()):
        raise DataError(
            f"segment {segment + 1} has {pairs.hyp_lengths[0]:,} words against {pairs.ref_lengths[0]:,} of its "
            "reference, which is too long to be explained"
        )
    machine = features.machine(model.weights)
    core = pairs.for_core()
    best_edits = _core.best_edits(core, machine)
    steps = [
        Step(STATES[s], r, h, float(w))
        for (s, r, h), w in zip(best_edits.steps.tolist(), best_edits.weights, strict=True)
    ]
    posteriors = {
        tuple(link): float(p)
        for link, p in zip(
            pairs.substitutions.reshape(-1, 3).tolist(), _core.edit_posteriors(core, machine), strict=True
        )
    }
    n_words = max(int(pairs.words[0]), 1)
    total = float(_core.edit_scores(core, machine)[0])
    constant = constant_of(model)
    batch = words_of(excerpt.pairing.pool, features.settings)
    hypothesis, reference = excerpt.tokens(batch, number)
    best = sum(step.weight for step in steps)
    return replace(
        excerpt.explanation(float(scores[number]), hypothesis, reference, number),
        links=tuple(_links(steps, posteriors, n_words)),
        loose=tuple(_loose(steps, n_words)),
        moves=tuple(_moves(steps, n_words)),
        parts=(
            *_by_kind(steps, n_words),
            Part("other sequences", (total - best) / n_words, "what all sequences weigh more than the best one"),
            Part("constant", constant, "what the model adds"),
            Part("sum", total / n_words + constant, "the prediction: all sequences / words + constant"),
            Part("best sequence", best, f"weight of its {len(steps)} edits; contributions are divided by the words"),
            Part("all sequences", total, "logarithm of the sum of the weights of all edit sequences"),
            Part("words", n_words, "of both sentences"),
        ),
        notes=("Probabilities are posteriors: how often edit sequences drawn by weight align these words.",),
    )


def _is_substitution(step: Step) -> bool:
    return step.state.rstrip(":12") in _KINDS


def _links(steps: list[Step], posteriors: dict[tuple[int, ...], float], n_words: int) -> Iterator[Link]:
    for step in steps:
        if not _is_substitution(step):
            continue
        name = step.state.rstrip(":12")
        sizes = step.state[len(name) :].split(":")
        n_reference, n_hypothesis = (int(sizes[0]), int(sizes[1])) if len(sizes) == 2 else (1, 1)
        key = (step.reference, step.hypothesis, STATES.index(step.state))
        yield Link(
            step.hypothesis,
            n_hypothesis,
            step.reference,
            n_reference,
            _KINDS[name],
            contribution=step.weight / n_words,
            probability=min(posteriors[key], 1.0),
            label=step.state,
        )


def _loose(steps: list[Step], n_words: int) -> Iterator[Loose]:
    for step in steps:
        if step.state == "insert":
            yield Loose("hypothesis", step.hypothesis, contribution=step.weight / n_words)
        elif step.state == "delete":
            yield Loose("reference", step.reference, contribution=step.weight / n_words)


def _moves(steps: list[Step], n_words: int) -> Iterator[Move]:
    """The words behind a jump were edited before those that it jumped over."""
    landing = start = 0
    weight = 0.0
    for step in steps:
        kind = step.state.removeprefix("reference-")
        if not kind.startswith("jump"):
            continue
        over_reference = kind != step.state
        place = step.reference if over_reference else step.hypothesis
        weight = step.weight if kind == "jump1" else weight + step.weight
        if kind == "jump1":
            landing = place
        elif kind == "jump2":
            start = place
        else:
            words = tuple(range(landing, place))
            side: Side = "reference" if over_reference else "hypothesis"
            label = f"jump over {landing - start} word{'s' if landing - start > 1 else ''}"
            yield Move(words, start, side, contribution=weight / n_words, label=label)


def _by_kind(steps: list[Step], n_words: int) -> Iterator[Part]:
    """How much the edits of each kind contribute."""
    sums: dict[str, list[float]] = {}
    for step in steps:
        kind = "jumps" if "jump" in step.state else step.state
        sums.setdefault(kind, []).append(step.weight / n_words)
    for kind, weights in sums.items():
        yield Part(kind, sum(weights), f"contribution of {len(weights)} edit{'s' if len(weights) > 1 else ''}")
