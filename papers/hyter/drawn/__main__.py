"""HyTER with networks that were drawn: makes papers/results/hyter-drawn.md.

    python -m papers.hyter.drawn see fisher            what annotators see: source and one reference
    python -m papers.hyter.drawn sheet fisher DIR      what is judged blind, from DIR/fisher-a.net and DIR/fisher-b.net
    python -m papers.hyter.drawn page DIR --write      the page, after that

Networks of the verses come with the package. Those of Fisher hold what its licence covers and stay in DIR, with the
outputs of the machines and the judgements. Needs the real data beside the project.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from time import process_time

import click

from papers.figures import publish
from papers.hyter.drawn import judging, measuring, text, towards, triples
from papers.hyter.drawn.machines import machines, outputs
from papers.hyter.drawn.material import DATA, MATERIALS, Material
from papers.hyter.drawn.measuring import Drawn, Outputs
from papers.markdown import markdown
from tertium._version import __version__
from tertium.data import NETWORKS

PAGE = Path(__file__).parents[2] / "results" / "hyter-drawn.md"
METRICS = ("bleu(smooth=add-k,lowercase=yes)", "meteor", "terp", "hyter", "hyter(reorder=5)", "chrf", "tertium")
JUDGED = Path(__file__).parent


@click.group()
def main() -> None:
    """Networks that were drawn, and what they are worth."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.name} of what is shared")


@main.command()
@click.argument("name", type=click.Choice(list(MATERIALS)))
def see(name: str) -> None:
    """Print what annotators see, with the numbers of source words."""
    material = MATERIALS[name]()
    for number, (source, reference) in enumerate(zip(material.sources, material.seen, strict=True), 1):
        numbered = " ".join(f"{i}:{word}" for i, word in enumerate(source.split()))
        click.echo(f"{number}\t{numbered}\t{reference}")


@main.command()
@click.argument("name", type=click.Choice(list(MATERIALS)))
@click.argument("folder", type=click.Path(path_type=Path))
def sheet(name: str, folder: Path) -> None:
    """Write FOLDER/NAME-sheet.tsv for who judges."""
    material, networks, made = _read(name, folder)
    judging.write_sheet(material, judging.items(material, networks, made), folder / f"{name}-sheet.tsv")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--write", is_flag=True, help="Write papers/results/hyter-drawn.md instead of standard output.")
def page(folder: Path, write: bool) -> None:
    """Make the page of results."""
    parts: list[str] = []
    for name in MATERIALS:
        material, networks, made = _read(name, folder)
        parts += _material(material, networks, made, folder)
    opening = (
        "# HyTER with networks that were drawn",
        "",
        f"Made by `python -m papers.hyter.drawn page DIR --write` on {datetime.now(UTC):%Y-%m-%d} with Tertium "
        f"{__version__} in {process_time():.0f} s of the processor",
        text.OPENING,
        text.READING,
    )
    publish("\n".join([*opening, *parts]), PAGE, write, METRICS)


def _files(name: str, folder: Path) -> list[Path]:
    if name == "verses":
        return [NETWORKS / "verses.net", NETWORKS / "verses-2.net"]
    return [folder / f"{name}-a.net", folder / f"{name}-b.net"]


def _read(name: str, folder: Path) -> tuple[Material, Drawn, Outputs]:
    material = MATERIALS[name]()
    networks = measuring.drawn(_files(name, folder))
    return material, networks, outputs(material, folder, lambda line: click.echo(line, err=True))


def _material(material: Material, networks: Drawn, made: Outputs, folder: Path) -> Iterator[str]:
    hashes = ", ".join(sha256(file.read_bytes()).hexdigest()[:12] for file in _files(material.name, folder))
    yield f"## {material.title}"
    yield ""
    yield text.MATERIALS[material.name] + f" (sha256 of the networks: `{hashes}`)."
    yield ""
    found = measuring.scored(material, networks, made)
    yield text.TABLE_2
    yield from markdown(measuring.TABLE_2, measuring.table_2(found))
    yield text.RANKING
    names = [machine.name for machine in machines(material)]
    yield from markdown(["metric, against", "people", *names, "worst / best"], measuring.ranking(found))
    yield text.COVERAGE
    yield from markdown(measuring.COVERAGE, measuring.coverage(material, networks))
    items = judging.items(material, networks, made)
    judged = judging.read_judged(items, folder / f"{material.name}-judged.tsv")
    yield text.JUDGED
    yield from markdown(judging.SHARES, judging.shares(items, judged))
    if material.name == "fisher":
        yield text.TUNING
        tuned = towards.tune(material, networks, folder, lambda line: click.echo(line, err=True))
        yield from markdown(towards.TABLE, towards.table(material, networks, tuned))
    else:
        yield text.TRIPLES
        yield from markdown(triples.HEADER, triples.table(material, networks, triples.read()))


if __name__ == "__main__":
    main()
