"""What one long segment costs, and how fast whole test sets with long segments are scored: CPU time of one thread."""

import csv
import gzip
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import tertium
from bench.inputs import ROOT, Inputs
from bench.timing import ROUNDS, Rival, Row, alternate, at_least, duration
from tertium.metrics.spec import parse
from tertium.resources import store

REAL = ROOT.parent / "shared/data/judgements/seg_wmt23_mqm_dasqm.tsv.gz"
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
# Pairs a second on a whole test set, by metric and number of systems.
_NEURAL = "tertium(model=tertium-en-neural-2)"
_SPEEDS = (
    *(("ter", 1, 30_000), ("terp", 1, 6_000), ("ppda+f", 1, 4_000), ("tertium", 1, 3_000), ("tertium", 5, 3_000)),
    *(("tertium(model=tertium-fast-en)", 1, 10_000), (_NEURAL, 1, 300), (_NEURAL, 5, 500)),
)
_N_SYSTEMS = 5


def growth(inputs: Inputs) -> list[Row]:
    """Segments of 1,000 and 10,000 words: real text, and copies of one word, also as many as no metric refuses."""
    rows = []
    with TemporaryDirectory(prefix="tertium-bench-") as folder:
        for n, (seconds, n_bytes) in list(_BARS.items())[: inputs.size(len(_BARS), 2)]:
            for kind, texts in _segments(inputs, n):
                paths = [str(Path(folder) / name) for name in ("hypothesis.txt", "reference.txt")]
                for path, text in zip(paths, texts, strict=True):
                    Path(path).write_text(text, encoding="utf-8")
                rows += [_row(metric, kind, n, paths, seconds, n_bytes) for metric in _METRICS]
    return rows


def _segments(inputs: Inputs, n: int) -> Iterator[tuple[str, tuple[str, str]]]:
    def words(texts: list[str]) -> str:
        return " ".join(islice(cycle(chain.from_iterable(text.split() for text in texts)), n))

    if n != _MOST_COPIES:
        yield "real text", (words(inputs.pairs.hypotheses), words(inputs.pairs.references))
    yield "one word", (" ".join(["word"] * n), " ".join(["word"] * (n - 1)))


def _row(metric: str, kind: str, n: int, paths: list[str], most_seconds: float, most_bytes: float) -> Row:
    words = [sys.executable, "-c", _CHILD, metric, *paths, str(_LONGEST)]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    task, bar = f"{metric}, {n:,} words, {kind}", f"under {most_seconds:g} s, {_megabytes(most_bytes)}"
    if done.stdout.startswith("refused:"):
        return Row(task, "none", "refused", "", "", bar, True, done.stdout.strip())
    if done.returncode != 0:
        why = f"over {_LONGEST} s" if done.returncode < 0 else f"exit {done.returncode}: {done.stderr.strip()[-200:]}"
        return Row(task, "none", why, "", "", bar, False)
    seconds, n_bytes = map(float, done.stdout.split())
    reached = seconds < most_seconds and n_bytes < most_bytes
    return Row(task, "none", f"{duration(seconds)}, {_megabytes(n_bytes)}", "", "", bar, reached)


def _megabytes(n_bytes: float) -> str:
    return f"{n_bytes / 1e6:.0f} MB"


def real_text(inputs: Inputs) -> list[Row]:
    """Outputs of five systems for the WMT23 test sets into English, whose longest segments have about 150 words."""
    if not REAL.exists():
        return []
    systems, references = _systems()
    size = inputs.size(len(references), 200)
    references = references[:size]
    longest = max(len(text.split()) for text in references)
    average = sum(len(text.split()) for text in references) / size
    note = (
        f"{size:,} segments of {REAL.name}, {average:.1f} words in a reference on average, {longest} in the longest; "
        "CPU time of one thread."
    )
    rows = []
    for name, n_systems, bar in _SPEEDS:
        if name == _NEURAL and not store.encoders("en"):
            continue
        chosen = {system: texts[:size] for system, texts in list(systems.items())[:n_systems]}
        metric = parse(name)
        tertium.score({"warm": ["A word ."]}, tertium.References.by_stream(["A word ."]), metrics=[metric])
        run = partial(tertium.score, chosen, tertium.References.by_stream(references), metrics=[metric])
        ours = Rival(run, clock=time.process_time)
        alternate(ours, rounds=ROUNDS if name == _NEURAL else 3 * ROUNDS)
        task = f"{name}, {n_systems} system{'s' if n_systems > 1 else ''} of long segments"
        rows.append(at_least(task, size * n_systems, ours.seconds, bar, "pairs/s", note))
    return rows


def _systems() -> tuple[dict[str, list[str]], list[str]]:
    """The systems with outputs of most segments, and the references, of the segments that all of them have."""
    outputs: dict[str, dict[tuple[str, ...], str]] = {}
    references: dict[tuple[str, ...], str] = {}
    with gzip.open(REAL, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["lang_pair"].endswith("-en") and row["hypothesis"] and row["reference"]:
                segment = (row["lang_pair"], row["doc_id"], row["seg_id"])
                outputs.setdefault(row["system"], {})[segment] = row["hypothesis"]
                references[segment] = row["reference"]
    chosen = sorted(outputs, key=lambda system: (-len(outputs[system]), system))[:_N_SYSTEMS]
    shared = [segment for segment in references if all(segment in outputs[system] for system in chosen)]
    systems = {system: [outputs[system][segment] for segment in shared] for system in chosen}
    return systems, [references[segment] for segment in shared]
