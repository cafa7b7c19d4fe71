"""The command line: `tertium COMMAND`. Each command is one file, imported when it is asked for."""

import errno
import gc
import io
import os
import shlex
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from tertium._version import __version__
from tertium.cli.commands import Commands, Entry, lazy_group
from tertium.cli.emit import fail, say, warn
from tertium.errors import DataError, LimitWarning, MissingExtraError, TertiumError

# In the order of `tertium --help`.
COMMANDS = Commands(
    "command",
    "tertium.cli",
    [
        Entry("score", "score:command", "Score one or many systems against references."),
        Entry(
            "compare",
            "compare:command",
            "Compare two or more systems: all pairs tested, ranks with clusters, the segments that differ most.",
        ),
        Entry(
            "gate",
            "gate:command",
            "Let a new system pass if it is not significantly worse than a baseline; exit code 3 if it does not pass.",
        ),
        Entry(
            "explain",
            "explain:command",
            "Show how the score of a segment was computed: the words that were matched, the edits, the n-grams.",
        ),
        Entry("meta", "meta:command", "Measure how well metrics agree with people.", algebra=True),
        Entry(
            "challenge",
            "challenge:command",
            "Ask metrics which of two translations is better: the one that says the same, or the one that does not.",
        ),
        Entry("network", "network:command", "Make, check, combine and draw reference networks."),
        Entry(
            "train",
            "train:command",
            "Learn a metric from human judgements, and write it as a small model file.",
            algebra=True,
        ),
        Entry(
            "parse",
            "parse:command",
            "Parse texts, and train or measure a parser. Needs the extra `parse`.",
            algebra=True,
        ),
        Entry(
            "xliff",
            "xliff:command",
            "Read and fill translators' files: XLIFF 1 and 2, SDLXLIFF, MQXLIFF, MXLIFF and TMX.",
        ),
        Entry(
            "doctor",
            "doctor:command",
            "Check a metric's model on this machine, beside scores of the original where there are some.",
        ),
        Entry("metrics", "metrics:command", "List the metrics and tokenisers, or the options of one metric."),
        Entry(
            "resources",
            "resources:command",
            "List, describe and build stems, synonyms, function words, paraphrase tables, vectors and encoders.",
            algebra=True,
        ),
        Entry(
            "paraphrases",
            "paraphrases:command",
            "Acquire paraphrases from bilingual text, look them up, export them.",
            algebra=True,
        ),
        Entry(
            "exam",
            "exam:command",
            "Grade translators' exams: a model proposes, with its uncertainty, and people decide.",
            algebra=True,
        ),
        Entry(
            "serve",
            "serve:command",
            "Run the annotation server, or look after its data.",
            extra=("the server", "server"),
            algebra=True,
        ),
        Entry(
            "tune",
            "tune:command",
            "Tune the weights of features, on n-best lists or together with a decoder, by a metric.",
            algebra=True,
        ),
        Entry(
            "mbr",
            "mbr:command",
            "Choose from each n-best list by minimum Bayes risk: the best expected score by a metric.",
        ),
        Entry(
            "rerank",
            "rerank:command",
            "Choose from each n-best list by a weighted sum of features; of equal candidates the first.",
        ),
        Entry("nbest", "nbest:command", "Inspect n-best lists, convert them, and add features."),
        Entry(
            "sacrebleu",
            "sacrebleu:command",
            "Take sacreBLEU's arguments and print its output; `tertium sacrebleu --help` lists them.",
        ),
        Entry(
            "comet-score",
            "comet:command",
            "Take comet-score's arguments and print its output; `tertium comet-score --help` lists them.",
        ),
        Entry("completion", "completion:command", "Print the completion script of a SHELL, for its start-up file."),
    ],
)


@click.group(cls=lazy_group(COMMANDS), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def tertium(context: click.Context) -> None:
    """Judge translations: score systems, compare them, and see which differences are significant.

    \b
    tertium score output.txt -r reference.txt
    tertium compare a.txt b.txt -r reference.txt --html report.html
    tertium metrics bleu
    """
    context.meta["tertium.command"] = shlex.join(["tertium", *context.obj]) if context.obj else "tertium"


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit.

    0: fine; 1: the data were refused; 2: wrong use; 3: a gate was not passed; 130: interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if (
            arguments is None
        ):  # the process is ours: texts have no cycles, and to look for some takes a quarter of a read
            gc.set_threshold(200_000, 50, 100)
        words = sys.argv[1:] if arguments is None else list(map(str, arguments))
        if "_TERTIUM_COMPLETE" in os.environ:
            from tertium.cli.completion import prepare  # late: few calls come from a shell's Tab key

            prepare()
        _leave_threads(words)
        with _limits_shown():
            code = tertium(words, prog_name="tertium", standalone_mode=False, obj=words)
        if sys.stdout is None:
            raise DataError("standard output is closed, so the result went nowhere; redirect it to a file or /dev/null")
        sys.stdout.flush()
        if isinstance(code, int) and code:  # a command that exits with a code of its own
            sys.exit(code)
    except click.ClickException as error:
        fail(error)
        sys.exit(error.exit_code)
    except click.exceptions.Exit as ended:
        sys.exit(ended.exit_code)
    except (click.Abort, KeyboardInterrupt):
        say("Interrupted.")
        sys.exit(130)
    except TertiumError as error:
        fail(error)
        sys.exit(1 if isinstance(error, DataError | MissingExtraError) else 2)
    except MemoryError as error:
        detail = f" ({error})" if str(error) else ""
        fail(f"not enough memory{detail}; use fewer or shorter segments, or a larger machine")
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read our output has had enough; closing it again at exit must not complain.
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG):
            raise
        _drop_output()
        where = error.filename or "standard output"
        fail(f"{where}: cannot be written ({error.strerror})")
        sys.exit(1)


def _leave_threads(words: list[str]) -> None:
    """Let OpenBLAS start no threads for a command that has no work for them."""
    entry = COMMANDS.entries.get(next((word for word in words if not word.startswith("-")), ""))
    if entry and not entry.algebra and "numpy" not in sys.modules:  # it asks when NumPy is imported
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@contextmanager
def _limits_shown() -> Iterator[None]:
    """Say where a search came to its limit as the command line says everything."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", LimitWarning)
        plain = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
            if issubclass(category, LimitWarning):
                warn(str(message))
            else:
                plain(message, category, *rest, **more)

        warnings.showwarning = show
        yield


def _drop_output() -> None:
    """Let nothing that could not be written be tried again at exit."""
    sys.stdout = io.StringIO()
