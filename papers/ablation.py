"""What each set of features brings to a ranker: for single segments, and for means of whole systems."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np

from papers.judgements import Judged, OfSystems, Test, judged, of_systems, scores_of_systems
from papers.markdown import markdown
from papers.untried.measuring import Columns, Material, less_own
from tertium.learn.features.base import FeatureOptions, feature_names
from tertium.learn.features.base import get as feature_set
from tertium.learn.ranking.trainers import TertiumTrainer
from tertium.metrics import parse
from tertium.resources.knowledge import Matching
from tertium.text.arrays import Floats

FIRST = "beer+content+vectors"
SHIPPED = TertiumTrainer().features
BEFORE = "beer+beer2+classes+content+vectors"
MORE = ("beer2", "chrf", "classes", "meteor", "paraeval", "ppda", "terp", "terpa", "transport")
_OPTIONS = FeatureOptions(Matching("en", "all", "auto", "meteor"))


def variants() -> Iterator[tuple[str, str]]:
    """Sets of features, and groups of them that are left out."""
    for sets in ("beer", "beer+content", "beer+vectors", FIRST, *(f"{FIRST}+{more}" for more in MORE), BEFORE):
        yield sets, ""
    yield FIRST, "vocabulary"
    for sets in (SHIPPED, f"{SHIPPED}+classes"):
        yield sets, ""
    parts = SHIPPED.split("+")
    for left in parts:
        yield "+".join(part for part in parts if part != left), "vocabulary"
    yield SHIPPED, "vocabulary"


def ablation(
    trained_on: Sequence[str], tests: Sequence[Test], systems: Sequence[Test], quick: bool, threads: int
) -> Iterator[str]:
    """One row for each variant."""
    yield "## What each set of features brings"
    yield ""
    yield f"Trained on {' and '.join(f'`{name}`' for name in trained_on)} alone, not calibrated; means over language"
    yield "pairs. The last column names the language pairs in which the mean of a system's scores agrees less with"
    yield "people than chrF does, in Pearson's r and by more than the interval. Features less a group have no weight"
    yield "for it. The sets of `tertium-en` were chosen by looking at figures like these; its row is the last."
    yield ""
    with TemporaryDirectory() as folder:
        material = Material([Test(name, "", "τ") for name in trained_on], tests, Path(folder), quick, threads)
        material.penalty = TertiumTrainer().penalty
        whole = _Systems(systems, quick, threads)
        rows = [_row(material, whole, sets, without) for sets, without in variants()]
    header = ["features", *(f"{test.measure}, {test.what}" for test in tests), "below chrF"]
    yield from markdown(header, rows)


def _row(material: Material, whole: "_Systems", sets: str, without: str) -> list[str]:
    chosen = []
    for name in sets.split("+"):
        columns = material.features(name, name, _OPTIONS)
        chosen.append(columns.without([each for each in columns.names if each.split(".")[0] == without]))
    weights = material.learned(chosen)
    reached = [f"{values[0]:.4f}" for values in material.samples(chosen, weights)]
    label = f"`{sets}` less `{without}`" if without else f"`{sets}`"
    click.echo(label, err=True)
    return [label, *reached, ", ".join(whole.below(chosen, weights, sets)) or "none"]


class _Systems:
    """Outputs of whole systems with the columns of sets of features, each computed when it is first asked for."""

    def __init__(self, tests: Sequence[Test], quick: bool, threads: int) -> None:
        self._parts = [(test, part) for test in tests for part in judged(test, quick, threads)]
        self._chrf: list[Floats] = [scores_of_systems(parse("chrf"), part).correlations() for _, part in self._parts]
        self._columns: dict[str, list[Floats]] = {}

    def below(self, chosen: Sequence[Columns], weights: Floats, sets: str) -> Iterator[str]:
        """The language pairs in which a ranker is below chrF by more than the interval of the difference."""
        known = dict(zip((name for columns in chosen for name in columns.names), weights, strict=True))
        tables = [self._of(name) for name in sets.split("+")]
        names = feature_names([feature_set(name) for name in sets.split("+")], _OPTIONS)
        own = np.array([known.get(name, 0.0) for name in names])
        for number, (test, part) in enumerate(self._parts):
            values = np.hstack([table[number] for table in tables]) @ own
            found = _means(part, values).correlations() - self._chrf[number]
            if np.quantile(found[1:], 0.975) < 0:
                yield f"{part.lang_pair} of {test.what} ({found[0]:+.4f})"

    def _of(self, name: str) -> list[Floats]:
        if name not in self._columns:
            own = feature_set(name)
            self._columns[name] = [
                less_own(lambda pairing: own.compute(pairing, _OPTIONS), part.pairing).astype(np.float32)
                for _, part in self._parts
            ]
            click.echo(f"features of systems: {name}", err=True)
        return self._columns[name]


def _means(part: Judged, values: Floats) -> OfSystems:
    """The means of scores of systems, from what their outputs lose against their references."""
    scores = 2 / (1 + np.exp(-np.minimum(values, 0.0) / TertiumTrainer().softness))
    rows = np.column_stack((scores, np.ones(len(scores))))
    return of_systems(part, rows, lambda sums: np.asarray(sums[..., 0] / sums[..., 1]))
