"""A validity report of a small exam, made once."""

from functools import cache

import numpy as np

from tertium.exam.chain import LogEntry, extended
from tertium.exam.files import read_rules
from tertium.exam.grading import grade
from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.training import Trainer
from tertium.exam.submissions import Labelled
from tertium.exam.validity import ValidityReport
from tests.exam.sample import answers, exam


@cache
def report(name: str = "spring", second: bool = True) -> ValidityReport:
    """Thirty candidates, labels of a second grader for half of the work, two groups; `name` stands in all names."""
    asked = exam(3, 2)
    submissions, labels = answers(asked, 30)
    model = Trainer(penalties=(30.0,), inner_folds=3).train(
        collect(asked, submissions, labels, PassageFeatures()), np.random.default_rng(1)
    )
    grades = list(grade(asked, submissions, model, read_rules("example"), n_samples=20))
    people = [Labelled(one.candidate, one.passage, one.label, f"{name}{one.grader}") for one in labels]
    if second:
        turned = {f"{name}g0": f"{name}g1", f"{name}g1": f"{name}g0"}
        people += [Labelled(one.candidate, one.passage, one.label, turned[one.grader or ""]) for one in people[::2]]
    groups = {name: {f"c{n}": "ab"[n % 2] for n in range(30)}, f"{name}2": {"c0": name, "c1": "other"}}
    first = extended(None, at="2026-03-01", actor=name, kind="exam", object="1", body=name)
    log: list[LogEntry] = [first, extended(first, at="2026-03-02", actor=name, kind="appeal", object="x", body={})]
    rules = read_rules("example")
    return ValidityReport.of(asked, rules, model, grades, people, groups, smallest=10, log=(log, []), note=name)
