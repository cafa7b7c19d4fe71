"""The tables and figures of Kulesza & Shieber (2004) on our data: makes papers/results/svm.md and its pictures.

    .venv/bin/python -m papers.svm.results --write

Needs the real data beside the project (../shared/data) and the extras `learn` and `report`. Without `--write` the page
goes to standard output and no picture is drawn. The grid of extended features is made where link-grammar is
installed; `--trees FILE` keeps its trees for the next run. An hour on an idle core, half of it for parsing.
"""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import process_time

import click
import numpy as np

from papers.figures import publish
from papers.markdown import markdown
from papers.svm.german import german_examples
from papers.svm.pictures import pictures
from papers.svm.scored import DATA, ROOT, SEED, TESTS, Test, margins, metric_scores, tests
from papers.svm.trees import KeptTrees
from tertium._version import __version__
from tertium.io.examples import read_examples
from tertium.io.files import open_output
from tertium.learn.features.svm import EXTENDED
from tertium.learn.svm.agreement import agreement
from tertium.learn.svm.examples import Examples
from tertium.learn.svm.metric import SVM, KernelModel
from tertium.learn.svm.training import GridPoint, SvmTrainer, SvmTraining
from tertium.learn.trainer import Run
from tertium.meta.confidence import fisher_interval
from tertium.meta.correlation import pearson, spearman
from tertium.meta.judgements import JudgementGroup, ScoreTables, SegmentScores
from tertium.meta.roc import RocCurve, roc_curve
from tertium.metrics import parse
from tertium.resources.parsers.constituents import LINK_GRAMMAR, find_trees
from tertium.resources.parsers.link_grammar import PROGRAM
from tertium.text.arrays import Floats
from tertium.text.testset import References

PAGE = ROOT / "papers" / "results" / "svm.md"
PICTURES = ROOT / "papers" / "results" / "svm"
HUMAN = DATA / "multiref" / "multiref_wmt21-23_to-en_2refs.tsv.gz"
OLD = [DATA / "judgements" / f"pairs_wmt{year}_rr_to-en.tsv.gz" for year in ("08", "09", "10", "11", "12", "13", "14")]
NEW = [DATA / "judgements" / f"seg_{name}.tsv.gz" for name in ("wmt21_da", "wmt23_mqm_dasqm")]
METRICS = ("wer", "fmeasure", "per", "bleu(effective_order=yes)", "chrf", "beer")
DISTINGUISHING = ("bleu(effective_order=yes)", "nist", "chrf")  # in the picture of ROC curves
KULESZA = "svm(model=svm-kulesza-en)"
THESIS_C, THESIS_SIGMA = "5,10,25,50,75,100,150", "10,25,50,75,100"
OLD_SYSTEMS = "WMT08–14"
GERMAN = "WMT21 en-de"
ENOUGH = 10_000  # examples of the grids of the thesis, which had 14,120


@dataclass(frozen=True, slots=True)
class Config:
    """One grid: its data, its features, and how they are scaled."""

    title: str
    machine: str
    trainer: SvmTrainer


CONFIGS = {
    "basic": Config(
        "9 basic features, not standardised (A.1)",
        OLD_SYSTEMS,
        SvmTrainer(features="basic", standardize=False, c=THESIS_C, sigma=THESIS_SIGMA, examples=ENOUGH),
    ),
    "standard": Config(
        "9 basic features, standardised",
        OLD_SYSTEMS,
        SvmTrainer(features="basic", c=f"0.3,{THESIS_C}", sigma=THESIS_SIGMA, examples=1500, validation=3000),
    ),
    "two": Config(
        "9 basic features, not standardised, two references",
        GERMAN,
        SvmTrainer(features="basic", standardize=False, c=THESIS_C, sigma=THESIS_SIGMA, validation=1000),
    ),
    "beer": Config(
        "42 features of BEER, standardised",
        OLD_SYSTEMS,
        SvmTrainer(features="beer", c="0.3,5,100", sigma="10,25,50,100", examples=1700),
    ),
    "modern": Config(
        "42 features of BEER, standardised",
        "WMT21 ru-en and WMT23 he-en, the segments of the human translations",
        SvmTrainer(features="beer", c="0.3,5,100", sigma="25,50", examples=1700),
    ),
    "extended": Config(
        "26 extended features, not standardised, parsed by link-grammar (A.2)",
        OLD_SYSTEMS,
        SvmTrainer(
            features="extended",
            standardize=False,
            c=THESIS_C,
            sigma="25,40,50,55,60,65,70,75,100",
            examples=ENOUGH,
            validation=2500,
        ),
    ),
}


