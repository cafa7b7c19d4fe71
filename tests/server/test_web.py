"""The modules of the page, run in Node: their own tests, their types, and their agreement with the server's."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tertium.server.pages.routes import TEMPLATES as PAGES

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "src/tertium/server/static/js"
TEMPLATES = ROOT / "src/tertium/server/templates"


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


def pages_with_a_script() -> list[str]:
    return sorted(path.name for path in TEMPLATES.glob("*.html") if "set script" in path.read_text("utf-8"))


@pytest.mark.parametrize("page", pages_with_a_script())
def test_pages_fetch_all_their_modules_at_once(page: str) -> None:
    """A module that is found only when another one has been read costs a round trip; `modulepreload` names it."""
    text = PAGES.get_template(page).render(page={}, actor=None, demo=False)
    named = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', text)
    script = re.search(r'type="module" src="/static/([^"]+)"', text)
    assert script is not None
    needed: set[Path] = set()
    waiting = [MODULES.parent / script[1]]
    while waiting:
        here = waiting.pop()
        inner = {(here.parent / path).resolve() for path in re.findall(r'from "(\.[^"]+)"', here.read_text("utf-8"))}
        waiting += [path for path in inner - needed if path.parent.name != "vendor"]
        needed |= inner
    missing = {str(path.relative_to(MODULES.parent)) for path in needed} - set(named)
    assert missing == set(), "python tools/build_web.py --preload writes the list"
    assert all((MODULES.parent / name).exists() or name.startswith("vendor/") for name in named)
    assert 'href="/static/css/' in text
