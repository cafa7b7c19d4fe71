"""Arguments that the commands of exams share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tertium.metrics.choice import choose
from tertium.metrics.spec import split_specs

F = TypeVar("F", bound=Callable[..., Any])

_METRICS = "Metrics whose scores of the passage are features too, separated by commas, such as `meteor,chrf`."


def exam_and_answers(command: F) -> F:
    """The exam, files of answers, and their format."""
    for decorate in (
        click.option("--answers-format", type=click.Choice(["tsv", "jsonl", "text"]), help="If endings do not say it."),
        click.argument("answers", nargs=-1, required=True, metavar="ANSWERS..."),
        click.argument("exam", metavar="EXAM"),
    ):
        command = decorate(command)
    return command


def feature_options(command: F) -> F:
    """Which features are taken, and how words are compared."""
    for decorate in (
        click.option("--normalise", default="case", show_default=True, help="What is not compared; as of hyter."),
        click.option("--tok", default="13a", show_default=True, help="Tokeniser, for answers and networks."),
        click.option("-m", "--metric", "metrics", default="", metavar="SPECS", help=_METRICS),
    ):
        command = decorate(command)
    return command


def chosen_metrics(text: str) -> tuple[str, ...]:
    """The specs of an option, checked."""
    specs = tuple(split_specs(text)) if text.strip() else ()
    if specs:
        choose(specs)
    return specs