def as_groups(test: Test) -> list[JudgementGroup]:
    return [
        JudgementGroup(test.name, str(i), items, human=ScoreTables((SegmentScores(items, human, "da"),)))
        for i, (items, human, _) in enumerate(test.groups)
    ]


def examples_of(machine: str) -> Examples:
    return read_examples([HUMAN], OLD if machine == OLD_SYSTEMS else NEW, (), ["*-en"])


def same_segments(examples: Examples) -> Examples:
    """Only examples whose references are among those of human ones: the same texts for both."""
    known = {text for refs, human in zip(examples.references, examples.human, strict=True) if human for text in refs}
    machine = {
        text for refs, human in zip(examples.references, examples.human, strict=True) if not human for text in refs
    }
    both = known & machine
    kept = [i for i, refs in enumerate(examples.references) if both.intersection(refs)]
    return examples.select(np.array(kept, np.int64))


def grid_table(grid: Sequence[GridPoint], values: Sequence[float]) -> Iterator[str]:
    sigmas, costs = sorted({p.sigma for p in grid}), sorted({p.c for p in grid})
    cells = {(p.c, p.sigma): value for p, value in zip(grid, values, strict=True)}
    rows = [[f"{c:g}", *(f"{cells[c, sigma]:.4f}" for sigma in sigmas)] for c in costs]
    return markdown(["C", *(f"σ {sigma:g}" for sigma in sigmas)], rows)


def correlation_of_grid(result: SvmTraining, values: Sequence[float]) -> float:
    return pearson(np.array([p.accuracy for p in result.grid]), np.array(values))


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/svm.md and its pictures.")
@click.option("--only", multiple=True, type=click.Choice(list(CONFIGS)), help="These grids only, to try something.")
@click.option("--trees", "kept", type=click.Path(path_type=Path), help="A file that keeps trees for the next run.")
@click.option("--model", type=click.Path(path_type=Path), help="Also write the best machine of the first grid.")
@click.option("--threads", default=1, show_default=True)
def main(write: bool, only: tuple[str, ...], kept: Path | None, model: Path | None, threads: int) -> None:
    """Make the page."""
    if not DATA.is_dir():
        raise click.ClickException(f"{DATA} is not there; the experiment needs the real data")
    old, new, german = examples_of(OLD_SYSTEMS), same_segments(examples_of("new")), german_examples()
    seen = {text for part in (old, new) for refs in part.references for text in refs}
    found = list(tests(seen))
    trees = find_trees(LINK_GRAMMAR) if shutil.which(PROGRAM) else None
    if trees is not None and kept is not None:
        trees = KeptTrees(trees, kept)
    results: dict[str, SvmTraining] = {}
    agreements: dict[str, dict[str, list[float]]] = {}
    for name, config in CONFIGS.items():
        if (only and name not in only) or (config.trainer.features == EXTENDED and trees is None):
            continue
        data = {OLD_SYSTEMS: old, GERMAN: german}.get(config.machine, new)
        results[name] = config.trainer.train(data, Run(seed=SEED, threads=threads), trees)
        if model is not None and name == next(iter(CONFIGS)):
            results[name].model.save(model)
        agreements[name] = agreement(results[name].kernels, as_groups(found[0]), threads)
        click.echo(f"{name}: accuracy {results[name].best.accuracy:.4f}, {process_time():.0f} s", err=True)
    rows = {title: [scores(test) for test in found] for title, scores in compared(results)}
    page = [*intro(old, new, found), *table_4_1(found, rows), *grids(results, agreements)]
    if write:
        PICTURES.mkdir(exist_ok=True)
        curves = roc_curves(results, old)
        for name, content in pictures(results, agreements, curves, bars(found[0], rows)):
            with open_output(PICTURES / name) as stream:
                stream.write(content)
        page.append("\n" + (PAGE.read_text("utf-8").split(READING, 1)[1] if PAGE.exists() else "").strip())
    publish("\n".join(page) + "\n", PAGE, write, dict.fromkeys(("svm", KULESZA, *METRICS, *DISTINGUISHING)))


