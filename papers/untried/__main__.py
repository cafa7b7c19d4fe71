"""Vectors of our own bitexts, vectors as matches, transport for greedy matching: makes papers/results/untried.md.

    .venv/bin/python -m papers.untried --wordnet FOLDER [--write]

Needs the real data beside the project (../shared/data) and WordNet's data files (the folder of `data.noun`; Debian has
them in wordnet-base); says so and stops where they are absent. Without `--write` the page goes to standard output.
`--keep FOLDER` keeps vectors and features, so that a run can go on where another stopped. `--quick` looks at every
tenth segment. About a quarter of an hour of one core.
"""

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from papers.agreement import INTO, TRAINED_ON
from papers.figures import RESULTS, publish
from papers.judgements import DATA, Judged, Test
from papers.markdown import markdown
from papers.untried.measuring import Columns, Compute, Material, rows
from papers.untried.page import ABOUT, READING
from papers.untried.resources import (
    CHANCE,
    ENGLISH,
    THRESHOLDS,
    Bitexts,
    english_vectors,
    foreign_vectors,
    near_name,
    near_tables,
)
from papers.untried.transport import ASSIGNED, HARDER, MOVED, SOFTER, SOFTNESS, assigned, columns, moved
from tertium._version import __version__
from tertium.learn.features.base import FeatureOptions
from tertium.learn.features.base import get as feature_set
from tertium.learn.features.vectors import NAMES
from tertium.resources import store
from tertium.resources.knowledge import Matching

