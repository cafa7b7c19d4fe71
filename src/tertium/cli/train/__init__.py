"""`tertium train`: learn metrics from data. Each trainer of the register is a command below it."""

import click

from tertium.cli.emit import emit
from tertium.cli.options import output_format
from tertium.cli.train import encoder, examples, judgements
from tertium.learn import trainer
from tertium.learn.description import Description
from tertium.learn.model import Model
from tertium.learn.svm.training import SvmTrainer


class Trainers(click.Group):
    """Makes the command of a trainer from its options, so that a new trainer needs nothing here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*trainer.names(), *_OTHERS]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in _OTHERS:
            return _OTHERS[name]
        if name not in trainer.names():
            return None

        kind = trainer.get(name)
        if issubclass(kind, SvmTrainer):
            return examples.make_command(kind)
        return judgements.make_command(kind) if issubclass(kind, trainer.JudgementTrainer) else None


@click.group("train", cls=Trainers)
def command() -> None:
    """Learn a metric from human judgements, and write it as a small model file.

    Judgements are files that `tertium meta` reads: preferences between outputs, or scores of outputs. The model is
    used by its path wherever a metric is named, such as `beer(model=mine.model)`.

    \b
    tertium train beer --judgements pairs.tsv.gz -o mine.model
    tertium train bleur --judgements seg_da.tsv --folds 10 -o bleur.model
    tertium train svm --human ours.txt --machine systems/ \\
      --references reference.txt -o svm.model
    tertium train show mine.model
    """


@click.command("show")
@click.argument("model", metavar="MODEL")
@output_format()
def show(model: str, format: str) -> None:
    """Describe a model file: what it was trained on, what it reached, its weights.

    \b
    tertium train show beer-en
    """
    emit(Description(Model.load(model)), format)


# Commands that make no model of a metric.
_OTHERS: dict[str, click.Command] = {"encoder": encoder.command, "show": show}
