"""Training and scoring of what the tables compare."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import click
import numpy as np

from papers.pfsm.variants import RIVALS, Variant
from tertium.io.files import write_text
from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import TrainingData, restricted
from tertium.learn.model import Model
from tertium.learn.trainer import JudgementTrainer, Run
from tertium.meta.judgements import JudgementGroup
from tertium.meta.study.results import Study
from tertium.meta.study.scores import ScoreFile
from tertium.meta.study.study import StudyOptions, study

ROOT = Path(__file__).parents[2]
JUDGEMENTS = ROOT.parent / "shared" / "data" / "judgements"
KEPT = ROOT / "build" / "pfsm-results"
# Of the models of the package, and of the rivals beside them.
TRAINING = ("seg_wmt13_da", "seg_wmt15_da")
TEST = {
    "seg_wmt16_da": ("spearman",),
    "pairs_wmt08_rr_to-en": ("consistency",),
    "pairs_wmt12_rr_to-en": ("wmt-2012", "wmt-2014"),
}
PLAIN = ("bleu(effective_order=yes)", "ter", "meteor", "chrf")
OURS = ("pfsm", "ppda", "ppda+f")
SAMPLES = 1000
SEED = 12345


def say(text: str) -> None:
    click.echo(f"{text} ({process_time():.0f} s)", err=True)


def english(*names: str) -> TrainingData:
    """Judgements of outputs in English."""
    data = TrainingData(tuple(read_judgements(JUDGEMENTS / f"{name}.tsv.gz") for name in names), "da")
    return data.each_group(lambda group: group if group.lang_pair.endswith("-en") else None)


@dataclass(frozen=True)
class HeldOut:
    """What all variants say about the language pairs that they were not trained on."""

    data: TrainingData
    scores: dict[str, tuple[float, ...]]
    seconds: float
    """Of processor time that all of it took."""

    @classmethod
    def make(
        cls, data: TrainingData, variants: Sequence[Variant], parts: int, run: Run, fresh: bool = False
    ) -> "HeldOut":
        found, seconds = {}, 0.0
        KEPT.mkdir(parents=True, exist_ok=True)
        for variant in variants:
            path = KEPT / f"{variant.digest(data, parts)}.json"
            if fresh or not path.exists():
                began = process_time()
                scores = _round_robin(variant.trainer(), data, parts, run)
                write_text(path, json.dumps({"scores": scores, "seconds": process_time() - began}))
            kept = json.loads(path.read_text(encoding="utf-8"))
            found[variant.label] = tuple(kept["scores"])
            seconds += kept["seconds"]
            say(variant.label)
        return cls(data, found, seconds)

    def rows(self, variants: Sequence[Variant]) -> Study:
        return self.study([variant.label for variant in variants])

    def study(self, labels: Sequence[str], plain: Sequence[str] = ()) -> Study:
        """Spearman's coefficient of some of them."""
        files = [ScoreFile(label, label, in_order=self.scores[label]) for label in labels]
        return _compare(self.data.groups, plain, files, ["spearman"])


def _round_robin(trainer: JudgementTrainer, data: TrainingData, parts: int, run: Run) -> tuple[float, ...]:
    """Each part of the language pairs scored by a model of the other parts."""
    part_of = {pair: i % parts for i, pair in enumerate(dict.fromkeys(group.lang_pair for group in data.groups))}
    scores: dict[Any, Any] = {}
    for part in range(parts):
        others = {pair for pair, its in part_of.items() if its != part}
        rest = data.each_group(lambda group, others=others: group if group.lang_pair in others else None)  # type: ignore[misc]
        model = trainer.train(rest, run)
        held = [group for group in data.groups if part_of[group.lang_pair] == part]
        scores |= {group.name: trainer.segment_scores(model, group.items, run) for group in held}
    return tuple(float(value) for group in data.groups for value in scores[group.name])


def sample(group: JudgementGroup, size: int) -> JudgementGroup:
    """The judgements about so many outputs, drawn at random but always the same."""
    n = len(group.items)
    mask = np.zeros(n, np.bool_)
    mask[np.random.default_rng(SEED).permutation(n)[:size]] = True
    return restricted(group, mask)


def tests(run: Run, threads: int) -> dict[str, Study]:
    """The models of the package and rivals trained on the same judgements, on data that none of them learned from."""
    for name in (f"{metric}-en" for metric in OURS):
        trained = {part.name for part in Model.load(name).training if part.use == "train"}
        if trained != {f"{each}.tsv.gz" for each in TRAINING}:
            raise click.ClickException(f"{name} was trained on {', '.join(sorted(trained))}; expected {TRAINING}")
    data = english(*TRAINING)
    models = [(rival, rival.trainer(), rival.trainer().train(data, run)) for rival in RIVALS]
    found = {}
    for name, measures in TEST.items():
        groups = english(name).groups
        files = []
        for rival, trainer, model in models:
            values = [trainer.segment_scores(model, group.items, run) for group in groups]
            files.append(ScoreFile(rival.label, rival.label, in_order=tuple(np.concatenate(values).tolist())))
        found[name] = _compare(groups, (*OURS, *PLAIN), files, measures, threads)
        say(name)
    return found


def _compare(
    groups: Sequence[JudgementGroup],
    metrics: Sequence[str],
    files: Sequence[ScoreFile],
    measures: Sequence[str],
    threads: int = 0,
) -> Study:
    settings = StudyOptions(
        measures=measures, levels=("segment", "pairs"), kinds=("da",), n_samples=SAMPLES, tests=True, seed=SEED
    )
    return study(groups, metrics, files=files, settings=settings, threads=threads)
