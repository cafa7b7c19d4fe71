"""`tertium exam validity`: one report for a board."""

import click

from tertium.cli.emit import emit
from tertium.cli.exam.options import ExamFiles, exam_and_answers
from tertium.cli.options import HTML, SEED, output_format
from tertium.exam.fairness.groups import SMALLEST
from tertium.exam.files import read_groups, read_labels, read_log, read_rules
from tertium.exam.grading import grade
from tertium.exam.labelling.model import GradingModel
from tertium.exam.record import verify
from tertium.exam.validity import ValidityReport


@click.command("validity")
@exam_and_answers
@click.option("--model", "model_path", required=True, metavar="FILE", help="The model that proposed grades.")
@click.option(
    "--labels", required=True, metavar="FILE", help="TSV of people's labels: candidate, passage, label, grader."
)
@click.option("--rules", "rules_path", default="example", show_default=True, metavar="FILE", help="A rule table.")
@click.option("--groups", metavar="FILE", help="TSV: candidate, and a column for each way to group candidates.")
@click.option("--smallest", type=click.IntRange(2), default=SMALLEST, show_default=True, help="Candidates of a group.")
@click.option("--record", metavar="FILE", help="The log of the exam, to be verified.")
@click.option("--note", default="", metavar="TEXT", help="Said first, such as `Simulated candidates`.")
@HTML
@SEED
@output_format()
def validity(
    files: ExamFiles,
    model_path: str,
    labels: str,
    rules_path: str,
    groups: str | None,
    smallest: int,
    record: str | None,
    note: str,
    html: str | None,
    seed: int,
    format: str,
) -> None:
    """Report to a board: who, what, how graded, agreement, fairness, referrals, severity of graders, the log.

    With --html, a page that prints well, in which every figure has a link to the labels that it was made of.

    \b
    tertium exam validity exam.json answers.jsonl --labels labels.tsv \\
      --model spring.model --html validity.html
    """
    exam, submissions = files.read()
    rules, model = read_rules(rules_path), GradingModel.load(model_path)
    grades = list(grade(exam, submissions, model, rules))
    log = None
    if record is not None:
        entries = read_log(record)
        log = (entries, list(verify(entries)))
    found = None if groups is None else read_groups(groups)
    report = ValidityReport.of(
        exam, rules, model, grades, read_labels(labels), found, smallest=smallest, log=log, note=note, seed=seed
    )
    emit(report, format, html=html)
