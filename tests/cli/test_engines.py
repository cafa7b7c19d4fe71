import click
import pytest

from tertium.cli.engines import EngineOptions, spark_settings
from tertium.errors import OptionError
from tertium.io.named_files import Inputs, NamedFile


def test_this_machine_needs_no_workers() -> None:
    assert EngineOptions("local", "local[*]", ()).workers(Inputs()) is None


def test_a_cluster_reads_one_parquet_file(tmp_path: object) -> None:
    spark = EngineOptions("spark", "local[2]", ("spark.ui.enabled=false",))
    one = NamedFile("", "testset.parquet")
    assert spark.workers(Inputs(outputs=(one,), input_format="parquet")) is not None
    for inputs in (Inputs(), Inputs(outputs=(one, one)), Inputs(outputs=(one,), references=("r",))):
        with pytest.raises(click.UsageError, match="for a test set in one Parquet file"):
            spark.workers(inputs)
    with pytest.raises(OptionError, match="reads Parquet, found tsv"):
        spark.workers(Inputs(outputs=(one,), input_format="tsv"))


def test_settings_of_spark_have_a_name_and_a_value() -> None:
    assert spark_settings(["a=b=c", "d="]) == {"a": "b=c", "d": ""}
    with pytest.raises(OptionError, match="--spark-conf 'a': expected KEY=VALUE"):
        spark_settings(["a"])
