"""Training of pFSM and pPDA: the gradient, what is learned, and what is done with odd data."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import TrainingData
from tertium.learn.pfsm.automaton import EditFeatures, EditSettings
from tertium.learn.pfsm.lattices import EditLattices, lattices, words_of
from tertium.learn.pfsm.objective import Problem
from tertium.learn.pfsm.training import PFSMTrainer, PPDAFTrainer, PPDATrainer
from tertium.learn.trainer import Run, train
from tertium.meta.judgements import ScoreTables
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.support import training
from tests.support.edit_judgements import HEADER, SENTENCES, write

PAIRS = [
    ("the dog chased a cat", "a cat the dogs chased"),
    ("she bought a car , a red car .", "she purchased an automobile , a red one ."),
    ("one", ""),
    ("", ""),
    ("a b c d e f", "d e f a b c"),
    ("the the the", "the the"),
]
SETTINGS = [
    EditSettings(),
    EditSettings(blocks=True, start="full"),
    EditSettings(max_jump=5, synonyms=True, functions=True, beginnings=3, parser="auto"),
    EditSettings(max_jump=2, max_block=2, side_states=True, blocks=True, start="none", lowercase=True),
]


def pairs_of(settings: EditSettings, *, related: bool = False) -> EditLattices:
    pairing = Pairing.of([hyp for hyp, _ in PAIRS], References.by_stream([ref for _, ref in PAIRS]))
    rng = np.random.default_rng(2)
    n_words = len(words_of(pairing.pool, settings).ids)
    return lattices(pairing, settings, rng.integers(0, 7, n_words).astype(np.uint8) if related else None)


@pytest.mark.parametrize("settings", SETTINGS, ids=["pfsm", "blocks", "ppda+f", "sides"])
def test_the_gradient_is_that_of_the_objective(settings: EditSettings) -> None:
    rng = np.random.default_rng(4)
    pairs = pairs_of(settings, related=True)
    problem = Problem(EditFeatures.of(settings), pairs, rng.normal(size=len(pairs)), penalty=5.0)
    at = rng.normal(scale=0.4, size=len(problem.features.names) + 1)
    gradient = problem.evaluate(at).gradient
    step = 1e-5
    for i in range(len(at)):
        moved = np.eye(len(at))[i] * step
        slope = (problem.evaluate(at + moved).value - problem.evaluate(at - moved).value) / (2 * step)
        assert gradient[i] == pytest.approx(slope, rel=1e-6, abs=1e-6), [*problem.features.names, "constant"][i]


def data_of(path: Path) -> TrainingData:
    return TrainingData((read_judgements(str(path)),))


def test_leaving_words_out_is_learned_to_be_worse_than_putting_words_in(tmp_path: Path) -> None:
    data = data_of(write(tmp_path / "own.tsv"))
    model = PPDATrainer(max_jump=3).train(data, Run())
    assert model.weight("state.delete") < model.weight("state.insert") < model.weight("state.word")
    scores = PPDATrainer().segment_scores(model, data.groups[0].items, Run())
    human = data.groups[0].segment_scores().scores
    assert np.corrcoef(scores, human)[0, 1] > 0.7


def test_training_gives_the_same_model_again_whatever_the_threads(tmp_path: Path) -> None:
    data = data_of(write(tmp_path / "own.tsv", n=40))
    one, many = (PFSMTrainer().train(data, Run(threads=threads)) for threads in (1, 3))
    assert one.features == many.features
    assert one.weights.tobytes() == many.weights.tobytes()


def test_going_on_from_a_model_only_improves_it(tmp_path: Path) -> None:
    data = data_of(write(tmp_path / "own.tsv", n=60))
    lines: list[str] = []
    short = PFSMTrainer(most_iterations=3).train(data, Run(log=lines.append))
    again = PFSMTrainer().train(data, Run(log=lines.append, start=short))
    ends = [float(line.rsplit(" ", 1)[1]) for line in lines if "features, objective" in line]
    assert ends[1] < ends[0]
    assert again.features == short.features
    with pytest.raises(DataError, match="'pfsm', expected 'ppda'"):
        PPDATrainer().train(data, Run(start=short))


def test_rare_features_are_left_out(tmp_path: Path) -> None:
    data = data_of(write(tmp_path / "own.tsv", n=16))
    everything = PFSMTrainer(cutoff=1).train(data, Run()).features
    fewer = PFSMTrainer(cutoff=300).train(data, Run()).features
    assert set(fewer) < set(everything)
    with pytest.raises(DataError, match="a lower --cutoff"):
        PFSMTrainer(cutoff=10**9).train(data, Run())


def test_progress_tells_the_objective_and_the_agreement_on_dev(tmp_path: Path) -> None:
    data, dev = data_of(write(tmp_path / "own.tsv", n=40)), data_of(write(tmp_path / "dev.tsv", n=40, seed=8))
    lines: list[str] = []
    PFSMTrainer(most_iterations=4).train(data, Run(log=lines.append, dev=dev))
    assert lines[0].startswith("iteration 1: objective ")
    assert "dev spearman" in lines[0]


def test_odd_rows_are_trained_on_or_refused_by_name(tmp_path: Path) -> None:
    odd = [
        "own\tde-en\td\tx1\tsys\ts\tReference without a score .\tOutput .\t\tDA",
        "own\tde-en\td\tx2\tsys\ts\tYes\tYes\t1.0\tDA",
        "own\tde-en\td\tx3\tsys\ts\tNo reference word here .\t\t-1.0\tDA",
    ]
    data = data_of(write(tmp_path / "own.tsv", n=20, extra=odd))
    assert np.isfinite(PPDATrainer().train(data, Run()).weights).all()
    words = " ".join(f"w{i}" for i in range(10_000))
    long = [f"own\tde-en\td\tx9\tsys\ts\t{words}\t{words}\t1.0\tDA"]
    data = data_of(write(tmp_path / "long.tsv", n=20, extra=long))
    with pytest.raises(DataError, match=r"own de-en: item \d+ \(segment x9\) has 10,000 words"):
        PPDATrainer().train(data, Run())


def test_too_little_to_learn_from_is_said(tmp_path: Path) -> None:
    path = tmp_path / "one.tsv"
    path.write_text(f"{HEADER}\nown\tde-en\td\t1\tsys\ts\t{SENTENCES[0]}\tA fox .\t1.0\tDA\n", "utf-8")
    with pytest.raises(DataError, match="at least two"):
        PFSMTrainer().train(data_of(path), Run())
    with pytest.raises(OptionError, match="train that"):
        PPDAFTrainer(synonyms=False, paraphrases="none", functions=False, beginnings=0).train(data_of(path), Run())


def test_of_all_iterations_the_best_on_dev_data_is_kept() -> None:
    # Judgements turned over: the better the fit, the worse the agreement on dev data.
    group, lines = training.scores(), list[str]()
    data = training.data(group)
    (judged,) = group.human.segments
    dev = training.data(replace(group, human=ScoreTables((replace(judged, scores=-judged.scores),))))
    kept = train(PFSMTrainer(patience=3), data, Run(dev=dev, log=lines.append)).model
    last = train(PFSMTrainer(), data, Run()).model
    (said,) = [line for line in lines if line.startswith("kept: iteration")]
    figures = [float(line.split("dev spearman ")[1].split(",")[0]) for line in lines if line.startswith("iteration")]
    best = figures.index(max(figures)) + 1
    assert said.startswith(f"kept: iteration {best} of {len(figures)}")
    assert len(figures) == best + 3
    assert not np.array_equal(kept.weights, last.weights)
