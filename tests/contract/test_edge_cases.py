"""The tables of docs/reference/edge-cases.md hold what the code gives."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import tertium
from tertium import metrics
from tertium.metrics import parse
from tertium.metrics.bleu import BLEU
from tertium.metrics.choice import choose
from tertium.metrics.neural import NeuralMetric
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tests.support.extras import installed

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "edge-cases.md"
Row = dict[str, str]


def table(heading: str) -> list[Row]:
    """The rows of the first table below a heading, by the names of its columns."""
    lines = PAGE.read_text("utf-8").split(f"\n## {heading}\n", 1)[1].splitlines()
    rows = []
    for line in lines:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            break
    header, _, *body = rows
    return [dict(zip(header, cells, strict=True)) for cells in body]


SCORES, ERRORS = table("Texts"), table("Wrong input from Python")
LONG = " ".join(f"word{i}" for i in range(10_000))


def text(cell: str) -> str | None:
    if cell == "missing":
        return None
    return LONG if cell == "10,000 words" else json.loads(cell.strip("`"))


def test_every_metric_has_a_column() -> None:
    """But those whose scores are decided by a model that the user brings."""
    own = [name for name in metrics.names() if not issubclass(metrics.get(name), NeuralMetric)]
    assert sorted(name.strip("`") for name in list(SCORES[0])[3:]) == own


def test_the_cases_that_must_be_there_are() -> None:
    cases = [row["case"] for row in SCORES]
    assert len(set(cases)) == len(cases)
    for wanted in (
        *("empty hypothesis", "empty reference", "both empty", "identical", "one word", "10,000 words", "no reference"),
        *("emoji", "combining marks", "NUL", "control characters", "CRLF", "byte order mark"),
    ):
        assert any(wanted in case for case in cases), wanted


@pytest.mark.filterwarnings("ignore::tertium.errors.LimitWarning")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["case"]) for row in SCORES])
def test_scores_are_those_of_the_table(row: Row) -> None:
    hypotheses, references = [text(row["hypothesis"])], References.by_stream([text(row["reference"])])
    found = {}
    for column in list(row)[3:]:
        metric = parse(column.strip("`"))
        if not installed(metric):
            continue  # an extra that the base installation lacks
        # For a metric that needs a post-edit, the reference is one.
        post_edits = {"a": [text(row["reference"])]} if "post-edits" in metric.needs else None
        try:
            test_set = TestSet.build({"a": hypotheses}, references, post_edits=post_edits)
            score = metric.score(metric.statistics(Pairing.of_systems(test_set)["a"]))[0]
        except tertium.DataError:
            found[column] = "refused"
        else:
            assert row[column] != "varies" or 0 < score < 100
            found[column] = "varies" if row[column] == "varies" else f"{score:.2f}"
    assert found == {column: row[column] for column in found}


GOOD = ["a"], References.by_stream(["a"])
WRONG: dict[str, Callable[[], object]] = {
    "systems of different lengths": lambda: tertium.score({"a": ["x"], "b": ["x", "y"]}),
    "more hypotheses than references": lambda: tertium.score(["x", "y"], References.by_stream(["x"])),
    "reference streams of different lengths": lambda: References.by_stream(["x", "y"], ["x"]),
    "a segment without reference": lambda: tertium.score(["x", "y"], References.by_segment([["x"], []])),
    "a missing hypothesis": lambda: tertium.score(["x", None], References.by_stream(["x", "y"])),
    "no segments": lambda: tertium.score([], References.by_segment([])),
    "no systems": lambda: tertium.score({}),
    "one system to compare": lambda: tertium.compare({"a": ["x"]}, References.by_stream(["x"])),
    "bytes decoded with `surrogateescape`": lambda: BLEU().corpus_score(["caf\udce9"], GOOD[1]),
    "document scores without document ids": lambda: tertium.score(*GOOD, documents=True),
    "a string instead of a list": lambda: tertium.score("x", References.by_stream(["x"])),
    "references without a layout": lambda: TestSet.build({"a": ["x"]}, [["x"]]),
    "something that is not a string": lambda: References.by_stream(["x", 1]),
    "an unknown metric": lambda: tertium.score(*GOOD, metrics=["blue"]),
    "an unknown option": lambda: parse("bleu(token=13a)"),
    "an option with a wrong value": lambda: parse("bleu(smooth=linear)"),
    "an option out of range": lambda: BLEU(max_order=0),
    "an unknown tokeniser": lambda: BLEU(tok="13b").corpus_score(*GOOD),
    "a metric given twice": lambda: choose(["bleu,chrf,bleu"]).metrics,
}


def test_all_wrong_inputs_are_documented() -> None:
    assert [row["what"] for row in ERRORS] == list(WRONG)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["what"]) for row in ERRORS])
def test_wrong_input_is_refused_as_the_table_says(row: Row) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011  (the table says which)
        WRONG[row["what"]]()
    assert type(caught.value).__name__ == row["exception"].strip("`")
    message, at = str(caught.value), 0
    for piece in row["message"].strip("`").split(" … "):
        assert piece in message[at:], message
        at = message.index(piece, at) + len(piece)
