"""The options that name a Spark cluster, and what `score` and `compare` make of them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tertium.cli.inputs import Inputs
from tertium.cli.options import choice
from tertium.errors import OptionError
from tertium.io.testsets.formats import detect

if TYPE_CHECKING:
    from tertium.evaluation.distributed import SparkWorkers

F = TypeVar("F", bound=Callable[..., Any])


def spark_options(command: F) -> F:
    """Add the options of a cluster."""
    command = click.option("--spark-conf", multiple=True, metavar="KEY=VALUE", help="A setting of Spark. Repeatable.")(
        command
    )
    return click.option("--master", default="local[*]", show_default=True, metavar="URL", help="Spark's master.")(
        command
    )


def engine_options(command: F) -> F:
    """Add the options on where statistics are computed."""
    return choice(
        "--engine",
        of=["local", "spark"],
        help="Where statistics are computed: here, or for a Parquet test set on a Spark cluster.",
    )(spark_options(command))


def spark_settings(values: Sequence[str]) -> dict[str, str]:
    """Spark's settings from KEY=VALUE."""
    for setting in values:
        if "=" not in setting:
            raise OptionError(f"--spark-conf {setting!r}: expected KEY=VALUE")
    return dict(setting.split("=", 1) for setting in values)


def workers_of(inputs: Inputs, options: dict[str, Any]) -> "SparkWorkers | None":
    """Take the engine's options out of a command's arguments; none where this machine computes."""
    engine, master, settings = (options.pop(name) for name in ("engine", "master", "spark_conf"))
    if engine == "local":
        return None
    from tertium.evaluation.distributed import SparkWorkers

    files = inputs.hypotheses
    if len(files) != 1 or inputs.references or inputs.sample or files[0] == "-":
        raise click.UsageError(
            "--engine spark is for one Parquet file that holds a whole test set; give that, or leave --engine out"
        )
    format = inputs.input_format or detect(files[0])
    if format != "parquet":
        raise OptionError(
            f"{files[0]}: --engine spark reads Parquet, found {format}; write the test set as Parquet, or leave "
            "--engine out"
        )
    return SparkWorkers(master, spark_settings(settings))
