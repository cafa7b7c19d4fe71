"""Write the reference pages that the program itself knows best: its commands, and its metrics with their options.

    .venv/bin/python tools/reference_pages.py docs/reference

`make docs` calls it before it builds the site; the pages are not kept in the repository.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from tertium.cli.main import COMMANDS, tertium

WIDTH = 100
_EQUAL = """\
Options are given in brackets: `-m 'bleu(tok=intl,smooth=add-k)'`; from Python as arguments: `tertium.BLEU(tok="intl")`.
`tertium metrics NAME` prints the same.

"Equal" means: the same corpus and segment scores to 1e-9 for the same options (NIST: 1e-6), checked by the tests
against the original itself, on made-up and on real text."""


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "commands.md").write_text("\n".join(_commands()), "utf-8")
    (folder / "metrics.md").write_text("\n".join(_metrics()), "utf-8")


def _commands() -> Iterator[str]:
    yield "# Commands"
    yield ""
    yield "What `--help` prints, for every command. [Input formats](formats.md) says how texts are given and what all"
    yield "commands have in common."
    yield ""
    for name in COMMANDS:
        yield from _command(f"tertium {name}", COMMANDS.get(name), 2)


def _command(title: str, command: click.Command, depth: int) -> Iterator[str]:
    """The help of a command and of the commands below it."""
    context = click.Context(command, info_name=title, max_content_width=WIDTH, terminal_width=WIDTH)
    context.help_option_names = tertium.context_settings["help_option_names"]
    yield f"{'#' * depth} {title}"
    yield ""
    yield f"```text\n{command.get_help(context)}\n```"
    yield ""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _command(f"{title} {name}", below, depth + 1)


def _metrics() -> Iterator[str]:
    described = json.loads(CliRunner().invoke(tertium, ["metrics", "--format", "json"], catch_exceptions=False).stdout)
    yield "# Metrics and their options"
    yield ""
    yield from _EQUAL.splitlines()
    yield ""
    for metric in described["metrics"]:
        yield from _metric(metric)
    yield "## Tokenisers"
    yield ""
    yield "For the option `tok` of the metrics that have it."
    yield ""
    yield from _table(("tokeniser", "does"), [(f"`{t['tokenizer']}`", t["does"]) for t in described["tokenizers"]])


def _metric(metric: dict[str, Any]) -> Iterator[str]:
    """The section of one metric, from what `tertium metrics` says about it."""
    yield f"## `{metric['metric']}`"
    yield ""
    yield f"{metric['name']}: {metric['measures']}."
    yield ""
    yield f"* scale: {metric['scale']}, {'higher' if metric['higher_is_better'] else 'lower'} is better"
    yield f"* equal to: {metric['equals']}"
    yield ""
    rows = [(f"`{o['option']}`", f"`{o['default']}`", o["values"], o["meaning"]) for o in metric["options"]]
    yield from _table(("option", "default", "values", "meaning"), rows)


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (header, ("---",) * len(header), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


if __name__ == "__main__":
    main()
