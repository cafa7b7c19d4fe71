"""What errors say."""

import pytest

from tertium.errors import DataError, MissingExtraError, OptionError, TertiumError, UnknownNameError, refuse_together


def test_a_long_message_keeps_its_place_and_its_advice() -> None:
    message = str(DataError("a.tsv:1: " + "x" * 100_000 + "; expected two columns"))
    assert len(message) == 2000
    assert message.startswith("a.tsv:1: x")
    assert message.endswith("x; expected two columns")
    assert str(DataError("short")) == "short"


def test_an_unknown_name_comes_with_those_there_are_and_the_nearest() -> None:
    assert str(UnknownNameError("metric", "blue", ["ter", "bleu"])) == (
        "unknown metric 'blue'; known: bleu, ter; did you mean 'bleu'?"
    )
    assert str(UnknownNameError("metric", "zzz", ["ter"])) == "unknown metric 'zzz'; known: ter"


def test_a_missing_extra_says_what_to_install() -> None:
    assert str(MissingExtraError("Parquet", "parquet")).endswith("run: pip install 'tertium[parquet]'")


def test_options_that_exclude_each_other_are_refused_where_both_are_given() -> None:
    refuse_together(("--a", 1), ("--b", None))
    with pytest.raises(OptionError, match="--a and --c exclude each other; pass one of them"):
        refuse_together(("--a", 1), ("--b", None), ("--c", "x"))
    assert issubclass(OptionError, TertiumError)
