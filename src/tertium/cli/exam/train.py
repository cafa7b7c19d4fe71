"""`tertium exam train`: learn a model from passages that people labelled."""

from pathlib import Path
from typing import get_args

import click
import numpy as np

from tertium.cli.emit import emit
from tertium.cli.exam.options import ExamFiles, FeatureOptions, exam_and_answers, feature_options
from tertium.cli.options import SEED, Number, choice, output_format
from tertium.errors import UnknownNameError
from tertium.exam.files import read_labels
from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.model import Factor, Kind
from tertium.exam.labelling.training import Trainer
from tertium.exam.labelling.validation import Validations, learn


@click.command("train")
@exam_and_answers
@click.option(
    "--labels", required=True, metavar="FILE", help="TSV: candidate, passage, label; optionally grader and points."
)
@choice("--kind", of=["ordinal", "svm"], help="Of model.")
@click.option(
    "--known",
    default="passage,grader",
    show_default=True,
    metavar="LIST",
    help="What the ordinal model learns effects of: passage, grader, or none.",
)
@click.option(
    "--care",
    type=Number(0, 10),
    default=0.6,
    show_default=True,
    help="What a label beside the right one is worth, against 1 for the right one.",
)
@click.option("--folds", type=click.IntRange(2), default=10, show_default=True, help="Of cross-validation.")
@click.option("--note", default="", metavar="TEXT", help="A note about the model, kept in the file.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The model file.")
@feature_options
@SEED
@output_format()
def train(
    files: ExamFiles,
    labels: str,
    kind: Kind,
    known: str,
    care: float,
    folds: int,
    note: str,
    output: Path | None,
    options: FeatureOptions,
    seed: int,
    format: str,
) -> None:
    """Learn a model, and cross-validate it by document, by translator and by both.

    The ordinal model needs the base installation only; the svm of the paper needs the extra `learn`.
    """
    exam, submissions = files.read()
    features = options.features(exam, submissions)
    examples = collect(exam, submissions, read_labels(labels), features)
    trainer = Trainer(
        kind=kind,
        features=features,
        factors=_factors(known),
        care=care,
        n_folds=folds,
    )
    rng = np.random.default_rng(seed)
    model, validations = learn(trainer, examples, rng, data=exam.name, note=note)
    if output is not None:
        model.save(output)
    path = None if output is None else str(output)
    emit(Validations.of(examples, validations, model, path), format)


def _factors(text: str) -> tuple[Factor, ...]:
    factors: dict[str, Factor] = {factor: factor for factor in get_args(Factor)}
    names = [name.strip() for name in text.split(",") if name.strip() not in ("", "none")]
    for name in names:
        if name not in factors:
            raise UnknownNameError("thing to know", name, (*factors, "none"))
    return tuple(factors[name] for name in names)
