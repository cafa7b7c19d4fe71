"""The browser code: its own tests, run in Node, and the scripts that are built from it."""

# Types, lint and the size of modules: `make lint`.

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tertium.server.web import assets
from tests.server.support import needs_pages

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
    named = r'{% set script = "([^"]+)" %}|<script type="module" src="{{ address\("([^"]+)"\) }}">'
    scripts = {"".join(script) for text in templates for script in re.findall(named, text)}
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
