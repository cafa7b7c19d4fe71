"""The example of an exam: real networks, made-up candidates."""

import numpy as np

from tertium.exam.example import CANDIDATES, GRADERS, example
from tertium.exam.facets.ratings import ratings_of
from tertium.exam.facets.result import FairScores
from tertium.exam.files import read_rules
from tertium.exam.grading import grade
from tertium.exam.labelling.promise import promises
from tertium.exam.scale import LABELS, PASSAGE_LEVELS
from tertium.networks.paths import Paths


def test_the_same_seed_gives_the_same_exam() -> None:
    assert dict(example().files()) == dict(example().files())
    assert dict(example(seed=2).files())["answers.jsonl"] != dict(example().files())["answers.jsonl"]


def test_passages_fit_the_example_rules_and_have_networks_worth_the_name() -> None:
    exam = example().exam
    assert tuple(passage.level for passage in exam.passages) == PASSAGE_LEVELS == read_rules("example").passages
    counts = [Paths.of(s.network).count for p in exam.passages for s in p.sentences if s.network is not None]
    assert len(counts) == 12
    assert min(counts) >= 30


def test_the_best_makes_no_mistake_and_labels_follow_from_mistakes() -> None:
    found = example()
    model = found.model()
    grades = {
        one.candidate: one for one in grade(found.exam, found.submissions, model, read_rules("example"), n_samples=20)
    }
    assert len(grades) == CANDIDATES
    assert [part.label for part in grades["K01"].passages] == ["SM"] * 4
    assert grades[f"K{CANDIDATES}"].passages[-1].label == "NT"
    numbers = [LABELS.index(one.label) for one in found.labels]
    assert np.corrcoef(np.arange(len(numbers)), numbers)[0, 1] > 0.6
    assert promises(model)[0].breach is None
    assert promises(model)[1].breach is not None  # labels of four passages promise nothing for others


def test_graders_are_as_severe_as_they_were_made() -> None:
    found = example(60)
    scores = [len(LABELS) - 1 - LABELS.index(one.label) for one in found.labels]
    columns = {"passage": [one.passage for one in found.labels], "grader": [str(one.grader) for one in found.labels]}
    measures = FairScores.of(ratings_of([one.candidate for one in found.labels], columns, scores)).measures
    order = [measures.ratings.elements["grader"][n] for n in np.argsort(measures.elements["grader"])]
    assert order == sorted(GRADERS, key=lambda name: GRADERS[name])
