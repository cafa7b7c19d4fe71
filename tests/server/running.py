"""`tertium serve` as a process of its own, to be killed, stopped and watched."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import pytest

from tertium.exam.passages import write_exam
from tests.exam.sample import exam as sample_exam

COMMAND = [sys.executable, "-m", "tertium", "serve"]


@dataclass(slots=True)
class Running:
    """A server process and where it listens."""

    process: subprocess.Popen[str]
    port: int
    said: str
    cookie: str = ""

    @classmethod
    def start(
        cls,
        data: Path,
        database: str,
        *options: str,
        prefix: tuple[str, ...] = (),
        environment: dict[str, str] | None = None,
    ) -> Self:
        errors = data / "errors.log"
        if not database.startswith("sqlite"):
            options = (*options, "--database", database)

        def begin(port: int) -> subprocess.Popen[str]:
            arguments = [*prefix, *COMMAND, "--data", str(data), "--port", str(port), *options]
            with errors.open("w") as file:
                return subprocess.Popen(arguments, stderr=file, text=True, env=environment)

        port = free_port()
        server = cls(begin(port), port, "")
        end = time.monotonic() + 240  # a machine may have much else to do
        while True:
            if server.process.poll() is not None and "address already in use" in errors.read_text():
                server.port = free_port()  # somebody else took the one that was free
                server.process = begin(server.port)
            assert server.process.poll() is None, errors.read_text()
            assert time.monotonic() < end, errors.read_text()
            try:
                if server.request("GET", "/healthz")[0] == 200:
                    break
            except OSError:
                time.sleep(0.05)
        server.said = errors.read_text()
        return server

    def request(self, method: str, path: str, body: Any = None, timeout: float = 30) -> tuple[int, Any]:
        """Status and JSON; OSError where the server is gone. Bytes are sent as they are."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        content = None
        if isinstance(body, bytes):
            content, headers["Content-Type"] = body, "application/octet-stream"
        elif body is not None:
            content, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            text = answer.read()
            if found := answer.getheader("set-cookie"):
                self.cookie = found.split(";")[0]
            return answer.status, json.loads(text) if text.startswith((b"{", b"[")) else text
        except http.client.HTTPException as error:
            raise ConnectionError(str(error)) from None
        finally:
            connection.close()

    def link(self) -> str:
        """The token of the one-time link that the first start printed."""
        match = re.search(r"/invite/([\w-]+)", self.said)
        assert match, self.said
        return match[1]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def allow_files(number: int) -> None:
    """Let this process have so many sockets."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < number:
        pytest.skip(f"needs {number} files in one process")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, number), hard))


def free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def first_sheet(server: Running) -> str:
    """Come in as the first person, make a project with one sentence, and take it."""
    status, _ = server.request(
        "POST", f"/api/v1/invites/{server.link()}/accept", {"name": "Admin", "password": "correct horse battery"}
    )
    assert status == 200
    body = {"name": "P", "source_lang": "es", "target_lang": "en"}
    project = server.request("POST", "/api/v1/projects", body)[1]["id"]
    job = server.request("POST", f"/api/v1/projects/{project}/import?name=x.txt", b"hola\n")[1]["id"]
    while server.request("GET", f"/api/v1/jobs/{job}")[1]["state"] not in ("done", "failed"):
        time.sleep(0.05)
    return str(server.request("POST", f"/api/v1/projects/{project}/next", {})[1]["sheet"])


def first_attempt(server: Running) -> str:
    """Make an exam of two passages in the first project, and begin it as its candidate; the cookie is of both."""
    project = server.request("GET", "/api/v1/me")[1]["projects"][0]["id"]
    exam = server.request("POST", f"/api/v1/projects/{project}/exams", {"name": "Spring"})[1]["id"]
    assert server.request("PUT", f"/api/v1/exams/{exam}/passages", write_exam(sample_exam(2, 3)).encode())[0] == 200
    candidates = {"candidates": [{"candidate": "Ada"}]}
    (made,) = server.request("POST", f"/api/v1/exams/{exam}/candidates", candidates)[1]["items"]
    person, server.cookie = server.cookie, ""
    assert server.request("POST", urlsplit(made["link"]).path)[0] == 303
    server.cookie = f"{person}; {server.cookie}"
    assert server.request("POST", f"/api/v1/attempts/{made['attempt']}/start", {})[0] == 200
    return str(made["attempt"])


def owned_by(user: str | None, folder: Path) -> None:
    if user and os.geteuid() == 0:
        import shutil

        shutil.chown(folder, user)
