import json

from tertium.results.table import Table
from tests.results.factories import tuning


def test_a_tuning_tells_what_was_reached_and_how() -> None:
    text = tuning("lm").to_text()
    for line in ("metric:     bleu", "method:     mert", "decodings:  1; stopped because no weight moved"):
        assert f"{line}\n" in text
    assert "dev        30.25  31.50                 98.0 %\n" in text
    assert "held out   29.00  30.00\n" in text
    assert text.endswith("Note: about lm\n")


def test_machines_get_the_decodings_or_else_the_weights() -> None:
    result = tuning("lm")
    assert [column.name for column in result.records()[0].columns][:2] == ["decoding", "score"]
    assert len(result.records()) == 3  # and two of runs


def test_json_has_the_runs_without_their_own_version() -> None:
    record = json.loads(tuning("lm").to_json())
    assert record["format"] == 1
    assert "format" not in record["runs"][0]
    assert record["iterations"][0]["weights"] == {"lm": 1 / 3}
    assert record["starts"] == [[30.25, 31.5]]


def test_pages_have_a_picture_and_every_table() -> None:
    result = tuning("lm")
    page = result.to_html()
    assert "<polyline" in page
    assert page.count("<table") == sum(isinstance(block, Table) for block in result.tables())