PAGE = RESULTS / "untried.md"
COMMAND = ".venv/bin/python -m papers.untried --wordnet FOLDER --write"
GREEDY = NAMES[:6]
TESTS = tuple(
    test for test in INTO if test.what in ("WMT15 rankings", "DA15", "DA16", "DA21", "MQM23, inside segments")
)
OUT_TRAINED = tuple(
    Test(f"pairs_wmt{year}_rr_from-en", "", "τ", target="", lang_pair=f"en-{target}")
    for year in ("08", "09", "10", "11", "12")
    for target in ("de", "fr")
)
OUT_SAMPLE = tuple(Test(name, "", "τ", every=4) for name in TRAINED_ON)
OUT = (
    *(Test("pairs_wmt15_rr_from-en", f"WMT15 en-{to}", "τ", target="", lang_pair=f"en-{to}") for to in ("de", "fr")),
    Test("seg_wmt23_mqm_dasqm", "MQM23 en-de, inside segments", "accuracy", target="", lang_pair="en-de"),
)


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/untried.md instead of standard output.")
@click.option("--wordnet", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep what is computed in this folder.")
@click.option("--quick", is_flag=True, help="A part of the data: numbers mean little.")
@click.option("-j", "--threads", type=click.IntRange(0), default=1, help="Threads; 0 means all cores.")
def main(write: bool, wordnet: Path, keep: Path | None, quick: bool, threads: int) -> None:
    """Make the page of results."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.parent.name} beside the project")
    if not any(wordnet.glob("data.*")):
        raise click.ClickException(f"{wordnet}: no data.noun, data.verb, data.adj, data.adv; they are WordNet's files")
    if write and quick:
        raise click.UsageError("a page is not made from a part of the data: leave out --quick or --write")
    with TemporaryDirectory() as scratch:
        folder = keep or Path(scratch)
        made = folder / "resources"
        made.mkdir(parents=True, exist_ok=True)
        bitexts = Bitexts(DATA.parent / "bitext")
        english_vectors(bitexts, made)
        for language in ("de", "fr"):
            foreign_vectors(bitexts, made, language)
        pairs = near_tables(made, wordnet)
        os.environ[store.VARIABLE] = str(made)
        columns_of = folder / ("quick" if quick else "columns")
        into = Material([Test(n, "", "τ") for n in TRAINED_ON], TESTS, columns_of / "into", quick, threads)
        out = Material([*OUT_TRAINED, *OUT_SAMPLE], OUT, columns_of / "out", quick, threads)
        text = "\n".join(_page(into, out, pairs, made))
    publish(text, PAGE, write)


def _page(into: Material, out: Material, pairs: list[list[str]], made: Path) -> Iterator[str]:
    yield "# What was not tried before"
    yield ""
    yield f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__},"
    yield ABOUT
    yield from into.about()
    yield ""
    yield READING
    options = FeatureOptions(Matching("en", "all", "auto", "meteor"))
    beer, content, vectors = (into.features(name, name, options) for name in ("beer", "content", "vectors"))
    baseline = {"`beer+content+vectors`": [beer, content, vectors]}
    header = ["features", *(f"{test.measure}, {test.what}" for test in into.tests)]

    yield "## Vectors of our own bitexts, into English"
    yield ""
    own = {name: into.features(f"vectors-{name}", "vectors", _vectors_of(name)) for name in ENGLISH}
    variants = {**baseline, "no vectors": [beer, content]}
    variants |= {f"{name} in place of `vectors.en`": [beer, content, own[name]] for name in ENGLISH}
    variants |= {f"{name} beside it": [beer, content, vectors, own[name]] for name in ENGLISH}
    yield from markdown(header, rows(into, variants))

    yield "## Vectors of our own bitexts, out of English"
    yield ""
    yield from _out(out)

    yield "## Near words as matches"
    yield ""
    yield from markdown(["cosine at least", "pairs of words", "of them opposites", "nearest opposites"], pairs)
    yield from markdown(header, rows(into, {**baseline, **_matches(into, made, [content, vectors])}))

    yield "## Transport in place of greedy matching"
    yield ""
    table = store.default("vectors", "en")
    assert table is not None
    opened = table.vectors()
    transport = {
        softness: into.columns(
            f"moved-{softness}", MOVED, _same(columns(opened, partial(moved, softness=softness), len(MOVED)))
        )
        for softness in (SOFTNESS, SOFTER, HARDER)
    }
    ways = {
        "one to one": into.columns("assigned", ASSIGNED, _same(columns(opened, assigned, len(ASSIGNED)))),
        "transport": transport[SOFTNESS],
    }
    rest = vectors.without(GREEDY)
    variants = {**baseline, "no greedy P, R, F1": [beer, content, rest]}
    variants |= {f"{name} in place of greedy": [beer, content, rest, way] for name, way in ways.items()}
    for masses, other in (("equal masses", MOVED[1]), ("masses by weight", MOVED[0])):
        one_column = ways["transport"].without([other])
        variants[f"transport of {masses} alone in place of greedy"] = [beer, content, rest, one_column]
    variants |= {f"{name} beside it": [beer, content, vectors, way] for name, way in ways.items()}
    for softness in (SOFTER, HARDER):
        variants[f"transport, softness {softness}, beside it"] = [beer, content, vectors, transport[softness]]
    yield from markdown(header, rows(into, variants))

    yield "## Transport beside all features of `tertium-en`"
    yield ""
    shipped = [beer, content, vectors, *(into.features(name, name, options) for name in ("beer2", "classes"))]
    variants = {"`beer+beer2+classes+content+vectors`": shipped, "transport beside it": [*shipped, ways["transport"]]}
    yield from markdown(header, rows(into, variants))


def _matches(into: Material, made: Path, others: list[Columns]) -> dict[str, list[Columns]]:
    """Other tables of paraphrases for BEER's features, then for METEOR's beside them."""
    beer, meteor = {}, {}
    for least in THRESHOLDS:
        for guarded in (False, True):
            table = near_name(least, guarded)
            options = FeatureOptions(Matching("en", "all", str(made / table), "meteor"))
            name = f"{least}, {'without' if guarded else 'with'} opposites"
            beer[name] = into.features(f"beer-{table}", "beer", options)
            meteor[name] = into.features(f"meteor-{table}", "meteor", options)
    plain = FeatureOptions(Matching("en", "all", "auto", "meteor"))
    shipped = [into.features(name, name, plain) for name in ("beer", "meteor")]
    found = {f"near words from {name}": [columns, *others] for name, columns in beer.items()}
    found |= {"METEOR's features beside, shipped table": [*shipped, *others]}
    return found | {f"METEOR's beside, near words from {name}": [beer[name], meteor[name], *others] for name in beer}


def _out(out: Material) -> Iterator[str]:
    options = FeatureOptions(Matching("any", "exact", "none", "intl"))
    sets = [out.features(name, name, options) for name in ("beer", "beer2", "content")]
    own = out.columns("vectors", NAMES, _by_target)
    chance = out.columns("vectors-chance", NAMES, partial(_by_target, by_chance=True))
    transport = out.columns("moved", MOVED, _moved_by_target)
    variants = {
        "`beer+beer2+content`": sets,
        "with vectors by chance": [*sets, chance],
        "with vectors of the bitexts": [*sets, own],
        "with both": [*sets, chance, own],
        "with vectors of the bitexts and transport": [*sets, own, transport],
    }
    yield from markdown(["features", *(f"{test.measure}, {test.what}" for test in out.tests)], rows(out, variants))


def _vectors_of(name: str) -> FeatureOptions:
    """Options by which the set `vectors` finds a table."""
    return FeatureOptions(Matching(name, "exact", "none", "intl"))


def _target(part: Judged, by_chance: bool) -> str:
    """The table for the target language of a part, made from the bitexts."""
    target = part.lang_pair.partition("-")[2]
    if target == "en":
        return "chance" if by_chance else "joined"
    return f"{CHANCE}{target}" if by_chance else target


def _by_target(part: Judged, by_chance: bool = False) -> Compute:
    options = _vectors_of(_target(part, by_chance))
    return lambda pairing: feature_set("vectors").compute(pairing, options)


def _moved_by_target(part: Judged) -> Compute:
    table = store.default("vectors", _target(part, False))
    assert table is not None
    return columns(table.vectors(), moved, len(MOVED))


def _same(compute: Compute) -> Callable[[Judged], Compute]:
    return lambda _: compute


if __name__ == "__main__":
    main()
