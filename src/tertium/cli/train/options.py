"""Options that the commands of all trainers share."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import Field, dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from tertium.cli.emit import say
from tertium.cli.inputs import language_option
from tertium.cli.options import QUIET, SEED, THREADS, gather, output_format
from tertium.errors import DataError
from tertium.learn.languages import ANY
from tertium.learn.svm.training import SvmTrainer
from tertium.learn.trainer import JudgementTrainer
from tertium.metrics.choice import Note, Setting, language_doubts, refuse_other_script
from tertium.metrics.options import describe, format_value, parse_value
from tertium.text.languages import target_of
from tertium.text.testset import Text

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How a model is learned, and where it is written."""

    output: Path | None
    note: str
    seed: int
    threads: int
    format: str
    quiet: bool

    @property
    def path(self) -> str | None:
        """The model file, as results name it."""
        return None if self.output is None else str(self.output)


model_options = gather(
    "model",
    ModelOptions,
    [
        click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The model file."),
        click.option("--note", default="", metavar="TEXT", help="A note about the model, kept in the file."),
        SEED,
        THREADS,
        output_format(),
        QUIET,
    ],
)
"""How a model is learned and where it is written, as one argument `model`."""


def trainer_options(trainer: type[JudgementTrainer] | type[SvmTrainer]) -> Callable[[F], F]:
    """The fields of a trainer as options; the command gets one argument `trainer`."""
    return gather("trainer", trainer, [_option(trainer, field) for field in fields(trainer)])


def _option(trainer: type[Any], field: Field[Any]) -> Callable[[F], F]:
    def parse(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Any:
        return field.default if value is None else parse_value(trainer, field, value)

    if field.name == "language":
        return language_option(lambda _context, _parameter, value: field.default if value is None else value)
    takes = describe(trainer, field)
    help_text = field.metadata["help"]
    text = f"{help_text[:1].upper()}{help_text[1:]}: {takes}. [default: {format_value(field.default)}]"
    name = f"--{field.name.replace('_', '-')}"
    return click.option(name, field.name, metavar="VALUE", callback=parse, help=text)


def language_notes(trainer: JudgementTrainer | SvmTrainer, texts: Iterable[tuple[str, Sequence[Text]]]) -> list[Note]:
    """Warnings about texts that are not in the language which the model is for; `texts` have names.

    Raises:
        OptionError: They are in another script, and nobody said that the model is for this language.
    """
    code = getattr(trainer, "language", ANY)
    if code == ANY:
        return []
    settings = [Setting(name, columns) for name, columns in texts]
    if not is_named("language"):
        for setting in settings:
            refuse_other_script(f"{trainer.key}: its model would be for", target_of(code), setting)
    return [note for setting in settings for note in language_doubts(replace(setting, language=code))]


def is_named(option: str) -> bool:
    """Whether the user passed an option."""
    return click.get_current_context().get_parameter_source(option) is not ParameterSource.DEFAULT


def check_folders(*folders: Path | None) -> None:
    """Refuse a folder that is not there before hours are spent on what should go into it."""
    for folder in folders:
        if folder is not None and not folder.is_dir():
            raise DataError(f"{folder}: no such folder; create it first")


def say_unless(quiet: bool) -> Callable[[str], None]:
    """Where a run reports what it is doing: stderr, or nowhere."""
    return (lambda _text: None) if quiet else say