READING = "<!-- written by hand below -->"


def intro(old: Examples, new: Examples, found: Sequence[Test]) -> list[str]:
    n_old, n_new = (int(np.count_nonzero(~part.human)) for part in (old, new))
    sizes = ", ".join(f"{test.name} {test.n:,}" for test in found)
    return [
        "# The SVM metric on our data",
        "",
        f"Made by `.venv/bin/python -m papers.svm.results --write`, Tertium {__version__}, "
        f"{datetime.now(UTC):%Y-%m-%d}, seed {SEED}.",
        "",
        "Kulesza & Shieber (2004) learn to tell human from machine translations and use the margin as a score of",
        "quality; nobody scores anything. Here a human example is one of the two English references of a segment of",
        f"WMT21–23, with the other as its reference ({int(np.count_nonzero(old.human)):,} examples). Machine examples",
        f"are outputs of WMT08–14 ({n_old:,} with repetitions; one is drawn for each reference), or outputs of",
        f"WMT21 and WMT23 for the very same segments ({n_new:,}). Nothing here has outputs into English and three",
        "references, as the thesis had. WMT21 en-de has three: one in turn is the human translation, and two are left",
        "as references for both sorts. Both sorts have as many references, of the same lengths. `svm-kulesza-en` is",
        "the machine of the first grid with the best accuracy, as in the thesis. Test data: direct assessments (WMT23",
        "and biomedical: MQM) into English, without any segment whose",
        f"reference occurs in training: {sizes} outputs.",
        "",
    ]


Scores = list[Floats] | None
"""One array for each group of a test; None where something was not measured."""


def compared(results: dict[str, SvmTraining]) -> Iterator[tuple[str, Callable[[Test], Scores]]]:
    """The rows of Table 4.1."""
    yield "people, a second time", second_time
    yield "`svm-en`", lambda test: margins(SVM().kernel(), test)
    yield "`svm-kulesza-en`", lambda test: margins(SVM(model="svm-kulesza-en").kernel(), test)
    for name, result in results.items():
        config = CONFIGS[name]
        scaled = ", standardised" if name == "standard" else ""
        title = f"SVM by accuracy: {config.trainer.features}{scaled}, {config.machine.split(',')[0]}"
        yield title, partial(margins_where_parsed, result.kernels[result.grid.index(result.best)])
    for spec in METRICS:
        yield f"`{spec}`", partial(metric_scores, spec)


def second_time(test: Test) -> Scores:
    found = [other for _, _, other in test.groups]
    return found if all(np.count_nonzero(~np.isnan(other)) > 2 for other in found) else None


def margins_where_parsed(kernel: KernelModel, test: Test) -> Scores:
    """Parsing takes longer than all the rest: with extended features only the first test is scored."""
    return None if kernel.features.choice == EXTENDED and test.name != next(iter(TESTS)) else margins(kernel, test)


