"""Scores and comparisons over HTTP: the JSON of the commands, for people and for programs with a token."""

import json
from typing import Any

import pytest

from tertium.server.people.store import tokens
from tertium.server.scoring.api import LARGEST_TEXTS
from tests.server.support import API, Server
from tests.support.command import run_here

SYSTEMS = {"a": ["The cat sat on the mat.", "It rains."], "b": ["A cat is on a mat.", "It is raining."]}
REFERENCES = ["The cat is on the mat.", ["It's raining.", "It rains."]]
TEXTS: dict[str, Any] = {"systems": SYSTEMS, "references": REFERENCES}


def with_token(server: Server, *scopes: str, days: float = 1) -> Any:
    """A program that has somebody's token."""
    person = server.person(f"Ada {scopes} {days}")
    token, _ = server.store.writing(tokens.make, person.id, "build", scopes, days)
    client = server.visitor()
    client.headers["Authorization"] = f"Bearer {token}"
    return client


def commands_json(*words: str) -> Any:
    ran = run_here(*words, "--format", "json", "--quiet")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def without_place(found: Any) -> Any:
    """Without the name of the test set and the call, which say where texts came from."""
    return {name: value for name, value in found.items() if name not in ("test_set", "command", "name")}


def test_a_program_gets_what_the_commands_print(sqlite_server: Server, tmp_path: Any) -> None:
    rows = [
        {
            "references": row if isinstance(row, list) else [row],
            "hypotheses": {name: texts[i] for name, texts in SYSTEMS.items()},
        }
        for i, row in enumerate(REFERENCES)
    ]
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    client = with_token(sqlite_server, "score")
    asked = {**TEXTS, "metrics": "bleu(tok=intl),chrf,ter"}
    for command, more, words in (
        ("score", {"segments": True}, ["--segments"]),
        ("score", {"confidence": True, "samples": 200}, ["--confidence", "--samples", "200"]),
        ("compare", {"samples": 200, "swaps": 100}, ["--samples", "200", "--swaps", "100"]),
        ("compare", {"baseline": "b", "swaps": 100}, ["--baseline", "b", "--swaps", "100"]),
    ):
        answer = client.post(f"{API}/{command}", json={**asked, **more})
        assert answer.status_code == 200, answer.text
        expected = commands_json(command, str(path), "-m", asked["metrics"], *words)
        assert without_place(answer.json()) == without_place(expected)


def test_who_is_signed_in_may_ask_too(sqlite_server: Server) -> None:
    answer = sqlite_server.person("Ada").client.post(f"{API}/score", json={**TEXTS, "metrics": "chrf"})
    assert answer.json()["systems"][0]["scores"][0]["metric"] == "chrF2"


def test_what_is_wrong_is_said(sqlite_server: Server) -> None:
    client = with_token(sqlite_server, "score")
    for request, expected in (
        ({**TEXTS, "metrics": "chrff"}, "unknown metric 'chrff'"),
        ({**TEXTS, "metrics": "beer(model=/etc/passwd)"}, "'/etc/passwd' is a path; over HTTP"),
        ({"systems": {"a": ["x"]}, "metrics": "chrf"}, "chrf needs references"),
        ({"systems": {"a": ["x"]}, "references": ["x", "y"]}, "2"),
        ({**TEXTS, "hypotheses": []}, "unknown field `hypotheses`"),
        ({**TEXTS, "language": "xx"}, "unknown language 'xx'"),
    ):
        answer = client.post(f"{API}/score", json=request)
        assert answer.status_code == 422, answer.text
        assert expected in answer.json()["what"], answer.text


def test_texts_may_be_larger_than_other_requests_and_not_endless(sqlite_server: Server) -> None:
    client = with_token(sqlite_server, "score")
    many = ["The cat sat on the mat, and nobody knew for how long it would."] * 20_000
    answer = client.post(f"{API}/score", json={"systems": {"a": many}, "references": many, "metrics": "bleu"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["systems"][0]["scores"][0]["score"] == pytest.approx(100)
    assert client.post(f"{API}/score", content=b" " * (LARGEST_TEXTS + 1), headers={
        "Content-Type": "application/json"
    }).status_code == 413  # fmt: skip


def test_a_full_line_is_answered_with_429(sqlite_server: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr("tertium.server.scoring.queue.WAITING", 0)
    answer = with_token(sqlite_server, "score").post(f"{API}/score", json=TEXTS)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")
