"""`tertium network draw`: railroad diagrams."""

from pathlib import Path

import click

from tertium.cli.network.options import parse_limits, read_segment, reading
from tertium.io.files import display_name, open_output, write_text
from tertium.io.networks import read_networks
from tertium.report.network.html import network_page
from tertium.report.network.png import network_png
from tertium.report.network.svg import network_svg

_KINDS = ("svg", "png", "html")


@click.command("draw")
@click.argument("file")
@click.argument("picture")
@click.option("--as", "kind", type=click.Choice(_KINDS), help="Kind of picture; by default, by the ending of PICTURE.")
@click.option("--segment", metavar="ID", help="Which network, where the file has several.")
@reading
def draw(
    file: str,
    picture: str,
    kind: str | None,
    segment: str | None,
    from_format: str | None,
    symbols: str | None,
    limits: tuple[str, ...],
) -> None:
    """Draw a network as a railroad diagram: SVG, PNG, or a page in which cards open on a click.

    \b
    tertium network draw sentence.net sentence.svg
    tertium network draw networks.jsonl page.html --segment 12
    """
    kind = kind or Path(picture).suffix.lower().removeprefix(".")
    if kind not in _KINDS:
        raise click.UsageError(f"{picture}: expected a name that ends in .svg, .png or .html, or --as KIND")
    bounds = parse_limits(limits)
    entries = read_networks(file, from_format, symbols=symbols, limits=bounds)
    entry = read_segment(entries, segment, display_name(file))
    if kind == "svg":
        write_text(picture, network_svg(entry.network))
    elif kind == "html":
        name = entry.id if entry.id is not None else Path(display_name(file)).stem
        write_text(picture, network_page(entry.network, name, bounds))
    else:
        content = network_png(entry.network)
        with open_output(picture) as stream:
            stream.write(content)
