"""The options that name a Spark cluster, and what `score` and `compare` make of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from tertium.cli.options import choice, gather
from tertium.errors import OptionError
from tertium.io.named_files import Inputs
from tertium.io.testsets.formats import detect

if TYPE_CHECKING:
    from tertium.evaluation.scale.distributed import SparkWorkers

SPARK = [
    click.option("--master", default="local[*]", show_default=True, metavar="URL", help="Spark's master."),
    click.option("--spark-conf", multiple=True, metavar="KEY=VALUE", help="A setting of Spark. Repeatable."),
]
"""The options of a cluster."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Where statistics are computed."""

    engine: str
    master: str
    spark_conf: tuple[str, ...]

    def workers(self, inputs: Inputs) -> "SparkWorkers | None":
        """Those of a cluster; none where this machine computes."""
        if self.engine == "local":
            return None
        from tertium.evaluation.scale.distributed import SparkWorkers  # late: needs the extra

        if len(inputs.outputs) != 1 or inputs.references or inputs.sample or inputs.outputs[0].path == "-":
            raise click.UsageError(
                "--engine spark is for one Parquet file that holds a whole test set; give that, or leave --engine out"
            )
        file = inputs.outputs[0].path
        format = inputs.input_format or detect(file)
        if format != "parquet":
            raise OptionError(
                f"{file}: --engine spark reads Parquet, found {format}; write the test set as Parquet, or leave "
                "--engine out"
            )
        return SparkWorkers(self.master, spark_settings(self.spark_conf))


engine_options = gather(
    "engine",
    EngineOptions,
    [
        choice(
            "--engine",
            of=["local", "spark"],
            help="Where statistics are computed: here, or for a Parquet test set on a Spark cluster.",
        ),
        *SPARK,
    ],
)
"""Where statistics are computed, as one argument `engine`."""


def spark_settings(values: Sequence[str]) -> dict[str, str]:
    """Spark's settings from KEY=VALUE."""
    for setting in values:
        if "=" not in setting:
            raise OptionError(f"--spark-conf {setting!r}: expected KEY=VALUE")
    return dict(setting.split("=", 1) for setting in values)
