"""What one long segment costs: CPU time of one thread and memory, the slowest metric of each kind of text."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.environment import CommandError
from bench.inputs import Inputs
from bench.timing import Row, duration, size, within

_METRICS = (
    *("bleu", "chrf", "nist", "fmeasure", "wer", "per", "ter", "terp"),
    *("meteor", "paraeval", "beer", "ppda+f", "tertium"),
)
# Copies of one word that make at most 500,000 pairs of equal words: more are refused by metrics that match words.
_MOST_COPIES = 707
# By the number of words: most CPU seconds and most bytes on top of what the process had before.
_BARS = {_MOST_COPIES: (1.0, 100e6), 1_000: (1.0, 100e6), 10_000: (10.0, 500e6)}
_LONGEST = 60
_CHILD = """
import resource, sys, time
from pathlib import Path
from tertium import TertiumError
from tertium.metrics.spec import parse
from tertium.text.testset import References
metric = parse(sys.argv[1])
hypothesis, reference = (Path(path).read_text(encoding="utf-8") for path in sys.argv[2:4])
metric.segment_scores(["A small cat sat there ."], References.by_stream(["The small cat sits here ."]))
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[4]), int(sys.argv[4])))
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
before, start = peak(), time.process_time()
try:
    metric.segment_scores([hypothesis], References.by_stream([reference]))
    print(time.process_time() - start, peak() - before)
except TertiumError as error:
    print("refused:", error)
"""


def growth(inputs: Inputs) -> list[Row]:
    """Segments of 1,000 and 10,000 words: real text, and copies of one word, also as many as no metric refuses."""
    rows: list[Row] = []
    with TemporaryDirectory(prefix="tertium-bench-") as folder:
        for n, bars in list(_BARS.items())[: inputs.size(len(_BARS), 2)]:
            for kind, texts in _segments(inputs, n):
                paths = [str(Path(folder) / name) for name in ("hypothesis.txt", "reference.txt")]
                for path, text in zip(paths, texts, strict=True):
                    Path(path).write_text(text, encoding="utf-8")
                rows += _rows(f"{n:,} words, {kind}", paths, *bars)
    return rows


def _rows(task: str, paths: list[str], most_seconds: float, most_bytes: float) -> Iterator[Row]:
    """The metric that takes longest, and the one that takes most memory."""
    measured = {metric: _measured(metric, paths) for metric in _METRICS}
    done = {metric: found for metric, found in measured.items() if found is not None}
    refused = [metric for metric in measured if metric not in done]
    beside = f"; too many pairs of equal words, refused by {', '.join(refused)}" if refused else ""
    for what, at, limit, show, unit in (
        ("time", 0, most_seconds, duration, "s"),
        ("memory", 1, most_bytes, size, "B"),
    ):
        most = max(done, key=lambda metric, at=at: done[metric][at])  # type: ignore[misc]
        note = f"The worst of {len(done)} metrics, {most}{beside}."
        yield within(f"{task}, {what}", done[most][at], limit, show, note, "s" if unit == "s" else "B")


def _segments(inputs: Inputs, n: int) -> Iterator[tuple[str, tuple[str, str]]]:
    def words(texts: list[str]) -> str:
        return " ".join(islice(cycle(chain.from_iterable(text.split() for text in texts)), n))

    if n != _MOST_COPIES:
        yield "real text", (words(inputs.pairs.hypotheses), words(inputs.pairs.references))
    yield "one word", (" ".join(["word"] * n), " ".join(["word"] * (n - 1)))


def _measured(metric: str, paths: list[str]) -> tuple[float, float] | None:
    """Seconds and bytes; None where the text is refused."""
    words = [sys.executable, "-c", _CHILD, metric, *paths, str(_LONGEST)]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.stdout.startswith("refused:"):
        return None
    if done.returncode != 0:
        if done.returncode < 0:
            return float(_LONGEST), 0.0
        raise CommandError(f"{metric}: exit {done.returncode}: {done.stderr.strip()[-200:]}")
    seconds, n_bytes = map(float, done.stdout.split())
    return seconds, n_bytes
