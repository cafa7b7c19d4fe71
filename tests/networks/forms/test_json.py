"""Networks as JSON."""

import re
from typing import Any

import pytest
from hypothesis import given

from tertium.errors import DataError
from tertium.networks.forms import json as jsonform
from tests.networks.forms.texts import files, lines


@given(files())
def test_json_networks_read_as_they_were_written(entries: Any) -> None:
    assert jsonform.parse(jsonform.write(entries), "f") == entries
    assert jsonform.parse_lines(lines(jsonform.write_lines(entries)), "f") == entries


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "f:2: not a network in JSON"),
        ("[1]", "f: network 1: found 1, expected an object"),
        ('{"root": "A"}', "f: the key 'cards' is missing"),
        ('{"root": "A", "cards": {}, "x": 1}', "f: unknown key 'x'"),
        ('{"root": 1, "cards": {}}', "f: root: found 1, expected the name of a card"),
        ('{"root": "A", "cards": []}', "f: cards: found [], expected an object"),
        ('{"root": "A", "cards": {"A": "x"}}', "f: card [A]: found 'x', expected a list of alternatives"),
        ('{"root": "A", "cards": {"A": ["x"]}}', "f: card [A]: alternative 1: found 'x', expected a list of words"),
        ('{"root": "A", "cards": {"A": [["a b"]]}}', "f: card [A]: the word 'a b' has a space in it"),
        ('{"root": "A", "cards": {"A": [[""]]}}', "f: card [A]: a word may not be empty"),
        ('{"root": "A", "cards": {"A": [["\\ud800"]]}}', "f: card [A]: the word '\\ud800' has half a surrogate pair"),
        ('{"root": "A", "cards": {"A": []}}', "f: card [A] has no alternatives"),
        ('{"root": "A", "cards": {"A": [["[B]"]]}}', "f: card [B] is used but not defined"),
        ('{"root": "B", "cards": {"A": [["x"]]}}', "f: card [B] is used but not defined"),
        ('{"root": "A", "cards": {"A": [["[A]"]]}}', "f: a card contains itself: [A] → [A]"),
        ('{"root": "A", "cards": {"A": [["x"]], "A": [["y"]]}}', "f: 'A' appears twice in one object"),
        ('{"root": "A", "cards": {"A": [["x"]]}, "spans": {"A": [2]}}', "f: card [A]: span: found [2], expected two"),
        ('{"root": "A", "cards": {"A": [["x"]]}, "spans": {"A": [2, 1]}}', "f: card [A]: span (2, 1), expected"),
        ('{"root": "A", "cards": {"A": [["x"]]}, "spans": {"B": [1, 2]}}', "f: spans: there is no card [B]"),
        (
            '{"root": "A", "cards": {"A": [["x"]]}, "costs": {"A": [1, 2]}}',
            "f: card [A]: costs: found [1, 2], expected",
        ),
        ('{"root": "A", "cards": {"A": [["x"]]}, "costs": {"A": [NaN]}}', "f: card [A]: cost nan, expected a number"),
        ('{"id": [], "root": "A", "cards": {"A": [["x"]]}}', "f: id: found [], expected a text"),
        ("[" * 100_000, "f: nested too deeply"),
    ],
)
def test_what_is_wrong_in_json_is_said(text: str, message: str) -> None:
    with pytest.raises(DataError, match="^" + re.escape(message)):
        jsonform.parse(text, "f")
