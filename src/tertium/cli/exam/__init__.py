"""`tertium exam`: propose grades for human translators; people decide."""

import click

from tertium.cli.commands import Commands, Entry, lazy_group

COMMANDS = Commands(
    "command of exam",
    "tertium.cli.exam",
    [
        Entry(
            "features",
            "grade:features",
            "Print the features of each passage: 30 of the paper, and scores of metrics beside them.",
        ),
        Entry("train", "train:train", "Learn a model, and cross-validate it by document, by translator and by both."),
        Entry(
            "grade",
            "grade:grade",
            "Propose a label for each passage and a level for each candidate, and list what people must look at.",
        ),
        Entry(
            "rules",
            "rules:rules",
            "Check rules or a rubric: all combinations decided, none twice, better labels never lower the level.",
        ),
        Entry(
            "example",
            "example:example",
            "Write a whole exam to try the other commands on: passages, networks, simulated candidates, a model.",
        ),
        Entry(
            "agreement",
            "agreement:agreement",
            "Measure how far people and machine agree, groups are treated alike, and the machine may decide alone.",
        ),
        Entry(
            "facets",
            "facets:facets",
            "Measure candidates, passages and graders on one scale (many-facet Rasch): fair scores, fit and drift.",
        ),
        Entry("result", "rules:result", "Turn graders' marks into results by a rubric: bands, points or labels."),
        Entry(
            "report",
            "report:report",
            "Write a printable page for each candidate: level, passages, the closest correct sentences, and why.",
        ),
        Entry(
            "validity",
            "validity:validity",
            "Report to a board: who, what, how graded, agreement, fairness, referrals, severity of graders, the log.",
        ),
        Entry(
            "verify",
            "verify:verify",
            "Check a record: every entry follows the one before it, and grading again gives the same bytes.",
        ),
    ],
)


@click.group("exam", cls=lazy_group(COMMANDS))
def command() -> None:
    """Grade translators' exams: a model proposes, with its uncertainty, and people decide.

    An exam is a JSON file of passages, whose sentences have networks of correct translations or references. Answers
    are TSV, JSONL, or one plain text for each candidate.

    \b
    tertium exam train exam.json answers.tsv --labels labels.tsv -o spring.model
    tertium exam grade exam.json answers.tsv --model spring.model \\
      --record spring.log
    tertium exam rules
    tertium exam verify spring.log
    """
