"""Programs as their users have them: Tertium installed with its bytecode, nothing editable, and no settings of ours."""

import compileall
import os
import resource
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from bench.inputs import ROOT
from bench.threads import SETTINGS
from tertium import _core

_HERE = ROOT / "build/bench/environment"
_PROGRAMS = {"tertium": "tertium.cli.main", "sacrebleu": "sacrebleu.sacrebleu"}

# Runs a command and says how much memory it needed at most. A process of its own, because the figure covers
# all children that have ended, and because a child starts out with the memory of the process it splits from.
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


class CommandError(Exception):
    """A command failed."""


@cache
def tool(name: str) -> str:
    """A program of an environment that has this package as it is now, and the packages of this one."""
    programs = _environment()
    path = programs / name
    path.write_text(
        f"#!{programs / 'python'}\nimport sys\nfrom {_PROGRAMS[name]} import main\n"
        "if __name__ == '__main__':\n    sys.exit(main())\n",
        "utf-8",
    )
    path.chmod(0o755)
    return str(path)


@cache
def _environment() -> Path:
    shutil.rmtree(_HERE, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(_HERE)], check=True)
    base = {"base": str(_HERE), "platbase": str(_HERE)}
    site = Path(sysconfig.get_path("purelib", "venv", base))
    package = site / "tertium"
    shutil.copytree(ROOT / "src/tertium", package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(str(_core.__file__), package)
    compileall.compile_dir(package, quiet=2)
    # A folder named here is searched for packages, but what its own .pth files would start is not.
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return Path(sysconfig.get_path("scripts", "venv", base))


def output_of(words: Sequence[str], stdin: int | None = None) -> str:
    """What a command prints."""
    ours = {"PYTHONDONTWRITEBYTECODE", *SETTINGS}
    plain = {name: value for name, value in os.environ.items() if name not in ours}
    done = subprocess.run(words, stdin=stdin, capture_output=True, text=True, encoding="utf-8", check=False, env=plain)
    if done.returncode != 0:
        shown = " ".join([Path(words[0]).name, *words[1:]])
        raise CommandError(f"{shown}: exit {done.returncode}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def peak_of(words: Sequence[str], stdin: int | None = None) -> float:
    """The most memory that a command holds at a time, in bytes."""
    return float(output_of([sys.executable, "-c", _PEAK, *words], stdin))


def of_children() -> float:
    """Seconds that processors spent on processes that this one has started and that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
