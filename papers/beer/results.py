"""BEER's tables on our data, and a model over all our features beside it: makes papers/results/beer.md.

    .venv/bin/python -m papers.beer.results --write

Needs the real data beside the project (../shared/data); says so and stops where they are absent. Without `--write` the
page goes to standard output. `--quick` looks at a part of everything: it shows that all works, its numbers mean little.
`--parse-cache FILE` keeps parses for the next run. Needs the extra `parse`.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time

import click
import numpy as np
from numpy.typing import NDArray

from papers.beer.groups import LEAST_JUDGEMENTS, by_wins, some_items, some_judgements
from papers.beer.tables import compared, table_of
from papers.beer.text import PAPER_INTO, PAPER_OUT, PAPER_SYSTEMS_INTO, PAPER_SYSTEMS_OUT, READING, Paper
from papers.figures import publish
from papers.markdown import markdown
from tertium._version import __version__
from tertium.io.judgements.formats import read_judgements
from tertium.io.outputs import read_outputs
from tertium.learn.data import TrainingData
from tertium.learn.features.base import FeatureOptions, compute, get, pair_items
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.learn.pairs import by_segment
from tertium.learn.ranking.trainers import BeerTrainer, TertiumTrainer
from tertium.learn.trainer import Run
from tertium.meta.judgements import Items, JudgementGroup
from tertium.meta.study.results import Level, Study
from tertium.meta.study.study import StudyOptions, study
from tertium.metrics import Metric, parse

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
PAGE = ROOT / "papers" / "results" / "beer.md"
COMMAND = ".venv/bin/python -m papers.beer.results --write"
TRAINED_ON = ("pairs_wmt13_rr_to-en", "pairs_wmt14_rr_to-en")
# Large files of which every n-th segment is enough for what they show here.
EVERY = {"sys_wmt18_to-en": 8, "seg_wmt21_da": 4}
PLAIN = {"chrF": "chrf", "METEOR": "meteor(paraphrases=none)", "TER": "ter", "BLEU": "bleu(effective_order=yes)"}
ANY_LANGUAGE = {name: spec for name, spec in PLAIN.items() if name != "METEOR"}
TABLE_METEOR = {"METEOR, our table": "meteor(paraphrases=paraphrases.en)"}
SHOWN = (
    *("beer", "beer(model=beer-en-tune)", "beer(model=beer-any,scale=paper)", "treepel(scale=paper)"),
    *("tertium", *PLAIN.values(), *TABLE_METEOR.values()),
)
CALIBRATED_ON = "seg_wmt13_da"
N_SAMPLES = 1000
QUICK = 40  # segments of each language pair

Named = dict[str, str]


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/beer.md instead of standard output.")
@click.option("--quick", is_flag=True, help="A part of the data: numbers mean little.")
@click.option("--parse-cache", type=click.Path(path_type=Path), help="A file that keeps parses.")
@click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores.")
def main(write: bool, quick: bool, parse_cache: Path | None, threads: int) -> None:
    """Make the page of results."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.name} beside the project")
    began, cpu = monotonic(), process_time()
    with TemporaryDirectory(prefix="tertium-beer-") as folder:
        maker = Maker(Path(folder), quick, threads, parse_cache or Path(folder) / "parses.sqlite")
        body = list(maker.body())
    seconds, cpu_seconds = monotonic() - began, process_time() - cpu
    publish("\n".join([*_head(seconds, cpu_seconds, quick), *body]), PAGE, write, SHOWN)


def _head(seconds: float, cpu_seconds: float, quick: bool) -> Iterator[str]:
    yield "# BEER's tables on our data"
    yield ""
    yield f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__} in {seconds:.0f} s"
    yield f"({cpu_seconds:.0f} s of CPU time), from the judgements and n-best lists that stand beside the project."
    yield "[BEER](../../docs/explanation/beer.md) says how the metric is defined,"
    yield "[meta-evaluation](../../docs/explanation/meta.md) how"
    yield "agreement is measured."
    yield ""
    if quick:
        yield "**A quick run on a part of the data: these numbers mean little.**"
        yield ""


