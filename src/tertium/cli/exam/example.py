"""`tertium exam example`: a whole exam to try the other commands on."""

from pathlib import Path

import click

from tertium.cli.emit import emit_line
from tertium.cli.options import SEED
from tertium.exam.example import CANDIDATES
from tertium.exam.example import example as made_up
from tertium.exam.files import read_rules
from tertium.exam.grading import Grades
from tertium.exam.grading import grade as propose
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.promise import checks
from tertium.io.files import make_folder, open_output


@click.command("example")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--candidates", type=click.IntRange(12), default=CANDIDATES, show_default=True, help="How many.")
@SEED
def example(folder: Path, candidates: int, seed: int) -> None:
    """Write a whole exam to try the other commands on: passages, networks, simulated candidates, a model.

    Passages and networks are real; candidates and graders are made up by a program, and no figure of theirs says
    anything about people.

    \b
    tertium exam example spring
    tertium exam validity spring/exam.json spring/answers.jsonl \\
      --labels spring/labels.tsv \\
      --model spring/spring.model --html validity.html
    """
    make_folder(folder)
    found = made_up(candidates, seed)
    path = folder / "spring.model"
    found.model().save(path)
    model = GradingModel.load(str(path))  # numbers as the file holds them
    grades = Grades(tuple(propose(found.exam, found.submissions, model, read_rules("example"))), checks(model))
    emit_line(str(path))
    for name, text in (*found.files(), ("grades.jsonl", grades.to_json())):
        with open_output(folder / name) as stream:
            stream.write(text.encode())
        emit_line(str(folder / name))
