"""What was chosen, as a table and as data."""

import json
from pathlib import Path

import pytest

import tertium
from tertium.nbest.choices import Choices, RankedCandidate
from tertium.nbest.weights import Weights, read_weights, write_weights
from tests.support.command import run_here

CHOICES = Choices(
    (RankedCandidate(0, 1, 2, 0.51234, "a cat"), RankedCandidate(1, 1, 0, 0.25, "a dog")), {"metric": "chrf"}
)


def test_one_candidate_per_row() -> None:
    assert CHOICES.to_tsv().splitlines() == [
        "list\trank\tindex\tscore\ttext",
        "0\t1\t2\t0.51234\ta cat",
        "1\t1\t0\t0.25\ta dog",
    ]


def test_data_say_how_they_were_chosen_and_keep_all_digits() -> None:
    record = json.loads(CHOICES.to_json())
    assert record["metric"] == "chrf"
    assert record["choices"][0] == {"list": 0, "rank": 1, "index": 2, "score": 0.51234, "text": "a cat"}


LISTS = """\
0 ||| the cat sat ||| lm= 1 tm= 0 ||| 0
0 ||| a cat sat ||| lm= 0 tm= 2 ||| 0
0 ||| the dog sat ||| lm= 0 tm= 0 ||| 0
1 ||| it rains ||| lm= 3 tm= 0 ||| 0
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """N-best lists, and weights of their features."""
    lists, weights = tmp_path / "x.nbest", tmp_path / "weights.json"
    lists.write_text(LISTS, "utf-8")
    write_weights(Weights({"lm": 0.5, "tm": 1.0}), weights)
    return str(lists), str(weights)


@pytest.mark.parametrize("format", ["json", "tsv", "markdown"])
def test_results_in_python_say_what_the_command_line_says(format: str, files: tuple[str, str]) -> None:
    lists, weights = files
    nbest = tertium.read_nbest(lists)
    mbr = run_here("mbr", lists, "-m", "chrf", "-q", "-f", format)
    assert tertium.mbr(nbest, "chrf").render(format) == mbr.stdout
    rerank = run_here("rerank", lists, "--weights", weights, "-q", "-f", format)
    assert tertium.rerank(nbest, read_weights(weights)).render(format) == rerank.stdout


def test_choices_in_python_are_results_and_those_of_mbr_a_sequence(files: tuple[str, str], tmp_path: Path) -> None:
    choices = tertium.mbr(tertium.read_nbest(files[0]), "chrf")
    assert len(choices) == 2
    assert [choice.text for choice in choices] == choices.texts() == [choices[0].text, "it rains"]
    assert choices[-1:] == (choices[1],)
    reranking = tertium.rerank(tertium.read_nbest(files[0]), {"lm": 0.5, "tm": 1.0})
    for result, text in ((choices, "it rains"), (reranking, "a cat sat")):
        assert text in repr(result)
        assert text in result.to_html()
        result.save(tmp_path / "choices.md")
        assert text in (tmp_path / "choices.md").read_text("utf-8")
