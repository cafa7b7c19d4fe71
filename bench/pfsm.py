"""pFSM and pPDA: pairs scored in a second, long pairs, memory, and training to its end. No peer was ever published."""

import resource
from collections.abc import Callable
from functools import partial

import numpy as np
from inputs import Inputs, Pairs
from timing import Rival, Row, duration, within

from tertium import _core
from tertium.learn import trainer as trainers
from tertium.learn.data import TrainingData
from tertium.learn.edit_lattices import lattices
from tertium.learn.edit_model import features_of
from tertium.learn.model import Model
from tertium.learn.trainer import Run
from tertium.meta.judgements import Items, JudgementGroup, JudgementSet, Origin, ScoreTables, SegmentScores
from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References

_ONE_THREAD = "One thread; texts in, scores out: words split, matched and edited."


def pfsm(inputs: Inputs) -> list[Row]:
    """Scoring and training against limits."""
    pairs = inputs.pairs.sample(inputs.size(20_000, 500))
    rows = [
        _scoring("pFSM", "pfsm", pairs, 20_000),
        _scoring("pPDA, jump 5", "ppda", pairs, 2_000),
        _kernel("pPDA, jump 10, lattices only", 10, pairs, 1_000),
        _long_pair(pairs),
        _training("pFSM", "pfsm", inputs.pairs.sample(inputs.size(10_000, 100)), 60),
    ]
    if not inputs.quick:
        rows.append(_training("pPDA, jump 5", "ppda", inputs.pairs.sample(10_000), 600))
    return rows


def _rate(pairs: int) -> Callable[[float], str]:
    return lambda seconds: f"{pairs / seconds:,.0f} pairs/s"


def _scoring(name: str, metric: str, pairs: Pairs, bar: int) -> Row:
    run = partial(parse(metric).segment_scores, pairs.hypotheses, References.by_stream(pairs.references))
    ours = Rival(run)
    ours.round()
    ours.round()
    return within(f"{name}, {len(pairs):,} pairs", ours.seconds, len(pairs) / bar, _rate(len(pairs)), _ONE_THREAD)


def _kernel(name: str, max_jump: int, pairs: Pairs, bar: int) -> Row:
    """Another length of jumps with the weights of the model that comes with the package."""
    core, machine = _prepared(pairs, max_jump)
    ours = Rival(lambda: _core.edit_scores(core, machine))
    ours.round()
    return within(f"{name}, {len(pairs):,} pairs", ours.seconds, len(pairs) / bar, _rate(len(pairs)))


def _prepared(pairs: Pairs, max_jump: int) -> tuple["_core.EditPairs", "_core.EditMachine"]:
    model = Model.load("ppda-en")
    features = features_of(model)
    pairing = Pairing.of(pairs.hypotheses, References.by_stream(pairs.references))
    steps = features.matrix @ model.weights
    return (
        lattices(pairing, features.settings).for_core(),
        _core.EditMachine(np.ascontiguousarray(steps[: len(steps) - 3]), (0.0, 0.0, 0.0), max_jump),
    )


def _long_pair(pairs: Pairs) -> Row:
    """Sentences joined until there are 200 words on both sides."""
    hypothesis, reference = (" ".join(" ".join(texts).split()[:185]) for texts in (pairs.hypotheses, pairs.references))
    core, machine = _prepared(Pairs([hypothesis], [reference]), 5)
    ours = Rival(lambda: _core.edit_scores(core, machine))
    ours.round()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return within("pPDA, jump 5, 200 × 200 words", ours.seconds, 1.0, duration, f"Peak of the process {memory:.0f} MB.")


def _training(name: str, key: str, pairs: Pairs, limit: float) -> Row:
    """Two threads, from weights of 0 to convergence; the judge is chrF, because only the time counts here."""
    items = Items.build(pairs.hypotheses, References.by_stream(pairs.references))
    judged = parse("chrf").segment_scores(pairs.hypotheses, References.by_stream(pairs.references))
    scores = SegmentScores(items, (judged - judged.mean()) / judged.std(), "chrf")
    group = JudgementGroup("bench", "xx-en", items, ScoreTables((scores,)))
    data = TrainingData((JudgementSet((group,), Origin("bench", "0" * 64)),))
    ours = Rival(lambda: trainers.get(key)().train(data, Run(threads=2)))
    ours.round()
    note = "Two threads, from weights of 0 to convergence."
    return within(f"{name}, training on {len(pairs):,} pairs", ours.seconds, limit, duration, note)
