"""Agreement of the learned metrics with people, on everything that is judged here: makes papers/results/agreement.md.

    .venv/bin/python -m papers.agreement --write

Needs the real data beside the project (../shared/data); says so and stops where they are absent. Without `--write` the
page goes to standard output. `--quick` looks at every tenth segment: it shows that all works, its numbers mean little.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import click
import numpy as np
from tools.train_models import recipes

from papers.ablation import ablation
from papers.figures import publish
from papers.judgements import (
    DATA,
    N_SAMPLES,
    Judged,
    Measure,
    Test,
    counts,
    judged,
    scores_of_systems,
    sums_of,
    value_of,
    without_one,
)
from papers.markdown import markdown
from tertium._version import __version__
from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import TrainingData
from tertium.learn.model import Model
from tertium.learn.trainer import Run
from tertium.metrics import Metric, parse
from tertium.resources import store
from tertium.resources.encoders.encoder import HOW
from tertium.text.arrays import Floats, Ids, Offsets
from tertium.text.pool import Pairing

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "papers" / "results" / "agreement.md"
COMMAND = ".venv/bin/python -m papers.agreement --write"


INTO = (
    Test("pairs_wmt15_rr_to-en", "WMT15 rankings", "τ"),
    Test("pairs_wmt19_darr_to-en", "WMT19 rankings", "τ"),
    Test("seg_wmt15_da", "DA15", "r"),
    Test("seg_wmt16_da", "DA16", "r"),
    Test("seg_wmt21_da", "DA21", "ρ"),
    Test("seg_wmt23_mqm_dasqm", "MQM23, inside segments", "accuracy"),
    Test("seg_wmt23_mqm_dasqm", "MQM23, over segments", "ρ"),
)
OUT = (
    Test("pairs_wmt15_rr_from-en", "WMT15 rankings", "τ", target=""),
    Test("seg_wmt23_mqm_dasqm", "MQM23 en-de, inside segments", "accuracy", target="", lang_pair="en-de"),
    Test("seg_wmt23_mqm_dasqm", "MQM23 en-de, over segments", "ρ", target="", lang_pair="en-de"),
)
SYSTEMS = (
    Test("sys_wmt14_to-en", "WMT14", "r"),
    Test("sys_wmt18_to-en", "WMT18", "r"),
)
CHRF = "chrF"
ENGLISH = {
    "`tertium-en`": "tertium",
    "`tertium-fast-en`": "tertium(model=tertium-fast-en)",
    "BEER": "beer",
    "BEER, paper's scale": "beer(scale=paper)",
    "METEOR": "meteor",
    CHRF: "chrf",
}
# Need an encoder of all-MiniLM-L6-v2 (docs/how-to/encoders.md).
NEURAL = {
    "`tertium-en-neural`": "tertium(model=tertium-en-neural)",
    "`tertium-en`": "tertium",
    CHRF: "chrf",
}
WITH_ENCODER = INTO[:6]
OF_SYSTEMS = {name: spec for name, spec in ENGLISH.items() if name != "METEOR"}
ANY = {"`tertium-any`": "tertium(model=tertium-any)", "`beer-any`": "beer(model=beer-any)", CHRF: "chrf"}
# `tertium-any` has learned from these rankings: they are measured by a model that has not.
UNSEEN = "`tertium-any` without WMT15"
TRAINED_ON = tuple(f"pairs_wmt{year}_rr_to-en" for year in ("12", "14"))
ABLATED = ("WMT15 rankings", "DA15", "DA16", "DA21", "MQM23, inside segments")


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/agreement.md instead of standard output.")
@click.option("--quick", is_flag=True, help="A part of the data: numbers mean little.")
@click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores.")
@click.option("--only", type=click.Choice(["into", "encoder", "out", "systems", "ablation", "speed"]), multiple=True)
def main(write: bool, quick: bool, threads: int, only: tuple[str, ...]) -> None:
    """Make the page of results."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.parent.name} beside the project")
    maker = Maker(quick, threads)
    parts = {
        "into": lambda: maker.segments("Into English", INTO, ENGLISH),
        "encoder": lambda: maker.segments("Into English, with an encoder", WITH_ENCODER, NEURAL),
        "out": maker.out,
        "systems": lambda: maker.systems(SYSTEMS, OF_SYSTEMS),
        "ablation": maker.ablation,
        "speed": maker.speed,
    }
    if not store.default("encoder", "en"):
        if "encoder" in only or write:
            raise click.ClickException(f"there is no encoder for English; {HOW}")
        del parts["encoder"]
    body = [line for name, part in parts.items() if not only or name in only for line in part()]
    text = "\n".join([*_head(quick, only), *body])
    publish(text, PAGE, write, [*ENGLISH.values(), *ANY.values()])


