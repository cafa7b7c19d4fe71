"""Getting in: passwords, delays, cookies, sessions, invites, and accounts of an organisation."""

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey
from sqlalchemy import Connection, select, update

from tertium.server.database import tables as t
from tertium.server.database.engine import Store
from tertium.server.database.values import later
from tertium.server.people.store import people
from tertium.server.routes import load
from tertium.server.settings import Oidc, ServerSettings
from tertium.server.web.routing import ENDPOINTS
from tests.server.support import API, PASSWORD, Server


def log_in(client: Any, name: str, password: str) -> Any:
    return client.post(f"{API}/login", json={"name": name, "password": password})


def add(server: Server, name: str, **more: Any) -> str:
    return server.store.writing(people.add_person, name, password=PASSWORD, **more)


def test_passwords_are_argon2id_and_failures_cost_time(server: Server) -> None:
    id = add(server, "Ann")
    row = server.store.reading(people.person, id)
    assert row.password_hash.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    client = server.visitor()
    for _ in range(5):
        answer = log_in(client, "ann", "wrong password")
        assert (answer.status_code, answer.json()["what"]) == (401, "name or password is wrong")
    answer = log_in(client, " ANN ", PASSWORD)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    # Time passes: the count is kept, so that the next failure waits longer; a success ends it.
    server.store.writing(lambda c: c.execute(update(t.login_failure).values(last=later(minutes=-1))) and None)
    assert log_in(client, "Ann", "wrong password").status_code == 401
    assert int(log_in(client, "Ann", PASSWORD).headers["retry-after"]) >= 1
    server.store.writing(lambda c: c.execute(update(t.login_failure).values(last=later(minutes=-1))) and None)
    assert log_in(client, "Ann", PASSWORD).status_code == 200
    assert log_in(client, "Ann", "wrong password").status_code == 401
    # People who do not exist answer the same.
    assert log_in(client, "Nobody", PASSWORD).json()["what"] == "name or password is wrong"


def test_guesses_at_the_same_moment_are_counted(server: Server) -> None:
    add(server, "Ann")
    client = server.visitor()
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(log_in(client, "Ann", "wrong password").status_code))
        for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(401) == 5
    assert answers.count(429) == 7


@pytest.mark.parametrize(("behind_proxy", "start"), [(False, "tertium="), (True, "__Host-tertium=")])
def test_cookies(tmp_path: Path, behind_proxy: bool, start: str) -> None:
    url = f"sqlite:///{tmp_path / 'tertium.db'}"
    with Server.open(ServerSettings(data=tmp_path, database=url, behind_proxy=behind_proxy), Store(url)) as server:
        add(server, "Ann")
        answer = log_in(server.visitor(), "Ann", PASSWORD)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(start)
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= parts
        assert ("secure" in parts) == behind_proxy
        assert not any(part.startswith("domain") for part in parts)
        assert ("strict-transport-security" in answer.headers) == behind_proxy


def test_sessions_end(server: Server) -> None:
    add(server, "Ann")
    first, second = server.visitor(), server.visitor()
    log_in(first, "Ann", PASSWORD)
    log_in(second, "Ann", PASSWORD)
    change = {"password": {"old": PASSWORD, "new": "another good password"}}
    assert first.patch(f"{API}/me", json={"password": {**change["password"], "old": "x"}}).status_code == 403
    assert first.patch(f"{API}/me", json=change).status_code == 200
    assert first.get(f"{API}/me").status_code == 200
    assert second.get(f"{API}/me").status_code == 401  # a new password ends the others
    token = first.cookies[server.settings.cookie]
    assert first.post(f"{API}/logout", json={}).status_code == 204
    first.cookies.set(server.settings.cookie, token)
    assert first.get(f"{API}/me").status_code == 401
    log_in(first, "Ann", "another good password")
    server.store.writing(lambda c: c.execute(update(t.session).values(expires=later(minutes=-1))) and None)
    assert first.get(f"{API}/me").status_code == 401


