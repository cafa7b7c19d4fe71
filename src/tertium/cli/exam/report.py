"""`tertium exam report`: a page for each candidate."""

from pathlib import Path

import click

from tertium.cli.emit import emit_line
from tertium.cli.exam.options import ExamFiles, exam_and_answers
from tertium.errors import DataError
from tertium.exam.files import read_rules
from tertium.exam.grading import grade
from tertium.exam.labelling.model import GradingModel
from tertium.io.files import make_folder, open_output
from tertium.report.exam.page import candidate_page


@click.command("report")
@exam_and_answers
@click.option("--model", "model_path", required=True, metavar="FILE", help="A model that `exam train` wrote.")
@click.option("--rules", "rules_path", default="example", show_default=True, metavar="FILE", help="A rule table.")
@click.option("--candidate", "only", multiple=True, metavar="NAME", help="Only these candidates; repeatable.")
@click.option("--head", default=None, metavar="HASH", help="Head of the log, printed on each page.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for the pages."
)
def report(
    files: ExamFiles, model_path: str, rules_path: str, only: tuple[str, ...], head: str | None, output: Path
) -> None:
    """Write a printable page for each candidate: level, passages, the closest correct sentences, and why."""
    exam, submissions = files.read()
    rules = read_rules(rules_path)
    model = GradingModel.load(model_path)
    make_folder(output)
    for proposal in grade(exam, submissions, model, rules):
        if only and proposal.candidate not in only:
            continue
        if Path(proposal.candidate).name != proposal.candidate or proposal.candidate in ("", ".", ".."):
            raise DataError(f"candidate {proposal.candidate!r} cannot be a file name; rename it")
        own = [s for s in submissions if s.candidate == proposal.candidate]
        page = candidate_page(proposal, exam, own, model, rules, head=head)
        with open_output(output / f"{proposal.candidate}.html") as stream:
            stream.write(page.encode())
        emit_line(str(output / f"{proposal.candidate}.html"))
