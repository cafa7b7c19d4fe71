"""pFSM and pPDA: pairs scored in a second, long pairs, memory, and training to its end. No peer was ever published."""

import resource
from functools import partial

import numpy as np

from bench.inputs import Inputs, Pairs
from bench.timing import Rival, Row, at_least, duration, within
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
from tertium.text.tokenizers import get as tokenizer


def pfsm(inputs: Inputs) -> list[Row]:
    """Scoring and training against limits."""
    pairs = _longest(inputs.pairs, inputs.size(20_000, 500))
    rows = [
        _scoring("pFSM", "pfsm", pairs, 20_000),
        _scoring("pPDA, jump 5", "ppda", pairs, 2_000),
        _scoring("pPDA+f, jump 5", "ppda+f", pairs, 2_000),
        _kernel("pPDA, jump 10, lattices only", 10, pairs, 1_000),
        _long_pair(pairs),
        _training("pFSM", "pfsm", inputs.pairs.sample(inputs.size(10_000, 100)), 60),
    ]
    if not inputs.quick:
        rows.append(_training("pPDA, jump 5", "ppda", inputs.pairs.sample(10_000), 600))
    return rows


def _longest(pairs: Pairs, size: int) -> Pairs:
    """So many pairs with the longest references, in their order: of the real ones 20,000 have 25 words on average."""
    by_length = sorted(range(len(pairs)), key=lambda i: len(pairs.references[i].split()), reverse=True)
    rows = sorted(by_length[:size])
    return Pairs([pairs.hypotheses[i] for i in rows], [pairs.references[i] for i in rows])


def _about(pairs: Pairs) -> str:
    pairing = Pairing.of(pairs.hypotheses, References.by_stream(pairs.references))
    lengths = np.diff(pairing.pool.tokens(tokenizer("ptb")).offsets)
    words = [lengths[texts].mean() for texts in (pairing.hypotheses, pairing.references)]
    return (
        f"One thread; texts in, scores out: words split, matched and edited; {words[0]:.1f} words in a hypothesis and "
        f"{words[1]:.1f} in a reference on average."
    )


def _scoring(name: str, metric: str, pairs: Pairs, bar: int) -> Row:
    run = partial(parse(metric).segment_scores, pairs.hypotheses, References.by_stream(pairs.references))
    ours = Rival(run)
    ours.round()
    ours.round()
    return at_least(f"{name}, {len(pairs):,} pairs", len(pairs), ours.seconds, bar, "pairs/s", _about(pairs))


def _kernel(name: str, max_jump: int, pairs: Pairs, bar: int) -> Row:
    """Another length of jumps with the weights of the model that comes with the package."""
    core, machine = _prepared(pairs, max_jump)
    ours = Rival(lambda: _core.edit_scores(core, machine))
    ours.round()
    return at_least(f"{name}, {len(pairs):,} pairs", len(pairs), ours.seconds, bar, "pairs/s")


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
