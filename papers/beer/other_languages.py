"""BEER out of English, for systems, with models for each language: makes papers/results/beer-out.md.

    .venv/bin/python -m papers.beer.other_languages --write

Needs the real data beside the project (../shared/data). Without `--write` the page goes to standard output. A few
minutes.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np

from papers.beer.groups import by_wins
from papers.figures import RESULTS, publish
from papers.markdown import markdown
from tertium._version import __version__
from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import TrainingData
from tertium.learn.features.base import pair_items
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.trainer import Run
from tertium.meta.correlation import pearson
from tertium.meta.judgements import JudgementGroup
from tertium.metrics import parse
from tertium.text.arrays import Floats

PAGE = RESULTS / "beer-out.md"
COMMAND = ".venv/bin/python -m papers.beer.other_languages --write"
DATA = RESULTS.parents[1].parent / "shared" / "data" / "judgements"
TRAINED_ON = tuple(f"pairs_wmt{year}_rr_from-en" for year in ("08", "09", "10", "11", "12"))
TESTED_ON = "pairs_wmt15_rr_from-en"
WITH_STEMS = ("de", "fr")  # Snowball has no Czech
PAPER = 0.880
ABOUT = """\
Pearson's r with the share of comparisons that a system of WMT15 won, as in [BEER's tables](beer.md). The paper has
0.880 on average, with a model for each language that learned from the rankings of WMT13 and WMT14 out of English;
these are not among the data here. What is: rankings of WMT08 to WMT12 out of English into Czech, German and French,
none into Russian or Finnish. `beer-any` learned from them together with all rankings into English; the models *own
language* learned from those of their own language alone, with stems for German and French.

A system's score is the mean over its outputs, each scored in one of three ways: by *the paper's formula*, 2 / (1 +
exp(w·(φ(r, r) − φ(h, r)))), which compares an output with the reference itself and is nearly 0 for most; *logistic*,
1 / (1 + exp(−w·φ(h, r))), which the paper has before it; *linear*, w·φ(h, r).
"""
READING = """\
The formula is what lies between these figures and the paper's, not the rankings that are missing: learned from what is
here, models of each language have 0.896 with linear scores and 0.934 with logistic ones, and 0.698 by the paper's
formula, under which a few outputs that score high decide over a system (en-de).
"""


def trained(target: str, folder: Path) -> tuple[str, int]:
    """The file of a model for one language, and from how many preferences it learned."""
    files = []
    for name in TRAINED_ON:
        found = read_judgements(DATA / f"{name}.tsv.gz")
        files.append(replace(found, groups=tuple(group for group in found if group.lang_pair == f"en-{target}")))
    data = TrainingData(tuple(file for file in files if file.groups))
    trainer = BeerTrainer(language=target, matches="exact+stem" if target in WITH_STEMS else "exact", tok="intl")
    path = folder / f"{target}.model"
    trainer.train(data, Run(threads=1)).save(path)
    return str(path), data.n_preferences


def by_system(group: JudgementGroup, scores: Floats) -> float:
    """Pearson's r of the means of segments."""
    (judged,) = group.human.systems
    places = {name: i for i, name in enumerate(judged.systems)}
    rows = np.array([places[name or ""] for name in judged.items.system])
    means = np.bincount(rows, scores, minlength=len(places)) / np.bincount(rows, minlength=len(places))
    return pearson(judged.scores, means)


WAYS = ("the paper's formula", "logistic", "linear")


def scores_of(model: str, group: JudgementGroup) -> tuple[Floats, Floats, Floats]:
    """The scores of all outputs in the three ways."""
    linear = LinearModel.of(Model.load(model))
    pairing, numbers = pair_items(group.items, np.arange(len(group.items)), threads=1)
    assert len(numbers) == len(group.items)
    said = linear.features(pairing) @ linear.model.weights
    final = parse(f"beer(model={model},scale=paper)").segment_scores(group.items.hypothesis, group.items.references)
    return final, 1 / (1 + np.exp(-np.clip(said, -700, 700))), said


def table() -> Iterator[str]:
    groups = [by_wins(group) for group in read_judgements(DATA / f"{TESTED_ON}.tsv.gz")]
    targets = [group.lang_pair.partition("-")[2] for group in groups]
    rows: dict[str, list[str]] = {}
    numbers: list[str] = []
    with TemporaryDirectory(prefix="tertium-beer-") as folder:
        for group, target in zip(groups, targets, strict=True):
            own, n = trained(target, Path(folder))
            click.echo(f"{target}: {n:,} preferences", err=True)
            numbers.append(f"{n:,}")
            for title, model in (("own language", own), ("`beer-any`", "beer-any")):
                for how, scores in zip(WAYS, scores_of(model, group), strict=True):
                    rows.setdefault(f"{title}, {how}", []).append(f"{by_system(group, scores):.3f}")
            chrf = parse("chrf").segment_scores(group.items.hypothesis, group.items.references)
            rows.setdefault("chrF, mean of segments", []).append(f"{by_system(group, chrf):.3f}")
    cells = [[title, *values, f"{np.mean([float(value) for value in values]):.3f}"] for title, values in rows.items()]
    cells.append(["*BEER in the paper*", *[""] * len(groups), f"*{PAPER:.3f}*"])
    cells.append(["*preferences learned from*", *numbers, ""])
    yield from markdown(["metric", *(group.lang_pair for group in groups), "avg"], cells)


def lines() -> Iterator[str]:
    yield "# BEER out of English, for systems"
    yield ""
    yield f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__} from the data beside it."
    yield ""
    yield ABOUT
    yield from table()
    yield READING


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/beer-out.md instead of standard output.")
def main(write: bool) -> None:
    """Make the page of results."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.name} of what is shared")
    publish("\n".join(lines()), PAGE, write, ("beer(model=beer-any,scale=paper)", "chrf"))


if __name__ == "__main__":
    main()