def test_a_clock_that_is_set_wrong_locks_nobody_out(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime, timedelta

    from tertium.server.database import values as common

    person = server.person("Ann")
    project = server.project(person)
    from tertium.server.annotate.store.projects import NewSegment

    server.segments(project, [NewSegment("1", "hola")])
    sheet = server.sheet(project, person)
    for seq, hours in enumerate((1, -1, 0)):

        class Moved(datetime):
            shift = timedelta(hours=hours)

            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return datetime.now(tz or UTC) + cls.shift

        monkeypatch.setattr(common, "datetime", Moved)
        assert person.client.get(f"{API}/me").status_code == 200
        assert person.client.get(f"{API}/sheets/{sheet}").status_code == 200
        event = {"edit_id": f"e{seq}", "command": {"do": "card.add", "card": f"c{seq}", "name": f"C{seq}"}}
        answer = person.client.post(f"{API}/sheets/{sheet}/events", json={"base_seq": seq, "events": [event]})
        assert answer.status_code == 200, answer.text
        server.settle()
        assert person.client.post(f"{API}/projects/{project}/next", json={}).json()["sheet"] == sheet
        assert log_in(server.visitor(), "Ann", "wrong password").status_code == 401
    from tertium.server.upkeep.checkup import problems

    assert server.store.reading(lambda connection: list(problems(connection))) == []


# Invites


def test_nobody_comes_in_without_an_invite(server: Server) -> None:
    load()
    stranger = server.visitor()
    person = {"name": "Stranger", "password": PASSWORD}
    for endpoint in ENDPOINTS:
        if "{" not in endpoint.path and endpoint.method in ("POST", "PUT"):
            stranger.request(endpoint.method, endpoint.path, json=person)
    for token in ("", "x", "0" * 43, "../admin", "%00"):
        assert stranger.post(f"{API}/invites/{token}/accept", json=person).status_code in (404, 405)
        assert stranger.post(f"/invite/{token}", data=person).status_code in (404, 405)
    assert server.store.reading(lambda c: c.execute(select(t.person)).all()) == []


def _execute(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def test_an_invite_is_used_once_and_in_time(server: Server) -> None:
    manager = server.person("Manager")
    project = server.project(manager)
    made = manager.client.post(f"{API}/invites", json={"role": "annotator", "project": project}).json()
    token = made["link"].rsplit("/", 1)[1]
    told = {"role": "annotator", "project_name": "Test project", "name": None}
    assert manager.client.get(f"{API}/invites/{token}").json() == told
    new = server.visitor()
    assert new.post(f"{API}/invites/{token}/accept", json={"name": "Ann", "password": "short"}).status_code == 422
    answer = new.post(f"{API}/invites/{token}/accept", json={"name": "Ann", "password": PASSWORD})
    assert answer.json()["projects"][0]["roles"] == ["annotator"]
    assert new.get(f"{API}/me").status_code == 200
    again = {"name": "Ben", "password": PASSWORD}
    assert server.visitor().post(f"{API}/invites/{token}/accept", json=again).status_code == 404
    for change in ({"expires": later(minutes=-1)}, {"revoked": later()}):
        late, _ = server.store.writing(people.make_invite, None, project, "manager", 1)
        i = t.invite.c
        changed = update(t.invite).where(i.token_sha256 == hashlib.sha256(late.encode()).hexdigest()).values(change)
        server.store.writing(_execute, changed)
        assert server.visitor().post(f"{API}/invites/{late}/accept", json=again).status_code == 404
    # A second invite adds a role; no invite makes somebody else.
    lower, _ = server.store.writing(people.make_invite, None, project, "judge", 1)
    assert manager.client.post(f"{API}/invites/{lower}/accept", json={}).json()["projects"][0]["roles"] == [
        "manager",
        "judge",
    ]


# An organisation's accounts


class Provider(ThreadingHTTPServer):
    """A small OpenID provider: whoever comes is signed in as `claims` say."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Pages)
        self.issuer = f"http://127.0.0.1:{self.server_port}"
        self.key, self.other_key = RSAKey.generate_key(2048), RSAKey.generate_key(2048)
        self.claims: dict[str, Any] = {"sub": "42", "name": "Ola", "email": "ola@example.org", "email_verified": True}
        self.wrong: dict[str, Any] = {}
        self.forged = False
        self.algorithm = "RS256"
        self.description: dict[str, Any] = {}
        self.padding = b""
        self.codes: dict[str, dict[str, str]] = {}


class _Pages(BaseHTTPRequestHandler):
    server: Provider

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        provider, url = self.server, urlsplit(self.path)
        if url.path == "/.well-known/openid-configuration":
            names = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
            addresses = {key: f"{provider.issuer}/{to}" for key, to in names.items()}
            self._json({"issuer": provider.issuer, **addresses, **provider.description})
        elif url.path == "/keys":
            self._json({"keys": [provider.key.as_dict(private=False)]})
        else:
            query = {key: value[0] for key, value in parse_qs(url.query).items()}
            code = f"code{len(provider.codes)}"
            provider.codes[code] = query
            self.send_response(302)
            self.send_header(
                "Location", f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"
            )
            self.end_headers()

    def do_POST(self) -> None:
        provider = self.server
        form = {k: v[0] for k, v in parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()).items()}
        asked = provider.codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if asked is None or form.get("client_secret") != "hush" or asked["code_challenge"] != challenge:
            self._json({"error": "invalid_grant"}, 400)
            return
        now = int(time.time())
        claims = {"iss": provider.issuer, "aud": "tertium", "iat": now, "exp": now + 60, "nonce": asked["nonce"]}
        claims |= provider.claims | provider.wrong
        key: RSAKey | OctKey = provider.other_key if provider.forged else provider.key
        if provider.algorithm == "HS256":  # the public key as a secret that everybody knows
            key = OctKey.import_key(json.dumps(provider.key.as_dict(private=False)))
        token = jwt.encode({"alg": provider.algorithm}, claims, key, algorithms=["RS256", "HS256"])
        self._json({"access_token": "x", "id_token": token, "token_type": "Bearer"})

    def _json(self, content: dict[str, Any], status: int = 200) -> None:
        body = json.dumps(content).encode() + self.server.padding
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with Provider() as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@contextmanager
def organised(provider: Provider, database: str, folder: Path, *domains: str) -> Iterator[Server]:
    oidc = Oidc(issuer=provider.issuer, client_id="tertium", client_secret="hush", domains=domains)
    with Server.open(ServerSettings(data=folder, database=database, oidc=oidc), Store(database)) as server:
        yield server


def round_trip(server: Server, query: str = "") -> tuple[Any, Any]:
    """Through the provider and back, as a browser goes."""
    client = server.visitor()
    start = client.get(f"{API}/oidc/start{query}", follow_redirects=False)
    assert start.status_code == 303, start.text
    back = httpx2.get(start.headers["location"], trust_env=False)
    address = urlsplit(back.headers["location"])
    return client, client.get(f"{address.path}?{address.query}", follow_redirects=False)


def test_an_account_comes_in_by_invite_or_listed_domain(provider: Provider, database: str, tmp_path: Path) -> None:
    with organised(provider, database, tmp_path, "Example.org") as server:
        client, answer = round_trip(server)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert client.get(f"{API}/me").json()["name"] == "Ola"
        again, _ = round_trip(server)
        assert again.get(f"{API}/me").json()["id"] == client.get(f"{API}/me").json()["id"]
        provider.claims = {"sub": "43", "name": "Ola", "email": "ola@elsewhere.example", "email_verified": True}
        assert round_trip(server)[1].status_code == 403
        manager = server.person("Manager")
        token, _ = server.store.writing(people.make_invite, None, server.project(manager), "annotator", 1)
        client, answer = round_trip(server, f"?invite={token}")
        assert answer.status_code == 303, answer.text
        assert client.get(f"{API}/me").json()["name"] == "Ola (2)"
        assert client.get(f"{API}/me").json()["projects"][0]["roles"] == ["annotator"]
        provider.claims = {"sub": "44", "email": "eve@example.org", "email_verified": False}
        assert round_trip(server)[1].status_code == 403
        assert round_trip(server, f"?invite={token}")[1].status_code == 404


def test_answers_that_are_not_the_providers_are_refused(provider: Provider, database: str, tmp_path: Path) -> None:
    with organised(provider, database, tmp_path, "example.org") as server:
        for wrong in ({"iss": "http://127.0.0.1:1"}, {"aud": "another"}, {"nonce": "old"}, {"exp": 1}):
            provider.wrong = wrong
            assert round_trip(server)[1].status_code == 403, wrong
        provider.wrong, provider.forged = {}, True
        assert round_trip(server)[1].status_code == 403
        provider.forged = False
        client, _ = round_trip(server)
        assert client.get(f"{API}/oidc/callback?code=x&state=y").status_code == 403
        assert server.visitor().get(f"{API}/oidc/callback?code=code0&state=x").status_code == 403
        assert len(server.store.reading(lambda c: c.execute(select(t.person)).all())) == 1
        provider.shutdown()
        provider.server_close()
        answer = server.visitor().get(f"{API}/oidc/start", follow_redirects=False)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


def test_providers_are_trusted_with_little(provider: Provider, database: str, tmp_path: Path) -> None:
    with organised(provider, database, tmp_path, "example.org") as server:
        for description in (
            {"issuer": "http://127.0.0.1:1"},
            {"jwks_uri": None},
            {"token_endpoint": "https://127.0.0.1/token"},
            {"id_token_signing_alg_values_supported": ["none", "HS256"]},
        ):
            provider.description = description
            answer = server.visitor().get(f"{API}/oidc/start", follow_redirects=False)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), description
        provider.description, provider.padding = {}, b" " * 1_000_000
        assert server.visitor().get(f"{API}/oidc/start", follow_redirects=False).status_code == 503
        provider.padding, provider.algorithm = b"", "HS256"
        assert round_trip(server)[1].status_code == 403
        provider.algorithm = "RS256"
        provider.description = {"timeout": 0.0, "transport": None, "follow_redirects": True}
        assert round_trip(server)[1].status_code == 303  # nothing else in a description is an option of ours


def test_a_sign_in_belongs_to_the_browser_that_began_it(provider: Provider, database: str, tmp_path: Path) -> None:
    with organised(provider, database, tmp_path, "example.org") as server:
        begun, other = server.visitor(), server.visitor()
        start = begun.get(f"{API}/oidc/start", follow_redirects=False)
        other.get(f"{API}/oidc/start", follow_redirects=False)
        query = parse_qs(urlsplit(start.headers["location"]).query)
        assert query["code_challenge_method"] == ["S256"]
        back = urlsplit(httpx2.get(start.headers["location"], trust_env=False).headers["location"])
        assert other.get(f"{back.path}?{back.query}", follow_redirects=False).status_code == 403
        for cookie in ("x", "e30=", base64.b64encode(b'{"session":{},"invite":""}').decode()):
            stranger = server.visitor()
            stranger.cookies.set("tertium-oidc", cookie)
            assert stranger.get(f"{back.path}?{back.query}", follow_redirects=False).status_code == 403
        assert begun.get(f"{back.path}?{back.query}", follow_redirects=False).status_code == 303


def test_without_a_provider_there_is_no_such_door(server: Server) -> None:
    assert server.visitor().get(f"{API}/oidc/start").status_code == 404
    assert server.visitor().get(f"{API}/oidc/callback").status_code == 404
