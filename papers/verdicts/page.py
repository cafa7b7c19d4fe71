"""The page on how often people agree with differences of a size."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

import numpy as np

from papers.markdown import markdown
from papers.verdicts.measuring import (
    BAR,
    TEST_ONLY,
    Measured,
    Years,
    across,
    by_year,
    forms,
    range_of_others,
    read_on,
    shipped,
)
from papers.verdicts.pairs import LEAST_SEGMENTS, Judged
from tertium._version import __version__
from tertium.meta.curves import LEAST_IN_BIN, fit

COMMAND = ".venv/bin/python -m papers.verdicts --write"
TARGETS = {
    "bleu": "",
    "chrf": "",
    "chrf++": "",
    "ter": "",
    "wer": "",
    "nist": "",
    "meteor": "en",
    "beer": "en",
    "tertium(model=tertium-fast-en)": "en",
    "tertium": "en",
}
METRICS = TARGETS
ONE_ON_ANOTHER = ((2014, 2018), (2018, 2014))
MORE = ((2015, 2018), (2018, 2015), (2018, 2021), (2021, 2018), (2021, 2023), (2023, 2021), (2018, 2023), (2023, 2018))
SIZES = (0.5, 1.0, 2.0, 4.0, 8.0)
SEEN = ("bleu", "chrf", "tertium")
PUBLISHED = ("bleu", "chrf")


def lines(judged: Sequence[Judged], published: Callable[[float, str], float]) -> Iterator[str]:
    years = {metric: by_year(judged, metric) for metric in METRICS}
    yield "# How often people agree with differences of a size"
    yield ""
    yield f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__}, from the judgements beside"
    yield "the project. What `tertium compare` says of it: [verdicts](../../docs/explanation/verdicts.md)."
    yield ""
    yield _READING
    yield from _data(judged)
    yield from _agreement(years)
    yield from _seen(years)
    yield from _one_on_another(years)
    yield from _ranges(years)
    yield from _forms(years)
    yield from _shipped(years)
    yield from _beside(years, published)


_READING = """\
**One share for a size does not hold from year to year.** Where a curve is learned on one year and read on another,
every metric misses the share of pairs on which people agree by more than the bar of .05 in some bin, and most do on
average. People agreed with small differences far more often in the rankings of WMT13 and on the systems of WMT18 than
on those of WMT21 and WMT23. So `tertium compare` shows no single share, but the range of the years: from the lowest
to the highest end of the 90 % intervals of their curves, and only for metrics of which the range of all other years
misses no bin of any year by more than the bar. That says less than a share would: ranges are wide, as wide as the
years differ, and what they are good for is their low end. The form of the range was chosen on these data: from the
lowest to the highest curve alone, without intervals, the range of all other years missed bins of most metrics.
"""


_PAIRS = f"""\
Two systems are a pair where both have translated {LEAST_SEGMENTS} of the same segments, and people have scored them:
as whole systems, by the mean over the segments that both have, or by the mean share of rankings won against each
other system. Metrics read the same segments and one reference. People agree where the signs are the same.
**Differences that people are not sure of are kept**: who compares two systems does not know whether people would see
a difference. *Sure* are pairs with p < .05 in a paired test of segment scores, where there are some. Equal scores are
left out, and so are translations by people. WMT19 is for reading only, never learned from. Left out as a whole:
rankings of WMT08–12 and direct assessments of WMT13, 15 and 16, which have too few segments for each system; those of
WMT16 must not be learned from.
"""


def _data(judged: Sequence[Judged]) -> Iterator[str]:
    yield "## Data"
    yield ""
    yield _PAIRS
    rows = []
    for one in judged:
        n_systems = len(
            {*zip(one.lang_pair, one.system_a, strict=True), *zip(one.lang_pair, one.system_b, strict=True)}
        )
        p = np.array(one.human_p)
        sure = "" if np.isnan(p).all() else str(int((p < 0.05).sum()))
        what = [one.source.what, " ".join(dict.fromkeys(one.lang_pair)), str(n_systems), str(len(one.human)), sure]
        rows.append([f"`{one.source.file}`", *what, f"{np.median(one.n_segments):.0f}"])
    yield from markdown(["file", "people", "languages", "systems", "pairs", "sure", "segments (median)"], rows)


def _agreement(years: Mapping[str, Years]) -> Iterator[str]:
    yield "## Agreement on all pairs"
    yield ""
    known = list(dict.fromkeys(year for of_metric in years.values() for year in of_metric))
    rows = [
        [f"`{metric}`", *(_share(of_metric[y].agree.mean()) if y in of_metric else "" for y in known)]
        for metric, of_metric in years.items()
    ]
    rows.append(["*pairs of `chrf`*", *(str(len(years["chrf"][y])) for y in known)])
    yield from markdown(["metric", *map(str, known)], rows)


_BINS = f"""\
Pairs of the year that is read, ordered by size, in as many equal bins as have {LEAST_IN_BIN} pairs; the mean over
bins of how far the curve is from the share on which people agree, its 95 % interval by bootstrap over systems (of
both years), and the worst bin. The bar is .05. Noise alone makes errors, too: *itself* is the curve of a year read on
the same pairs.
"""


def _seen(years: Mapping[str, Years]) -> Iterator[str]:
    yield "## Agreement by size"
    yield ""
    yield f"Bins of at least {LEAST_IN_BIN} pairs: their mean difference, and on how many per cent people agreed."
    yield ""
    rows = []
    for metric in SEEN:
        for year, pairs in years[metric].items():
            order = np.argsort(pairs.size, kind="stable")
            bins = np.array_split(order, max(1, len(order) // LEAST_IN_BIN))
            cells = [f"{pairs.size[one].mean():.1f}: {100 * pairs.agree[one].mean():.0f}" for one in bins]
            rows.append([f"`{metric}`", str(year), ", ".join(cells)])
    yield from markdown(["metric", "year", "difference: agreed"], rows)


def _one_on_another(years: Mapping[str, Years]) -> Iterator[str]:
    yield "## One year read on another"
    yield ""
    yield _BINS
    rows = []
    for metric, of_metric in years.items():
        cells = [_cell(across(of_metric, *way)) for way in ONE_ON_ANOTHER]
        own = [f"{read_on(fit(of_metric[year]), of_metric[year]).mean:.3f}" for year, _ in ONE_ON_ANOTHER]
        rows.append([f"`{metric}`", *cells, *own])
    heads = [*(f"{a} → {b}" for a, b in ONE_ON_ANOTHER), *(f"{a} itself" for a, _ in ONE_ON_ANOTHER)]
    yield from markdown(["metric", *heads], rows)
    yield "The same between other years, the mean only."
    yield ""
    rows = [
        [f"`{metric}`", *(f"{across(of_metric, *way, n_samples=0).found.mean:.3f}" for way in MORE)]
        for metric, of_metric in years.items()
    ]
    yield from markdown(["metric", *(f"{a} → {b}" for a, b in MORE)], rows)


_OUTSIDE = f"""\
The curve of each year has a 90 % interval by bootstrap over its systems; the range goes from the lowest end to the
highest one. How far the share of each bin is outside the range of all other years: the mean over bins, and the worst
bin of the year that was left out. A metric is shown where no bin of any year is missed by more than .05. Behind it
the year that is missed most, with the 95 % interval of its mean by bootstrap over systems. *Width* is that of the
range of all years, the mean over all pairs. {" and ".join(map(str, TEST_ONLY))} is in no range.
"""


def _ranges(years: Mapping[str, Years]) -> Iterator[str]:
    yield "## The range of all other years"
    yield ""
    yield _OUTSIDE
    known = list(years["chrf"])
    rows = []
    for metric, of_metric in years.items():
        found = {year: range_of_others(of_metric, year, 0).found for year in of_metric}
        worst = max(found, key=lambda year: found[year].worst)
        curve = shipped(of_metric)
        sizes = np.concatenate([pairs.size for pairs in of_metric.values()])
        width = np.interp(sizes, curve.sizes, curve.high - curve.low).mean()
        shown = "yes" if found[worst].worst <= BAR else "no"
        values = [f"{found[year].mean:.3f}, {found[year].worst:.3f}" if year in found else "" for year in known]
        rows.append([f"`{metric}`", *values, _cell(range_of_others(of_metric, worst)), f"{width:.2f}", shown])
    yield from markdown(["metric", *map(str, known), "missed most", "width", "shown"], rows)


_FORM = """\
½ + (ceiling − ½) · tanh(size ÷ scale): ½ where there is no difference, never falling, with a ceiling that may be
below 1, two numbers. Beside it the best curve of all that never fall (isotonic), which has a step for each pair that
it learns from. One curve of all other years, read on the one that was left out, the mean error over years:
"""


def _forms(years: Mapping[str, Years]) -> Iterator[str]:
    yield "## The form of a curve"
    yield ""
    yield _FORM
    rows = [[f"`{metric}`", *(f"{value:.3f}" for value in forms(of_metric))] for metric, of_metric in years.items()]
    yield from markdown(["metric", "tanh", "isotonic"], rows)


def _shipped(years: Mapping[str, Years]) -> Iterator[str]:
    yield "## The ranges"
    yield ""
    yield "In per cent, from the lowest to the highest year; a size has one where pairs of two years reach it."
    yield ""
    rows = []
    for metric, of_metric in years.items():
        curve = shipped(of_metric)
        cells = [_range(curve.low, curve.high, curve.sizes, size) for size in SIZES]
        rows.append([f"`{metric}`", *cells, f"{curve.sizes[-1]:.1f}", str(curve.n_pairs)])
    yield from markdown(["metric", *(f"{size:g}" for size in SIZES), "largest", "pairs"], rows)


_PUBLISHED = """\
Its published curves (Kocmi et al. 2024, package `mt-thresholds`) were learned from other judgements; ours are the
ranges above, and the share of pairs of WMT14 and 18 on which people agree, of differences within a quarter of the
size.
"""


def _beside(years: Mapping[str, Years], published: Callable[[float, str], float]) -> Iterator[str]:
    yield "## Beside MT-Thresholds"
    yield ""
    yield _PUBLISHED
    rows = []
    for metric in PUBLISHED:
        curve = shipped(years[metric])
        for size in SIZES:
            near, agree = 0, 0
            for year in (2014, 2018):
                inside = np.abs(years[metric][year].size - size) <= size / 4
                near, agree = near + int(inside.sum()), agree + int(years[metric][year].agree[inside].sum())
            seen = f"{100 * agree / near:.1f} of {near}" if near else ""
            said = f"{published(size, metric):.1f}"
            rows.append([f"`{metric}`", f"{size:g}", said, _range(curve.low, curve.high, curve.sizes, size), seen])
    yield from markdown(["metric", "size", "published", "ours", "seen in WMT14 and 18"], rows)


def _range(low: np.ndarray, high: np.ndarray, sizes: np.ndarray, size: float) -> str:
    if size > sizes[-1]:
        return ""
    return f"{100 * np.interp(size, sizes, low):.0f}–{100 * np.interp(size, sizes, high):.0f}"


def _share(value: float) -> str:
    return f"{100 * value:.1f}"


def _cell(measured: Measured) -> str:
    low, high = measured.interval
    return f"{measured.found.mean:.3f} [{low:.3f} {high:.3f}], {measured.found.worst:.2f}"