def table_4_1(found: Sequence[Test], rows: dict[str, list[Scores]]) -> list[str]:
    """Pearson's and Spearman's coefficients of margins and of other metrics."""
    cells = [
        [
            title,
            *(
                f"{test.mean(pearson, each):.3f} / {test.mean(spearman, each):.3f}" if each else ""
                for test, each in zip(found, scores, strict=True)
            ),
        ]
        for title, scores in rows.items()
    ]
    return [
        "## Table 4.1: agreement with people, Pearson / Spearman",
        "",
        *markdown(["metric", *(test.name for test in found)], cells),
        "Means over language pairs. Errors are negated. The margin itself, not its logistic form. *People, a second",
        "time*: on WMT23 what other people said in a direct assessment (DA-SQM) of the same outputs, for those that",
        "have one; on the biomedical texts a second annotator, where one of the two, drawn for each output, is what",
        "all are compared with, in percentiles of the annotator as in the thesis. The other data have one score for",
        "each output.",
        "",
    ]


def grids(results: dict[str, SvmTraining], agreements: dict[str, dict[str, list[float]]]) -> list[str]:
    lines = [
        "## Tables A.1 and A.2: grids",
        "",
        "Accuracy on validation, Spearman on WMT15. The best of each grid:",
        "",
    ]
    lines += markdown(
        ["grid", "examples", "to choose by", "C", "σ", "accuracy", "human", "machine", "ROC area", "r"],
        [
            [
                CONFIGS[name].title.partition(" (")[0] + f", {CONFIGS[name].machine.split(',')[0]}",
                f"{result.n_train:,}",
                f"{result.n_validation:,}",
                f"{result.best.c:g}",
                f"{result.best.sigma:g}",
                f"{result.best.accuracy:.4f}",
                f"{result.best.human:.1%}",
                f"{result.best.machine:.1%}",
                f"{result.best.area:.3f}",
                f"{correlation_of_grid(result, agreements[name]['spearman']):+.2f}",
            ]
            for name, result in results.items()
        ],
    )
    lines += ["`r`: how accuracy and Spearman's coefficient correlate over the grid.", ""]
    for name, result in results.items():
        config = CONFIGS[name]
        lines += [f"### {config.title}; machine translations of {config.machine}", ""]
        lines += [
            "Accuracy:",
            "",
            *grid_table(result.grid, [p.accuracy for p in result.grid]),
            "Spearman:",
            "",
            *grid_table(result.grid, agreements[name]["spearman"]),
        ]
    return [
        *lines,
        "## Figures",
        "",
        "As figures 2.1 and 4.1 of the thesis: agreement on WMT15, with 95 % intervals by Fisher's transformation.",
        "",
        "![Agreement with people on WMT15](svm/agreement.svg)",
        "",
        "As figure 2.2: telling human from machine translations of WMT08–14, on examples that were not learned from.",
        "",
        "![ROC curves](svm/roc.svg)",
        "",
        "As figures 4.2 and 4.3: accuracy against Spearman's coefficient on WMT15, a point for each machine of a grid.",
        "",
        "![Accuracy against Spearman's coefficient over all grids](svm/accuracy.svg)",
        "",
        READING,
    ]


def roc_curves(results: dict[str, SvmTraining], examples: Examples) -> dict[str, RocCurve]:
    """Of machines trained against old systems and of other metrics, which see the examples of the first grid."""
    curves = {name: each.curve for name, each in results.items() if CONFIGS[name].machine == OLD_SYSTEMS}
    trainer = next(iter(CONFIGS.values())).trainer
    balanced = examples.balanced(Run(seed=SEED).generator())
    _, held_out = balanced.split(trainer.examples, trainer.validation)
    for spec in DISTINGUISHING:
        scores = parse(spec).segment_scores(held_out.hypotheses, References.by_segment(held_out.references))
        curves[spec.split("(")[0].upper()] = roc_curve(scores[held_out.human], scores[~held_out.human])
    return curves


def bars(test: Test, rows: dict[str, list[Scores]]) -> dict[str, tuple[float, float]]:
    """Spearman's coefficient of each row on one test and half its interval's width."""
    found = {}
    for title, (scores, *_) in rows.items():
        if scores:
            value = test.mean(spearman, scores)
            low, high = fisher_interval(value, test.n)
            found[title.replace("`", "").replace("SVM by accuracy: ", "SVM, ")] = (value, (high - low) / 2)
    return found


if __name__ == "__main__":
    sys.exit(main())
