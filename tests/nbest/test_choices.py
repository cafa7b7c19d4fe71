"""What was chosen, as a table and as data."""

import json

from tertium.nbest.choices import Choices, RankedCandidate

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
