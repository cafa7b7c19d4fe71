"""The page of results: what the runs gave, beside the paper's table."""

import json
import textwrap
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from papers.figures import write_page as keep_page
from papers.markdown import markdown
from papers.tuning.data import Part
from papers.tuning.reading import Reading, p_text
from papers.tuning.runs import BITEXTS, NELDER_MEAD, TABLE_1, UNTUNED
from tertium._version import __version__
from tertium.evaluation.runs import RunsComparison, RunScores, compare_runs
from tertium.text.testset import References

SCORED = {
    "BLEU": "bleu",
    "METEOR": "meteor",
    "BEER": "beer(model=beer-en,scale=paper)",
    "chrF": "chrf",
    "TER": "ter",
}
_UNBIASED = "beer(model=beer-en-tune,scale=paper)"
# SPEC: Stanojević & Sima'an (2015), Table 1: BLEU, METEOR, BEER, length.
PAPER = {
    "BEER": (16.4, 28.4, 10.2, 115.7),
    "BLEU": (18.2, 28.1, 10.1, 103.0),
    "BEER without bias": (18.0, 27.7, 9.8, 99.7),
}
METHODS = {"mert": "MERT", "pro": "PRO", "mira": "MIRA", "simplex": NELDER_MEAD}
COMMAND = ".venv/bin/python -m papers.tuning.results --work DIR"

Record = dict[str, Any]


def write_page(work: Path, folder: Path) -> None:
    """Write tuning.md, and the figures behind it as tuning.json."""
    records = [json.loads(path.read_text("utf-8")) for path in sorted((work / "runs").glob("*.json"))]
    scored: list[Record] = []
    lines = [*_head(records)]
    for bitext in BITEXTS:
        for size in ("full", "small"):
            chosen = [r for r in records if r["bitext"] == bitext and r["size"]["name"] == size]
            if chosen:
                lines += _section(bitext, chosen, scored)
    lines += Path(__file__).with_name("notes.md").read_text("utf-8").splitlines()
    specs = dict.fromkeys((*SCORED.values(), _UNBIASED, "meteor(task=tune)"))
    keep_page(folder / "tuning.md", "\n".join(lines) + "\n", specs, runs=scored)


def _head(records: Sequence[Record]) -> Iterator[str]:
    yield "# Tuning a decoder with different metrics"
    yield ""
    seconds = sum(r["seconds"] for r in records)
    yield f"Made by `{COMMAND} --write` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__}"
    yield f"from {len(records)} runs ({seconds:.0f} s of CPU time). The decoder is Thot (`sil-thot`), which goes from"
    yield "left to right in phrases; it has eight weights."
    yield "[Tuning](../../docs/explanation/tuning.md) says how methods work."
    yield f"BEER is `{SCORED['BEER']}` here, without bias `{_UNBIASED}`."
    yield "The figures as data: `tuning.json`."
    yield ""


def _section(bitext: str, records: Sequence[Record], scored: list[Record]) -> Iterator[str]:
    data = BITEXTS[bitext]()
    size = records[0]["size"]
    n_test = records[0]["test"]
    yield f"## {data.name}, {records[0]['dev']} sentences to tune on"
    yield ""
    yield (
        f"The decoder learned from {len(data.train.sources):,} sentences. {size['n']} candidates, at most "
        f"{size['decodings']} decodings;"
    )
    n_references = len(data.test.references[0])
    yield f"scored on {n_test:,} other sentences with {n_references} reference{'s' if n_references > 1 else ''} each."
    yield "± is the standard deviation over runs of different seeds (s_opt) where there is more than one, in brackets"
    yield "that over bootstrap samples of the test sentences (s_sel). Length is in per cent of the references'."
    yield ""
    test = data.test.first(n_test)
    groups = _groups(records, "mert")
    comparison = {label: _scored(label, group, test) for label, group in groups.items()}
    yield from markdown(
        ["tuned with", "runs", *SCORED, "length"],
        [_row(label, groups[label], comparison[label]) for label in groups],
    )
    scored += [_as_record(bitext, size["name"], label, groups[label], comparison[label]) for label in groups]
    p_values: dict[str, float] = {}
    yield from _differences(groups, test, p_values)
    if bitext != "tatoeba":
        yield from _paper()
        yield from _ranking(groups, comparison)
        yield from _methods(records, test, scored)
    yield "What the tables say:"
    yield ""
    for point in Reading(list(SCORED), comparison, p_values, UNTUNED).lines():
        yield from textwrap.wrap(f"* {point}", 120, subsequent_indent="  ", break_on_hyphens=False)
    yield ""


def _groups(records: Sequence[Record], method: str) -> dict[str, list[Record]]:
    order = [UNTUNED, *(objective.label for objective in TABLE_1)]
    groups: dict[str, list[Record]] = {}
    for label in order:
        found = [r for r in records if r["objective"] == label and r["method"] in (method, "none")]
        if found:
            groups[label] = sorted(found, key=lambda r: int(r["seed"]))
    return groups


def _scored(label: str, group: Sequence[Record], test: Part) -> RunsComparison:
    references = References.by_segment(test.references)
    return compare_runs({label: [r["outputs"] for r in group]}, references, metrics=list(SCORED.values()), name=label)


