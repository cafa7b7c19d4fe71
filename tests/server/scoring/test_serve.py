"""The real program: `tertium serve` in a process, a token from the command line, and a request as curl sends it."""

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import tertium
from tests.server.running import Running, first_sheet
from tests.support.command import run_here

SYSTEMS = {"ours": ["The cat sat on the mat."], "theirs": ["A cat is on a mat."]}
REFERENCES = ["The cat is on the mat."]


def ask(server: Running, command: str, token: str, body: Any) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    address = f"http://127.0.0.1:{server.port}/api/v1/{command}"
    with urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def test_a_program_scores_and_compares(tmp_path: Path) -> None:
    server = Running.start(tmp_path, "sqlite")
    try:
        first_sheet(server)
        made = run_here("serve", "--data", str(tmp_path), "token", "Admin", "--label", "build")
        assert made.returncode == 0, made.stderr
        token = made.stdout.strip()
        body = {"systems": SYSTEMS, "references": REFERENCES, "metrics": "chrf"}
        ours = tertium.score(SYSTEMS, REFERENCES, metrics="chrf")
        assert ask(server, "score", token, body)["systems"] == json.loads(ours.to_json())["systems"]
        found = ask(server, "compare", token, {**body, "samples": 100, "swaps": 100})
        assert {test["metric"] for test in found["tests"]} == {"chrF2"}
        with pytest.raises(urllib.error.HTTPError, match="401"):
            ask(server, "score", "tertium_x", body)
    finally:
        server.stop()
