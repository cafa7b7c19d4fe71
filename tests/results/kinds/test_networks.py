"""What is told about networks."""

import json

from tertium.networks.statistics import AnnotatorStatistics, network_statistics
from tertium.results.kinds.networks import (
    CheckedFile,
    JudgementSheet,
    MeasuredNetwork,
    Membership,
    NetworkCheck,
    NetworkReport,
    Sentences,
)
from tests.results.factories import closest, measured
from tests.support.networks import PREMIER

MEASURED = MeasuredNetwork("a.txt", "1", network_statistics(PREMIER))


def test_counts_are_those_of_the_network() -> None:
    report = NetworkReport((MEASURED,))
    title, _, row = report.to_text().splitlines()
    assert dict(zip(title.split(), row.split(), strict=True))["paths"] == "60"
    header, values = (line.split("\t") for line in report.to_tsv().splitlines())
    assert dict(zip(header, values, strict=True))["longest"] == "9"
    assert json.loads(report.to_json())["networks"][0]["cards"] == 5


def test_what_was_not_counted_and_what_annotators_add_is_said() -> None:
    report = NetworkReport((MEASURED, measured("b.txt")), AnnotatorStatistics(1.5, (2.25,), 3.0, (0.5, 0.25)), 7)
    text = report.to_text()
    assert "more than 100,000 states" in text
    assert "union of 2           10^2.25" in text
    assert "seed 7" in text
    record = json.loads(report.to_json())
    assert record["mean_distances"] == [0.5, 0.25]
    assert record["median_log10_paths"]["one annotator"] == 1.5


def test_files_that_could_be_read_and_what_looks_wrong() -> None:
    check = NetworkCheck((CheckedFile("a", 1, 5, (("2", "card [X] is not used"),)), CheckedFile("b", 2, 1)))
    assert check.to_text().splitlines() == [
        "a: fine: 1 network, 5 cards",
        "a: network 2: card [X] is not used",
        "b: fine: 2 networks, 1 card",
    ]
    assert len(check.records()) == 2
    assert len(NetworkCheck(check.files[1:]).records()) == 1


def test_sentences_sheets_and_answers() -> None:
    assert Sentences(("a b", "c\x1b")).to_text() == "a b\nc\\x1b\n"
    assert JudgementSheet(("a", "b")).data() == {
        "items": [{"item": 1, "sentence": "a", "judgement": None}, {"item": 2, "sentence": "b", "judgement": None}]
    }
    answers = Membership((("a", True), ("b", None)))
    assert answers.to_tsv() == "contained\tsentence\ntrue\ta\n\tb\n"
    assert "no network" in answers.to_text()


def test_the_closest_sentence_with_its_edits() -> None:
    found = closest("the PM")
    assert "1 missing, 0 extra, 1 substituted, 0 moved" in found.to_text()
    assert "(no network)" in found.to_text()
    first, second = json.loads(found.to_json())["sentences"]
    assert (first["cost"], first["cards"], second) == (2.0, ["the PM", "B"], {"sentence": "the PM", "closest": None})
