"""Attacks that other annotation tools fell to, tried here: each must fail."""

import ast
import base64
import itertools
import re
import socket
from pathlib import Path
from typing import Any

import pytest

import tertium.server
from tertium.server.annotate.rules.protocol import Shows
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.database.engine import Store
from tertium.server.web.security import CSP
from tests.server.payloads import PAYLOADS
from tests.server.support import API, Server, add_card, edit, finished_job, needs_pages
from tests.server.world import make_world

SERVER = Path(tertium.server.__file__).parent
RAW = {"Content-Type": "application/octet-stream"}


def sources() -> list[Path]:
    return sorted(SERVER.rglob("*.py"))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


# Stored and reflected scripts (the pages themselves are opened in Chromium: tests/browser/test_attacks.py)


def test_no_template_or_script_puts_text_in_as_markup() -> None:
    for template in SERVER.glob("*/templates/*.html"):
        text = template.read_text("utf-8")
        assert not re.search(r"\|\s*safe|autoescape\s+false|<script(?![^>]*\ssrc=)|\son\w+=|style=", text), (
            template.name
        )
    scripts = [*SERVER.glob("*/browser/**/*.js"), *SERVER.glob("*/browser/**/*.jsx")]
    assert len(scripts) > 50
    for script in scripts:
        text = script.read_text("utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc", text
        )
        assert "dangerouslySetInnerHTML" not in text


@needs_pages
def test_answers_that_browsers_show_never_hold_a_raw_payload(sqlite_server: Server) -> None:
    """Reflected: payloads in every part of an address, in fields, and in headers."""
    admin = sqlite_server.person("Admin", admin=True)
    client = admin.client
    for payload in PAYLOADS:
        for answer in (
            client.get(f"/{payload}", headers={"Accept": "text/html"}),
            client.get("/projects/x", params={"q": payload}, headers={"Accept": "text/html"}),
            client.get("/login", params={"next": payload}),
            client.post("/login", data={"name": payload, "password": payload, "next": payload}),
            client.get(f"{API}/projects", params={payload: payload}),
            client.patch(f"{API}/me", json={payload: 1}),
        ):
            assert answer.status_code < 500
            kind = answer.headers["content-type"].split(";")[0]
            assert kind in ("text/html", "application/problem+json"), kind
            assert answer.headers["content-security-policy"] == CSP
            assert answer.headers["x-content-type-options"] == "nosniff"
            if kind == "text/html" and "<" in payload:
                assert payload not in answer.text


@needs_pages
def test_the_page_after_signing_in_is_one_of_ours(sqlite_server: Server) -> None:
    client = sqlite_server.visitor()
    for target in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)",
                   "/a\r\nSet-Cookie: x=1", "\\\\evil.example", "/\tevil", " //evil.example",
                   "%2f%2fevil.example"):  # fmt: skip
        text = client.get("/login", params={"next": target}).text
        assert 'name="next" value="/"' in text, target


# Uploads


def test_uploads_are_never_served_as_pages(server: Server) -> None:
    manager = server.person("Manager")
    project = server.project(manager)
    polyglot = b"GIF89a/*<svg onload=alert(1)>*/=1;<script>alert(1)</script>"
    for name, content in (
        ("x.html", b"<script>alert(1)</script>"),
        ("x.svg", b"<svg onload='alert(1)'/>"),
        ("x.txt", polyglot),
    ):
        url = f"{API}/projects/{project}/import?kind=segments&name={name}"
        job = finished_job(server, manager, manager.client.post(url, content=content, headers=RAW))
        assert job["state"] in ("done", "failed")
    assert list((server.settings.data / "uploads").iterdir()) == []  # nothing of them stays as a file
    for path in ("export?format=csv", "export?format=zip", "tables/sheets.csv", "tables/work.json"):
        answer = manager.client.get(f"{API}/projects/{project}/{path}")
        assert answer.headers["content-disposition"].startswith("attachment"), path
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-type"].split(";")[0] in ("text/csv", "application/zip", "application/json")


def test_files_of_sheets_are_attachments_with_a_fixed_type(server: Server) -> None:
    world = make_world(server)
    kinds = {"network.net": "text/plain", "network.json": "application/json", "network.fst": "text/plain",
             "network.jsonl": "application/x-ndjson", "network.txt": "text/plain",
             "diagram.svg": "image/svg+xml"}  # fmt: skip
    for name, kind in kinds.items():
        answer = world.people["owner"].client.get(
            f"{API}/sheets/{world.ids['sheet']}/{name}", headers={"Accept": "text/html"}
        )
        assert answer.headers["content-type"].split(";")[0] == kind
        assert answer.headers["content-disposition"].startswith("attachment")
        assert answer.headers["content-security-policy"] == CSP
    answer = world.people["manager"].client.get(f"{API}/jobs/{world.ids['job']}/file")
    assert answer.headers["content-type"] == "application/octet-stream"


# The server calls nobody


def test_only_oidc_can_call_another_machine() -> None:
    clients = {"socket", "urllib", "http", "httpx", "httpx2", "requests", "aiohttp", "ftplib", "smtplib", "telnetlib"}
    calling = {str(path.relative_to(SERVER)): sorted(imported(path) & clients) for path in sources()}
    assert {name: found for name, found in calling.items() if found} == {"people/api/openid.py": ["httpx2"]}
    # Its address comes from the command line: no request's field reaches it.
    text = (SERVER / "people/api/openid.py").read_text("utf-8")
    assert re.findall(r"issuer", text)
    assert not re.search(r"query\.(iss|issuer)|body\.", text)


