"""The server's reducer and the page's make the same of the same commands, to the byte."""

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("msgspec", reason="needs the extra `server`")

from tertium.server.annotate.rules.sheet import commands, document, reducer, words
from tertium.server.annotate.rules.sheet.refusals import Refused
from tests.server.random_commands import PIECES, Maker

REPLAY = Path(__file__).parent / "js/replay.js"


def in_node(lines: list[dict[str, Any]]) -> list[Any]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node: apt-get install nodejs")
    sent = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([node, str(REPLAY)], input=sent, capture_output=True, text=True, check=True, encoding="utf-8")
    return [json.loads(line) for line in done.stdout.splitlines()]


def folded(sequence: list[dict[str, Any]]) -> dict[str, Any]:
    doc = document.Document()
    steps: list[dict[str, Any]] = []
    for sent in sequence:
        try:
            doc, inverse = reducer.apply(doc, commands.decode(json.dumps(sent)))
            steps.append({"inverse": json.loads(commands.encode(inverse))})
        except Refused as refusal:
            steps.append({"refused": refusal.reason, **({"path": refusal.path} if refusal.path else {})})
    return {"doc": json.loads(document.encode(doc)), "steps": steps}


def test_a_thousand_sequences_of_commands() -> None:
    sequences = [Maker(seed).sequence(Random(seed).randint(1, 40)) for seed in range(1000)]
    answers = in_node([{"commands": sequence} for sequence in sequences])
    seen: Counter[str] = Counter()
    for seed, (sequence, answer) in enumerate(zip(sequences, answers, strict=True)):
        expected = folded(sequence)
        for number, (ours, theirs) in enumerate(zip(expected["steps"], answer["steps"], strict=True)):
            assert json.dumps(ours) == json.dumps(theirs), (seed, number, sequence[number])
            seen[ours.get("refused", "done")] += 1
        assert json.dumps(expected["doc"]) == json.dumps(answer["doc"]), seed
    # The sequences reach what they are meant to reach.
    assert seen["done"] > 4000, seen
    rare = ("cycle", "name-taken", "bad-name", "bad-text", "bad-span", "id-taken", "bad-at", "state")
    assert min(seen[reason] for reason in rare) > 20, seen


def test_the_scanners_agree() -> None:
    random = Random(7)
    signs = '[]|\\"{}#@ab \u00a0\u3000é😀'
    texts = ["".join(random.choices(signs, k=random.randint(0, 12))) for _ in range(4000)]
    texts += [" ".join(random.choices(PIECES, k=4)) for _ in range(1000)]
    for text, answer in zip(texts, in_node([{"text": text} for text in texts]), strict=True):
        assert answer == [[token.kind, token.value] for token in words.scan(text)], text
