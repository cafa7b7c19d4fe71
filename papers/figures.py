"""Pages of results and, beside each, its figures for programs: NAME.md and NAME.json in papers/results.

    .venv/bin/python -m papers.figures papers/results/beer.md     figures of a page that was made without them
    .venv/bin/python -m papers.figures --since                  say on each page which metrics have changed since

The file holds all tables of the page, the signatures of the metrics it is about, and `quoted`: figures of the text that
stand in no table, such as those of papers. `tests/test_figures.py` compares both, so that a table changed by hand, a
sentence whose figures are no longer those of the tables, or a metric that has changed since is seen.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from tertium.io.files import write_text
from tertium.meta.study.scores import signatures
from tertium.metrics import parse

RESULTS = Path(__file__).parent / "results"
Kept = dict[str, Any]

_CODE = re.compile(r"`[^`]*`|<!--.*?-->|\]\([^)]*\)|https?://\S+", re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.,/])[-−+]?(\d[\d,]*)?\.\d+(?![\w.]*\w)|(?<![\w.,])\d[\d,]*(?:\.\d+)?(?=\s?%)")
_CELL = re.compile(r"(?<![\w.])[-−+]?(?:\d[\d,]*)?\.?\d+")
_SINCE, _END = "<!-- changed since -->", "<!-- end of changes -->"
_SIGNATURES = "<!-- signatures -->"


def write_page(path: Path, text: str, metrics: Iterable[str] = (), **more: object) -> None:
    """Write a page and its figures, with more of them by name; what it quotes stays as it was declared before."""
    file = path.with_suffix(".json")
    before = json.loads(file.read_text("utf-8")) if file.exists() else {}
    quoted = before.get("quoted", ()) if isinstance(before, dict) else ()
    kept = figures_of(text, metrics, set(quoted) & set(figures(text))) | more
    text = with_signatures(text, kept["signatures"])
    for figure in unexplained(text, kept):
        click.echo(f"{path.name}: {figure} in the text stands in no table", err=True)
    write_text(path, text)
    write_text(file, dumped(kept))


def publish(text: str, path: Path, write: bool, metrics: Iterable[str] = ()) -> None:
    """Write a page with its figures, or show it on standard output."""
    if write:
        write_page(path, text, metrics)
    else:
        write_text("-", text)


def figures_of(text: str, metrics: Iterable[str] = (), quoted: Iterable[str] = ()) -> Kept:
    """What is kept of a page."""
    return {"tables": tables(text), "signatures": current(metrics), "quoted": sorted(set(quoted))}


def dumped(kept: Kept) -> str:
    """One row of a table on a line."""
    return (
        re.sub(r"\[\s+((?:\"(?:[^\"\\]|\\.)*\",?\s*)+)\]", _one_line, json.dumps(kept, ensure_ascii=False, indent=1))
        + "\n"
    )


def _one_line(found: re.Match[str]) -> str:
    return json.dumps(json.loads(f"[{found[1]}]"), ensure_ascii=False)


def current(specs: Iterable[str]) -> dict[str, str]:
    """The signatures of metrics as they are now, without the version of the program."""
    return {spec: signatures([parse(spec)])[0][1].rpartition("|v:")[0] for spec in specs}


def tables(text: str) -> list[dict[str, Any]]:
    """All tables of a page, each with the heading above it."""
    found: list[dict[str, Any]] = []
    heading = ""
    inside = False
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if not line.startswith("|"):
            inside = False
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if not inside:
            found.append({"section": heading, "header": cells, "rows": []})
            inside = True
        elif not set(line) <= set("|-: "):
            found[-1]["rows"].append(cells)
    return found


def prose(text: str) -> str:
    """A page without its tables, code and addresses."""
    return _CODE.sub(" ", "\n".join(line for line in text.splitlines() if not line.startswith("|")))


def figures(text: str) -> Iterator[str]:
    """Figures of a text: what has a decimal point, or stands before a per cent sign."""
    return (found[0].replace("−", "-").lstrip("+") for found in _NUMBER.finditer(prose(text)))


def unexplained(text: str, kept: Kept) -> list[str]:
    """Figures of the text that no table has, rounded as they are or as per cent, and that are not quoted."""
    cells = [cell for table in kept["tables"] for row in [table["header"], *table["rows"]] for cell in row]
    known = {(abs(float(number)), _decimals(number)) for cell in cells for number in _numbers(cell)}
    quoted = set(kept["quoted"])
    return [figure for figure in dict.fromkeys(figures(text)) if figure not in quoted and not _rounds_to(figure, known)]


def _numbers(cell: str) -> Iterator[str]:
    return (found[0].replace(",", "") for found in _CELL.finditer(cell.replace("−", "-")))


def _decimals(number: str) -> int:
    return len(number.partition(".")[2])


def _rounds_to(figure: str, known: set[tuple[float, int]]) -> bool:
    """Whether a number that is at least as exact rounds to a figure."""
    digits = _decimals(figure)
    wanted = abs(float(figure.replace(",", "")))
    near = 0.5000001 * 10**-digits
    return any(
        decimals + more >= digits and abs(value * 10.0**-more - wanted) <= near
        for value, decimals in known
        for more in (0, -2, 2)
    )


def with_signatures(text: str, ran: dict[str, str]) -> str:
    """The page with the signatures of what ran at its end, in the place of those that stand there."""
    text = text.partition(_SIGNATURES)[0].rstrip("\n") + "\n"
    if not ran:
        return text
    lines = [f"* `{spec}`: `{signature}`" for spec, signature in ran.items()]
    says = "What ran, without the number of references and the version of the program:"
    return "\n".join([text, _SIGNATURES, "## Signatures", "", says, "", *lines]) + "\n"


def changed(kept: Kept) -> list[str]:
    """Metrics of a page whose signatures are others now."""
    now = current(kept["signatures"])
    return [spec for spec, signature in kept["signatures"].items() if now[spec] != signature]


def since(text: str, specs: Sequence[str]) -> str:
    """The page with a note on metrics that have changed, behind its first paragraph; without any where none has."""
    start, _, rest = text.partition(_SINCE)
    if rest:
        text = start.rstrip("\n") + "\n\n" + rest.partition(_END)[2].lstrip("\n")
    if not specs:
        return text
    names = ", ".join(f"`{spec}`" for spec in specs)
    verb = "has" if len(specs) == 1 else "have"
    says = (
        f"**Changed since**: {names} {verb} other rules, defaults or resources now; figures here are those of an "
        "earlier model or revision, whose signature stands at the end."
    )
    note = f"{_SINCE}\n{says}\n{_END}"
    title, made, rest = text.split("\n\n", 2)
    return "\n\n".join([title, made, note, rest])


@click.command()
@click.argument("pages", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--metrics", default="", help="The metrics that a page is about, separated by spaces.")
@click.option("--since", "mark", is_flag=True, help="Say on each page which metrics have changed since.")
def main(pages: tuple[Path, ...], metrics: str, mark: bool) -> None:
    """Keep the figures of pages as they stand, and declare what their texts quote."""
    for page in pages:
        text = page.read_text("utf-8")
        kept = figures_of(text, metrics.split())
        kept["quoted"] = unexplained(text, kept)
        click.echo(f"{page.name}: {len(kept['tables'])} tables; quoted: {' '.join(kept['quoted'])}", err=True)
        write_text(page.with_suffix(".json"), dumped({**kept, "quoted": sorted(kept["quoted"])}))
    if mark:
        for file in sorted(RESULTS.glob("*.json")):
            kept = json.loads(file.read_text("utf-8"))
            if isinstance(kept, dict) and "signatures" in kept:
                page = file.with_suffix(".md")
                write_text(page, since(page.read_text("utf-8"), changed(kept)))


if __name__ == "__main__":
    main()
