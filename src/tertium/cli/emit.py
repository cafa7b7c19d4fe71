"""The way out of every command: results to standard output, everything else that is said to standard error.

A terminal gets no character that acts on it but our own styles, and lines of its width; files and pipes get the text as
it is. Messages show such characters wherever they go.
"""

import os
import sys
from collections.abc import Iterable
from io import StringIO
from typing import TYPE_CHECKING, TextIO

import click

from tertium.register import FILES
from tertium.results.characters import wrap
from tertium.text.controls import visible_lines

if TYPE_CHECKING:  # `tertium --help` needs none of it
    from tertium.results.base import Result
    from tertium.results.table import Piece

SPREADSHEET = "tertium.spreadsheet"
"""Where the context of a command keeps whether tables are for a spreadsheet."""
_PAGE = 100  # columns where no terminal says otherwise


def emit(result: "Result", format: str = "text", *, places: int | None = None, html: str | None = None) -> None:
    """Print a result in a format, and write it as a page too where one is wanted."""
    emit_page(result, html)
    if format == "text" and is_terminal(sys.stdout):
        emit_pieces(result.pieces(places, page_width()))
    else:
        emit_text(result.render(format, places), format)


def emit_page(result: "Result", html: str | None) -> None:
    """Write a result as a page where one is wanted."""
    if html:
        FILES.get("text")(html, result.to_html())


def emit_pieces(pieces: "Iterable[Piece]") -> None:
    """Print text with its styles: on a terminal that wants them, else without."""
    styled = is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    _write("".join(_styled(visible_lines(piece.text), piece.style if styled else "") for piece in pieces))


def emit_text(text: str, format: str = "text") -> None:
    """Print a text that is ready, in a format."""
    text = for_spreadsheet(text, format)
    _write(visible_lines(text) if is_terminal(sys.stdout) else text)


def emit_line(text: str) -> None:
    """Print a line of a result."""
    emit_text(f"{text}\n")


def _write(text: str) -> None:
    # With `color`, because click would take escapes out of what goes into a file.
    click.echo(text, nl=False, color=True)


def _styled(text: str, style: str) -> str:
    match style:
        case "":
            return text
        case "bold":
            return click.style(text, bold=True)
        case "dim":
            return click.style(text, dim=True)
        case colour:
            return click.style(text, fg=colour)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody reads the stream on a screen; it is None where it was closed."""
    return stream is not None and stream.isatty()


def page_width() -> int:
    """Columns of the page that results are printed on: those of the terminal."""
    return _terminal_width() if is_terminal(sys.stdout) else _PAGE


def _terminal_width() -> int:
    from shutil import get_terminal_size  # late: what programs read needs no width

    return get_terminal_size().columns


def for_spreadsheet(text: str, format: str) -> str:
    """A table without texts that a spreadsheet would take for formulas, if --spreadsheet was given."""
    if format not in ("tsv", "csv") or not click.get_current_context().meta.get(SPREADSHEET):
        return text
    from tertium.results.delimited import quoted_for_spreadsheets  # late: few ask for it

    return quoted_for_spreadsheets(text, "\t" if format == "tsv" else ",")


def say(text: str) -> None:
    """A message on stderr, folded between words where a terminal reads it."""
    text = visible_lines(text)
    if is_terminal(sys.stderr):
        width = _terminal_width()
        text = "\n".join(part for line in text.split("\n") for part in wrap(line, width, chop=False))
    click.echo(text, err=True)


def note(text: str) -> None:
    """What a user may want to know."""
    say(f"Note: {text}.")


def warn(text: str) -> None:
    """What makes scores doubtful."""
    say(f"Warning: {text}.")


def fail(error: object) -> None:
    """Why a command ends without a result."""
    if isinstance(error, click.ClickException):
        message = StringIO()
        error.show(message)
        say(message.getvalue().removesuffix("\n"))
    else:
        say(f"Error: {error}")
