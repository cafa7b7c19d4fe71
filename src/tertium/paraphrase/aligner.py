"""Word alignment by eflomal, run as a program over files of its own."""

import shutil
import signal
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from tertium.errors import DataError, MissingExtraError
from tertium.text.arrays import Batch

PROGRAM = "eflomal-align"


def find_aligner() -> str:
    """Where the program is: beside this Python, or on the path."""
    beside = Path(sys.executable).with_name(PROGRAM)
    program = str(beside) if beside.is_file() else shutil.which(PROGRAM)
    if not program:
        raise MissingExtraError(f"word alignment by {PROGRAM}", "paraphrase")
    return program


def align(first: Batch, second: Batch, *, program: str | None = None) -> tuple[list[str], list[str]]:
    """The alignments of both directions in Pharaoh's format, one text for each sentence pair.

    The program gets numbers instead of words, so that no character of a word can be taken for a space.
    """
    program = program or find_aligner()
    with tempfile.TemporaryDirectory(prefix="tertium-align-") as folder:
        names = [Path(folder) / name for name in ("first", "second", "forward", "reverse")]
        for path, batch in zip(names[:2], (first, second), strict=True):
            with path.open("w", encoding="ascii") as file:
                ids, offsets = batch.ids.tolist(), batch.offsets.tolist()
                for begin, end in pairwise(offsets):
                    file.write(" ".join(map(str, ids[begin:end])) + "\n")
        flags = ("-s", "-t", "-f", "-r")
        command = [program, *(part for pair in zip(flags, map(str, names), strict=True) for part in pair)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise DataError(
                f"{_ending(done.returncode)}: {_last_line(done.stderr)}; run the same command again: "
                "finished stages are kept"
            )
        directions = [path.read_text("ascii").split("\n")[:-1] for path in names[2:]]
    for direction in directions:
        if len(direction) != len(first):
            raise DataError(
                f"{program}: wrote {len(direction):,} alignments for {len(first):,} sentence pairs; is the disk full?"
            )
    return directions[0], directions[1]


def _ending(code: int) -> str:
    if code < 0:
        return f"{PROGRAM} was killed by {signal.Signals(-code).name}"
    return f"{PROGRAM} failed with exit code {code}"


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it printed nothing"
