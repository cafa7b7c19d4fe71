"""Completion in real shells: Tab is pressed, and what the shell then has on its line is run."""

import fcntl
import os
import pty
import select
import shutil
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'PS1=; eval "$(tertium completion bash)"'),
    "zsh": (["zsh", "-f", "-i"], 'PS1=; autoload -U compinit; compinit -u; eval "$(tertium completion zsh)"'),
    "fish": (["fish", "--no-config", "-i"], "tertium completion fish | source"),
}
READY = "is-ready"


def _own_terminal() -> None:
    """Make standard input the terminal that the shell controls; fish insists on it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, name: str, folder: Path) -> None:
        arguments, script = SHELLS[name]
        self.terminal, inner = pty.openpty()
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "HOME": str(folder), "TERM": "dumb", "COLUMNS": "500"}
        # fish would ask the terminal what it can do, and wait.
        environment["fish_features"] = "no-query-term"
        self.process = subprocess.Popen(
            arguments,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(inner)
        self.folder, self.script = folder, script

    def __enter__(self) -> "Shell":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def prepare(self) -> None:
        """Load the completion, and wait until the shell reads commands."""
        self.send(f"{self.script}\n")
        self.send(f"echo {READY} > state\n")
        self.wait_for("state")

    def send(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def wait_for(self, name: str) -> str:
        """The file that a command of the shell writes; what the shell says meanwhile is read away."""
        said = b""
        for _ in range(600):
            path = self.folder / name
            if path.exists() and path.read_text().endswith("\n"):
                return path.read_text()
            if select.select([self.terminal], [], [], 0.1)[0]:
                said += os.read(self.terminal, 65536)
        raise AssertionError(f"{name} was not written; the shell said {said.decode(errors='replace')}")

    def rest(self, silence: float) -> None:
        """Read until the shell has been silent for so long, as after a Tab."""
        while select.select([self.terminal], [], [], silence)[0]:
            os.read(self.terminal, 65536)

    def complete(self, typed: str) -> list[str]:
        """The words that stand on the line after Tab behind `typed`; a busy machine gets more time."""
        words = typed.split()
        for silence in (1.5, 6, 20):
            (self.folder / "words").unlink(missing_ok=True)
            self.send(f"{typed}\t")
            self.rest(silence)
            self.send("\x01echo \x05 > words\n")  # from the start of the line: print what would be run
            words = self.wait_for("words").split()
            if words != typed.split():
                break
        return words


@pytest.fixture(params=list(SHELLS))
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shell]:
    if shutil.which(request.param) is None:
        pytest.skip(f"shell {request.param} is not installed")
    (tmp_path / "outputs").mkdir()
    (tmp_path / "outputs" / "nightly.txt").write_text("a\n")
    (tmp_path / "baseline.txt").write_text("a\n")
    with Shell(request.param, tmp_path) as opened:
        opened.prepare()
        yield opened


def test_files_are_completed_wherever_nothing_else_can_stand(shell: Shell) -> None:
    assert shell.complete("tertium score base") == ["tertium", "score", "baseline.txt"]
    assert shell.complete("tertium score -r base") == ["tertium", "score", "-r", "baseline.txt"]
    assert shell.complete("tertium score outputs/nigh") == ["tertium", "score", "outputs/nightly.txt"]
    assert shell.complete("tertium compare old=base") == ["tertium", "compare", "old=baseline.txt"]
    assert shell.complete("tertium compare old=outputs/n") == ["tertium", "compare", "old=outputs/nightly.txt"]


def test_commands_options_and_metrics_are_completed(shell: Shell) -> None:
    assert shell.complete("tertium explai") == ["tertium", "explain"]
    assert shell.complete("tertium score --confid") == ["tertium", "score", "--confidence"]
    assert shell.complete("tertium score -m paraev") == ["tertium", "score", "-m", "paraeval"]
