"""Grading of exams: 1,000 candidates, three passages of eight sentences, networks of 10^9 paths; fair scores."""

import time
from random import Random

import numpy as np

from bench.inputs import Inputs
from bench.timing import Row, duration, within
from tertium.exam.facets.rasch import measure
from tertium.exam.facets.ratings import Ratings, ratings_of
from tertium.exam.files import read_rules
from tertium.exam.grading import grade
from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.training import Trainer
from tertium.exam.passages import Exam, Passage, Sentence
from tertium.exam.scale import LABELS
from tertium.exam.submissions import Labelled, Submission
from tertium.networks.network import Card, Network
from tertium.networks.paths import Paths

_SLOTS, _WAYS = 30, 2  # 2^30 paths: 10^9
_BAR = 30.0


def exam(inputs: Inputs) -> list[Row]:
    """One row: processor time of this process for all proposals, networks read and model trained beforehand."""
    random = Random(1)
    asked = Exam("bench", tuple(_passage(random, f"p{level}", level) for level in ("2", "2+", "3")))
    model = Trainer(penalties=(100.0,)).train(
        collect(asked, *_answers(random, asked, 40), PassageFeatures()), np.random.default_rng(1)
    )
    submissions, _ = _answers(random, asked, inputs.size(1000, 20))
    start = time.process_time()
    grades = list(grade(asked, submissions, model, read_rules("example")))
    seconds = time.process_time() - start
    flat = asked.passages[0].flat[0]
    paths = "?" if flat is None else f"{Paths(flat).count:.2g}"
    note = (
        f"Processor time; {paths} paths in a network, {_SLOTS} words in a sentence, no reordering; 30 features, sets, "
        "1,000 resamples of each passage."
    )
    return [
        within(f"exams, {len(grades):,} candidates, 3 passages of 8 sentences", seconds, _BAR, duration, note),
        _fair_scores(inputs.size(5000, 50)),
    ]


def _fair_scores(n_candidates: int) -> Row:
    ratings = _ratings(np.random.default_rng(1), n_candidates)
    start = time.process_time()
    measure(ratings)
    seconds = time.process_time() - start
    note = "Joint maximum likelihood, rating-scale model, standard errors; processor time."
    return within(f"facets, {n_candidates:,} candidates × 20 passages × 10 graders", seconds, 10.0, duration, note)


def _ratings(rng: np.random.Generator, n_candidates: int) -> Ratings:
    """Everybody answers everything and is rated by all, on five categories."""
    shape = (n_candidates, 20, 10)
    ability, hardness, severity = (rng.normal(0, spread, n) for spread, n in zip((1.0, 0.7, 0.6), shape, strict=True))
    place = ability[:, None, None] - hardness[:, None] - severity + rng.logistic(size=shape)
    score = np.searchsorted((-2.0, -0.7, 0.7, 2.0), place.ravel())
    columns = [
        np.char.add(name, numbers.ravel().astype(str)) for name, numbers in zip("cpg", np.indices(shape), strict=True)
    ]
    return ratings_of(
        columns[0].tolist(), {"passage": columns[1].tolist(), "grader": columns[2].tolist()}, score.tolist()
    )


def _passage(random: Random, id: str, level: str) -> Passage:
    return Passage(id, level, tuple(Sentence("source", (), _network(random)) for _ in range(8)))


def _network(random: Random) -> Network:
    cards = [
        Card.of(f"C{i}", *(" ".join(f"w{random.randrange(400)}" for _ in range(1 + way)) for way in range(_WAYS)))
        for i in range(_SLOTS)
    ]
    return Network("S", (Card.of("S", " ".join(f"[C{i}]" for i in range(_SLOTS))), *cards))


def _answers(random: Random, asked: Exam, number: int) -> tuple[list[Submission], list[Labelled]]:
    submissions, labels = [], []
    for candidate in range(number):
        for passage in asked.passages:
            worth = random.randrange(4)
            texts = tuple(_answer(random, sentence, worth * 0.12) for sentence in passage.sentences)
            submissions.append(Submission(f"c{candidate}", passage.id, texts))
            labels.append(Labelled(f"c{candidate}", passage.id, LABELS[worth]))
    return submissions, labels


def _answer(random: Random, sentence: Sentence, errors: float) -> str:
    network = sentence.network
    if network is None:
        return ""
    words: list[str] = []
    for i in range(_SLOTS):
        alternative = random.choice(network[f"C{i}"].alternatives)
        words += [
            str(word) if random.random() >= errors else f"x{random.randrange(50)}" for word in alternative.symbols
        ]
    return " ".join(words)
