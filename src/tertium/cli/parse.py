"""`tertium parse`: dependency parses for the metrics that look at syntax."""

from dataclasses import replace
from pathlib import Path

import click

from tertium.cli.emit import emit, say
from tertium.cli.options import choice, output_format
from tertium.cli.progress import ProgressBar
from tertium.io.files import open_input, open_output
from tertium.io.testsets.formats import is_bilingual, read_stream
from tertium.io.testsets.plain import read_lines
from tertium.learn.parsing import ParserSettings, accuracy, train_parser
from tertium.resources.parsers.dependencies import find, read_treebank
from tertium.text.arrays import PackedTexts
from tertium.text.parses import Parse, with_plain_quotes, write_conllu
from tertium.text.tokenizers import get as tokenizer

_PARSER = "A pipeline of spaCy by name or folder; `auto` is the package's own for the language."


@click.group("parse")
def command() -> None:
    """Parse texts, and train or measure a parser. Needs the extra `parse`.

    Metrics that use syntax take a parser by name, or files in CoNLL-U from any parser.

    \b
    tertium parse run output.txt reference.txt -o parses.conllu
    tertium parse train en-train.conllu --dev en-dev.conllu -o my-parser
    tertium parse evaluate en-test.conllu --parser my-parser
    """


@command.command("run")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="File for the parses.")
@click.option("--parser", "choice", default="auto", show_default=True, help=_PARSER)
@click.option("--language", default="en", show_default=True, metavar="CODE")
@click.option("--tok", default="ptb", show_default=True, help="Tokeniser, or none if words are already separated.")
@choice("--side", of=["source", "target"], default="target", help="Which texts of an XLIFF or TMX file.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
def run(texts: tuple[str, ...], output: str, choice: str, language: str, tok: str, side: str, quiet: bool) -> None:
    """Parse plain texts, one segment per line, or XLIFF and TMX files, to CoNLL-U."""
    words_of, parser = tokenizer(tok), find(choice, language)
    with open_output(output) as file, ProgressBar(quiet) as progress:
        for path in texts:
            lines = _lines(path, side)
            batch = words_of.tokenize(PackedTexts.pack(lines))
            ends = zip(batch.offsets[:-1], batch.offsets[1:], strict=True)
            rows = [with_plain_quotes(batch.words[i] for i in batch.ids[begin:end]) for begin, end in ends]
            for begin in range(0, len(rows), 256):
                for parse in parser.parse(rows[begin : begin + 256]):
                    file.write(write_conllu(parse).encode())
                progress(f"parsing {path}", min(begin + 256, len(rows)), len(rows))


def _lines(path: str, side: str) -> list[str]:
    """The texts of a file; a missing target is an empty text, so that numbers stay the same."""
    with open_input(path) as source:
        if is_bilingual(source):
            return [text or "" for text in read_stream(source, "source" if side == "source" else "hypothesis")]
        return read_lines(source)


@command.command("train")
@click.argument("treebanks", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="TREEBANK...")
@click.option(
    "--dev", required=True, type=click.Path(path_type=Path), help="Sentences by which the best state is chosen."
)
@click.option("-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
@click.option("--language", default="en", show_default=True, metavar="CODE")
@click.option("--epochs", default=12, show_default=True, type=click.IntRange(1))
@click.option("--width", default=96, show_default=True, type=click.IntRange(8, 1024), help="Size of the vectors.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@output_format()
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
def train(
    treebanks: tuple[Path, ...],
    dev: Path,
    output: Path,
    language: str,
    epochs: int,
    width: int,
    seed: int,
    format: str,
    quiet: bool,
) -> None:
    """Train a tagger and parser on treebanks in CoNLL-U (Universal Dependencies)."""
    sentences: list[Parse] = [parse for path in treebanks for parse in read_treebank(path)]
    settings = ParserSettings(epochs=epochs, width=width, seed=seed)
    with ProgressBar(quiet) as progress:
        reached = train_parser(
            sentences,
            read_treebank(dev),
            output,
            settings,
            language=language,
            progress=progress,
            note=lambda text: None if quiet else say(text),
        )
    emit(replace(reached, parser=str(output)), format)


@command.command("evaluate")
@click.argument("treebank", type=click.Path(path_type=Path))
@click.option("--parser", "choice", default="auto", show_default=True, help=_PARSER)
@click.option("--language", default="en", show_default=True, metavar="CODE")
@output_format()
def evaluate(treebank: Path, choice: str, language: str, format: str) -> None:
    """Measure a parser on a treebank, given its words."""
    emit(replace(accuracy(find(choice, language), read_treebank(treebank)), parser=choice), format)
