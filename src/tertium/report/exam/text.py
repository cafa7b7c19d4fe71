"""Features, grades, rules and training of exams as text, TSV and JSON."""

import json
from collections import Counter
from collections.abc import Sequence

from tertium.errors import DataError
from tertium.exam.examples import Examples
from tertium.exam.features import PassageFeatures
from tertium.exam.grading import Grade
from tertium.exam.passages import Exam
from tertium.exam.rules import Problem, RuleTable
from tertium.exam.scale import LABELS, Label, as_label
from tertium.exam.submissions import Submission
from tertium.exam.validation import Validation
from tertium.report.table import table


def feature_table(exam: Exam, submissions: Sequence[Submission], features: PassageFeatures) -> str:
    """One row for each candidate's passage."""
    lines = ["\t".join(("candidate", "passage", *features.names))]
    for passage in exam.passages:
        chosen = [s for s in submissions if s.passage == passage.id]
        if chosen:
            values = features.values(features.rows(passage, [s.answers for s in chosen]).sum(axis=1))
            lines += [
                "\t".join((s.candidate, passage.id, *(f"{value:.6g}" for value in row)))
                for s, row in zip(chosen, values, strict=True)
            ]
    return "\n".join(lines) + "\n"


def render_grades(grades: Sequence[Grade], format: str) -> str:
    """All proposals."""
    if format == "json":
        return "".join(grade.as_json() + "\n" for grade in grades)
    if format == "tsv":
        rows = ["candidate\tlevels\tlevel_set\trules\tlabels\tlabel_sets\trefer"]
        for grade in grades:
            labels = " ".join(f"{p.passage}={p.label}" for p in grade.passages)
            sets = " ".join(f"{p.passage}={'/'.join(p.label_set)}" for p in grade.passages)
            decided = ",".join(map(str, grade.decided_by))
            cells = (grade.candidate, " ".join(grade.levels), " ".join(grade.level_set), decided, labels, sets)
            rows.append("\t".join((*cells, "; ".join(grade.refer))))
        return "\n".join(rows) + "\n"
    body = [
        (
            grade.candidate,
            " or ".join(grade.levels),
            " ".join(grade.level_set),
            " ".join(f"{p.level}:{p.label}" for p in grade.passages),
            "yes" if grade.refer else "no",
        )
        for grade in grades
    ]
    header = ("candidate", "level", "set at 90 %", "labels by passage", "refer to people")
    referred = sum(bool(grade.refer) for grade in grades)
    text = table(header, body, keys=1, right=(False,) * 5)
    reasons = [f"{grade.candidate}: {reason}" for grade in grades for reason in grade.refer]
    note = f"\n{referred} of {len(grades)} are referred to people. These are proposals: people decide.\n"
    return text + note + "".join(f"  {reason}\n" for reason in reasons)


def render_rules(rules: RuleTable, problems: Sequence[Problem], format: str) -> str:
    """A table of rules and what is wrong with it."""
    undecided = sum(problem.kind == "undecided" for problem in problems)
    twice = sum(problem.kind == "twice" for problem in problems)
    decided = rules.combinations - undecided
    if format == "json":
        listed = [{"kind": p.kind, "labels": list(p.labels), "text": p.text} for p in problems]
        summary = {"name": rules.name, "combinations": rules.combinations, "decided": decided, "problems": listed}
        return json.dumps(summary, ensure_ascii=False, indent=1) + "\n"
    header = ("rule", *(f"passage {passage}" for passage in rules.passages), "level")
    body = [(str(i), *rule.cells, rule.level) for i, rule in enumerate(rules.rules, 1)]
    text = table(header, body, keys=1, right=(True, *(False,) * (len(rules.passages) + 1)))
    note = f"{rules.note}\n" if rules.note else ""
    counts = f"{decided}/{rules.combinations} combinations decided, {twice} contradictions\n"
    return text + "\n" + note + counts + "".join(f"  {problem.text}\n" for problem in problems)


def render_decision(rules: RuleTable, labels: str, format: str) -> str:
    """What the rules give for labels such as `2=SM,2+=MM`."""
    chosen: dict[str, Label] = {}
    for part in labels.split(","):
        passage, sign, label = part.partition("=")
        if not sign:
            raise DataError(f"labels: {part!r}, expected PASSAGE=LABEL, such as 2+=MM")
        chosen[passage.strip()] = as_label(label, f"passage {passage.strip()}")
    decision = rules.decide(chosen)
    if format == "json":
        return json.dumps({"levels": decision.levels, "rules": decision.rules}) + "\n"
    by = ", ".join(map(str, decision.rules))
    return f"level {' or '.join(decision.levels)} (rule {by})\n"


def render_training(examples: Examples, validations: Sequence[Validation], format: str, path: str | None) -> str:
    """How cross-validation went."""
    figures = {v.rule: dict(v.figures) for v in validations}
    counts = Counter(examples.labels.tolist())
    common = max(counts.values()) / len(examples)
    if format == "json":
        return json.dumps({"passages": len(examples), "commonest": common, "folds": figures, "model": path}) + "\n"
    names = list(next(iter(figures.values())))
    body = [(f"folds by {rule}", *(f"{values[name]:.3f}" for name in names)) for rule, values in figures.items()]
    text = table(("", *names), body, keys=1, right=(False, *(True,) * len(names)))
    labels = ", ".join(f"{LABELS[label]} {counts[label]}" for label in sorted(counts))
    text += f"\n{len(examples)} labelled passages ({labels}); naming the commonest label is right for {common:.3f}.\n"
    return text + (f"Model written to {path}.\n" if path else "")
