"""Translators' files: a translation memory of 40 MB read beside Translate Toolkit, and 2 GB filled and checked."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.inputs import Inputs
from bench.peers import named
from bench.timing import Row, duration, faster, within

_MEGABYTE = 1 << 20
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header creationtool="bench" creationtoolversion="1" '
    'segtype="sentence" o-tmf="bench" adminlang="en" srclang="en" datatype="plaintext"/>\n<body>\n'
)
_TAIL = "</body></tmx>\n"
# Each program runs alone, says its processor time and its largest memory, and how many texts it has read. Memory is
# read from /proc, because getrusage goes on with what the process that started this one had needed.
_MEASURE = """
import sys, time
{imports}
def peak():
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
base = peak()
start = time.process_time()
n = {read}
print(time.process_time() - start, peak() - base, n)
"""
_READERS = {
    "texts": ("import tertium, tertium.io.testsets.formats", "len(tertium.read_test_set(sys.argv[1]).source)"),
    "units": (
        "from tertium.io.bilingual.opening import open_bilingual\nfrom tertium.io.bilingual.segments import Options\n"
        "from tertium.io.files import open_input",
        "sum(len(u.segments) for u in open_bilingual(open_input(sys.argv[1]).__enter__(), 'tmx', Options()).units())",
    ),
    "peer": (
        "from translate.storage.tmx import tmxfile",
        "sum(1 for u in tmxfile.parsefile(sys.argv[1]).units if (u.source, u.target))",
    ),
    "check": (
        "from tertium.io.bilingual.check import check_tags",
        "sum(1 for _ in check_tags(sys.argv[1]))",
    ),
    "fill": (
        "from itertools import repeat, islice\nfrom tertium.io.bilingual.fill import fill_targets",
        "fill_targets(sys.argv[1], islice(repeat('Neu.'), int(sys.argv[2])), '/dev/null').n_changed",
    ),
}


def xliff(inputs: Inputs) -> list[Row]:
    """Reading in rows of their own; filling and checking by memory."""
    with TemporaryDirectory() as folder:
        memory = Path(folder) / "memory.tmx"
        n = _write(memory, inputs.size(40, 2) * _MEGABYTE)
        ours, held, read = _run("texts", memory)
        theirs, theirs_held, theirs_read = _run("peer", memory)
        if not n == read == theirs_read:
            raise AssertionError(f"{n} units were written, {read} read by us, {theirs_read} by Translate Toolkit")
        name = f"TMX of {memory.stat().st_size >> 20} MB"
        note = f"Processor time of programs of their own; {n:,} units of two languages."
        rows = [
            faster(f"{name}, texts read", named("translate-toolkit"), ours, theirs, 2, note),
            within(f"{name}, texts read", ours, 2.0, duration, note),
            within(
                f"{name}, memory above the program's own",
                held,
                60.0,
                _megabytes,
                f"Translate Toolkit: {_megabytes(theirs_held)}.",
            ),
        ]
        memory.unlink()
        n = _write(memory, inputs.size(2048, 4) * _MEGABYTE)
        for what in ("check", "fill"):
            _, held, _ = _run(what, memory, n)
            task = f"TMX of {memory.stat().st_size >> 20} MB, {what}: memory above the program's own"
            rows.append(within(task, held, 100.0, _megabytes))
        return rows


def _megabytes(value: float) -> str:
    return f"{value:.0f} MB"


def _run(what: str, path: Path, n: int = 0) -> tuple[float, float, int]:
    """Processor seconds, megabytes, and the number of texts."""
    imports, read = _READERS[what]
    program = _MEASURE.format(imports=imports, read=read)
    ran = subprocess.run([sys.executable, "-c", program, path, str(n)], capture_output=True, text=True, check=True)
    seconds, kilobytes, count = ran.stdout.split()
    return float(seconds), float(kilobytes) / 1024, int(count)


def _write(path: Path, size: int) -> int:
    """A memory of at least this many bytes; the number of its units."""
    with path.open("wb") as file:
        written = file.write(_HEAD.encode())
        units = _units()
        n = 0
        while written < size:
            written += file.write(next(units).encode())
            n += 1
        file.write(_TAIL.encode())
    return n


def _units() -> Iterator[str]:
    chance = random.Random(1)
    words = [f"w{i}" for i in range(2000)]
    block = [
        "".join(
            f'<tuv xml:lang="{language}"><seg>{" ".join(chance.choices(words, k=chance.randint(8, 22)))}</seg></tuv>'
            for language in ("en", "de")
        )
        for _ in range(5000)
    ]
    n = 0
    while True:
        for texts in block:
            yield f'<tu tuid="{n}">{texts}</tu>\n'
            n += 1
