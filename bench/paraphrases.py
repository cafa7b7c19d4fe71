"""Acquisition of paraphrases from Tatoeba en-de: extraction beside plain Python, stages beside alignment, growth.

The bitext stands beside the project; without it the task gives no lines. With TERTIUM_BENCH_LARGE set, ten shuffled
copies with words dropped are measured too (1.7 million pairs, with alignments cut to fit), which takes long.
"""

import gzip
import os
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from bench.inputs import Inputs
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, within
from tertium import _core
from tertium.engines.duckdb import DuckDBEngine
from tertium.io.bitext import read_bitext
from tertium.paraphrase.acquisition import Summary, acquire
from tertium.paraphrase.corpora import words_of
from tertium.paraphrase.extraction import symmetrized
from tertium.paraphrase.options import Extraction

BITEXT = Path(__file__).parents[2] / "shared" / "data" / "bitext"
_MEMORY = "1GB"
_DROPPED = 0.1


def paraphrases(inputs: Inputs) -> list[Row]:
    """From files to a table."""
    sides = [BITEXT / f"tatoeba.en-de.{language}.gz" for language in ("en", "de")]
    if not all(path.exists() for path in sides):
        print("(no bitext: nothing to measure)", end=" ", flush=True)
        return []
    english, german = (gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")[:-1] for path in sides)
    order = np.random.default_rng(1).permutation(len(english))
    pairs = [(english[i], german[i]) for i in order.tolist()]
    with TemporaryDirectory(prefix="tertium-paraphrases-") as folder:
        sizes = [inputs.size(n, n // 100) for n in (50_000, 100_000, len(pairs))]
        runs = [_acquire(Path(folder) / str(n), pairs[:n]) for n in sizes]
        rows = [_extraction(Path(folder) / str(sizes[0])), *_stages(sizes, runs)]
        if os.environ.get("TERTIUM_BENCH_LARGE"):
            rows.append(_large(Path(folder), Path(folder) / str(sizes[-1]), others(runs[-1]), sizes[-1]))
        return rows


def _acquire(folder: Path, pairs: list[tuple[str, str]]) -> Summary:
    folder.mkdir()
    for name, column in zip(("en", "de"), zip(*pairs, strict=True), strict=True):
        (folder / name).write_text("".join(line + "\n" for line in column), encoding="utf-8")
    corpus = read_bitext(folder / "en", folder / "de", "de")
    return acquire([corpus], folder / "t.bin", folder / "work", lambda scratch: DuckDBEngine(scratch, memory=_MEMORY))


def others(summary: Summary) -> float:
    """Processor seconds of all stages but alignment: other work on the machine does not count."""
    return sum(taken for stage, taken in summary.processor_seconds.items() if stage != "aligned")


def _stages(sizes: list[int], runs: list[Summary]) -> list[Row]:
    align = [run.processor_seconds["aligned"] for run in runs]
    rest = [others(run) for run in runs]
    each = ", ".join(f"{n:,}: {a:.0f} s and {r:.0f} s" for n, a, r in zip(sizes, align, rest, strict=True))
    note = f"processor time of alignment, and of everything else under {_MEMORY}, by sentence pairs: {each}"
    growth = (rest[-1] / sizes[-1]) / (rest[0] / sizes[0])
    return [
        within(f"paraphrases, all but alignment, {sizes[-1]:,} pairs", rest[-1], align[-1], duration, note),
        within("paraphrases, seconds a pair, largest to smallest", growth, 1.5, lambda x: f"{x:.2f}×", note),
    ]


def _extraction(folder: Path) -> Row:
    batch = next(pq.ParquetFile(folder / "work" / "aligned-00" / "part-0.parquet").iter_batches(5000))
    options = Extraction(punctuation=False)
    alignments = symmetrized(batch, options.symmetrization)
    sizes = [np.ascontiguousarray(np.diff(words_of(batch[name]).offsets), np.int32) for name in ("english", "pivot")]
    english, pivot = sizes
    ours = Rival(
        lambda: _core.phrase_pairs(
            alignments, first_lengths=english, second_lengths=pivot, max_words=options.max_phrase
        )
    )
    spans = pairwise(alignments.offsets.tolist())
    rows = [
        (n, m, alignments.ids[a:b].reshape(-1, 2).tolist())
        for n, m, (a, b) in zip(sizes[0].tolist(), sizes[1].tolist(), spans, strict=True)
    ]
    theirs = Rival(lambda: _plain_pairs(rows, options.max_phrase))
    alternate(ours, theirs)
    demand_same("phrase pairs", ours.value, sorted(theirs.value), 0)
    note = "5,000 sentence pairs with one alignment each"
    return faster("phrase pairs", "plain Python", ours.seconds, theirs.seconds, 50, note)


def _plain_pairs(rows: list[Any], max_words: int) -> list[Any]:
    """The textbook's loop: for each phrase of one side the smallest phrase of the other, then its free neighbours."""
    found = []
    for row, (n_first, n_second, points) in enumerate(rows):
        taken = {j for _, j in points}
        for a in range(n_first):
            for b in range(a + 1, min(a + max_words, n_first) + 1):
                inside = [j for i, j in points if a <= i < b]
                if not inside:
                    continue
                low, high = min(inside), max(inside)
                if high - low >= max_words or any(low <= j <= high and not a <= i < b for i, j in points):
                    continue
                c = low
                while c >= 0 and (c == low or c not in taken) and high - c < max_words:
                    d = high
                    while d < n_second and (d == high or d not in taken) and d - c < max_words:
                        found.append((row, a, b, c, d + 1))
                        d += 1
                    c -= 1
    return found


def _large(folder: Path, small: Path, seconds: float, n_pairs: int) -> Row:
    """Ten copies of aligned sentences, shuffled, with words dropped at random and their points with them."""
    rng = np.random.default_rng(7)
    rows = pq.read_table(small / "work" / "aligned-00", columns=["english", "pivot", "forward", "reverse"]).to_pylist()
    names = [folder / f"large.{ending}" for ending in ("en", "de", "forward", "reverse")]
    files = [name.open("w", encoding="utf-8") for name in names]
    for _ in range(10):
        for at in rng.permutation(len(rows)).tolist():
            for file, text in zip(files, _dropped(rows[at], rng), strict=True):
                file.write(text + "\n")
    for file in files:
        file.close()
    corpus = read_bitext(names[0], names[1], "de", names[2:])
    made = acquire([corpus], folder / "l.bin", folder / "large", lambda s: DuckDBEngine(s, memory=_MEMORY))
    growth = (others(made) / made.sentence_pairs) / (seconds / n_pairs)
    note = (
        f"{made.sentence_pairs:,} pairs in {others(made):.0f} s of processor time under {_MEMORY} (ten shuffled copies "
        "with words dropped, alignments cut from those of the originals)"
    )
    return within("paraphrases, seconds a pair, tenfold", growth, 1.5, lambda x: f"{x:.2f}×", note)


def _dropped(row: dict[str, Any], rng: np.random.Generator) -> list[str]:
    sides, places = [], []
    for name in ("english", "pivot"):
        words = row[name].split()
        kept = np.flatnonzero(rng.random(len(words)) >= _DROPPED).tolist() or [0]
        sides.append(" ".join(words[i] for i in kept))
        places.append({old: new for new, old in enumerate(kept)})
    for name in ("forward", "reverse"):
        points = (tuple(map(int, point.split("-"))) for point in row[name].split())
        cut = [f"{places[0][i]}-{places[1][j]}" for i, j in points if i in places[0] and j in places[1]]
        sides.append(" ".join(cut))
    return sides
