"""Input larger than usual: commands on many segments, many systems, many judgements; their time and their memory."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice

from bench.environment import of_children, output_of, peak_of, tool
from bench.inputs import Inputs, rows_of_file
from bench.texts import WMT23, changed, files, repeated, systems, test_sets
from bench.timing import Rival, Row, duration, size, within

_METRICS = "bleu,chrf,ter"


def scale(inputs: Inputs) -> list[Row]:
    """All rows on large input; CPU time of commands of their own, all threads together, once."""
    return [_compare_two(inputs), _compare_many(inputs), _meta(inputs), *_score(inputs)]


def _compare_two(inputs: Inputs) -> Row:
    outputs, (references,) = systems("zh-en", 1, 2_000, 2)
    n = inputs.size(100_000, 1_000)
    contents = {"reference": references} | outputs
    with files({f"{i}.txt": repeated(of, n) for i, of in enumerate(contents.values())}) as (ref, *hyps):
        seconds = _seconds([tool("tertium"), "compare", *hyps, "-r", ref, "-m", "bleu,chrf", "--quiet"])
    note = f"WMT23 zh-en, {len(references):,} segments repeated with two words exchanged; 1,000 samples, 10,000 swaps."
    return within(f"compare: 2 systems × {n:,} segments, bleu,chrf", seconds, 5, duration, note)


def _compare_many(inputs: Inputs) -> Row:
    outputs, (references,) = systems("zh-en", 1, inputs.size(2_000, 60))
    variants = {f"{turn}-{i}.txt": changed(of, turn) for turn in range(4) for i, of in enumerate(outputs.values())}
    with files({"ref.txt": references} | variants) as (ref, *hyps):
        seconds = _seconds([tool("tertium"), "compare", *hyps, "-r", ref, "-m", _METRICS, "--quiet"])
    note = (
        f"WMT23 zh-en, {len(references):,} segments, twelve systems and three times the same with two words exchanged."
    )
    return within(f"compare: {len(variants)} systems, {_METRICS}", seconds, 8, duration, note)


def _meta(inputs: Inputs) -> Row:
    """Judgements of WMT23 again and again, with ids and outputs of their own."""
    n = inputs.size(500_000, 5_000)
    rows = [row for row in rows_of_file(WMT23) if row["score"] and row["hypothesis"] and row["reference"]]
    names = [
        "dataset",
        "lang_pair",
        "doc_id",
        "seg_id",
        "system",
        "source",
        "reference",
        "hypothesis",
        "score",
        "score_kind",
    ]

    def lines() -> Iterator[str]:
        for turn in range(-(-n // len(rows))):
            for row, hypothesis in zip(rows, changed([row["hypothesis"] for row in rows], turn), strict=True):
                yield "\t".join(
                    (row | {"seg_id": f"{row['seg_id']}-{turn}", "hypothesis": hypothesis})[name] for name in names
                )

    with files({"judgements.tsv": chain(["\t".join(names)], islice(lines(), n))}) as (path,):
        seconds = _seconds([tool("tertium"), "meta", path, "-m", "chrf", "--no-cache", "--quiet", "--level", "segment"])
    return within(
        f"meta: {n:,} rows, chrF", seconds, 6, duration, "WMT23 with outputs changed; segment level, not cached."
    )


def _score(inputs: Inputs) -> Iterator[Row]:
    """TSV through a pipe: no file is as large. A tenth of it says whether time is linear."""
    many, few = inputs.size(10_000_000, 100_000), inputs.size(1_000_000, 50_000)
    body = "".join(
        f"{hypothesis}\t{reference}\n"
        for pairs in test_sets(2_000).pairs.values()
        for hypothesis, reference in zip(pairs.hypotheses, pairs.references, strict=True)
        if not set('\t\r"') & set(hypothesis + reference)
    ).encode()
    words = [tool("tertium"), "score", "-", "-m", _METRICS, "--quiet", "-j", "0", "--input-format", "tsv"]
    measured = {}
    for n in (few, many):
        with _pipe(body, n // body.count(b"\n")) as (stdin, pairs):
            start = of_children()
            peak = peak_of(words, stdin)
            measured[n] = peak, (of_children() - start) / pairs
    note = (
        f"TSV from a pipe, {_METRICS}, two threads, texts of the five test sets over and over; {few:,} pairs: "
        f"{size(measured[few][0])}."
    )
    yield within(f"score: {many:,} pairs, memory", measured[many][0], 600e6, size, note, "B")
    growth = measured[many][1] / measured[few][1]
    note = f"CPU time of a pair among {many:,}, by that among {few:,}; {duration(measured[many][1] * many)} for all."
    yield Row(
        "score: growth of time, tenfold input",
        "none",
        f"{growth:.2f}",
        "",
        "",
        "under 1.1",
        growth < 1.1,
        note,
        "",
        {"": growth},
    )


@contextmanager
def _pipe(body: bytes, turns: int) -> Iterator[tuple[int, int]]:
    """A table that is written while it is read, and how many pairs it has."""
    begin, end = os.pipe()

    def write() -> None:
        with os.fdopen(end, "wb") as stream:
            stream.write(b"hypothesis\treference\n")
            for _ in range(turns):
                stream.write(body)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield begin, turns * body.count(b"\n")
    finally:
        os.close(begin)
        writer.join()


def _seconds(words: list[str]) -> float:
    run = Rival(lambda: output_of(words), clock=of_children)
    run.round()
    return run.seconds
