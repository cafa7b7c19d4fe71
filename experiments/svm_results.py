"""The tables and figures of Kulesza & Shieber (2004) on our data: makes docs/svm-results.md and its pictures.

    .venv/bin/python experiments/svm_results.py --write

Needs the real data beside the project (../shared/data) and the extras `learn` and `report`. Without `--write` the page
goes to standard output and no picture is drawn. About five minutes on an idle core.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from tertium._version import __version__
from tertium.io.examples import read_examples
from tertium.io.files import open_output, write_text
from tertium.io.judgements import read_judgements
from tertium.learn.examples import Examples
from tertium.learn.features import pair_items
from tertium.learn.svm import SVM, KernelModel
from tertium.learn.svm_agreement import agreement
from tertium.learn.svm_training import GridPoint, SvmTrainer, SvmTraining
from tertium.learn.trainer import Run
from tertium.meta.correlation import pearson, spearman
from tertium.meta.judgements import Items, JudgementGroup
from tertium.metrics import parse
from tertium.report.svm import picture

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data"
PAGE = ROOT / "docs" / "svm-results.md"
PICTURES = ROOT / "docs" / "svm-results"
HUMAN = DATA / "multiref" / "multiref_wmt21-23_to-en_2refs.tsv.gz"
OLD = [DATA / "judgements" / f"pairs_wmt{year}_rr_to-en.tsv.gz" for year in ("08", "09", "10", "11", "12", "13", "14")]
NEW = [DATA / "judgements" / f"seg_{name}.tsv.gz" for name in ("wmt21_da", "wmt23_mqm_dasqm")]
TESTS = {
    "WMT15": ("seg_wmt15_da", "*", 1),
    "WMT16": ("seg_wmt16_da", "*", 1),
    "WMT21 is-en": ("seg_wmt21_da", "is-en", 3),
    "WMT21 ja-en": ("seg_wmt21_da", "ja-en", 3),
    "WMT23 zh-en": ("seg_wmt23_mqm_dasqm", "zh-en", 4),
}
METRICS = ("wer", "fmeasure", "per", "bleu(effective_order=yes)", "chrf", "beer")
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Config:
    """One grid: its data, its features, and how they are scaled."""

    title: str
    machine: str
    trainer: SvmTrainer


CONFIGS = {
    "basic": Config(
        "9 basic features, not standardised (A.1)",
        "WMT08–14",
        SvmTrainer(features="basic", standardize=False, c="5,25,100", sigma="10,25,50,100"),
    ),
    "standard": Config(
        "9 basic features, standardised",
        "WMT08–14",
        SvmTrainer(features="basic", c="0.3,5,100", sigma="10,25,50,100"),
    ),
    "beer": Config(
        "42 features of BEER, standardised (in the place of A.2)",
        "WMT08–14",
        SvmTrainer(features="beer", c="0.3,5,100", sigma="10,25,50,100", examples=1700),
    ),
    "modern": Config(
        "42 features of BEER, standardised",
        "WMT21 ru-en and WMT23 he-en, the segments of the human translations",
        SvmTrainer(features="beer", c="0.3,5,100", sigma="25,50", examples=1700),
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """Outputs that people scored, none of which shares a reference with the training data."""

    name: str
    groups: tuple[tuple[Items, Floats], ...]

    @property
    def n(self) -> int:
        return sum(len(human) for _, human in self.groups)

    def mean(self, measure: Callable[[Floats, Floats], float], scores: Sequence[Floats]) -> float:
        return float(np.mean([measure(human, found) for (_, human), found in zip(self.groups, scores, strict=True)]))


def tests(seen: set[str]) -> Iterator[Test]:
    for name, (file, pair, step) in TESTS.items():
        judged = read_judgements(DATA / "judgements" / f"{file}.tsv.gz")
        groups = []
        for group in judged:
            if not group.lang_pair.endswith("-en") or pair not in ("*", group.lang_pair):
                continue
            human = group.segment_scores(None).scores
            kept = [
                i
                for i in range(len(human))
                if not np.isnan(human[i])
                and group.items.hypothesis[i] is not None
                and group.items.references[i]
                and seen.isdisjoint(group.items.references[i])
            ][::step]
            groups.append((group.items.select(kept), human[kept]))
        yield Test(name, tuple(groups))


def metric_scores(spec: str, test: Test) -> list[Floats]:
    metric = parse(spec)
    sign = 1 if metric.higher_is_better else -1
    return [sign * metric.segment_scores(items.hypothesis, items.references) for items, _ in test.groups]


def margins(kernel: KernelModel, test: Test) -> list[Floats]:
    return [kernel.margins(pair_items(items, np.arange(len(items)), threads=1)[0]) for items, _ in test.groups]


def as_groups(test: Test) -> list[JudgementGroup]:
    from tertium.meta.judgements import ScoreTables, SegmentScores

    return [
        JudgementGroup(test.name, str(i), items, human=ScoreTables((SegmentScores(items, human, "da"),)))
        for i, (items, human) in enumerate(test.groups)
    ]


def examples_of(machine: str) -> Examples:
    return read_examples([HUMAN], OLD if machine == "WMT08–14" else NEW, (), ["*-en"])


def same_segments(examples: Examples) -> Examples:
    """Only examples whose references are among those of human ones: the same texts for both."""
    known = {text for refs, human in zip(examples.references, examples.human, strict=True) if human for text in refs}
    machine = {
        text for refs, human in zip(examples.references, examples.human, strict=True) if not human for text in refs
    }
    both = known & machine
    kept = [i for i, refs in enumerate(examples.references) if both.intersection(refs)]
    return examples.select(np.array(kept, np.int64))


def grid_table(grid: Sequence[GridPoint], values: Sequence[float]) -> list[str]:
    sigmas, costs = sorted({p.sigma for p in grid}), sorted({p.c for p in grid})
    cells = {(p.c, p.sigma): value for p, value in zip(grid, values, strict=True)}
    lines = ["| C | " + " | ".join(f"σ {sigma:g}" for sigma in sigmas) + " |", "| --: |" + " --: |" * len(sigmas)]
    lines += [f"| {c:g} | " + " | ".join(f"{cells[c, s]:.4f}" for s in sigmas) + " |" for c in costs]
    return lines


def correlation_of_grid(result: SvmTraining, values: Sequence[float]) -> float:
    return pearson(np.array([p.accuracy for p in result.grid]), np.array(values))


@click.command()
@click.option("--write", is_flag=True, help="Write docs/svm-results.md and its pictures.")
@click.option("--threads", default=1, show_default=True)
def main(write: bool, threads: int) -> None:
    """Make the page."""
    if not DATA.is_dir():
        raise click.ClickException(f"{DATA} is not there; the experiment needs the real data")
    say = lambda text: click.echo(text, err=True)  # noqa: E731
    old, new = examples_of("WMT08–14"), same_segments(examples_of("new"))
    seen = {text for part in (old, new) for refs in part.references for text in refs}
    found = list(tests(seen))
    say("read")
    results: dict[str, SvmTraining] = {}
    agreements: dict[str, dict[str, list[float]]] = {}
    for name, config in CONFIGS.items():
        data = old if config.machine == "WMT08–14" else new
        results[name] = config.trainer.train(data, Run(threads=threads))
        agreements[name] = agreement(results[name].kernels, as_groups(found[0]), threads)
        say(f"{name}: accuracy {results[name].best.accuracy:.4f}")
    page = [*intro(old, new, found), *table_4_1(found, results), *grids(results, agreements)]
    if write:
        PICTURES.mkdir(exist_ok=True)
        for name, content in pictures(results, agreements):
            with open_output(PICTURES / name) as stream:
                stream.write(content)
        page.append("\n" + (PAGE.read_text("utf-8").split(READING, 1)[1] if PAGE.exists() else "").strip())
    text = "\n".join(page) + "\n"
    write_text(PAGE if write else "-", text)


READING = "<!-- written by hand below -->"


def intro(old: Examples, new: Examples, found: Sequence[Test]) -> list[str]:
    n_old, n_new = (int(np.count_nonzero(~part.human)) for part in (old, new))
    sizes = ", ".join(f"{test.name} {test.n:,}" for test in found)
    return [
        "# The SVM metric on our data",
        "",
        f"Made by `.venv/bin/python experiments/svm_results.py --write`, Tertium {__version__}, "
        f"{datetime.now(UTC):%Y-%m-%d}, seed 12345.",
        "",
        "Kulesza & Shieber (2004) learn to tell human from machine translations and use the margin as a score of",
        "quality; nobody scores anything. Here a human example is one of the two English references of a segment of",
        f"WMT21–23, with the other as its reference ({int(np.count_nonzero(old.human)):,} examples). Machine examples",
        f"are outputs of WMT08–14 ({n_old:,} with repetitions; one is drawn for each reference), or outputs of",
        f"WMT21 and WMT23 for the very same segments ({n_new:,}). Both sorts have as many references, of the same",
        "lengths. Test data: direct assessments (WMT23: MQM) into English, without any segment whose reference occurs",
        f"in training: {sizes} outputs.",
        "",
    ]


def table_4_1(found: Sequence[Test], results: dict[str, SvmTraining]) -> list[str]:
    """Pearson's and Spearman's coefficients of margins and of other metrics."""
    rows: list[tuple[str, Callable[[Test], list[Floats]]]] = [
        ("`svm-en`", lambda test: margins(SVM().kernel(), test)),
    ]
    for name in ("standard", "beer", "modern"):
        result, config = results[name], CONFIGS[name]
        at = result.grid.index(result.best)
        title = f"SVM by accuracy: {config.trainer.features}, {config.machine.split(',')[0]}"
        rows.append((title, lambda test, kernel=result.kernels[at]: margins(kernel, test)))
    rows += [(f"`{spec}`", lambda test, spec=spec: metric_scores(spec, test)) for spec in METRICS]
    lines = ["## Table 4.1: agreement with people, Pearson / Spearman", ""]
    lines += ["| metric | " + " | ".join(test.name for test in found) + " |", "| --- |" + " --: |" * len(found)]
    for title, scores in rows:
        cells = []
        for test in found:
            each = scores(test)
            cells.append(f"{test.mean(pearson, each):.3f} / {test.mean(spearman, each):.3f}")
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
        click.echo(lines[-1], err=True)
    return [*lines, "", "Means over language pairs. Errors are negated. The margin itself, not its logistic form.", ""]


def grids(results: dict[str, SvmTraining], agreements: dict[str, dict[str, list[float]]]) -> list[str]:
    lines = ["## Tables A.1 and A.2: grids", "", "A reduced grid; accuracy on validation, Spearman on WMT15.", ""]
    for name, result in results.items():
        config, best = CONFIGS[name], result.best
        lines += [f"### {config.title}; machine translations of {config.machine}", ""]
        lines += [
            f"{result.n_train:,} examples to learn from, {result.n_validation:,} to choose by. Best accuracy "
            f"{best.accuracy:.4f} ({best.human:.1%} of human, {best.machine:.1%} of machine translations) at C = "
            f"{best.c:g}, σ = {best.sigma:g}; ROC area {best.area:.3f}. Over the grid, accuracy and Spearman's "
            f"coefficient correlate with r = {correlation_of_grid(result, agreements[name]['spearman']):+.2f}.",
            "",
            "Accuracy:",
            "",
            *grid_table(result.grid, [p.accuracy for p in result.grid]),
            "",
            "Spearman:",
            "",
            *grid_table(result.grid, agreements[name]["spearman"]),
            "",
        ]
    lines += ["## Figures", ""]
    lines += [
        "![Accuracy against Spearman's coefficient over all grids](svm-results/accuracy.svg)",
        "![ROC curves](svm-results/roc.svg)",
        "",
        READING,
    ]
    return lines


def pictures(
    results: dict[str, SvmTraining], agreements: dict[str, dict[str, list[float]]]
) -> Iterator[tuple[str, bytes]]:
    def accuracy(axes: object) -> None:
        for name, result in results.items():
            axes.scatter([p.accuracy for p in result.grid], agreements[name]["spearman"], label=name)  # type: ignore[attr-defined]
        axes.set_xlabel("accuracy on validation examples")  # type: ignore[attr-defined]
        axes.set_ylabel("Spearman's coefficient on WMT15")  # type: ignore[attr-defined]
        axes.legend()  # type: ignore[attr-defined]

    def roc(axes: object) -> None:
        for name, result in results.items():
            curve = result.curve
            some = np.linspace(0, len(curve.human_above) - 1, 200).astype(int)
            label = f"{name} {curve.area:.3f}"
            axes.plot(curve.human_above[some], curve.machine_below[some], label=label)  # type: ignore[attr-defined]
        axes.plot([0, 1], [1, 0], linestyle=":", color="grey")  # type: ignore[attr-defined]
        axes.set_xlabel("human translations above the threshold")  # type: ignore[attr-defined]
        axes.set_ylabel("machine translations below it")  # type: ignore[attr-defined]
        axes.legend()  # type: ignore[attr-defined]

    for name, draw in (("accuracy", accuracy), ("roc", roc)):
        yield from ((path, content) for path, content in picture(name, draw) if path.endswith(".svg"))


if __name__ == "__main__":
    sys.exit(main())
