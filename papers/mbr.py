"""Which metric chooses best by which other metric, as a page: minimum Bayes risk over the systems of WMT18.

python -m papers.mbr [--pairs de-en,zh-en] [--segments N] [--write]

The candidates of a sentence are the outputs of all systems of a language pair, with uniform weights. Intervals are 95 %
by bootstrap over segments, 1,000 samples.
"""

import argparse
import gzip
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tools.candidates import MOSES, SYSTEMS, crossed

from papers.figures import RESULTS, publish
from tertium import MBROptions, Metric, NBest, References, mbr, metric, read_nbest
from tertium.text.arrays import Floats, Offsets

UTILITIES = ("bleu", "chrf", "chrf++", "ter", "meteor", "beer(scale=paper)", "beer(model=beer-en-tune,scale=paper)")
EVALUATORS = ("bleu", "chrf", "ter", "meteor", "beer(scale=paper)")
# BLEU by name is a utility with its effective order.
SPECS = dict.fromkeys((*EVALUATORS, *UTILITIES, "bleu(effective_order=yes)"))
SHORTCUTS = (
    ("chrf", "aggregate"),
    ("chrf", "prune"),
    ("bleu", "aggregate"),
    ("bleu", "prune"),
    ("bleu", "coarse:chrf,20"),
    ("ter", "prune"),
    ("ter", "coarse:chrf,20"),
    ("meteor", "prune"),
    ("meteor", "coarse:chrf,20"),
)
SAMPLES, SEED = 1000, 12345


@dataclass(frozen=True)
class Data:
    """The outputs of all systems for the sentences of a language pair."""

    systems: list[str]
    lists: NBest
    references: References


def read_data(pair: str, limit: int | None) -> Data:
    """Segments for which every system has an output."""
    outputs: dict[str, dict[str, str]] = {}
    references: dict[str, str] = {}
    with gzip.open(SYSTEMS, "rt", encoding="utf-8") as file:
        header = next(file).rstrip("\n").split("\t")
        for line in file:
            row = dict(zip(header, line.rstrip("\n").split("\t"), strict=True))
            if row["lang_pair"] == pair:
                outputs.setdefault(row["seg_id"], {})[row["system"]] = row["hypothesis"]
                references[row["seg_id"]] = row["reference"]
    systems = sorted({system for texts in outputs.values() for system in texts})
    whole = [seg for seg, texts in outputs.items() if len(texts) == len(systems)][:limit]
    lists = NBest.of([[outputs[seg][system] for system in systems] for seg in whole], name=pair)
    return Data(systems, lists, References.by_stream([references[seg] for seg in whole]))


class Evaluator:
    """Scores choices by one metric against the real references, with intervals."""

    def __init__(self, spec: str, data: Data) -> None:
        self.metric: Metric = metric(spec)
        pairing, self.different = data.lists.pairing(data.references)
        self.rows = self.metric.statistics(pairing)
        generator = np.random.default_rng(SEED)
        n = len(data.lists)
        self.counts = generator.multinomial(n, np.full(n, 1 / n), size=SAMPLES).astype(np.float64)

    def score(self, candidates: Offsets) -> tuple[float, float]:
        """The corpus score, and half the width of its interval."""
        rows = self.rows[self.different.which[candidates]]
        low, high = np.quantile(self.metric.score(self.counts @ rows), [0.025, 0.975])
        return float(self.metric.score(rows.sum(0))), float(high - low) / 2

    def segments(self) -> Floats:
        """The score of every candidate, higher is better."""
        scores = self.metric.score(self.rows)[self.different.which]
        return scores if self.metric.higher_is_better else -scores