def _head(quick: bool, only: Sequence[str]) -> Iterator[str]:
    yield "# Agreement of learned metrics with people"
    yield ""
    command = " ".join([COMMAND, *(f"--only {name}" for name in only)])
    yield f"Made by `{command}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__},"
    yield "from the judgements beside the project. All models learned from rankings"
    yield "of WMT08–14 and were calibrated on direct assessments of WMT13; everything measured on here is later,"
    yield "but for the systems of WMT14, whose rankings were learned from. `tertium-any` has also learned from the"
    yield "rankings of WMT15 out of English; there a model is measured that has not. Brackets: 95 % by bootstrap over"
    yield "segments;"
    yield f"*gain* is over chrF, with the interval of the difference ({N_SAMPLES} samples, the same ones for both)."
    yield ""
    if quick:
        yield "**A quick run on a part of the data: these numbers mean little.**"
        yield ""
    else:
        yield READING


# What the full run of the tables below says; to be read again when they change.
READING = """\
## Reading

* Into English `tertium-en` is above chrF everywhere. The gain shrinks with the age of the systems: .075 on rankings of
  2015, .033 on those of 2019; .013 in accuracy on the MQM of 2023. Recent systems leave few words untranslated, and
  what is left to see needs more than words.
* Calibration is what makes segments comparable: over the segments of MQM23 ρ is .351 where chrF has .202 and BEER,
  which is not calibrated, .220. Most of it is length: people find more errors in long segments, and this metric
  knows. Inside a segment it changes nothing.
* BEER's formula of 2015 is good for ranks alone: r with DA15 is .515 by it and .629 softened.
* Out of English chrF is hard to beat: a `tertium-any` that has not learned from WMT15 gains .010 on its rankings, as
  `beer-any` does, and on MQM en-de `tertium-any` gains .007 inside segments, `beer-any` .001, which may be nothing.
  Over segments `beer-any` is below chrF by .016, inside the interval.
* Systems: in no language pair is the mean of `tertium-en` over segments below chrF by more than the interval, which is
  over segments and knows nothing of which systems were there. It is thin: in cs-en of WMT18, five systems, it has .953
  and chrF .958. With dictionary classes and shares of unknown words among its features it was below in four pairs, by
  .0564 in cs-en of WMT14 (last table but one); every eighth segment alone shows de-en of WMT18 below
  ([here](neural.md)), all of them do not. One untranslated word costs an output much in a ranking; all of a system's
  cost it less in people's eyes.
  The order of words and their case, on the other hand, tell what people dislike in systems such as online-G:
  `tertium-fast-en`, without features of TERp and METEOR, stays .0185 below in cs-en of WMT18. Tr-en, five systems, is
  where chrF has -.282; `tertium-en` has .904 there. BEER's formula of 2015 loses in four language pairs, because a few
  good segments decide the mean.
* With an encoder (measured on 2026-11-18, beside the `tertium-en` of then): `tertium-en-neural` gains over chrF .172
  and .174 in r on DA15 and DA16, and .125 in τ on WMT15. On later systems its lead is small: .337 in τ on WMT19,
  .305 in ρ on DA21, .653 in accuracy on MQM23. [`tertium-en-neural-2`](neural.md) has an encoder that was fine-tuned.
* Sets of features (measured on 2026-11-18, before there were contrasts): vectors bring most, then `content`, TERp and
  transport. Beside all others no set of `tertium-en` is worth half a hundredth of τ.
* What else was tried with vectors (those of our own bitexts, near words as matches, transport instead of greedy
  matching), and what it brought: [what was not tried before](untried.md).
* MQM23, DA15 and DA16 were looked at while features, signs of weights and the form of the calibration were chosen;
  so were WMT15, DA21 and both tables of systems when sets and the penalty of `tertium-en` were chosen anew; DA15, DA16
  and WMT15 while the layers of the encoder, the sets beside it, the penalty and the softness were. The points of
  scores were chosen so that r with DA16 is not below that of raw scores.
"""


