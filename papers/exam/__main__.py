"""Grading of exams on the data there are: makes papers/results/exam.md and papers/results/exam.json.

    .venv/bin/python -m papers.exam --write

Needs the real data beside the project (../shared/data); says so and stops where they are absent. Without `--write`
the page goes to standard output. `--quick` takes little of everything, to see that all of it runs.
"""

import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import click

from papers.exam import fourth_person as fourth_person_module
from papers.exam import labels as labels_module
from papers.exam import levels as levels_module
from papers.exam import page
from papers.exam import votes as votes_module
from papers.exam.material import DATA, SETS, Material, read_set
from tertium.exam.labelling.examples import FoldRule
from tertium.exam.labelling.validation import RULES, Validation
from tertium.exam.passages import Exam
from tertium.io.files import write_text

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "papers" / "results" / "exam.md"

_SETS: dict[str, labels_module.Features] = {}  # filled before workers are made, which inherit it


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/exam.md and exam.json instead of standard output.")
@click.option("--quick", is_flag=True, help="Take little of everything: to see that all of it runs.")
@click.option("-j", "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
def main(write: bool, quick: bool, jobs: int) -> None:
    """Make the page of results."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.name} of what is shared")
    if write and quick:
        raise click.UsageError("the page is not made from a little; leave out --quick or --write")
    for name in SETS:
        click.echo(f"features of {name}", err=True)
        _SETS[name] = labels_module.features_of(_few(read_set(name)) if quick else read_set(name))
    tasks = [
        (way, rule, name)
        for way in (labels_module.WAYS[1:] if quick else labels_module.WAYS)
        for rule in RULES
        for name in SETS
    ]
    tasks.sort(key=lambda task: task[0] is labels_module.SVM)  # the slow ones last
    found: dict[tuple[str, FoldRule, str], Validation] = {}
    with ProcessPoolExecutor(jobs) as pool:
        for (way, rule, name), validation in zip(tasks, pool.map(_run, tasks), strict=True):
            click.echo(f"{way.name}, folds by {rule}, {name}: {validation.figures['exact']:.3f}", err=True)
            found[way.name, rule, name] = validation
    found = {
        key: found[key]
        for key in ((way.name, rule, name) for way in labels_module.WAYS for rule in RULES for name in SETS)
        if key in found
    }
    levels = {
        f"{way.name}, folds by {rule}": {
            name: levels_module.measure(_SETS[name]["references"], found[way.name, rule, name]) for name in SETS
        }
        for way, rule in page.LEVELLED
        if (way.name, rule, "he-en") in found
    }
    click.echo("votes and coverage", err=True)
    votes = votes_module.measure(200 if quick else 8_000)
    coverage = fourth_person_module.measure(20 if quick else 1_000)
    results: dict[str, Any] = page.results({name: f["references"] for name, f in _SETS.items()}, found, levels)
    results |= page.others(votes, coverage)
    write_text(PAGE if write else "-", "\n".join(page.lines(results)) + "\n")
    if write:
        write_text(PAGE.with_suffix(".json"), json.dumps(results, ensure_ascii=False, indent=1) + "\n")


def _run(task: tuple[labels_module.Way, FoldRule, str]) -> Validation:
    way, rule, name = task
    return labels_module.run_way(way, _SETS[name], rule)


def _few(material: Material) -> Material:
    ids = {passage.id for passage in material.exam.passages[:12]}
    return Material(
        material.name,
        Exam(material.name, material.exam.passages[:12]),
        [s for s in material.submissions if s.passage in ids],
        [label for label in material.labels if label.passage in ids],
    )


if __name__ == "__main__":
    main()
