"""The browser code: its own tests, run in Node, and the files that are built from it."""

# Types, lint and the size of modules: `make lint`.

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.server.web import assets
from tests.server.support import Server, needs_pages

pytestmark = needs_pages

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src/tertium/server"


@pytest.fixture(scope="module")
def node() -> str:
    path = shutil.which("node")
    if path is None:
        pytest.skip("needs Node: apt-get install nodejs")
    return path


def test_the_logic_of_the_page(node: str) -> None:
    tests = sorted(str(path) for path in (ROOT / "tests/server/js").glob("*.test.js"))
    done = subprocess.run([node, "--test", *tests], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-4000:]


def test_every_script_of_a_page_is_built() -> None:
    templates = [path.read_text("utf-8") for path in sorted(SERVER.glob("*/templates/*.html"))]
    scripts = {script for text in templates for script in re.findall(r'{% set script = "([^"]+)" %}', text)}
    built = {path.relative_to(assets.BUILT).as_posix() for path in assets.BUILT.glob("*/*.js")}
    assert scripts == built


def test_a_script_is_one_file(node: str) -> None:
    for path in sorted(assets.BUILT.glob("*/*.js")):
        assert not re.search(r"""(^|;)import\b""", path.read_text("utf-8")), path
        done = subprocess.run([node, "--check", str(path)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_licences_stand_beside_the_scripts() -> None:
    packages = json.loads((assets.BUILT / "manifest.json").read_text("utf-8"))["packages"]
    assert set(packages) == {"preact", "@preact/signals", "@preact/signals-core"}
    text = (assets.BUILT / "LICENSES.txt").read_text("utf-8")
    for name, version in packages.items():
        assert f"{name} {version} (MIT)\n" in text
    assert text.count("Permission is hereby granted") == len(packages)


def test_without_its_files_the_server_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assets.check()
    for lacking in ("manifest.json", "annotate/sheet.js"):
        shutil.copytree(assets.BUILT, tmp_path / "built", dirs_exist_ok=True)
        (tmp_path / "built" / lacking).unlink()
        with monkeypatch.context() as patch:
            patch.setattr(assets, "BUILT", tmp_path / "built")
            with pytest.raises(DataError, match=rf"{lacking}: no such file.*make web"):
                assets.check()


def test_scripts_are_kept_by_browsers_until_they_change(sqlite_server: Server) -> None:
    client = sqlite_server.visitor()
    address = assets.address("web/base.css")
    fresh = client.get(address)
    assert fresh.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert fresh.headers["content-encoding"] == "gzip"
    assert fresh.text == (assets.BUILT / "web/base.css").read_text("utf-8")
    assert client.get(address, headers={"Accept-Encoding": "identity"}).text == fresh.text
    old = client.get("/assets/0123456789abcdef/web/base.css")
    assert (old.text, old.headers["cache-control"]) == (fresh.text, "no-store")
    for path in ("web/none.css", "../app.py", "manifest.json", "LICENSES.txt", "web/%2e%2e/manifest.json"):
        assert client.get(f"/assets/x/{path}").status_code == 404
