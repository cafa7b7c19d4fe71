"""Small results of tuning, exams and training, and of commands, with a name in them that may be anything."""

from dataclasses import replace

import numpy as np

from tertium.evaluation.explain import CommonError, CommonErrors, Explained, Explanations
from tertium.evaluation.runs import RunPair, RunsComparison, RunScores, SystemRuns
from tertium.exam.chain import Damage
from tertium.exam.features import FeatureValues
from tertium.exam.grading import Grade, Grades, PassageGrade
from tertium.exam.record import LogCheck, Verification
from tertium.exam.rules import Decision, parse_rules
from tertium.exam.validation import Validations
from tertium.learn.data import DataSize
from tertium.learn.description import Description
from tertium.learn.model import Figure, Model, TrainedOn
from tertium.learn.svm.training import GridPoint, SvmTraining
from tertium.learn.trainer import Training
from tertium.meta.rankings import HumanRanking, HumanRankings, RankedSystem
from tertium.meta.roc import roc_curve
from tertium.metrics import parse
from tertium.metrics.explanation import Card, Explanation, Link, Loose, Move, NGrams, Order, Part
from tertium.nbest.weights import Weights
from tertium.results.base import Result
from tertium.tuning.goal import Goal
from tertium.tuning.results import Iteration, Tuning


def runs(name: str) -> RunsComparison:
    scores = RunScores("BLEU", "bleu|v:1", True, (34.25, 35.5), 0.5)
    systems = (SystemRuns(name, (1.0, 0.5), (scores,)), SystemRuns("b", (1.0, 1.0), (scores,)))
    return RunsComparison(name, 10, systems, (RunPair(name, "b", "BLEU", 0.125, 0.25),), 1000, 100, 1)


def weights(name: str) -> Weights:
    return Weights({name: 0.5, "lm": 1 / 3}, metric="bleu", signature="bleu|v:1", seed=7)


def tuning(name: str) -> Result:
    iteration = Iteration(1, weights(name), weights(name), 3, 5, 30.25, 31.5, 0.98, 0.125)
    return Tuning(
        weights=weights(name),
        method="mert",
        score=31.5,
        start_score=30.25,
        length_ratio=0.98,
        climbs=((30.25, 31.5),),
        goal=Goal.of([parse("bleu")], None),
        held_out=(29.0, 30.0),
        notes=(f"about {name}",),
        iterations=(iteration,),
        stopped="no weight moved",
        runs=(runs(name),),
    )


def features(name: str) -> Result:
    return FeatureValues((f"{name} as a whole", "1-gram precision"), ((name, "p1", (0.5, 1 / 3)),))


def grades(name: str) -> Result:
    part = PassageGrade("p1", "2", "MM", ("MM", "IM"), {"MM": 1.0}, 1.0, 0.5, (0.25,), ((name, 0.5),), ("unlike",))
    refer = (f"{name}: x",)
    first = Grade(name, name, "m", "r", (part,), ("2",), ("2", "2+"), {"2": 1.0}, (1,), refer)
    return Grades((first, replace(first, candidate="b", refer=())))


def rules(name: str) -> Result:
    return replace(parse_rules('{"passages": ["2"], "rules": [[["SM"], "2"]]}', name), note=name)


def decision(name: str) -> Result:
    return Decision(("2", "2+"), (3, 4))


def validations(name: str) -> Result:
    return Validations((0, 0, 1), {"document": {"exact": 2 / 3, "set size": 1.5}}, name)


def verification(name: str) -> Result:
    return Verification((LogCheck(name, 83, 20, "ab" * 32, (Damage(f"entry of {name}", "is not there"),)),))


def model(name: str) -> Model:
    trained = (TrainedOn(name, "ab" * 32, ("de-en",), 1204),)
    figures = (Figure(name, "average", "tau", 0.123456, 1204), Figure(name, "de-en", "tau", None, 0))
    return Model(
        "beer",
        ("char.1", "char.2", name),
        np.array([0.5, -0.25, 1 / 3]),
        options={"tok": name},
        training=trained,
        figures=figures,
        note=name,
    )


def description(name: str) -> Result:
    return Description(model(name))


def training(name: str) -> Result:
    groups = {"char": ("char.1", "char.2"), name: (name,)}
    return Training("beer", model(name), groups, (DataSize(name, "train", 1204, 7, 0),), 7, 0.25, (name,), name)


def svm_training(name: str) -> Result:
    grid = tuple(GridPoint(c, 5.0, 0.5 + c / 100, 0.5, 0.75, 0.625, 12) for c in (1.0, 10.0))
    curve = roc_curve(np.array([0.5, 1.0]), np.array([0.25]))
    return SvmTraining(model(name), grid, grid[1], curve, (), 10, 20, 7, 0.25, {"tau": [0.5, float("nan")]}, name)


def rankings(name: str) -> HumanRankings:
    systems = (RankedSystem(name, 0.75, 1, 1, 1), RankedSystem("other", float("nan"), 2, 3, 2))
    return HumanRankings((HumanRanking(name, "trueskill", 12, systems),), 100)


def errors(name: str) -> CommonErrors:
    return CommonErrors(name, (CommonError(name, name, "insertion", name, "", 3),))


def explanations(name: str) -> Explanations:
    """An alignment with everything that a metric may say, and n-grams of words and characters."""
    words = ("on", "the", name or "mat")
    aligned = Explanation(
        0.5,
        words,
        ("the", name or "mat"),
        f"on the {name}",
        f"the {name}",
        links=(Link(1, 1, 0, 1, "same"), Link(2, 1, 1, 1, name or "kind", 0.5, 0.25, name)),
        loose=(Loose("hypothesis", 0, contribution=1.0, label=name),),
        moves=(Move((0,), None, label=name),),
        cards=(Card(name, 0, 2, depth=1, label=name),),
        parts=(Part(name, 0.25, name),),
        notes=(name,),
    )
    orders = (Order(1, 2.0, 3.0, 2.0, (1, 2), (0, 1), 0.125),)
    counted = Explanation(
        12.5,
        (),
        (),
        f"on the {name}",
        f"the {name}",
        ngrams=(NGrams("word", words, words, orders), NGrams("character", tuple(name), tuple(name), orders[:0])),
    )
    items = (
        Explained(name, 1, name, name, name, "m|v:1", True, aligned),
        Explained(name, 2, None, None, "BLEU", "bleu|v:1", False, counted),
    )
    return Explanations(name, 2, items)