def choices(data: Data) -> Iterator[tuple[str, Offsets, float | None]]:
    """What to compare: a name, the candidate of each list, and the CPU time where there was a choice to make."""
    first, n = data.lists.offsets[:-1], len(data.systems)
    chrf = Evaluator("chrf", data)
    by_system = [chrf.score(first + i)[0] for i in range(n)]
    best = int(np.argmax(by_system))
    yield f"best system by chrF ({data.systems[best]})", first + best, None
    yield "a random system each time", first + np.random.default_rng(SEED).integers(0, n, len(first)), None
    for spec in UTILITIES:
        start = time.process_time()
        chosen = np.array([choice.index for choice in mbr(data.lists, spec)], np.int64)
        yield f"`{spec}`", first + chosen, time.process_time() - start
        progress(f"{data.lists.name} {spec}")
    yield "oracle by chrF", data.lists.best(chrf.segments()), None


def table(pair: str, data: Data) -> Iterator[str]:
    evaluators = [Evaluator(spec, data) for spec in EVALUATORS]
    yield f"## {pair}: {len(data.systems)} systems, {len(data.lists):,} sentences"
    yield ""
    arrows = [f"{e.metric.name} {'↑' if e.metric.higher_is_better else '↓'}" for e in evaluators]
    yield "| chosen by | " + " | ".join(arrows) + " | length | CPU s |"
    yield "|---|" + "--:|" * (len(evaluators) + 2)
    words = np.array([len(data.lists.texts[row].split()) for row in range(len(data.lists.texts))])[data.lists.rows]
    expected = sum(len(text.split()) for text in data.references.texts)
    for name, candidates, seconds in choices(data):
        cells = [f"{score:.1f} ±{half:.1f}" for score, half in (e.score(candidates) for e in evaluators)]
        length = words[candidates].sum() / expected
        yield f"| {name} | {' | '.join(cells)} | {length:.3f} | {'' if seconds is None else f'{seconds:.1f}'} |"
    yield ""


def shortcut_table(data: Data) -> Iterator[str]:
    inputs = {
        "Moses, 100 × 100": read_nbest(MOSES),
        "100 different, 10 lists": NBest.of(crossed(list(data.lists)[:600], 10)),
        "systems, 300 lists": data.lists.part(0, min(300, len(data.lists))),
    }
    yield "## What short cuts lose"
    yield ""
    yield "From how many lists the same text is chosen as by the exact method, and how many points of expected utility"
    yield "are lost on average."
    yield ""
    yield "| utility, method | " + " | ".join(inputs) + " |"
    yield "|---|" + "---|" * len(inputs)
    exact = {(name, spec): mbr(nbest, spec) for name, nbest in inputs.items() for spec, _ in dict(SHORTCUTS).items()}
    for spec, method in SHORTCUTS:
        cells = []
        for name, nbest in inputs.items():
            pairs = list(zip(exact[name, spec], mbr(nbest, spec, options=MBROptions(method=method)), strict=True))
            same = sum(a.text == b.text for a, b in pairs)
            lost = np.mean([abs(a.utility - a.utilities[b.index]) for a, b in pairs])
            cells.append(f"{same} of {len(pairs)}, {lost:.3f}")
        yield f"| `{spec}`, {method} | {' | '.join(cells)} |"
        progress(f"{spec} {method}")
    yield ""


def progress(what: str) -> None:
    print(what, file=sys.stderr, flush=True)  # noqa: T201


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", default="de-en,zh-en")
    parser.add_argument("--segments", type=int, help="only the first so many")
    parser.add_argument("--write", action="store_true", help="write papers/results/mbr.md")
    arguments = parser.parse_args()
    page = [Path(__file__).with_name("mbr.md").read_text("utf-8").rstrip() + "\n"]
    data = {pair: read_data(pair, arguments.segments) for pair in arguments.pairs.split(",")}
    for pair, of_pair in data.items():
        page.append("\n".join(table(pair, of_pair)))
    page.append("\n".join(shortcut_table(next(iter(data.values())))))
    publish("\n".join(page).rstrip() + "\n", RESULTS / "mbr.md", arguments.write, SPECS)


if __name__ == "__main__":
    main()
