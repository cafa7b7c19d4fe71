"""The modules of the page, run in Node: their own tests, their types, and their agreement with the server's."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tertium.server.pages import assets
from tertium.server.problems import ProblemError
from tests.server.support import Server

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


def scripts() -> list[str]:
    """The modules that pages begin with."""
    texts = [path.read_text("utf-8") for path in sorted(TEMPLATES.glob("*.html"))]
    return sorted({f"js/{script}" for text in texts for script in re.findall(r'{% set script = "([^"]+)" %}', text)})


@pytest.mark.parametrize("script", scripts())
def test_the_modules_of_a_page_go_into_one_file(node: str, script: str, tmp_path: Path) -> None:
    if not (assets.STATIC / "vendor").is_dir():
        pytest.skip("needs the browser libraries: make web")
    text = assets.bundle(assets.STATIC / script)
    modules = re.findall(r"^// ((?:js|vendor)/\S+\.js)$", text, re.MULTILINE)
    assert modules[-1] == script
    assert len(set(modules)) == len(modules)
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
    (tmp_path / "page.mjs").write_text(text, "utf-8")
    done = subprocess.run([node, "--check", str(tmp_path / "page.mjs")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_modules_in_one_file_do_what_they_did(node: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every form of import and export, run both ways."""
    modules = {
        "a.js": "export const one = 1;\nexport function two() { return one + 1; }\nclass C {}\nexport { C as Third };",
        "b.js": 'export{one as uno,two}from"./a.js";export default function(){return"b"};',
        "c.js": 'import b from "./b.js";\nimport { two, uno as one } from "./b.js";\nimport {\nThird } from "./a.js";\n'
        "export async function later() { return 4; }\nconsole.log(b(), two(), one, new Third() instanceof Third);",
    }  # fmt: skip
    for name, content in modules.items():
        (tmp_path / name).write_text(content, "utf-8")
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    (tmp_path / "one.mjs").write_text(assets.bundle(tmp_path / "c.js"), "utf-8")
    apart, together = (
        subprocess.run([node, str(tmp_path / name)], capture_output=True, text=True, check=True).stdout
        for name in ("c.js", "one.mjs")
    )
    assert apart == together == "b 2 1 true\n"
    (tmp_path / "d.js").write_text('export * from "./a.js";\n', "utf-8")
    with pytest.raises(assets.BundleError, match=r"d\.js: this form is not known: export \*"):
        assets.bundle(tmp_path / "d.js")
    (tmp_path / "e.js").write_text('import { f } from "./f.js";\nexport const e = f;\n', "utf-8")
    (tmp_path / "f.js").write_text('import { e } from "./e.js";\nexport const f = e;\n', "utf-8")
    with pytest.raises(assets.BundleError, match=r"e\.js needs itself"):
        assets.bundle(tmp_path / "e.js")


def test_a_checkout_without_the_libraries_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    (tmp_path / "x.js").write_text('import { h } from "./vendor/none.js";\n', "utf-8")
    with pytest.raises(ProblemError) as error:
        assets.asset("x.js")
    assert "make web" in error.value.content()["do"]


def test_scripts_are_kept_by_browsers_until_they_change(sqlite_server: Server) -> None:
    client = sqlite_server.visitor()
    address = assets.address("css/base.css")
    fresh = client.get(address)
    assert fresh.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert fresh.headers["content-encoding"] == "gzip"
    assert fresh.text == (assets.STATIC / "css/base.css").read_text("utf-8")
    assert client.get(address, headers={"Accept-Encoding": "identity"}).text == fresh.text
    old = client.get("/assets/0123456789abcdef/css/base.css")
    assert (old.text, old.headers["cache-control"]) == (fresh.text, "no-store")
    for path in ("css/none.css", "../app.py", "js/api.js", "vendor/vendor.json", "js/pages/../api.js"):
        assert client.get(f"/assets/x/{path}").status_code == 404
