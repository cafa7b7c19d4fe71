"""Write the reference pages that the program itself knows best: commands, metrics with their options, Python names.

    .venv/bin/python tools/reference_pages.py docs/reference

`make docs` calls it before it builds the site; the pages are not kept in the repository.
"""

import inspect
import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from click.testing import CliRunner

import tertium
from tertium.cli.main import COMMANDS
from tertium.cli.main import tertium as program
from tertium.results.base import Result

WIDTH = 100
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
# As somebody would read them.
ORDER = [
    *(
        "score",
        "blocks",
        "metrics",
        "compare",
        "gate",
        "explain",
        "files",
        "other_scores",
        "function_metric",
        "judgements",
    ),
    *("nbest", "mbr", "tune", "drop_ins", "errors"),
]
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
    (folder / "python.md").write_text("\n".join(python_page()), "utf-8")


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
    context.help_option_names = program.context_settings["help_option_names"]
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
    described = json.loads(CliRunner().invoke(program, ["metrics", "--format", "json"], catch_exceptions=False).stdout)
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


def examples() -> dict[str, tuple[Path, str]]:
    """The example of each public name: its file, and the first line, which names what it shows."""
    found: dict[str, tuple[Path, str]] = {}
    for path in sorted(EXAMPLES.glob("*.py")):
        first = path.read_text("utf-8").split('"""')[1]
        found |= dict.fromkeys(re.findall(r"\w+", first.partition(": ")[2]), (path, first))
    return found


def run_example(path: Path, folder: Path) -> str:
    """What an example prints, in a folder of its own."""
    return subprocess.run(
        [sys.executable, str(path.resolve())], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


def python_page() -> Iterator[str]:
    """The public names of the package, by their docstrings, with examples and what they print."""
    shown = examples()
    yield "# Python"
    yield ""
    yield "Everything that `import tertium` gives; the rest is not public. Examples were run to make this page."
    yield ""
    groups: dict[Path, list[str]] = {}
    others = []
    for name in tertium.__all__:
        path = _example_of(name, shown)
        if path is None:
            others.append(name)
        else:
            groups.setdefault(path, []).append(name)
    for path in sorted(groups, key=lambda path: ORDER.index(path.stem)):
        yield from _example(path)
        for name in groups[path]:
            yield from _name(name)
    yield from ("## What every result can do", "", "All results of the functions above have these methods.", "")
    yield from _members(Result, ())
    if others:
        yield "## Other names"
        yield ""
        for name in others:
            yield from _name(name)


def _example_of(name: str, shown: dict[str, tuple[Path, str]]) -> Path | None:
    if name in shown:
        return shown[name][0]
    thing = getattr(tertium, name)
    return EXAMPLES / "metrics.py" if isinstance(thing, type) and issubclass(thing, tertium.Metric) else None


def _example(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    title = text.split('"""')[1].partition(": ")[0]
    code = text.split('"""', 2)[2].strip()
    with TemporaryDirectory() as folder:
        printed = run_example(path, Path(folder)).strip()
    yield from (f"## {title}", "", "```python", code, "```", "", "```text", printed, "```", "")


def _name(name: str) -> Iterator[str]:
    thing = getattr(tertium, name)
    yield f"### `{name}`"
    yield ""
    if isinstance(thing, str):
        yield f"`{thing!r}`"
    else:
        yield f"```python\n{_signature(name, thing)}\n```"
        yield ""
        yield from _docstring(inspect.getdoc(thing) or "")
        if isinstance(thing, type):
            yield ""
            yield from _members(thing, (tertium.Metric, Result) if thing is not tertium.Metric else ())
    yield ""


def _members(thing: type, elsewhere: tuple[type, ...]) -> Iterator[str]:
    """The public methods and properties of a class, but for those that are told of another class."""
    told = {name for other in elsewhere if issubclass(thing, other) for name in dir(other)}
    classes = [cls for cls in thing.__mro__ if cls.__module__.startswith("tertium.")]
    names = dict.fromkeys(
        name for cls in classes for name in vars(cls) if not name.startswith("_") and name not in told
    )
    lines = [line for name in names if (line := _member(thing, name))]
    if lines:
        yield from ("**Members**", "", *lines, "")


def _member(thing: type, name: str) -> str | None:
    static = inspect.getattr_static(thing, name)
    wrapped = static.__func__ if isinstance(static, classmethod | staticmethod) else static
    shown = wrapped.fget if isinstance(wrapped, property) else wrapped
    if not inspect.isfunction(shown) or not shown.__doc__:
        return None
    first = " ".join(inspect.cleandoc(shown.__doc__).split("\n\n")[0].split())
    call = name if isinstance(wrapped, property) else _signature(name, getattr(thing, name)).replace("(self, ", "(")
    return f"* `{' '.join(call.replace('(self)', '()').split())}`: {first}"


def _signature(name: str, thing: Any) -> str:
    """The signature by names and defaults; types stand in the docstring's words."""
    parameters = []
    for parameter in inspect.signature(thing).parameters.values():
        short = parameter.replace(annotation=inspect.Parameter.empty)
        plain = isinstance(parameter.default, str | int | float | bool | tuple | None)
        if parameter.default is not inspect.Parameter.empty and not plain:
            short = short.replace(default=_Ellipsis())
        parameters.append(short)
    signature = inspect.Signature(parameters)
    return "\n".join(textwrap.wrap(f"{name}{signature}", WIDTH, subsequent_indent="    ", break_long_words=False))


class _Ellipsis:
    """Stands for a default that is too long to be shown."""

    def __repr__(self) -> str:
        return "..."


def _docstring(text: str) -> Iterator[str]:
    """A docstring of Google's style in Markdown: the items of its sections become a list."""
    inside = False
    for line in text.split("\n"):
        if found := re.fullmatch(r"(Args|Attributes|Raises|Returns|Yields):", line):
            inside = True
            yield from (f"**{'Arguments' if found[1] == 'Args' else found[1]}**", "")
        elif not inside or (line and not line.startswith(" ")):
            inside = False
            yield line
        elif found := re.fullmatch(r"    (\w+): (.*)", line):
            yield f"* `{found[1]}`: {found[2]}"
        else:
            yield f"  {line.strip()}" if line.strip() else ""


if __name__ == "__main__":
    main()
