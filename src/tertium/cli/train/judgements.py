"""`tertium train NAME` for trainers that learn from human judgements."""

from collections.abc import Sequence
from dataclasses import fields, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from tertium.cli.common import ProgressBar
from tertium.cli.emit import emit_text
from tertium.cli.options import together
from tertium.cli.train.options import check_folders, chosen_options, model_options, say_unless, trainer_option
from tertium.errors import UnknownNameError
from tertium.io.judgements.formats import read_judgements
from tertium.io.outputs import read_outputs
from tertium.learn.data import TrainingData
from tertium.learn.model import Model
from tertium.learn.trainer import Folds, JudgementTrainer, Run, train
from tertium.report.training.text import render_training

_JUDGEMENTS = [
    click.option("--judgements", multiple=True, required=True, metavar="FILE", help="Judgements to learn from."),
    click.option("--dev", multiple=True, metavar="FILE", help="Judgements to measure on, never learned from."),
    click.option("--folds", metavar="N", help="Also measure by cross-validation: N folds, or `lang-pair`."),
    click.option("--kind", metavar="NAME", help="Which segment scores, such as da; the first ones by default."),
    click.option("--lang-pair", "lang_pairs", multiple=True, metavar="PAIR", help="Such as `de-en` or `*-en`."),
    click.option("--calibrate", multiple=True, metavar="FILE", help="Scores that make segments comparable."),
    click.option("--unlabelled", metavar="FILE", help="Outputs nobody judged, such as n-best lists, to adapt to."),
    click.option("--start", metavar="MODEL", help="Go on from this model."),
]


def make_command(trainer: "type[JudgementTrainer]") -> click.Command:
    """The command with the options of its trainer."""

    def run(**options: Any) -> None:
        _train(trainer, options)

    run.__doc__ = (
        f"Train {trainer.summary}.\n\n\b\ntertium train {trainer.key} --judgements FILE -o {trainer.key}.model"
    )
    own = [trainer_option(trainer, field) for field in fields(trainer)]
    return click.command(trainer.key)(together([*own, *_JUDGEMENTS, *model_options])(run))


def _train(trainer: "type[JudgementTrainer]", options: dict[str, Any]) -> None:
    output: Path | None = options["output"]
    check_folders(output and output.parent)

    def judged(name: str) -> "TrainingData | None":
        files = options[name]
        return judgement_data(files, options["lang_pairs"], options["kind"]) if files else None

    with ProgressBar(options["quiet"]) as progress:
        data = judgement_data(options["judgements"], options["lang_pairs"], options["kind"])
        run = Run(
            seed=options["seed"],
            threads=options["threads"],
            progress=progress,
            log=say_unless(options["quiet"]),
            dev=judged("dev"),
            calibration=judged("calibrate"),
            unlabelled=read_outputs(options["unlabelled"]) if options["unlabelled"] else None,
            start=Model.load(options["start"]) if options["start"] else None,
        )
        result = train(trainer(**chosen_options(trainer, options)), data, run, folds=_folds(options["folds"]))
    if output is not None:
        replace(result.model, note=options["note"]).save(output)
    emit_text(
        render_training(result, options["format"], path=None if output is None else str(output)), options["format"]
    )


def _folds(text: str | None) -> "Folds":
    if text is None:
        return 0
    if text == "lang-pair":
        return "lang-pair"
    if not text.isdecimal() or int(text) < 2:
        raise click.UsageError(f"--folds {text!r}: expected a number from 2 on, or lang-pair")
    return int(text)


def judgement_data(paths: Sequence[str], patterns: Sequence[str], kind: str | None = None) -> "TrainingData":
    """The judgements of some files about language pairs that fit the patterns."""
    data = TrainingData(tuple(read_judgements(path) for path in paths), kind)
    known = dict.fromkeys(group.lang_pair for group in data.groups)
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in known):
            raise UnknownNameError("language pair", pattern, known)
    if not patterns:
        return data
    return data.each_group(lambda group: group if any(fnmatchcase(group.lang_pair, p) for p in patterns) else None)