class Maker:
    """Reads, scores and writes."""

    def __init__(self, quick: bool, threads: int) -> None:
        self._quick, self._threads = quick, threads

    def segments(self, title: str, tests: Sequence[Test], metrics: dict[str, str]) -> Iterator[str]:
        yield f"## {title}"
        yield ""
        known: dict[str, list[Judged]] = {}
        for test in tests:
            key = f"{test.file} {test.lang_pair}"
            parts = known.setdefault(key, list(self._read(test)))
            samples = {name: self._samples(parse(spec), parts, test.measure) for name, spec in metrics.items()}
            pairs = ", ".join(part.lang_pair for part in parts)
            yield f"### {test.what}: {test.measure}"
            yield ""
            part_of = f", every {test.every}th segment" if test.every > 1 else ""
            yield f"`{test.file}`{part_of}, {pairs}; the mean over language pairs."
            yield ""
            yield from markdown(["metric", test.measure, "gain"], _rows(samples))

    def out(self) -> Iterator[str]:
        with TemporaryDirectory() as folder:
            model = Path(folder) / "any.model"
            train_any(self._quick, self._threads).save(model)
            yield from self.segments("Out of English", OUT[:1], {UNSEEN: f"tertium(model={model})", **_others(ANY)})
        yield from (line for line in self.segments("", OUT[1:], ANY) if line != "## ")

    def systems(self, tests: Sequence[Test], metrics: dict[str, str]) -> Iterator[str]:
        yield "## Systems into English"
        yield ""
        yield "Pearson's r of the scores of whole systems; **bold** where a metric is below chrF by more than the"
        yield "interval of the difference."
        yield ""
        for test in tests:
            parts = list(self._read(test))
            rows: dict[str, list[str]] = {}
            below: list[list[str]] = []
            for part in parts:
                found = {name: scores_of_systems(parse(spec), part) for name, spec in metrics.items()}
                values = {name: each.correlations() for name, each in found.items()}
                for name, each in values.items():
                    low, high = np.quantile(each[1:] - values[CHRF][1:], (0.025, 0.975))
                    text = f"{each[0]:.3f}"
                    rows.setdefault(name, []).append(f"**{text}**" if high < 0 else text)
                    if high < 0:
                        gap = f"{each[0] - values[CHRF][0]:+.4f} [{low:+.4f} {high:+.4f}]"
                        below.append([name, part.lang_pair, gap, *without_one(found[name], found[CHRF])])
            yield f"### `{test.file}`" + (f", every {test.every}th segment" if test.every > 1 else "")
            yield ""
            yield from markdown(["metric", *(part.lang_pair for part in parts)], ([n, *r] for n, r in rows.items()))
            if below:
                yield "What is below chrF, and r of both without the one system that makes most of the difference:"
                yield ""
                header = ["metric", "pair", "difference of r", "system", "r without it", "chrF's r without it"]
                yield from markdown(header, below)

    def ablation(self) -> Iterator[str]:
        tests = [test for test in INTO if test.what in ABLATED]
        yield from ablation(TRAINED_ON, tests, SYSTEMS, self._quick, self._threads)

    def speed(self) -> Iterator[str]:
        yield "## Speed"
        yield ""
        yield "Pairs in a second of CPU time, on 4,000 outputs of `seg_wmt23_mqm_dasqm` into English, on one thread"
        yield "of a machine that did other things beside it."
        yield ""
        (part, *_) = self._read(INTO[5])
        first = min(4000, len(part.pairing))
        rows = []
        for name, spec in ENGLISH.items():
            metric, best = parse(spec), 0.0
            for _ in range(2):
                texts = part.pairing.pool.texts
                fresh = Pairing(type(part.pairing.pool)(texts, part.pairing.pool.normalization), *_first(part, first))
                cpu = process_time()
                metric.statistics(fresh)
                best = max(best, first / (process_time() - cpu))
            rows.append([name, f"{best:,.0f}"])
        yield from markdown(["metric", "pairs/s"], rows)

    def _read(self, test: Test) -> list[Judged]:
        return list(judged(test, self._quick, self._threads))

    def _samples(self, metric: Metric, parts: Sequence[Judged], measure: Measure) -> Floats:
        """The mean over language pairs: as it is, then for each bootstrap sample."""
        values = []
        for part in parts:
            scores = metric.score(metric.statistics(part.pairing)) * (1 if metric.higher_is_better else -1)
            sums = sums_of(part, scores, measure)
            values.append(value_of(counts(part.n_segments) @ sums, measure))
        click.echo(f"{metric.name}: {measure}", err=True)
        return np.asarray(np.mean(values, 0), np.float64)


def _others(metrics: dict[str, str]) -> dict[str, str]:
    return dict(list(metrics.items())[1:])


def train_any(quick: bool, threads: int) -> Model:
    """`tertium-any` as it is trained, but for the rankings of WMT15; in a quick run from one year alone."""
    recipe = recipes("")["tertium-any"]
    files = [name for name in recipe.files if "wmt15" not in name]
    data = TrainingData(tuple(read_judgements(DATA / f"pairs_{name}.tsv.gz") for name in files[: 1 if quick else None]))
    calibration = TrainingData((read_judgements(DATA / f"{recipe.calibration}.tsv.gz"),))
    return recipe.trainer.train(data, Run(threads=threads, calibration=calibration))


def _rows(samples: dict[str, Floats]) -> Iterator[list[str]]:
    for name, values in samples.items():
        low, high = np.quantile(values[1:], (0.025, 0.975))
        gain = ""
        if name != CHRF:
            difference = values - samples[CHRF]
            less, more = np.quantile(difference[1:], (0.025, 0.975))
            gain = f"{difference[0]:+.3f} [{less:+.3f} {more:+.3f}]"
        yield [name, f"{values[0]:.3f} [{low:.3f} {high:.3f}]", gain]


def _first(part: Judged, n: int) -> tuple[Ids, Ids, Offsets]:
    pairing = part.pairing
    return pairing.hypotheses[:n], pairing.references[: pairing.offsets[n]], pairing.offsets[: n + 1]


if __name__ == "__main__":
    main()
