"""Whole commands with their start-up, and the memory they need."""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.inputs import Inputs
from bench.peers import named
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, within

_BIN = Path(sys.executable).parent

# Runs a command and says how much memory it needed at most. A process of its own, because the figure covers
# all children that have ended, and because a child starts out with the memory of the process it splits from.
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


class CommandError(Exception):
    """A command failed."""


def command(inputs: Inputs) -> list[Row]:
    """Files to a printed table by three metrics."""
    system = inputs.systems(1, inputs.size(2_000, 60))
    (hypotheses,) = system.systems.values()
    with _files(zip(hypotheses, system.references, strict=True)) as (hyp, ref):
        our_words = [
            tool("tertium"),
            "score",
            hyp,
            "-r",
            ref,
            "-m",
            "bleu,chrf,ter",
            "-j",
            "1",
            "--normalization",
            "none",
        ]
        their_words = [tool("sacrebleu"), ref, "-i", hyp, "-m", "bleu", "chrf", "ter"]
        ours = Rival(lambda: output_of(our_words))
        sacrebleu = Rival(lambda: output_of([*their_words, "-f", "text"]))
        alternate(ours, sacrebleu)
        in_full = json.loads(output_of([*our_words, "--format", "json"]))
        numbers = [score["score"] for score in in_full["systems"][0]["scores"]]
        # One metric in each run prints a number only; digits enough to compare.
        theirs = [
            float(output_of([*their_words[:-3], metric, "--score-only", "-w", "9"]))
            for metric in ("bleu", "chrf", "ter")
        ]
    demand_same("scores of the whole command", numbers, theirs)
    note = f"Start-up included; one system, {len(hypotheses):,} segments, BLEU, chrF and TER, text table."
    return [faster("whole command", named("sacrebleu"), ours.seconds, sacrebleu.seconds, 30, note)]


def drop_in(inputs: Inputs) -> list[Row]:
    """What is typed for sacreBLEU, word by word the same, for three systems; time of the processor."""
    system = inputs.systems(3, inputs.size(2_998, 60))
    with TemporaryDirectory(prefix="tertium-bench-") as folder:
        paths = [Path(folder) / name for name in ("reference.txt", *(f"{name}.txt" for name in "abc"))]
        for path, texts in zip(paths, (system.references, *system.systems.values()), strict=True):
            path.write_text("".join(f"{text}\n" for text in texts), "utf-8")
        words = [str(paths[0]), "-i", *map(str, paths[1:]), "-m", "bleu", "chrf", "ter", "-f", "json", "-w", "9"]
        ours = Rival(lambda: output_of([tool("tertium"), "sacrebleu", *words]), clock=of_children)
        sacrebleu = Rival(lambda: output_of([tool("sacrebleu"), *words]), clock=of_children)
        alternate(ours, sacrebleu)
    found, expected = ([list(row.values())[1:] for row in json.loads(run.value)] for run in (ours, sacrebleu))
    demand_same("scores of the drop-in", found, expected)
    note = (
        f"Processor time, start-up included; 3 systems, {len(system.references):,} segments, BLEU, chrF and TER, JSON."
    )
    return [faster("`tertium sacrebleu`, 3 systems", named("sacrebleu"), ours.seconds, sacrebleu.seconds, 30, note)]


def of_children() -> float:
    """Seconds that processors spent on processes that this one has started and that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def start_up(inputs: Inputs) -> list[Row]:
    """How long the smallest commands take."""
    rounds = inputs.size(10, 3)
    note = f"Median of {rounds} runs."
    with _files([("The cat sat on the mat.", "The cat sits on the mat.")]) as (hyp, ref):
        version = _median([tool("tertium"), "--version"], rounds)
        one_pair = _median([tool("tertium"), "score", hyp, "-r", ref, "-m", "bleu"], rounds)
    return [
        within("start-up: tertium --version", version, 0.15, duration, note),
        within("start-up: score of one pair, BLEU", one_pair, 0.4, duration, note),
    ]


def memory(inputs: Inputs) -> list[Row]:
    """The most memory that `tertium score` holds at a time."""
    size = inputs.size(1_000_000, 50_000)
    with _files(inputs.many_pairs(size)) as (hyp, ref):
        n_bytes = sum(Path(path).stat().st_size for path in (hyp, ref))
        words = [tool("tertium"), "score", hyp, "-r", ref, "-m", "bleu,chrf", "-j", "1"]
        start = time.perf_counter()
        peak = int(output_of([sys.executable, "-c", _PEAK, *words]))
        seconds = time.perf_counter() - start
    note = f"{size:,} pairs, {_gigabytes(n_bytes)} of text; took {duration(seconds)} with one thread."
    return [within("memory: score by BLEU and chrF", float(peak), 1.5e9, _gigabytes, note)]


@contextmanager
def _files(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    with TemporaryDirectory(prefix="tertium-bench-") as folder:
        hyp, ref = Path(folder) / "hypotheses.txt", Path(folder) / "references.txt"
        with (
            hyp.open("w", encoding="utf-8", newline="\n") as hypotheses,
            ref.open("w", encoding="utf-8", newline="\n") as references,
        ):
            for hypothesis, reference in pairs:
                hypotheses.write(f"{hypothesis}\n")
                references.write(f"{reference}\n")
        yield str(hyp), str(ref)


def tool(name: str) -> str:
    """The program beside this Python."""
    path = _BIN / name
    if not path.exists():
        raise CommandError(f"{name}: not found beside the Python that runs this; install it there")
    return str(path)


def output_of(words: Sequence[str]) -> str:
    """What a command prints."""
    # Installed packages, the peers among them, have their bytecode; ours in a checkout is written by its first run.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False, env=environment)
    if done.returncode != 0:
        shown = " ".join([Path(words[0]).name, *words[1:]])
        raise CommandError(f"{shown}: exit {done.returncode}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def _median(words: Sequence[str], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        output_of(words)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def _gigabytes(n_bytes: float) -> str:
    return f"{n_bytes / 1e9:.2f} GB"
