"""`tertium exam report`: a page for each candidate."""

from pathlib import Path
from typing import Any

import click

from tertium.cli.emit import emit_line
from tertium.cli.exam.options import exam_and_answers
from tertium.errors import DataError
from tertium.exam.files import read_exam, read_rules, read_submissions
from tertium.exam.grading import grade
from tertium.exam.model import GradingModel
from tertium.io.files import open_output
from tertium.report.exam.page import candidate_page


@click.command("report")
@exam_and_answers
@click.option("--model", "model_path", required=True, metavar="FILE", help="A model that `exam train` wrote.")
@click.option("--rules", "rules_path", default="example", show_default=True, metavar="FILE", help="A rule table.")
@click.option("--candidate", "only", multiple=True, metavar="NAME", help="Only these candidates; repeat.")
@click.option("--head", default=None, metavar="HASH", help="Head of the log, printed on each page.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for the pages."
)
def report(exam: str, answers: tuple[str, ...], answers_format: str | None, **options: Any) -> None:
    """Write a printable page for each candidate: level, passages, the closest correct sentences, and why."""
    folder = options["output"]
    if not folder.is_dir():
        raise DataError(f"{folder}: the folder is not there; make it first")
    asked, rules = read_exam(exam), read_rules(options["rules_path"])
    submissions = read_submissions(list(answers), asked, answers_format)
    model = GradingModel.load(options["model_path"])
    for proposal in grade(asked, submissions, model, rules):
        if options["only"] and proposal.candidate not in options["only"]:
            continue
        if Path(proposal.candidate).name != proposal.candidate or proposal.candidate in ("", ".", ".."):
            raise DataError(f"candidate {proposal.candidate!r} cannot name a file; rename it")
        own = [s for s in submissions if s.candidate == proposal.candidate]
        page = candidate_page(proposal, asked, own, model, rules, head=options["head"])
        with open_output(folder / f"{proposal.candidate}.html") as stream:
            stream.write(page.encode())
        emit_line(str(folder / f"{proposal.candidate}.html"))