def test_a_whole_project_without_a_socket(sqlite_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the server wanted to call another machine")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    manager = sqlite_server.person("Manager")
    project = sqlite_server.project(manager, shows=Shows(references=True))
    address = "http://169.254.169.254/latest/meta-data"
    sqlite_server.segments(project, [NewSegment("1", address, texts=(("ref1", "reference", address),))])
    sheet = sqlite_server.sheet(project, manager)
    edit(manager, sheet, 0, add_card("s", "S", address), {"do": "root.set", "card": "s"})
    for path in ("", "/suggest?text=http", "/network.net", "/diagram.svg", "/history"):
        assert manager.client.get(f"{API}/sheets/{sheet}{path}").status_code == 200
    answer = manager.client.post(
        f"{API}/projects", json={"name": "x", "source_lang": "es", "target_lang": "en", "url": address}
    )
    assert answer.status_code == 422


# Paths


TRAVERSALS = [
    "../../../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "..\\..\\etc\\passwd",
    "..%5c..%5cetc%5cpasswd",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "....//....//etc/passwd",
    "..%252f..%252fetc/passwd",
    "%c0%ae%c0%ae/etc/passwd",
    "app.py%00.js",
    "../app.py",
    "../store/tables.py",
    "C:\\Windows\\win.ini",
]


@needs_pages
def test_no_path_leads_out(sqlite_server: Server) -> None:
    client = sqlite_server.person("Admin", admin=True).client
    prefixes = ("/assets/x/", "/assets/x/annotate/", f"{API}/jobs/x/file/", f"{API}/projects/x/tables/", "/")
    for prefix, path in itertools.product(prefixes, TRAVERSALS):
        answer = client.get(prefix + path)
        assert answer.status_code in (404, 405, 422), (prefix, answer.status_code)
        assert "root:" not in answer.text
        assert "import " not in answer.text


def test_names_do_not_become_paths(server: Server) -> None:
    manager = server.person("Manager", admin=True)
    made = manager.client.post(
        f"{API}/projects", json={"name": "../../../tmp/evil", "source_lang": "es", "target_lang": "en"}
    ).json()
    before = set(server.settings.data.rglob("*"))
    for name in ("../../evil.tsv", "..\\" + "a" * 150 + ".tsv"):
        answer = manager.client.post(
            f"{API}/projects/{made['id']}/import", params={"name": name}, content=b"source\nhola\n", headers=RAW
        )
        finished_job(server, manager, answer)
    answer = manager.client.post(
        f"{API}/projects/{made['id']}/import", params={"name": "a\x00b"}, content=b"", headers=RAW
    )
    assert answer.status_code == 422
    exported = manager.client.get(f"{API}/projects/{made['id']}/export?format=zip")
    assert re.fullmatch(r'attachment; filename="[\w.-]+\.zip"', exported.headers["content-disposition"])
    left = {
        path
        for path in set(server.settings.data.rglob("*")) - before
        if path.is_file() and "tertium.db" not in path.name
    }
    assert left == set()


# Secrets


def test_there_is_no_secret_to_leak(tmp_path: Path) -> None:
    for path in sources():
        assert not re.search(r"(?i)secret_key|sign_key|itsdangerous|\bHMAC\b", path.read_text("utf-8")), path
    tokens = []
    for name in ("one", "two"):
        url = f"sqlite:///{tmp_path / name}.db"
        from tertium.server.settings import ServerSettings

        with Server.open(ServerSettings(data=tmp_path / name, database=url), Store(url)) as server:
            person = server.person("Somebody")
            tokens.append(person.client.cookies[server.settings.cookie])
            stranger = server.visitor()
            stranger.cookies.set(server.settings.cookie, tokens[0])
            assert stranger.get(f"{API}/me").status_code == (200 if name == "one" else 401)
    assert len({*tokens}) == 2
    assert all(len(base64.urlsafe_b64decode(token + "=")) == 32 for token in tokens)
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert not any(token.encode() in stored for token in tokens)


# Other sites


@pytest.mark.parametrize(("headers", "status"), [
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Sec-Fetch-Site": "same-site"}, 403),
    ({"Sec-Fetch-Site": "same-origin"}, 204),
    ({"Sec-Fetch-Site": "none"}, 204),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "http://testserver.evil.example"}, 403),
    ({"Origin": "http://testserver:81"}, 403),
    ({"Origin": "http://testserver"}, 204),
    ({"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"}, 403),
    ({}, 204),
])  # fmt: skip
def test_other_sites_change_nothing(sqlite_server: Server, headers: dict[str, str], status: int) -> None:
    person = sqlite_server.person("Somebody")
    assert person.client.post(f"{API}/logout", json={}, headers=headers).status_code == status
    assert person.client.get(f"{API}/me").status_code == (200 if status == 403 else 401)


def test_forms_without_a_sign_of_their_origin_change_nothing(sqlite_server: Server) -> None:
    person = sqlite_server.person("Somebody")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = person.client.post(f"{API}/logout", content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 403, kind
    answer = person.client.post(f"{API}/logout", content=b"{}", headers={"Content-Type": "application/xml"})
    assert answer.status_code == 415
    answer = person.client.options(
        f"{API}/me", headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "PATCH"}
    )
    assert not any(name.startswith("access-control") for name in answer.headers)
