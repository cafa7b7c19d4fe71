"""Names of actions and images become what their hosts say they are, and nothing else is ever written."""

import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from tools import pin

DIGEST = "sha256:" + "ab" * 32


class Registry(BaseHTTPRequestHandler):
    """A registry that wants a token, as public ones do."""

    server: ThreadingHTTPServer

    def log_message(self, *_: object) -> None:
        pass

    def do_HEAD(self) -> None:
        if self.headers.get("Authorization") != "Bearer ticket":
            self.send_response(401)
            realm = f"http://127.0.0.1:{self.server.server_port}/token"
            self.send_header("WWW-Authenticate", f'Bearer realm="{realm}",service="s",scope="pull"')
        elif self.path == "/v2/library/python/manifests/3.12-slim":
            self.send_response(200)
            self.send_header("Docker-Content-Digest", DIGEST)
        else:
            self.send_response(404)
        self.end_headers()

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"token": "ticket"}')


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[pin.Hosts]:
    """A git repository with a tag, and a registry with an image."""
    repository = tmp_path / "hosts" / "actions" / "checkout"
    git = ["git", "-C", str(repository), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    repository.mkdir(parents=True)
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"], ["tag", "-a", "v4", "-m", "v4"]):
        subprocess.run([*git, *command], check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        yield pin.Hosts(f"file://{tmp_path / 'hosts'}", (("docker.io", address),))
        server.shutdown()


def tree(root: Path, action: str = "actions/checkout@v4", image: str = "docker.io/library/python:3.12-slim") -> Path:
    (root / ".github" / "workflows").mkdir(parents=True)
    (root / "deploy").mkdir()
    (root / ".github" / "workflows" / "x.yml").write_text(f"steps:\n  - uses: {action}\n  - run: make\n")
    (root / "deploy" / "Containerfile").write_text(f"# x\nFROM {image}\nRUN x\n")
    return root


def test_names_become_commits_and_digests(hosts: pin.Hosts, tmp_path: Path) -> None:
    root = tree(tmp_path / "tree")
    assert len(pin.unpinned(root)) == 2
    assert pin.pin(root, hosts) == []
    assert pin.unpinned(root) == []
    repository = tmp_path / "hosts" / "actions" / "checkout"
    command = ["git", "-C", str(repository), "rev-parse", "HEAD"]
    head = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    workflow = (root / ".github" / "workflows" / "x.yml").read_text()
    assert workflow == f"steps:\n  - uses: actions/checkout@{head}  # v4\n  - run: make\n"
    container = (root / "deploy" / "Containerfile").read_text()
    assert container == f"# x\nFROM docker.io/library/python:3.12-slim@{DIGEST}\nRUN x\n"
    assert pin.pin(root, hosts) == []  # again, and nothing changes
    assert (root / ".github" / "workflows" / "x.yml").read_text() == workflow


@pytest.mark.parametrize(
    ("action", "image"),
    [("actions/checkout@v9", "docker.io/library/python:nothing"), ("actions/nothing@v4", "nowhere.invalid/x:1")],
)
def test_what_nobody_names_is_not_written(hosts: pin.Hosts, tmp_path: Path, action: str, image: str) -> None:
    root = tree(tmp_path / "tree", action, image)
    before = {path: path.read_text() for path, _ in pin.files(root)}
    assert len(pin.pin(root, hosts)) == 2
    assert {path: path.read_text() for path, _ in pin.files(root)} == before
    places = pin.unpinned(root)
    assert places[0].startswith(".github/workflows/x.yml:2: actions/")
    assert places[1].startswith("deploy/Containerfile:2: ")


def test_a_release_fails_while_something_is_not_pinned() -> None:
    done = CliRunner().invoke(pin.main, ["--check"])
    assert (done.exit_code == 0) == (pin.unpinned() == [])
    workflow = (pin.ROOT / ".github" / "workflows" / "wheels.yml").read_text("utf-8")
    assert "python -m tools.pin --check" in workflow
    # Whatever is pinned looks like it: no name is left in front of a commit.
    for path, pattern in pin.files(pin.ROOT):
        assert len(pattern.findall(path.read_text("utf-8"))) == path.read_text("utf-8").count(
            "FROM " if path.name == "Containerfile" else "uses: "
        )
