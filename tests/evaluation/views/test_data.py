import json
import math
import re
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.evaluation.differences.results import Comparison
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tests.report.samples import comparison, evaluation, hostile_comparisons

SCHEMA = json.loads(files("tertium.report").joinpath("schema.json").read_text("utf-8"))
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "json.md"
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": int | float,
    "null": type(None),
}
KEYWORDS = {
    "$schema", "$defs", "$ref", "title", "description", "type", "enum", "required", "properties",
    "additionalProperties", "items", "minItems", "maxItems", "minimum",
}  # fmt: skip


def faults(value: Any, rule: dict[str, Any], where: str = "$") -> list[str]:
    """Where a value breaks a schema, for the keywords that ours uses."""
    assert rule.keys() <= KEYWORDS, f"the checker knows nothing of {rule.keys() - KEYWORDS}"
    if "$ref" in rule:
        rule = SCHEMA["$defs"][rule["$ref"].removeprefix("#/$defs/")]
    if "enum" in rule:
        return [] if value in rule["enum"] else [f"{where}: {value!r} is not in {rule['enum']}"]
    allowed = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
    if not any(isinstance(value, TYPES[name]) for name in allowed) or (
        isinstance(value, bool) and "boolean" not in allowed
    ):
        return [f"{where}: {value!r} is not of type {allowed}"]
    found = []
    if isinstance(value, dict):
        properties, others = rule.get("properties", {}), rule["additionalProperties"]
        found += [f"{where}: {key} is missing" for key in rule.get("required", []) if key not in value]
        for key, item in value.items():
            if key not in properties and others is False:
                found.append(f"{where}: {key} is not in the schema")
            else:
                found += faults(item, properties.get(key, others), f"{where}.{key}")
    elif isinstance(value, list):
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", math.inf):
            found.append(f"{where}: {len(value)} items")
        found += [fault for i, item in enumerate(value) for fault in faults(item, rule["items"], f"{where}[{i}]")]
    elif isinstance(value, int | float) and value < rule.get("minimum", -math.inf):
        found.append(f"{where}: {value} is too small")
    return found


def test_an_evaluation_has_exactly_the_documented_shape() -> None:
    score = MetricScore("BLEU", 34.46, "bleu|tok:13a", True, (33.0, 36.0), np.array([1.5, 2.0]), {"news-1": 3.25})
    bare = MetricScore("TER", 48.0, "ter", False)
    text = Evaluation("kettle", 2, (SystemScores("harbour", (score, bare)),), 0, 0.95, 1000).to_json()
    made = json.loads(text)
    assert list(made) == [
        "version", "test_set", "n_segments", "seed", "seed_revision", "confidence", "samples", "swaps", "bootstrap",
        "alpha", "deciding_test", "segment_documents", "systems", "tests", "rankings", "baseline",
        "worths", "people", "buckets", "words", "ngrams", "contrasts",
    ]  # fmt: skip
    del made["version"]
    assert made == {
        "test_set": "kettle",
        "n_segments": 2,
        "seed": 0,
        "seed_revision": 2,
        "confidence": 0.95,
        "samples": 1000,
        "swaps": None,
        "bootstrap": None,
        "alpha": None,
        "deciding_test": None,
        "segment_documents": None,
        "systems": [
            {
                "system": "harbour",
                "scores": [
                    {
                        "metric": "BLEU",
                        "score": 34.46,
                        "signature": "bleu|tok:13a",
                        "higher_is_better": True,
                        "ci": [33.0, 36.0],
                        "segments": [1.5, 2.0],
                        "documents": {"news-1": 3.25},
                    },
                    {
                        "metric": "TER",
                        "score": 48.0,
                        "signature": "ter",
                        "higher_is_better": False,
                        "ci": None,
                        "segments": None,
                        "documents": None,
                    },
                ],
            }
        ],
        "tests": [],
        "rankings": [],
        "baseline": None,
        "worths": [],
        "people": [],
        "buckets": [],
        "words": [],
        "ngrams": [],
        "contrasts": [],
    }


