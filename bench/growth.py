"""What one long segment costs: CPU time of one thread and memory, the slowest metric of each kind of text."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.environment import CommandError
from bench.inputs import Inputs
from bench.timing import Row

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
import re, resource, sys, time
from pathlib import Path
from tertium import TertiumError
from tertium.metrics.spec import parse
from tertium.text.testset import References
metric = parse(sys.argv[1])
hypothesis, reference = (Path(path).read_text(encoding="utf-8") for path in sys.argv[2:4])
metric.segment_scores(["A small cat sat there ."], References.by_stream(["The small cat sits here ."]))
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[4]), int(sys.argv[4])))
def peak():
    if not Path("/proc/self/status").exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
if Path("/proc/self/clear_refs").exists():
    Path("/proc/self/clear_refs").write_text("5")  # a process begins with the peak of the one that started it
before, start = peak(), time.process_time()
try:
    metric.segment_scores([hypothesis], References.by_stream([reference]))
    print(time.process_time() - start, peak() - before)
except TertiumError as error:
    print("refused:", error)
"""


def growth(inputs: Inputs) -> list[Row]:
    """Segments of 1,000 and 10,000 words: real text, and copies of one word, also as many as no metric refuses."""
    worst: dict[str, tuple[float, float]] = {}
    holds, metrics = True, dict[str, None]()
    with TemporaryDirectory(prefix="tertium-bench-") as folder:
        for n, bars in list(_BARS.items())[: inputs.size(len(_BARS), 2)]:
            for kind, texts in _segments(inputs, n):
                paths = [str(Path(folder) / name) for name in ("hypothesis.txt", "reference.txt")]
                for path, text in zip(paths, texts, strict=True):
                    Path(path).write_text(text, encoding="utf-8")
                measured = {metric: found for metric in _METRICS if (found := _measured(metric, paths)) is not None}
                metrics[max(measured, key=lambda metric: measured[metric][0])] = None
                worst[f"{n:,}, {kind}"] = most = tuple(map(max, zip(*measured.values(), strict=True)))
                holds = holds and all(value < bar for value, bar in zip(most, bars, strict=True))
    note = (
        f"Words of one segment; the slowest of 13 metrics ({', '.join(metrics)}) and the largest, but for those that "
        "refuse a text because too many pairs of its words are equal."
    )
    limits = ("under 1 s, from 10,000 words on 10 s", "under 100 MB, from 10,000 words on 500 MB")
    times, sizes = ({name: both[i] for name, both in worst.items()} for i in (0, 1))
    return [
        Row("one long segment, time", "none", "", "", "", limits[0], holds, note, "s", times),
        Row("one long segment, memory", "none", "", "", "", limits[1], holds, note, "B", sizes),
    ]


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
