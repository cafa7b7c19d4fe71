"""The description of the interface, and thousands of requests made from it: never an error of the server's own."""

import json
import os
import re
from typing import Any

import pytest

from tertium.server.web.openapi import description
from tertium.server.web.problems import STATUS
from tertium.server.web.routing import ENDPOINTS, PREFIX
from tests.server import http_api_page
from tests.server.postgres import DATABASE
from tests.server.support import API, Server
from tests.server.world import World, make_world

# For the whole run: TERTIUM_API_CASES=5000 pytest tests/server/test_openapi.py
CASES = int(os.environ.get("TERTIUM_API_CASES", 600 if DATABASE == "postgres" else 0))


def test_the_description_is_valid_and_complete(sqlite_server: Server) -> None:
    validate = pytest.importorskip("openapi_spec_validator").validate

    document = sqlite_server.visitor().get("/api/openapi.json").json()
    assert document == json.loads(json.dumps(description()))
    validate(document)
    assert document["openapi"].startswith("3.1")
    found = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    assert found == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    for item in document["paths"].values():
        for operation in item.values():
            assert operation["x-action"]
            assert operation["summary"].endswith(".")


def test_the_reference_page_lists_every_route_and_every_code() -> None:
    assert http_api_page.table() in http_api_page.written(), "run `python -m tests.server.http_api_page`"
    page = http_api_page.PAGE.read_text("utf-8")
    codes = {code: int(status) for code, status in re.findall(r"(?m)^\| `([\w-]+)` \| (\d{3}) \|", page)}
    assert codes == STATUS
    named = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^\s`]*)`", page))
    assert named <= {(endpoint.method, endpoint.path.removeprefix(PREFIX)) for endpoint in ENDPOINTS}


def is_problem(content: Any) -> bool:
    """Whether it says what happened, where and what to do."""
    return (
        isinstance(content, dict)
        and content["status"] == STATUS[content["code"]]
        and all(isinstance(content[key], str) and content[key] for key in ("title", "what", "do"))
        and set(content["where"]) == {"card", "alt", "line", "column", "field"}
    )


def test_every_refusal_is_a_problem_document(server: Server) -> None:
    world = make_world(server)
    client = world.people["owner"].client
    sheet = f"{API}/sheets/{world.ids['sheet']}"
    json_type = {"Content-Type": "application/json"}
    answers = {
        401: server.visitor().get(f"{API}/me"),
        403: client.get(f"{API}/projects/{world.ids['project']}/export"),
        404: client.get("/api/v1/nothing"),
        405: client.request("TRACE", f"{API}/me"),
        409: client.post(f"{sheet}/events", json={"base_seq": 99, "events": [
            {"edit_id": "x", "command": {"do": "root.set", "card": None}}]}),
        413: client.post(f"{sheet}/events", content=b" " * 1_000_001, headers=json_type),
        415: client.post(f"{sheet}/events", content=b"{}", headers={"Content-Type": "application/xml"}),
        422: client.post(f"{sheet}/events", content=b'{"base_seq": [', headers=json_type),
    }  # fmt: skip
    for status, answer in answers.items():
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert is_problem(answer.json())
    bad = client.post(f"{sheet}/text", json={"base_seq": 8, "edit_id": "t", "text": "[A] = x\n[B = y\n"}).json()
    assert bad["where"]["line"] == 2


def substitute(world: World, case: Any, number: int) -> None:
    """Ids of real things in most requests, so that they come past the door."""
    if number % 5:
        for name in case.path_parameters or {}:
            if world.ids.get(name):
                case.path_parameters[name] = world.ids[name]


@pytest.mark.skipif(CASES == 0, reason="slow: run with TERTIUM_API_CASES=5000")
def test_generated_requests_never_make_the_server_fail(server: Server) -> None:
    """Schemathesis makes requests from the description, right and wrong, sent by people of every role."""
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, Phase, given, seed, settings

    world = make_world(server)
    schema = schemathesis.openapi.from_dict(description())
    operations = [operation.ok() for operation in schema.get_all_operations()]
    each = max(2, -(-CASES // len(operations)) + 1)
    roles = ["manager", "owner", "manager", "judge", "owner"]
    sent, failed = 0, []

    def send(case: Any) -> None:
        nonlocal sent
        sent += 1
        substitute(world, case, sent)
        role = roles[sent % len(roles)]
        client = world.client("anonymous" if sent % 11 == 0 else role)
        if case.path.endswith("/logout"):
            client = server.visitor()
        arguments = case.as_transport_kwargs(base_url="http://testserver")
        arguments.pop("cookies", None)
        if isinstance(arguments.get("data"), bytes | str):
            arguments["content"] = arguments.pop("data")
        headers = {k: v for k, v in arguments.pop("headers", {}).items() if k.lower() not in ("cookie", "user-agent")}
        try:
            answer = client.request(headers=headers, follow_redirects=False, **arguments)
        except (UnicodeEncodeError, ValueError):
            return  # what no client can send
        if answer.status_code >= 500 and answer.json().get("code") != "unavailable":
            failed.append((case.method, case.path, answer.status_code, str(arguments)[:300]))
        elif answer.status_code >= 400:
            assert is_problem(answer.json()), (case.path, answer.text)
        text = answer.headers.get("content-type", "")
        assert "html" not in text or answer.status_code == 303

    for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
        for operation in operations:
            strategy = operation.as_strategy(generation_mode=mode)
            try:
                seed(1)(
                    settings(
                        max_examples=max(1, each // 2),
                        database=None,
                        deadline=None,
                        phases=[Phase.generate],
                        suppress_health_check=list(HealthCheck),
                    )(given(case=strategy)(send))
                )()
            except Exception as error:
                if "Unsatisfiable" not in type(error).__name__:
                    raise
    print(f"{sent} requests")
    assert failed == []
    assert sent >= CASES // 2
    from tertium.server.upkeep.checkup import problems

    assert server.store.reading(lambda connection: list(problems(connection))) == []
