"""pFSM and pPDA: long pairs, memory, and training to its end. No peer was ever published."""

import resource

import numpy as np

from bench.inputs import Inputs, Pairs
from bench.timing import Rival, Row, duration, within
from tertium import _core
from tertium.learn import trainer as trainers
from tertium.learn.data import TrainingData
from tertium.learn.model import Model
from tertium.learn.pfsm.lattices import lattices
from tertium.learn.pfsm.model import features_of
from tertium.learn.trainer import JudgementTrainer, Run
from tertium.meta.judgements import Items, JudgementGroup, JudgementSet, Origin, ScoreTables, SegmentScores
from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References


def pfsm(inputs: Inputs) -> list[Row]:
    """A long pair and training against limits."""
    rows = [
        _long_pair(inputs.pairs),
        _training("pFSM", "pfsm", inputs.pairs.sample(inputs.size(10_000, 100)), 60),
    ]
    if not inputs.quick:
        rows.append(_training("pPDA, jump 5", "ppda", inputs.pairs.sample(10_000), 600))
    return rows


def _prepared(pairs: Pairs, max_jump: int) -> tuple["_core.EditPairs", "_core.EditMachine"]:
    model = Model.load("ppda-en")
    features = features_of(model)
    pairing = Pairing.of(pairs.hypotheses, References.by_stream(pairs.references))
    steps = features.matrix @ model.weights
    return (
        lattices(pairing, features.settings).for_core(),
        _core.EditMachine(np.ascontiguousarray(steps[: len(steps) - 3]), relations=(0.0, 0.0, 0.0), max_jump=max_jump),
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
    trainer = trainers.get(key)()
    assert isinstance(trainer, JudgementTrainer)
    ours = Rival(lambda: trainer.train(data, Run(threads=2)))
    ours.round()
    note = "Two threads, from weights of 0 to convergence."
    return within(f"{name}, training on {len(pairs):,} pairs", ours.seconds, limit, duration, note)
