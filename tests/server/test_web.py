"""The modules of the page, run in Node: their own tests, their types, and their agreement with the server's."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "src/tertium/server/static/js"


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


def test_types(node: str) -> None:
    compiler = ROOT / "node_modules/.bin/tsc"
    if not compiler.exists():
        pytest.skip("needs TypeScript: make test-browser")
    done = subprocess.run([str(compiler), "--project", "jsconfig.json"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-4000:]


def test_every_module_is_short() -> None:
    long = {path.name: n for path in MODULES.rglob("*.js") if (n := path.read_text("utf-8").count("\n")) >= 400}
    assert long == {}
