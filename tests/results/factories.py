"""Small results of tuning, exams and training, and of commands, with a name in them that may be anything."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tertium.evaluation.explain import CommonError, CommonErrors, Explained, Explanations
from tertium.evaluation.gate import Check, Gate
from tertium.evaluation.post_edits import Bin, EditedSegment, EditGroup, PostEdits, SegmentEdits
from tertium.evaluation.runs import RunPair, RunsComparison, RunScores, SystemRuns
from tertium.exam.chain import Damage
from tertium.exam.facets.ratings import Facet, ratings_of
from tertium.exam.facets.result import FairScores
from tertium.exam.fairness.gradings import Gradings, Proposal
from tertium.exam.fairness.result import FairnessStudy
from tertium.exam.grading import Grade, Grades, PassageGrade
from tertium.exam.labelling.features import FeatureValues
from tertium.exam.labelling.validation import Validations
from tertium.exam.record import LogCheck, Verification
from tertium.exam.rubrics.marks import Outcome, Outcomes
from tertium.exam.rubrics.rubric import BandRubric, PointRubric
from tertium.exam.rules import Decision, parse_rules
from tertium.exam.scale import Label
from tertium.exam.submissions import Labelled
from tertium.learn.data import DataSize
from tertium.learn.description import Description
from tertium.learn.model import Figure, Model, TrainedOn
from tertium.learn.parsing import Accuracy
from tertium.learn.svm.training import GridPoint, SvmTraining
from tertium.learn.trainer import Training
from tertium.meta.challenge.pair import Pair
from tertium.meta.challenge.pairs import Challenge, ChallengeScores, Share, Wrong
from tertium.meta.checkup import Checkup
from tertium.meta.rankings import HumanRanking, HumanRankings, RankedSystem
from tertium.meta.roc import roc_curve
from tertium.metrics import parse
from tertium.metrics.explanation import Card, Explanation, Link, Loose, Move, NGrams, Order, Part
from tertium.nbest.choices import Choices, MBRChoice, MBRChoices, RankedCandidate
from tertium.nbest.lists import NBest
from tertium.nbest.rerank import rerank
from tertium.nbest.statistics import ChoiceScores, FeatureRange, NBestStatistics
from tertium.nbest.weights import Weights
from tertium.networks.statistics import AnnotatorStatistics, NetworkStatistics
from tertium.resources.paraphrases import Paraphrase
from tertium.results.base import Result
from tertium.results.kinds.metrics import MetricList, MetricOptions, MetricPapers, metric_entry
from tertium.results.kinds.networks import (
    CheckedFile,
    ClosestMatch,
    ClosestSentences,
    JudgementSheet,
    MeasuredNetwork,
    Membership,
    NetworkCheck,
    NetworkReport,
    Sentences,
)
from tertium.results.kinds.paraphrases import Acquisition, Lookup
from tertium.results.kinds.resources import ResourceCheck, ResourceDescription, ResourceEntry, ResourceList
from tertium.results.kinds.tags import TagCheck, TagProblem
from tertium.tuning.goal import Goal
from tertium.tuning.results import Iteration, Tuning
from tests.exam.reported import report


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


@cache
def fairness(name: str) -> Result:
    work = [(f"{name}{n}", passage) for n in range(6) for passage in (name, "q")]
    labels: tuple[Label, ...] = ("SM", "MM", "IM")
    people = [
        Labelled(who, passage, labels[(n + k) % 3], f"{name}{k}")
        for n, (who, passage) in enumerate(work)
        for k in range(3)
    ]
    machine = {one: Proposal(n % 3, (n % 3,), bool(n % 2)) for n, one in enumerate(work)}
    groups = {who: f"{name}{who[-1] in '024'}" for who, _ in work}
    few = {who: f"{name}{n}" for n, (who, _) in enumerate(work)}
    return FairnessStudy.of(Gradings.of(people, machine), {name: groups, f"{name}2": few}, smallest=3)


def fair_scores(name: str) -> Result:
    candidates = [f"{name}{n // 4}" for n in range(16)]
    facets: dict[Facet, list[str]] = {
        "passage": ["p", "q"] * 8,
        "grader": [f"{name}{n // 2 % 2}" for n in range(16)],
    }
    scores = [0, 1, 1, 0, 1, 2, 0, 1, 2, 1, 1, 2, 1, 0, 2, 2]
    return FairScores.of(ratings_of(candidates, facets, scores, [float(n % 5) for n in range(16)]))


def rules(name: str) -> Result:
    return replace(parse_rules('{"passages": ["2"], "rules": [[["SM"], "2"]]}', name), note=name)


def band_rubric(name: str) -> Result:
    table = parse_rules('{"passages": ["2"], "rules": [[["*"], "2"]]}', name)
    return BandRubric(replace(table, note=name, passages=(name or "x",)), {name or "x": {"SM": name}})


def point_rubric(name: str) -> Result:
    return PointRubric(name, name, (name, "b"), {name: 1.5, "major": 4}, ("fail", "pass", name), {"pass": 17.0})


def outcomes(name: str) -> Result:
    found = Outcome(name, name, {name: "pass", "h": name}, {name: 16.0}, None)
    return Outcomes(name, (found, Outcome("b", "p", {"h": "pass"}, {}, "pass")))


def challenge_pairs(name: str) -> Challenge:
    return Challenge((Pair(0, name, name, name, "bad", change=name, source=name), Pair(1, "x", "a", "b", "c")))


def challenge_scores(name: str) -> ChallengeScores:
    worst = Wrong("chrf", Pair(0, name, name, name, "bad"), 0.5, 0.75)
    return ChallengeScores(name, {"chrf": {name: Share(1, 1, 3), "x": Share(2, 0, 2)}}, {"chrf": name}, (worst,))


def checkup(name: str) -> Result:
    return Checkup(name, {"tok": name}, name, 3, 0.25, 0.125, 0.99, 0.5)


def decision(name: str) -> Result:
    return Decision(("2", "2+"), (3, 4))


def validity(name: str) -> Result:
    return report(name)


def validations(name: str) -> Result:
    return Validations((0, 0, 1), {"document": {"exact": 2 / 3, "set size": 1.5}}, (name,), name)


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


def measured(name: str) -> MeasuredNetwork:
    return MeasuredNetwork(name, name, NetworkStatistics(5, 12, 7, 2, 3, 4, 9, 70.5, None, None))


def networks(name: str) -> Result:
    annotators = AnnotatorStatistics(1.5, (2.25,), 3.0, (0.5, 0.25))
    return NetworkReport((measured(name), replace(measured(name), file="b")), annotators, 7)


def network_check(name: str) -> Result:
    return NetworkCheck((CheckedFile(name, 1, 5, ((name, "card [A] is not used"),)),))


def sentences(name: str) -> Result:
    return Sentences((name, "the premier"))


def judgement_sheet(name: str) -> Result:
    return JudgementSheet((name, "the premier"))


def membership(name: str) -> Result:
    return Membership(((name, True), ("the premier", None)))


def closest(name: str) -> Result:
    match = ClosestMatch(
        sentence=name,
        closest=name,
        cost=2.0,
        score=0.4,
        words=5,
        missing=1,
        extra=0,
        substitute=1,
        moves=0,
        edits=f"[{name}]",
        cards=(name, "B"),
    )
    return ClosestSentences((match, name))


def choices(name: str) -> Result:
    return Choices((RankedCandidate(0, 1, 3, 1 / 3, name),), {"metric": name, "signature": {"case": "mixed"}})


def mbr_choices(name: str) -> Result:
    choice = MBRChoice(1, name, 1 / 3, np.array([0.25, 1 / 3, np.nan]), np.array([1, 0, 2]))
    return MBRChoices((choice,), {"metric": name, "signature": {"case": "mixed"}, "method": "exact"})


def reranking(name: str) -> Result:
    return rerank(NBest.of([["b", name]], features=[[{name: 1 / 3}, {name: 0.5}]]), {name: -2.0})


def gate(name: str) -> Result:
    checks = (
        Check(name, 70.25, 60.5, -9.75, 0.5, 0.01, None, "worse", f"chrf|{name}", True),
        Check("TER", 30.0, 35.0, -5.0, 0.0, None, 20.0, "below", "ter|v:0", False),
    )
    return Gate(name, name, 30, 0.05, 100, 1, checks)


def nbest_statistics(name: str) -> Result:
    features = (FeatureRange(name, True, -1.5, 1 / 3, 2.0, 0.25),)
    return NBestStatistics(
        name, 10, 95, 5, 10, 8.25, "sum", features, (ChoiceScores(name, 30.25, 40.5, 10.0, 0.98, 1.0),)
    )


def acquisition(name: str) -> Result:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra paraphrase)")
    from tertium.paraphrase.acquisition import Summary
    from tertium.paraphrase.evidence import Evidence, Example, Pivot

    counts = {name: 7}
    summary = Summary(1204, counts, 3, 500, 90, 40, counts, 33, 5, {"align": 1.25}, {"align": 2.5}, (name,))
    pivot = Pivot("de", name, 0.75, Example(name, "ein"), Example("one", name))
    return Acquisition(summary, ((name, "one", 1 / 3),), (Evidence(name, "one", 1 / 3, 4, (pivot,)),))


def lookup(name: str) -> Result:
    return Lookup(name, 7, ((Paraphrase(name, 1 / 3), 4), (Paraphrase("one", 0.25), 0)))


def post_edits(name: str) -> Result:
    edited = EditedSegment(
        name, f"the cat {name}", f"a cat {name}", name, name, "mt", 85.0, name, name, True, (name,), 1.5
    )
    kept = EditedSegment("2", name, name)
    segments = (
        SegmentEdits(1, edited, "MT", 3, 33.25, 1.0, 3.0, 3, 0.25, 0.5, False),
        SegmentEdits(2, kept, "unknown", 1, 0.0, 0.0, 1.0, 0, 0.0, 0.0, True),
    )
    groups = tuple(EditGroup(label, 2, 1204, 33.25, 0.25, 0.5, 1 / 3, None) for label in ("MT", "unknown"))
    bins = (Bin(0.0, 10.0, 1, 1), Bin(10.0, None, 1, 3))
    total = replace(groups[0], name="all", seconds=1.5)
    return PostEdits(name, name, f"hter|{name}", segments, total, groups, groups, bins, (name,), every_segment=True)


def tag_check(name: str) -> Result:
    return TagCheck((TagProblem(name, 7, name, name, "missing", name), TagProblem("f", 8, "", "2", "added", "<b>")))


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


def metric_list(name: str) -> Result:
    return MetricList((replace(metric_entry("bleu"), measures=name),))


def metric_papers(name: str) -> Result:
    return MetricPapers((replace(metric_entry("bleu"), name=name),))


def metric_options(name: str) -> Result:
    return MetricOptions(replace(metric_entry("bleu"), name=name))


def resource_list(name: str) -> Result:
    return ResourceList((ResourceEntry(name, "synonyms", "en", name), ResourceEntry("mine", name, "", None)))


def resource_description(name: str) -> Result:
    return ResourceDescription({"content": name, "words": 1204, "rarest": 1 / 3, "layers": [1, 4], "bytes": 70000})


def resource_check(name: str) -> Result:
    return ResourceCheck(((name, "2ddc996c"),))


def accuracy(name: str) -> Result:
    return Accuracy(95.25, 88.5, 84.125, 1204, name)
