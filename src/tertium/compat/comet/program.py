"""`comet-score`: the arguments, the lines and the JSON of unbabel-comet 2.2.7.

Scores are those of its Python interface, in 32 bits; since 2025 its own command line computes in 16. Files of different
lengths are refused here, where it leaves out the end of the longer one without a word.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from tertium.errors import DataError, OptionError
from tertium.io.files import open_input
from tertium.register import FILES
from tertium.resources.neural import models
from tertium.resources.neural.heads.comet import Comet, Judged, Texts

_LIKE_US = "tertium score -s SOURCES -r REFERENCES -m 'comet(model=DIR)'"
# What says where and how fast it is computed; nothing of it changes a score here.
_IGNORED = ("--batch_size", "--gpus", "--num_workers")
_IGNORED_FLAGS = ("--disable_cache", "--disable_length_batching", "--print_cache_info")
_REFUSED = {
    "--sacrebleu_dataset": f"read the test set by `{_LIKE_US} -t wmt20 -l de-en`",
    "--model_storage_path": "--model takes the folder itself",
}


_EXAMPLES = """\
examples:
  tertium comet-score -s src.txt -t out.txt -r ref.txt --model wmt22-comet-da
  tertium comet-score -s src.txt -t a.txt b.txt --model wmt22-cometkiwi-da"""


class _Parser(argparse.ArgumentParser):
    """Refuses as the rest of the command line does, and prints nothing by itself."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message}; `tertium comet-score --help` lists the arguments")


def parser() -> argparse.ArgumentParser:
    """The arguments as unbabel-comet names them."""
    whole = _Parser(
        prog="tertium comet-score",
        add_help=False,
        usage="tertium comet-score -s SOURCES -t OUTPUT ... [-r REFERENCES] --model DIR",
        description="Take comet-score's arguments and print its output, without PyTorch.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    flag = "store_true"
    whole.add_argument("-h", "--help", action=flag, help="show this message")
    whole.add_argument("-s", "--sources", help="file of sources, one segment per line")
    whole.add_argument("-t", "--translations", nargs="+", metavar="OUTPUT", help="files of outputs")
    whole.add_argument("-r", "--references", help="file of references")
    whole.add_argument("--model", default="auto", help="folder of the checkpoint, or the name of one that was built")
    whole.add_argument("--to_json", default="", help="file for texts, scores and spans of errors")
    whole.add_argument("--only_system", action=flag, help="print the score of each system alone")
    whole.add_argument("--quiet", action=flag, help="no notes")
    for name in _IGNORED:
        whole.add_argument(name, help="taken and ignored: it changes no score")
    for name in _IGNORED_FLAGS:
        whole.add_argument(name, action=flag, help="taken and ignored: it changes no score")
    whole.add_argument("--enable-context", action=flag, help="refused: contexts are not read")
    whole.add_argument("-d", "--sacrebleu_dataset", help="refused; use `tertium score -t`")
    whole.add_argument("--model_storage_path", help="refused; --model takes the folder itself")
    return whole


def run(arguments: Sequence[str], note: Any = None) -> Iterator[str]:
    """The lines that comet-score prints; `note` is called with what a user should know."""
    options = parser().parse_args(arguments)
    if options.help:
        yield parser().format_help().rstrip("\n").replace("usage:", "Usage:", 1)
        return
    _refuse(options)
    sources = _lines(options.sources)
    references = _lines(options.references) if options.references else None
    model = models.comet(options.model, "comet", "", "auto", "auto", False, False)
    if "references" in model.needs and references is None:
        raise OptionError(f"{options.model} requires -r/--references")
    found: dict[str, list[Judged]] = {}
    columns: dict[str, list[str]] = {}
    for path in options.translations:
        outputs = columns[path] = _lines(path)
        for name, lines in ((options.sources, sources), (options.references, references)):
            if lines is not None and len(lines) != len(outputs):
                raise DataError(f"{path}: {len(outputs):,} lines, and {name} has {len(lines):,}; expected as many")
        beside: Sequence[str | None] = references or [None] * len(outputs)
        texts = [Texts(*row) for row in zip(outputs, sources, beside, strict=True)]
        found[path], cuts = model.judge(texts, threads=0)
        if note and not options.quiet and (text := cuts.text()):
            note(f"{path}: {text}")
    yield from _printed(found, only_system=options.only_system)
    if options.to_json:
        rows = {path: _rows(model, columns[path], sources, references, found[path]) for path in found}
        FILES.get("text")(options.to_json, json.dumps(rows, ensure_ascii=False, indent=4))
        yield f"Predictions saved in: {options.to_json}."


def _refuse(options: argparse.Namespace) -> None:
    for name, advice in _REFUSED.items():
        if getattr(options, name.removeprefix("--")) is not None:
            raise OptionError(f"{name} is not supported; {advice}")
    if options.enable_context:
        raise OptionError("--enable-context is not supported; score without context")
    if options.sources is None or not options.translations:
        raise OptionError("You must specify a source (-s) and translations (-t)")


def _lines(path: str) -> list[str]:
    with open_input(path) as source:
        return [line.strip() for _, line in source.lines()]


def _printed(found: dict[str, list[Judged]], *, only_system: bool) -> Iterator[str]:
    if not only_system:
        for number, judged in enumerate(zip(*found.values(), strict=True)):
            for path, one in zip(found, judged, strict=True):
                yield f"{path}\tSegment {number}\tscore: {one.score:.4f}"
    for path, every in found.items():
        yield f"{path}\tscore: {sum(one.score for one in every) / max(1, len(every)):.4f}"


def _rows(
    model: Comet, outputs: list[str], sources: list[str], references: list[str] | None, found: list[Judged]
) -> list[dict[str, Any]]:
    """What the file says of each segment."""
    rows = []
    for number, judged in enumerate(found):
        row: dict[str, Any] = {"src": sources[number], "mt": outputs[number]}
        if references is not None:
            row["ref"] = references[number]
        row["COMET"] = judged.score
        if judged.spans:
            row["errors"] = [
                {
                    "text": model.text_of(outputs[number], span),
                    "confidence": span.confidence,
                    "severity": span.severity,
                    "start": span.start,
                    "end": span.end,
                }
                for span in judged.spans
            ]
        rows.append(row)
    return rows
