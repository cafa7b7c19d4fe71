"""`tertium exam`: propose grades for human translators; people decide."""

import click

from tertium.cli.lazy import commands_in, lazy_group

# In the order of `tertium exam --help`.
_FILES = {
    "features": "grade",
    "train": "train",
    "grade": "grade",
    "rules": "rules",
    "report": "report",
    "verify": "verify",
}
COMMANDS = commands_in("tertium.cli.exam", _FILES)


@click.group("exam", cls=lazy_group(COMMANDS))
def command() -> None:
    """Grade translators' exams: a model proposes, with its uncertainty, and people decide.

    An exam is a JSON file of passages, whose sentences have networks of correct translations or references. Answers
    are TSV, JSONL, or one plain text for each candidate.

    \b
    tertium exam train exam.json answers.tsv --labels labels.tsv -o spring.model
    tertium exam grade exam.json answers.tsv --model spring.model --record spring.log
    tertium exam rules
    tertium exam verify spring.log
    """
