"""`tertium exam train`: learn a model from passages that people labelled."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from tertium.cli.emit import emit
from tertium.cli.exam.options import chosen_metrics, exam_and_answers, feature_options
from tertium.cli.options import SEED, Number, choice, output_format
from tertium.errors import UnknownNameError
from tertium.exam.examples import collect
from tertium.exam.features import PassageFeatures
from tertium.exam.files import read_exam, read_labels, read_submissions
from tertium.exam.training import Trainer
from tertium.exam.validation import RULES, Validations, cross_validate, figures_of


@click.command("train")
@exam_and_answers
@click.option("--labels", required=True, metavar="FILE", help="TSV of candidate, passage, label; grader and points.")
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
@click.option("--note", default="", metavar="TEXT", help="Something to say about the model, kept in the file.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The model file.")
@feature_options
@SEED
@output_format()
def train(exam: str, answers: tuple[str, ...], answers_format: str | None, **options: Any) -> None:
    """Learn a model, and cross-validate it by document, by translator and by both.

    The ordinal model needs the base installation only; the svm of the paper needs the extra `learn`.
    """
    asked = read_exam(exam)
    chosen = PassageFeatures(
        metrics=chosen_metrics(options["metrics"]), tok=options["tok"], normalise=options["normalise"]
    )
    labels = read_labels(options["labels"])
    examples = collect(asked, read_submissions(list(answers), asked, answers_format), labels, chosen)
    trainer = Trainer(
        kind=options["kind"],
        features=chosen,
        factors=_factors(options["known"]),
        care=options["care"],
        n_folds=options["folds"],
    )
    rng = np.random.default_rng(options["seed"])
    validations = [cross_validate(trainer, examples, rule, rng) for rule in RULES]
    model = trainer.train(examples, rng)
    model = replace(model, note=options["note"], figures=figures_of(asked.name, validations))
    if options["output"] is not None:
        model.save(options["output"])
    path = None if options["output"] is None else str(options["output"])
    emit(Validations.of(examples, validations, path), options["format"])


def _factors(text: str) -> Any:
    names = [name.strip() for name in text.split(",") if name.strip() not in ("", "none")]
    for name in names:
        if name not in ("passage", "grader"):
            raise UnknownNameError("thing to know", name, ("passage", "grader", "none"))
    return tuple(names)