class Maker:
    """Trains, measures and writes; the models live as long as the folder."""

    def __init__(self, folder: Path, quick: bool, threads: int, parse_cache: Path) -> None:
        self._quick, self._threads = quick, threads
        data = TrainingData(tuple(read_judgements(_judgements(name)) for name in TRAINED_ON))
        if quick:
            data = data.each_group(some_judgements)
        trainers = {
            "beer": BeerTrainer(),
            "any": BeerTrainer(language="any", matches="exact", tok="intl"),
            "all": TertiumTrainer(),
        }
        calibration = TrainingData((read_judgements(_judgements(CALIBRATED_ON)),))
        calibration = calibration.each_group(lambda group: group if _wanted(CALIBRATED_ON, group) else None)
        self._models = {}
        paths = {}
        for name, trainer in trainers.items():
            cpu = process_time()
            path = folder / f"{name}.model"
            run = Run(threads=threads, calibration=calibration if name == "all" else None)
            trainer.train(data, run).save(path)
            self._models[name], paths[name] = Model.load(str(path)), str(path)
            click.echo(f"trained {name}: {process_time() - cpu:.0f} s of CPU time", err=True)
        self._n_preferences = data.n_preferences
        self._beer, self._any = f"beer(model={paths['beer']},scale=paper)", f"beer(model={paths['any']},scale=paper)"
        self._into: Named = {
            "`tertium-en`": "tertium",
            "tertium, WMT13+14": f"tertium(model={paths['all']})",
            "Treepel, WMT13+14": f"treepel(parse_cache={parse_cache},scale=paper)",
            "BEER, WMT13+14": self._beer,
            **PLAIN,
            **TABLE_METEOR,
        }
        self._out: Named = {
            "BEER, equal words, WMT13+14": self._any,
            "`beer-any`": "beer(model=beer-any,scale=paper)",
            **ANY_LANGUAGE,
        }

    def body(self) -> Iterator[str]:
        yield "Trained in this run on the rankings of WMT13 and WMT14 into English alone"
        yield f"({self._n_preferences:,} preferences): BEER 1.1 as in the paper, BEER on equal words only, for any"
        yield f"language, and `tertium` on the features `{self._models['all'].options['features']}`."
        yield "`treepel-en`, BEER with features of dependency parses, comes with the package and was trained on the"
        yield "same rankings; `tertium-en`, `beer-en`, `beer-en-tune` and `beer-any`, which come with it, on WMT08–14."
        yield f"Both `tertium` are calibrated on `{CALIBRATED_ON}`. [Agreement](agreement.md) has more sets and models."
        yield "Values are agreement with quality; in brackets the half width of a 95 %"
        yield f"interval ({N_SAMPLES} bootstrap samples); **bold** is the best of a column."
        yield ""
        if not self._quick:
            yield READING
        yield from self._preferences(
            "Tables 4 and 5: segments, WMT15 into English", "pairs_wmt15_rr_to-en", self._into, PAPER_INTO
        )
        yield from self._preferences("Segments, WMT15 out of English", "pairs_wmt15_rr_from-en", self._out, PAPER_OUT)
        yield from self._preferences("Later rankings: WMT19 into English", "pairs_wmt19_darr_to-en", self._into, {})
        yield from self._direct()
        yield from self._systems()
        yield from self._length_bias()
        yield from self._weights()

    def _preferences(self, title: str, name: str, metrics: Named, paper: Paper) -> Iterator[str]:
        found = self._study(name, metrics, ("pairs",), "wmt-2014")
        yield f"## {title}"
        yield ""
        yield f"WMT14's τ on `{name}`: human ties are left out, ties of the metric count in the denominator."
        yield ""
        yield from table_of(found.agreements[0], list(metrics), paper)
        yield from compared(found.agreements[0], list(metrics), found)

    def _direct(self) -> Iterator[str]:
        yield "## Direct assessment of segments"
        yield ""
        yield f"Pearson's r with the mean of the judgements of a segment, into English. `{CALIBRATED_ON}`, on which"
        yield f"`tertium` was calibrated, is not among them. Of `seg_wmt21_da` every {EVERY['seg_wmt21_da']}th"
        yield "segment is used."
        yield ""
        for name in ("seg_wmt15_da", "seg_wmt16_da", "seg_wmt21_da"):
            found = self._study(name, self._into, ("segment",), "pearson")
            yield f"### `{name}`"
            yield ""
            tables = [table for table in found.agreements if table.kind == found.agreements[0].kind]
            yield from table_of(tables[0], list(self._into), {})
            yield from compared(tables[0], list(self._into), found)

    def _systems(self) -> Iterator[str]:
        yield "## Tables 2 and 3: systems"
        yield ""
        yield "Pearson's r. On WMT15 a system's human score is the share of comparisons that it won, of"
        yield "systems with at least"
        yield f"{LEAST_JUDGEMENTS} (WMT15 itself used TrueSkill on the same rankings), and metrics see the"
        yield "outputs that were ranked,"
        yield f"not the whole test set. Of WMT18 every {EVERY['sys_wmt18_to-en']}th segment is scored. WMT14's"
        yield "systems are left out:"
        yield "their outputs were trained on."
        yield ""
        for name, metrics, paper in (
            ("pairs_wmt15_rr_to-en", self._into, PAPER_SYSTEMS_INTO),
            ("pairs_wmt15_rr_from-en", self._out, PAPER_SYSTEMS_OUT),
            ("sys_wmt18_to-en", self._into, {}),
        ):
            found = self._study(name, metrics, ("system",), "pearson", systems=True)
            yield f"### `{name}`"
            yield ""
            yield from table_of(found.agreements[0], list(metrics), paper)

    def _study(
        self, name: str, metrics: Named, levels: Sequence[Level], measure: str, *, systems: bool = False
    ) -> Study:
        cpu = process_time()
        groups = [group for group in read_judgements(_judgements(name)) if _wanted(name, group)]
        if self._quick:
            groups = [some_items(group, first=QUICK) for group in groups]
        elif name in EVERY:
            groups = [some_items(group, every=EVERY[name]) for group in groups]
        if systems:
            groups = [by_wins(group) if group.preferences is not None else group for group in groups]
        found = study(
            groups,
            list(metrics.values()),
            settings=StudyOptions(
                measures=[measure],
                levels=levels,
                n_samples=0 if systems else (50 if self._quick else N_SAMPLES),
                tests=not systems,
            ),
            threads=self._threads,
        )
        click.echo(f"{name}, {measure}: {process_time() - cpu:.0f} s of CPU time", err=True)
        return found

    def _length_bias(self) -> Iterator[str]:
        (path,) = (DATA / "nbest").glob("*.tsv.gz")
        items = read_outputs(path).items
        lists = by_segment(items)[: QUICK // 4 if self._quick else None]
        lengths = np.array([len((text or "").split()) for text in items.hypothesis])
        references = np.array([len(given[0].split()) for given in items.references])
        yield "## Table 1: what each metric prefers in n-best lists"
        yield ""
        yield f"The best of each of {len(lists)} lists of one Moses system, by each metric alone: its words for"
        yield "100 words of the"
        yield "reference, and how many words it has more or fewer than the mean of its list. All outputs together have"
        yield f"{_share(lengths, references, np.concatenate(lists))}."
        yield ""
        rows = []
        for name, scores in self._nbest_scores(items).items():
            best = np.array([int(each[np.argmax(scores[each])]) for each in lists])
            more = float(np.mean([lengths[b] - lengths[each].mean() for b, each in zip(best, lists, strict=True)]))
            rows.append([name, _share(lengths, references, best), f"{more:+.2f}"])
        rows.sort(key=lambda row: float(row[1]))
        longest = np.array([int(each[np.argmax(lengths[each])]) for each in lists])
        shortest = np.array([int(each[np.argmin(lengths[each])]) for each in lists])
        rows = [
            ["(the shortest)", _share(lengths, references, shortest), ""],
            ["(the first)", _share(lengths, references, np.array([int(each[0]) for each in lists])), ""],
            *rows,
            ["(the longest)", _share(lengths, references, longest), ""],
        ]
        yield from markdown(["preferred by", "length", "against its list"], rows)
        yield "The paper tuned a system by each metric instead: outputs of length 115.7 by BEER, 103.0 by"
        yield "BLEU, 99.7 by BEER"
        yield "without bias. [Tuning](tuning.md) has runs of ours with each of them."
        yield ""

    def _nbest_scores(self, items: Items) -> dict[str, NDArray[np.float64]]:
        """Higher is better; one for each item."""
        found: dict[str, NDArray[np.float64]] = {}
        pairing, _ = pair_items(items, np.arange(len(items)), threads=self._threads)
        columns = get("beer").names(FeatureOptions())
        table = compute([get("beer")], pairing, FeatureOptions())
        for part in ("precision", "recall", "f1"):
            mine = [i for i, column in enumerate(columns) if column.startswith("char.") and column.endswith(part)]
            found[f"mean {part} of character n-grams 1–6"] = table[:, mine].mean(1)
        metrics = {
            **{name: spec for name, spec in self._into.items() if name not in TABLE_METEOR},
            "`beer-en`": "beer",
            "`beer-en-tune`": "beer(model=beer-en-tune)",
        }
        for name, spec in metrics.items():
            metric: Metric = parse(spec)
            scores = metric.score(metric.statistics(pairing))
            found[name] = scores if metric.higher_is_better else -scores
        return found

    def _weights(self) -> Iterator[str]:
        yield "## Weights by group"
        yield ""
        yield "How much a group says: the standard deviation, over differences between outputs of WMT15 that"
        yield "were compared, of the"
        yield "sum of its features times their weights, as a share of the sum over groups."
        yield ""
        groups = list(read_judgements(_judgements("pairs_wmt15_rr_to-en")))
        if self._quick:
            groups = [some_items(group, first=QUICK) for group in groups]
        shares = {
            label: self._shares(self._models[key], groups) for label, key in (("BEER", "beer"), ("tertium", "all"))
        }
        names = dict.fromkeys(name for share in shares.values() for name in share)
        rows = [
            [f"`{name}`", *(f"{share[name]:.1%}" if name in share else "" for share in shares.values())]
            for name in names
        ]
        yield from markdown(["group", *shares], rows)

    def _shares(self, model: Model, groups: Sequence[JudgementGroup]) -> dict[str, float]:
        linear = LinearModel.of(model)
        said: defaultdict[str, list[NDArray[np.float64]]] = defaultdict(list)
        for group in groups:
            assert group.preferences is not None
            pairing, numbers = pair_items(group.items, np.arange(len(group.items)), threads=self._threads)
            row = np.full(len(group.items), -1)
            row[numbers] = np.arange(len(numbers))
            a, b = row[group.preferences.a], row[group.preferences.b]
            table = linear.features(pairing) * linear.model.weights
            for name in dict.fromkeys(feature.split(".")[0] for feature in linear.model.features):
                mine = [i for i, feature in enumerate(linear.model.features) if feature.split(".")[0] == name]
                total = table[:, mine].sum(1)
                said[name].append((total[a] - total[b])[(a >= 0) & (b >= 0)])
        spread = {name: float(np.concatenate(parts).std()) for name, parts in said.items()}
        return {name: value / sum(spread.values()) for name, value in spread.items()}


def _judgements(name: str) -> Path:
    return DATA / "judgements" / f"{name}.tsv.gz"


def _wanted(name: str, group: JudgementGroup) -> bool:
    return name.endswith("from-en") or group.lang_pair.endswith("-en")


def _share(lengths: NDArray[np.int64], references: NDArray[np.int64], chosen: NDArray[np.int64]) -> str:
    return f"{100 * lengths[chosen].sum() / references[chosen].sum():.1f}"


if __name__ == "__main__":
    main()