def _cell(scores: RunScores) -> str:
    spread = "" if scores.optimizer is None else f" ± {scores.optimizer:.2f}"
    return f"{scores.mean:.1f}{spread} ({scores.selection:.2f})"


def _row(label: str, group: Sequence[Record], comparison: RunsComparison) -> list[str]:
    system = comparison.systems[0]
    lengths = [100 * length for length in system.lengths]
    spread = f" ± {np.std(lengths, ddof=1):.1f}" if len(lengths) > 1 else ""
    return [label, str(len(group)), *map(_cell, system.metrics), f"{np.mean(lengths):.1f}{spread}"]


def _as_record(bitext: str, size: str, label: str, group: Sequence[Record], comparison: RunsComparison) -> Record:
    system = comparison.systems[0]
    return {
        "bitext": bitext,
        "size": size,
        "tuned_with": label,
        "method": group[0]["method"],
        "dev": group[0]["dev"],
        "test": group[0]["test"],
        "seeds": [r["seed"] for r in group],
        "decodings": [r["decodings"] for r in group],
        "lengths": list(system.lengths),
        "scores": {
            name: {"runs": list(s.scores), "mean": s.mean, "s_opt": s.optimizer, "s_sel": s.selection}
            for name, s in zip(SCORED, system.metrics, strict=True)
        },
        "weights": [r["weights"] for r in group],
        "trace": [r["trace"] for r in group],
    }


def _differences(groups: dict[str, list[Record]], test: Part, p_values: dict[str, float]) -> Iterator[str]:
    """Each row against tuning with BLEU, on as many runs as both have; p-values of BLEU are kept."""
    if "BLEU" not in groups or len(groups) < 3:
        return
    references, rows = References.by_segment(test.references), []
    for label, group in groups.items():
        if label in ("BLEU", UNTUNED):
            continue
        n = min(len(group), len(groups["BLEU"]))
        runs = {name: [r["outputs"] for r in groups[name][:n]] for name in ("BLEU", label)}
        found = compare_runs(runs, references, metrics=[SCORED[name] for name in ("BLEU", "BEER")], n_swaps=2000)
        p_values[label] = found.pairs[0].p_value
        rows.append([label, str(n), *(f"{pair.difference:+.2f} ({p_text(pair.p_value)})" for pair in found.pairs)])
    yield "Differences from tuning with BLEU, on as many runs as both have; in brackets p by approximate randomisation"
    yield "of all runs together:"
    yield ""
    yield from markdown(["tuned with", "runs", "BLEU", "BEER"], rows)


def _paper() -> Iterator[str]:
    yield "The paper's Table 1 (Czech–English, another decoder, one reference):"
    yield ""
    rows = [[label, *(f"{figure:.1f}" for figure in figures)] for label, figures in PAPER.items()]
    yield from markdown(["tuned with", "BLEU", "METEOR", "BEER", "length"], rows)


def _ranking(groups: dict[str, list[Record]], comparison: dict[str, RunsComparison]) -> Iterator[str]:
    """The automatic half of the paper's Table 6: the tuned systems by BLEU, with length and other metrics."""
    yield "The automatic half of the paper's Table 6, in which people ranked ten tuned systems: our systems by BLEU,"
    yield "with the ranks that BEER gives them. Nobody judged these outputs."
    yield ""
    labels = [label for label in groups if label != UNTUNED]
    names = list(SCORED)

    def mean(label: str, metric: str) -> float:
        return comparison[label].systems[0].metrics[names.index(metric)].mean

    ranks = {
        metric: {label: i for i, label in enumerate(sorted(labels, key=lambda x: -mean(x, metric)), 1)}
        for metric in ("BLEU", "BEER")
    }
    rows = []
    for label in sorted(labels, key=lambda x: ranks["BLEU"][x]):
        lengths = comparison[label].systems[0].lengths
        cells = [f"{mean(label, metric):.1f} ({ranks[metric][label]})" for metric in ("BLEU", "BEER")]
        rows.append([label, *cells, f"{100 * np.mean(lengths):.1f}"])
    yield from markdown(["tuned with", "BLEU (rank)", "BEER (rank)", "length"], rows)


def _methods(records: Sequence[Record], test: Part, scored: list[Record]) -> Iterator[str]:
    """All ways of tuning with BLEU, and the decodings that each took."""
    rows = []
    for method, name in METHODS.items():
        group = [r for r in records if r["method"] == method and r["objective"] == "BLEU" and r["seed"] == 1]
        if group:
            found = _scored(name, group, test)
            system = found.systems[0]
            rows.append(
                [name, str(group[0]["decodings"]), *map(_cell, system.metrics[:1]), f"{100 * system.lengths[0]:.1f}"]
            )
            if method != "mert":
                scored.append(_as_record(group[0]["bitext"], group[0]["size"]["name"], f"BLEU by {name}", group, found))
    if rows:
        yield "Ways of tuning, all with BLEU, one run each:"
        yield ""
        yield from markdown(["method", "decodings", "BLEU", "length"], rows)
