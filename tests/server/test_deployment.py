"""The files of `deploy/`: nginx in front of a real server, systemd's own check, and what the container would start."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Running, allow_files, first_sheet, free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HOST = "annotate.example.org"


@dataclass(frozen=True, slots=True)
class Proxied:
    """A server and the port at which nginx stands in front of it."""

    server: Running
    port: int

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes | None = None, source: str = "127.0.0.1"
    ) -> tuple[int, dict[str, str], bytes]:
        context = ssl._create_unverified_context()  # our own certificate, on loopback
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, context=context, timeout=60, source_address=(source, 0)
        )
        try:
            connection.request(method, path, body, {"Host": HOST, **headers})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def post(self, path: str, content: Any, source: str = "127.0.0.1", **headers: str) -> int:
        sent = {"Content-Type": "application/json", **headers}
        return self.ask("POST", path, sent, json.dumps(content).encode(), source)[0]


def _configuration(folder: Path, port: int, upstream: int) -> str:
    """Our example inside of what nginx needs around it, with ports and files that anyone may use."""
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    for old, new in (
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("/etc/ssl/annotate.pem", str(folder / "certificate.pem")),
        ("/etc/ssl/private/annotate.key", str(folder / "key.pem")),
        ("http://127.0.0.1:8000", f"http://127.0.0.1:{upstream}"),
    ):
        assert old in site, old
        site = site.replace(old, new)
    paths = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root; " if os.geteuid() == 0 else ""  # else its worker may not look into our temporary folder
    return (
        f"{user}daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 4096; }}\nhttp {{ access_log off; {paths}\n{site}\n}}\n"
    )


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Proxied]:
    nginx, openssl = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin"), shutil.which("openssl")
    if nginx is None or openssl is None:
        pytest.skip("needs nginx and openssl")
    data = tmp_path / "data"
    data.mkdir()
    server = Running.start(data, "sqlite", "--behind-proxy")
    port = free_port()
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}",
         "-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "certificate.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    (tmp_path / "nginx.conf").write_text(_configuration(tmp_path, port, server.port), "utf-8")
    command = [nginx, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield Proxied(server, port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        server.stop()


def test_nginx_in_front_of_the_server(proxied: Proxied) -> None:
    server = proxied.server
    status, headers, _ = proxied.ask("GET", "/login", {"Accept": "text/html"})
    assert status == 200
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    # The way of the first administrator, through the proxy: the cookie is good for this host over HTTPS only.
    account = json.dumps({"name": "Admin", "password": "correct horse battery"}).encode()
    path = f"/api/v1/invites/{server.link()}/accept"
    status, headers, _ = proxied.ask("POST", path, {"Content-Type": "application/json"}, account)
    assert status == 200
    cookie = headers["set-cookie"]
    assert cookie.startswith("__Host-tertium=")
    assert {"secure", "httponly", "path=/", "samesite=lax"} <= set(cookie.lower().split("; "))
    session = {"Cookie": cookie.split(";")[0]}
    assert proxied.ask("GET", "/api/v1/me", session)[0] == 200
    # A page of our own address may write, and no other: the name that the proxy was called by is passed on.
    write = {**session, "Content-Type": "application/json"}
    for origin, expected in ((f"https://{HOST}", 200), ("https://evil.example", 403)):
        assert proxied.ask("PATCH", "/api/v1/me", {**write, "Origin": origin}, b"{}")[0] == expected
    # Imports may be large, and not too large; everything else is small.
    raw = {**session, "Content-Type": "application/octet-stream"}
    assert proxied.ask("POST", "/api/v1/projects/import", {**raw, "Content-Length": str(201 << 20)})[0] == 413
    assert proxied.ask("PATCH", "/api/v1/me", write, b" " * 1_000_001)[0] == 413
    # There is nothing to upgrade to.
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    assert proxied.ask("GET", "/api/v1/version", upgrade)[0] == 200


def test_the_address_is_the_clients_and_not_what_it_says(proxied: Proxied) -> None:
    """Failed sign-ins delay the address that made them, whatever it writes into X-Forwarded-For."""
    server = proxied.server
    first_sheet(server)
    wrong = {"name": "Nobody", "password": "wrong wrong wrong"}
    found: list[int] = []
    while 429 not in found and len(found) < 60:
        number = len(found)
        claim = {"X-Forwarded-For": f"203.0.113.{number}"}
        found.append(proxied.post("/api/v1/login", {**wrong, "name": f"Nobody {number}"}, "127.0.0.2", **claim))
    assert found[0] == 401
    assert found[-1] == 429, found
    assert proxied.post("/api/v1/login", {"name": "Admin", "password": "correct horse battery"}, "127.0.0.3") == 200


def test_half_sent_requests_to_the_proxy_stop_nobody(proxied: Proxied) -> None:
    """A thousand: they do not even reach the server, which answers others at once."""
    allow_files(4_000)
    context = ssl._create_unverified_context()
    head = f"POST /api/v1/login HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n".encode()
    with contextlib.ExitStack() as stack:
        for number in range(1_000):
            plain = stack.enter_context(socket.create_connection(("127.0.0.1", proxied.port), 60))
            if number % 10 == 0:  # after the handshake, half a head or half a body; the others stop before it
                secret = stack.enter_context(context.wrap_socket(plain, server_hostname=HOST))
                secret.sendall(head + (b"Content-Length: 100\r\n\r\n{" if number % 20 else b"X-Slow: "))
        assert proxied.ask("GET", "/login", {"Accept": "text/html"}, source="127.0.0.2")[0] == 200
        assert proxied.post("/api/v1/login", {"name": "x", "password": "x"}, "127.0.0.2") == 401
        assert proxied.server.request("GET", "/readyz")[0] == 200


def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("needs systemd-analyze")
    text = (DEPLOY / "tertium.service").read_text("utf-8")
    program = "/opt/tertium/bin/tertium"
    assert f"ExecStart={program} serve " in text
    unit = tmp_path / "tertium.service"
    unit.write_text(text.replace(program, "/bin/true"), "utf-8")
    done = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert "tertium.service" not in done.stderr, done.stderr
    assert done.returncode == 0, done.stderr
    # Longer than the server takes to finish what it does.
    limit = re.search(r"TimeoutStopSec=(\d+)", text)
    assert limit is not None
    assert int(limit[1]) >= 15


def test_what_the_container_starts(tmp_path: Path) -> None:
    """The image itself needs a registry; its command and what it installs do not."""
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    entry = re.search(r"(?m)^ENTRYPOINT (\[.*\])$", text)
    extras = re.search(r"'tertium\[([\w,]+)\]'", text)
    assert entry is not None
    assert extras is not None
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(extras[1].split(",")) <= known.keys()
    program, serve, data, folder, host, address, *options = json.loads(entry[1])
    assert (program, serve, data, folder, host, address) == ("tertium", "serve", "--data", "/data", "--host", "0.0.0.0")
    server = Running.start(tmp_path, "sqlite", "--host", "127.0.0.1", *options)
    assert "/invite/" in server.said
    assert server.stop() in (0, -signal.SIGTERM)
    assert "STOPSIGNAL SIGTERM" in text
