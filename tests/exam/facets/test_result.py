"""What the facets model says."""

import json

from tertium.exam.facets.result import FairScores

from .simulation import World


def test_tables_name_everybody_with_fair_scores() -> None:
    result = FairScores.of(World.drawn(2, 15, 3, 3).ratings(4))
    text = result.to_text()
    for said in (
        "Graders: more is more severe",
        "Passages: more is harder",
        "Candidates",
        "Steps",
        "Drift",
        "g001",
        "c00004",
    ):
        assert said in text
    assert max(map(len, text.splitlines())) <= 100


def test_data_holds_every_measure() -> None:
    result = FairScores.of(World.drawn(2, 15, 3, 3).ratings(4), "partial-credit")
    data = json.loads(result.to_json())
    assert [len(data[facet]["elements"]) for facet in ("candidate", "passage", "grader")] == [15, 3, 3]
    assert {step["group"] for step in data["steps"]} == {"p000", "p001", "p002"}
    assert abs(sum(element["measure"] for element in data["grader"]["elements"])) < 1e-9
    assert len(result.to_tsv().splitlines()) > 15 + 3 + 3
