"""A source distribution from a clean clone, and a wheel from it without Node: `make test-packages`.

    python -m tests.packages FOLDER

The wheel is built as on a machine without Node; both must hold the browser code of `tertium serve`. That it runs from a
wheel is for `make test-demo`.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILT = "tertium/server/built/"
EXPECTED = {"manifest.json", "LICENSES.txt", "icon.svg", "annotate/sheet.js", "exams/write.js", "web/base.css"}


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    clone, environment = folder / "clone", folder / "venv"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    venv.create(environment, with_pip=True)
    python = str(environment / "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "build"], check=True)
    subprocess.run([python, "-m", "build", "--sdist", "--outdir", str(folder), str(clone)], check=True)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = [name.partition("/src/")[2] for name in archive.getnames()]
    expect(sdist, names)
    assert not any("node_modules" in name for name in names)
    build = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(sdist)]
    subprocess.run(build, check=True, env={**os.environ, "PATH": without_node(folder / "bin")})
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    expect(wheel, names)
    assert not any("/browser/" in name and name.endswith((".js", ".jsx")) for name in names)
    print("The source distribution and the wheel made of it hold the browser code.")


def expect(path: Path, names: list[str]) -> None:
    lacking = {name for name in EXPECTED if BUILT + name not in names}
    assert not lacking, f"{path}: lacks {sorted(lacking)}"


def without_node(folder: Path) -> str:
    """A path with every program of this machine but Node's."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*") if place else ():
            if program.name not in ("node", "nodejs", "npm", "npx") and not (folder / program.name).exists():
                (folder / program.name).symlink_to(program)
    assert shutil.which("node", path=str(folder)) is None
    return str(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
