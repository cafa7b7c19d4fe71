"""`tertium exam features` and `tertium exam grade`."""

from datetime import UTC, datetime
from pathlib import Path

import click

from tertium.cli.emit import emit, say
from tertium.cli.exam.options import ExamFiles, FeatureOptions, exam_and_answers, feature_options
from tertium.cli.options import SEED, output_format
from tertium.errors import DataError
from tertium.exam.chain import write_log
from tertium.exam.files import read_bytes, read_rules
from tertium.exam.grading import Grades
from tertium.exam.grading import grade as propose
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.promise import checks
from tertium.exam.record import Sampling
from tertium.exam.record import record as log_of
from tertium.io.files import open_output


@click.command("features")
@exam_and_answers
@feature_options
@output_format(default="tsv")
def features(files: ExamFiles, options: FeatureOptions, format: str) -> None:
    """Print the features of each passage: 30 of the paper, and scores of metrics beside them."""
    exam, submissions = files.read()
    emit(options.features(exam, submissions).of(exam, submissions), format)


@click.command("grade")
@exam_and_answers
@click.option("--model", "model_path", required=True, metavar="FILE", help="A model that `exam train` wrote.")
@click.option("--rules", "rules_path", default="example", show_default=True, metavar="FILE", help="A rule table.")
@click.option("--samples", "n_samples", type=click.IntRange(1), default=1000, show_default=True, help="Resamples.")
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), help="Also write a log that `exam verify` can check."
)
@click.option(
    "--check",
    type=click.Path(exists=True, dir_okay=False),
    help="Earlier grades in JSON, which must be reproduced exactly.",
)
@SEED
@output_format()
def grade(
    files: ExamFiles,
    model_path: str,
    rules_path: str,
    n_samples: int,
    record: Path | None,
    check: str | None,
    seed: int,
    format: str,
) -> None:
    """Propose a label for each passage and a level for each candidate, and list what people must look at.

    With `-f json` each line is a grade; the same inputs give the same bytes, and --check verifies it.
    """
    exam, submissions = files.read()
    rules = read_rules(rules_path)
    model = GradingModel.load(model_path)
    grades = propose(exam, submissions, model, rules, n_samples=n_samples, seed=seed)
    result = Grades(tuple(grades), checks(model))
    if check:
        _check(read_bytes(check), result.to_json().encode(), check)
    if record is not None:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        sampling = Sampling(n_samples, seed)
        entries = log_of(exam, submissions, read_bytes(model_path), rules, result.grades, at, sampling)
        with open_output(record) as stream:
            stream.write(write_log(entries).encode())
        say(f"Head of the log: {entries[-1].hash}")
    emit(result, format)


def _check(stored: bytes, again: bytes, name: str) -> None:
    lines, new = stored.split(b"\n"), again.split(b"\n")
    for number, (old_line, new_line) in enumerate(zip(lines, new, strict=False), 1):
        if old_line != new_line:
            raise DataError(f"{name}:{number}: grading again gives another grade; an input has changed")
    if len(lines) != len(new):
        raise DataError(f"{name}: {len(lines) - 1} grades found, {len(new) - 1} reproduced")
    say(f"The same bytes: {len(new) - 1} grades.")
