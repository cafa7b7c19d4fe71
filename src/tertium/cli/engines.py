"""The options that name a Spark cluster, and what `score` and `compare` make of them."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from tertium.cli.options import choice, gather
from tertium.errors import OptionError
from tertium.io.named_files import Inputs
from tertium.io.testsets.formats import detect
from tertium.io.testsets.parts import format_of, parts_of

if TYPE_CHECKING:
    from tertium.evaluation.scale.distributed import SparkWorkers
    from tertium.io.scale.cluster import Cluster, Parts

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

    def parts(self, inputs: Inputs) -> "Parts | None":
        """The parts that workers read by themselves; None where this machine computes or reads.

        Raises:
            OptionError: They are in a format that workers do not read.
            DataError: There are no parts.
        """
        if self.engine == "local" or len(inputs.outputs) != 1 or inputs.references or inputs.sample:
            return None
        from tertium.io.scale.cluster import FORMATS, Parts  # late: few have a cluster

        (file,) = inputs.outputs
        paths = parts_of(file.path)
        if paths is None:
            if file.path == "-" or file.name is not None or (inputs.input_format or detect(file.path)) not in FORMATS:
                return None
            return Parts((file.path,), inputs.input_format or detect(file.path), file.path, file.label)
        format = inputs.input_format or format_of(paths, file.path)
        if format not in FORMATS:
            raise OptionError(
                f"{file.path}: --engine spark reads parts in {' or '.join(FORMATS)}, found {format}; write them as "
                "Parquet, or leave --engine out"
            )
        if file.name is not None:
            raise OptionError(f"{file.argument}: with --engine spark give the parts without a name: {file.path}")
        return Parts(tuple(paths), format, file.path, os.path.basename(os.path.normpath(file.path)))

    def cluster(self) -> "Cluster":
        """Where the cluster is."""
        from tertium.io.scale.cluster import Cluster

        return Cluster(self.master, spark_settings(self.spark_conf))

    def workers(self, inputs: Inputs) -> "SparkWorkers | None":
        """Those of a cluster; none where this machine computes."""
        if self.engine == "local":
            return None
        from tertium.evaluation.scale.distributed import SparkWorkers  # late: needs the extra

        if len(inputs.outputs) != 1 or inputs.references or inputs.sample or inputs.outputs[0].path == "-":
            raise click.UsageError(
                "--engine spark is for a test set in one Parquet file, or for parts of one (a folder, a pattern); give "
                "that, or leave --engine out"
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
            help="Where to compute: here, or on a Spark cluster (Parquet; `score` and `mbr`: parts, too).",
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