def test_a_comparison_adds_tests_rankings_and_contrasts() -> None:
    made = json.loads(comparison().to_json())
    assert made["tests"][0] == {
        "metric": "BLEU",
        "test": "bootstrap",
        "system_a": "harbour",
        "system_b": "meadow",
        "difference": 34.46 - 33.81,
        "p": 0.184,
        "p_holm": 0.184,
        "better": None,
    }
    assert made["rankings"][0] == {"metric": "BLEU", "clusters": [["harbour", "meadow"], ["quarry"], ["lantern"]]}
    assert made["contrasts"][1] == {
        "metric": "TER",
        "segment": 240,
        "system_a": "harbour",
        "system_b": "lantern",
        "score_a": 14.0,
        "score_b": 81.5,
        "hypothesis_a": "Two boats came back before the storm.",
        "hypothesis_b": "",
        "references": ["Two boats returned before the storm."],
        "source": None,
        "document": None,
    }


@pytest.mark.parametrize(
    "result",
    [evaluation(), evaluation(intervals=False), evaluation(segments=True, documents=True), comparison()],
)
def test_results_obey_the_schema(result: Evaluation | Comparison) -> None:
    assert faults(json.loads(result.to_json()), SCHEMA) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("segments",), -1),
        (("seed",), "12345"),
        (("systems", 0, "scores", 0, "ci"), [1.0]),
        (("systems", 0, "scores", 0, "score"), True),
        (("tests", 0, "test"), "t-test"),
        (("rankings", 0, "clusters"), ["harbour"]),
        (("contrasts", 0, "extra"), 1),
    ],
)
def test_the_checker_sees_what_breaks_the_schema(path: tuple[str | int, ...], value: object) -> None:
    made = json.loads(comparison().to_json())
    at = made
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    assert len(faults(made, SCHEMA)) == 1


def test_the_page_explains_the_keys_of_the_schema_and_no_others() -> None:
    sections = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    explained = {
        section.split("\n")[0]: dict(re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", section, re.MULTILINE))
        for section in sections
    }
    rules = {"The result": SCHEMA}
    for name, rule in SCHEMA["$defs"].items():
        rules[f"{'An' if name[0] in 'aeiou' else 'A'} {name.replace('_', ' ')}"] = rule
    assert explained == {
        title: {key: item["description"] for key, item in rule["properties"].items()} for title, rule in rules.items()
    }
    assert all(rule["required"] == list(rule["properties"]) for rule in rules.values())


@settings(deadline=None)
@given(st.lists(st.floats()))
def test_numbers_come_back_exactly_and_no_number_is_null(values: list[float]) -> None:
    score = MetricScore("A", 1.0, "a", True, segments=np.array(values))
    made = json.loads(
        Evaluation("t", len(values), (SystemScores("s", (score,)),)).to_json(), parse_constant=pytest.fail
    )
    expected = [value if math.isfinite(value) else None for value in values]
    assert [repr(value) for value in made["systems"][0]["scores"][0]["segments"]] == [repr(v) for v in expected]


@settings(deadline=None)
@given(hostile_comparisons)
def test_texts_come_back_exactly_and_no_character_acts_on_a_terminal(result: Comparison) -> None:
    text = result.to_json()
    text.encode("utf-8")
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in text.replace("\n", ""))
    made = json.loads(text, parse_constant=pytest.fail)
    assert faults(made, SCHEMA) == []
    assert made["test_set"] == result.evaluation.test_set
    assert [row["system"] for row in made["systems"]] == [row.system for row in result.evaluation.systems]
    assert made["contrasts"][0]["hypothesis_b"] == result.contrasts[0].hypothesis_b
    assert list(made["systems"][0]["scores"][0]["documents"]) == [result.evaluation.test_set]


def test_letters_stay_as_they_are() -> None:
    assert "frühen" in comparison().to_json()


def test_the_scores_of_segments_stand_on_one_line() -> None:
    assert '"segments": [34.46, 34.56]' in evaluation(segments=True).to_json()


def test_the_version_is_that_of_the_installed_package() -> None:
    try:
        expected = version("tertium")
    except PackageNotFoundError:
        expected = "unknown"
    assert json.loads(evaluation().to_json())["version"] == expected
