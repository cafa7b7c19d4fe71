"""`tertium train`: learn metrics from human judgements. Each trainer of the register is a command below it."""

from collections.abc import Callable, Sequence
from dataclasses import Field, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import ProgressBar

if TYPE_CHECKING:
    from tertium.learn.data import TrainingData
    from tertium.learn.trainer import Folds, Trainer

FORMAT = click.option(
    "-f", "--format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print it."
)


class Trainers(click.Group):
    """Makes the command of a trainer from its options, so that a new trainer needs nothing here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from tertium.learn import trainer

        return [*sorted([*trainer.names(), "svm"]), "show"]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        from tertium.learn import trainer

        if name == "show":
            return show
        if name == "svm":
            # It learns from examples of two kinds, not from judgements.
            from tertium.cli.train_svm import make_command

            return make_command()
        return _command(trainer.get(name)) if name in trainer.names() else None


@click.group("train", cls=Trainers)
def command() -> None:
    """Learn a metric from human judgements, and write it as a small model file.

    Judgements are files that `tertium meta` reads: preferences between outputs, or scores of outputs. The model is
    used by its path wherever a metric is named, such as `beer(model=mine.model)`.

    \b
    tertium train beer --judgements pairs.tsv.gz -o mine.model
    tertium train bleur --judgements seg_da.tsv --folds 10 -o bleur.model
    tertium train svm --human ours.txt --machine systems/ --references reference.txt -o svm.model
    tertium train show mine.model
    """


@click.command("show")
@click.argument("model", metavar="MODEL")
@FORMAT
def show(model: str, format: str) -> None:
    """Describe a model file: what it was trained on, what it reached, its weights.

    \b
    tertium train show beer-en
    """
    from tertium.learn.model import Model
    from tertium.report.training.text import render_model

    click.echo(render_model(Model.load(model), format), nl=False)


def _command(trainer: "type[Trainer]") -> click.Command:
    shared: list[Callable[..., Any]] = [
        click.option(
            "--judgements", multiple=True, required=True, metavar="FILE", help="Judgements to learn from; repeat."
        ),
        click.option("--dev", multiple=True, metavar="FILE", help="Judgements to measure on, never learned from."),
        click.option("--folds", metavar="N", help="Also measure by cross-validation: N folds, or `lang-pair`."),
        click.option("--kind", metavar="NAME", help="Which segment scores, such as da; the first ones by default."),
        click.option("--lang-pair", "lang_pairs", multiple=True, metavar="PAIR", help="Such as `de-en` or `*-en`."),
        click.option("--unlabelled", metavar="FILE", help="Outputs nobody judged, such as n-best lists, to adapt to."),
        click.option("--start", metavar="MODEL", help="Go on from this model."),
        click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The model file."),
        click.option("--note", default="", metavar="TEXT", help="Something to say about the model, kept in the file."),
        click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="Seed of all chance."),
        click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores."),
        FORMAT,
        click.option("-q", "--quiet", is_flag=True, help="No progress on stderr."),
    ]
    own = [trainer_option(trainer, field) for field in fields(trainer)]

    def run(**options: Any) -> None:
        _train(trainer, options)

    run.__doc__ = (
        f"Train {trainer.summary}.\n\n\b\ntertium train {trainer.key} --judgements FILE -o {trainer.key}.model"
    )
    for decorate in reversed([*own, *shared]):
        run = decorate(run)
    return click.command(trainer.key)(run)


def trainer_option(trainer: type[Any], field: Field[Any]) -> Callable[..., Any]:
    """The option of the command line that sets a field of a trainer."""
    from tertium.metrics.options import describe, format_value

    takes = describe(trainer, field)
    help_text = field.metadata["help"]
    text = f"{help_text[:1].upper()}{help_text[1:]}: {takes}. [default: {format_value(field.default)}]"
    return click.option(f"--{field.name.replace('_', '-')}", field.name, metavar="VALUE", help=text)


def _train(trainer: "type[Trainer]", options: dict[str, Any]) -> None:
    from tertium.errors import DataError
    from tertium.io.outputs import read_outputs
    from tertium.learn.model import Model
    from tertium.learn.trainer import Run, train
    from tertium.metrics.options import parse_value
    from tertium.report.training.text import render_training

    own = {
        field.name: parse_value(trainer, field, options[field.name])
        for field in fields(trainer)
        if options[field.name] is not None
    }
    output: Path | None = options["output"]
    if output is not None and not output.parent.is_dir():
        raise DataError(f"{output}: the folder {output.parent} is not there; make it first")
    say = partial(click.echo, err=True)
    with ProgressBar(options["quiet"]) as progress:
        data = judgement_data(options["judgements"], options["lang_pairs"], options["kind"])
        run = Run(
            seed=options["seed"],
            threads=options["threads"],
            progress=progress,
            log=(lambda _text: None) if options["quiet"] else say,
            dev=judgement_data(options["dev"], options["lang_pairs"], options["kind"]) if options["dev"] else None,
            unlabelled=read_outputs(options["unlabelled"]) if options["unlabelled"] else None,
            start=Model.load(options["start"]) if options["start"] else None,
        )
        result = train(trainer(**own), data, run, folds=_folds(options["folds"]))
    if output is not None:
        replace(result.model, note=options["note"]).save(output)
    click.echo(render_training(result, options["format"], path=None if output is None else str(output)), nl=False)


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
    from fnmatch import fnmatchcase

    from tertium.errors import UnknownNameError
    from tertium.io.judgements.formats import read_judgements
    from tertium.learn.data import TrainingData

    data = TrainingData(tuple(read_judgements(path) for path in paths), kind)
    known = dict.fromkeys(group.lang_pair for group in data.groups)
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in known):
            raise UnknownNameError("language pair", pattern, known)
    if not patterns:
        return data
    return data.each_group(lambda group: group if any(fnmatchcase(group.lang_pair, p) for p in patterns) else None)
