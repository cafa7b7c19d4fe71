"""A terminal in which a command runs, and what it showed."""

import os
import pty
import subprocess
import sys
import termios
import threading
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path

from tertium.cli.main import main


@dataclass(frozen=True)
class Shown:
    """What came to standard output and to standard error, both of them terminals."""

    code: int
    out: str
    err: str


def on_terminal(*words: object, columns: int = 80, no_color: bool = True, folder: Path | None = None) -> Shown:
    """Run the command line in a process of its own, on a terminal that is so many columns wide."""
    ends = [pty.openpty(), pty.openpty()]
    for _, inner in ends:
        termios.tcsetwinsize(inner, (24, columns))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    environment |= {"TERM": "xterm-256color"} | ({"NO_COLOR": "1"} if no_color else {})
    command = [sys.executable, "-m", "tertium", *map(str, words)]
    # Standard output says how wide the terminal is, as in a shell.
    process = subprocess.Popen(command, stdout=ends[0][1], stderr=ends[1][1], env=environment, cwd=folder)
    read: list[bytes] = [b"", b""]

    def follow(number: int) -> None:
        try:
            while piece := os.read(ends[number][0], 65536):
                read[number] += piece
        except OSError:  # Linux says that nobody writes any more
            pass

    readers = [threading.Thread(target=follow, args=(number,)) for number in range(2)]
    for _, inner in ends:
        os.close(inner)
    for reader in readers:
        reader.start()
    code = process.wait(timeout=600)  # only a hang takes so long
    for reader, (outer, _) in zip(readers, ends, strict=True):
        reader.join()
        os.close(outer)
    out, err = (text.decode("utf-8").replace("\r\n", "\n") for text in read)
    return Shown(code, out, err)


def here_on_terminal(*words: str) -> Shown:
    """The same in this process, which saves starting another one."""
    ends = [pty.openpty(), pty.openpty()]
    read: list[bytes] = [b"", b""]

    def follow(number: int) -> None:
        with suppress(OSError):
            while piece := os.read(ends[number][0], 65536):
                read[number] += piece

    readers = [threading.Thread(target=follow, args=(number,)) for number in range(2)]
    for reader in readers:
        reader.start()
    code = 0
    with (
        open(ends[0][1], "w", encoding="utf-8") as out,
        open(ends[1][1], "w", encoding="utf-8") as err,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main(list(words))
        except SystemExit as ended:
            code = int(ended.code or 0)
    for reader, (outer, _) in zip(readers, ends, strict=True):
        reader.join()
        os.close(outer)
    shown, said = (text.decode("utf-8").replace("\r\n", "\n") for text in read)
    return Shown(code, shown, said)
