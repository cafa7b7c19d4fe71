"""`tertium paraphrases`: acquire paraphrase tables from bilingual text, look into them, write them as text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from tertium.cli.emit import emit, emit_text
from tertium.cli.engines import SPARK, spark_settings
from tertium.cli.options import MOST_THREADS, Number, choice, gather, output_format
from tertium.cli.progress import ProgressBar
from tertium.errors import DataError, MissingExtraError
from tertium.paraphrase.options import Cleaning, Extraction, Filtering, Options, Pivoting, Symmetrization
from tertium.resources import store
from tertium.resources.paraphrases.formats import text_lines
from tertium.results.kinds.paraphrases import Acquisition, Lookup

if TYPE_CHECKING:
    from tertium.engines.base import Engine
    from tertium.paraphrase.corpora import Corpus

_LEAST = Number(0)


@click.group("paraphrases")
def command() -> None:
    """Acquire paraphrases from bilingual text, look them up, export them.

    Two phrases that translate to the same foreign phrase can mean the same. `acquire` makes a table that metrics read,
    in stages that are kept: an interrupted run continues where it stopped.

    \b
    tertium paraphrases acquire paraphrases.en.mine.bin \\
      --bitext corpus.en corpus.de de --bitext news.en news.fr fr
    tertium paraphrases acquire paraphrases.en.mine.bin \\
      --groups translations.txt --sample 20
    tertium paraphrases lookup "in favour of" --table paraphrases.en.mine.bin
    tertium paraphrases export paraphrases.en.mine.bin --format moses > table.txt
    """


_ACQUIRE_OPTIONS = [
    click.option(
        "--bitext", "bitexts", type=(str, str, str), multiple=True, metavar="ENGLISH PIVOT LANG",
        help="Two parallel files, and the language of the second. Repeatable.",
    ),
    click.option(
        "--aligned", type=(str, str, str, str, str), multiple=True, metavar="ENGLISH PIVOT LANG FORWARD REVERSE",
        help="The same, tokenised, with files of word alignments (`0-0 1-2`); FORWARD may be REVERSE too.",
    ),
    click.option(
        "--groups", multiple=True, metavar="FILE", help="Translations of one sentence together: `group ||| text`."
    ),
    click.option("--language", default="en", show_default=True, metavar="CODE", help="Language of the paraphrases."),
    click.option("--work", type=click.Path(file_okay=False, path_type=Path), help="Folder of the stages. [TABLE.work]"),
    choice("--engine", of=["duckdb", "spark"]),
    click.option("--memory", default="4GB", show_default=True, metavar="SIZE", help="Memory that DuckDB may use."),
    click.option(
        "-j", "--threads", type=click.IntRange(0, MOST_THREADS), default=0, help="Threads of DuckDB; 0 means all cores."
    ),
    *SPARK,
    click.option("--tokenizer", default="auto", show_default=True, help="For the language of the paraphrases."),
    click.option("--pivot-tokenizer", default="auto", show_default=True, help="For the other languages."),
    click.option("--max-sentence", type=int, default=100, show_default=True, help="Maximum words in a sentence."),
    click.option("--shard", type=int, default=500_000, show_default=True, help="Sentence pairs to align at a time."),
    click.option(
        "--symmetrization", default="grow-diag-final-and", show_default=True, metavar="NAME",
        help="intersection, union, grow-diag, grow-diag-final-and.",
    ),
    click.option("--max-phrase", type=int, default=7, show_default=True, help="Maximum words in a phrase."),
    click.option("--min-phrase-count", type=int, default=1, show_default=True, help="Minimum count of a phrase."),
    click.option("--min-pair-count", type=int, default=1, show_default=True, help="Minimum count of a phrase pair."),
    click.option("--min-translation", type=_LEAST, default=0.005, show_default=True, help="Minimum p of phrase pairs."),
    click.option("--min-probability", type=_LEAST, default=0.01, show_default=True, help="Minimum p(target | source)."),
    click.option("--min-back", type=_LEAST, default=0.0, show_default=True, help="Minimum p(source | target)."),
    click.option("--min-count", type=int, default=1, show_default=True, help="Minimum count of either phrase."),
    click.option("--min-pivots", type=int, default=1, show_default=True, help="Minimum number of pivots."),
    click.option(
        "--min-score", type=_LEAST, default=0.02, show_default=True,
        help="Minimum geometric mean of both probabilities, times pivot languages, per word of the longer phrase.",
    ),
    click.option("--max-per-phrase", type=int, default=20, show_default=True, help="Maximum paraphrases of a phrase."),
    click.option("--min-set", type=_LEAST, default=0.01, show_default=True, help="Minimum p(phrase | pivot) in a set."),
    click.option(
        "--keep", multiple=True,
        type=click.Choice(["punctuation", "numbers", "function-words", "inclusion", "negation"]),
        help="Do not use this filter. Repeatable.",
    ),
    click.option("--made-from", metavar="TEXT", help="Note on the table's origin, kept in the file. [the files]"),
    click.option("--sample", type=click.IntRange(1), metavar="N", help="Also print N random entries with evidence."),
    click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="Random seed of the sample."),
    output_format(),
    click.option("-q", "--quiet", is_flag=True, help="No progress on stderr."),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class AcquireOptions:
    """How paraphrases are acquired, and from what."""

    bitexts: tuple[tuple[str, str, str], ...]
    aligned: tuple[tuple[str, str, str, str, str], ...]
    groups: tuple[str, ...]
    language: str
    work: Path | None
    engine: str
    memory: str
    threads: int
    master: str
    spark_conf: tuple[str, ...]
    tokenizer: str
    pivot_tokenizer: str
    max_sentence: int
    shard: int
    symmetrization: Symmetrization
    max_phrase: int
    min_phrase_count: int
    min_pair_count: int
    min_translation: float
    min_probability: float
    min_back: float
    min_count: int
    min_pivots: int
    min_score: float
    max_per_phrase: int
    min_set: float
    keep: tuple[str, ...]
    made_from: str | None
    sample: int | None
    seed: int


@command.command("acquire")
@click.argument("table", type=click.Path(dir_okay=False, path_type=Path))
@gather("options", AcquireOptions, _ACQUIRE_OPTIONS)
def acquire(table: Path, options: AcquireOptions, format: str, quiet: bool) -> None:
    """Make a paraphrase TABLE from bitexts or groups of translations.

    Stages: clean and tokenise, align words both ways (eflomal), symmetrise, extract phrase pairs, count, pivot, filter.
    Repeat the command to continue an interrupted run.

    \b
    tertium paraphrases acquire my.bin --bitext corpus.en corpus.de de \\
      --memory 2GB
    tertium paraphrases acquire my.bin --bitext corpus.en corpus.de de \\
      --engine spark --master spark://host:7077
    """
    if not table.parent.is_dir():
        raise DataError(f"{table}: the folder {table.parent} does not exist; create it first")
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MissingExtraError("the acquisition of paraphrases", "paraphrase") from None
    emit(_acquire(table, options, quiet), format)


def _acquire(table: Path, options: AcquireOptions, quiet: bool) -> Acquisition:
    from tertium.paraphrase.acquisition import acquire as run  # late: needs the extra
    from tertium.paraphrase.tables import best_entries

    work = options.work or table.with_name(f"{table.name}.work")
    engine = _engine(options)
    with ProgressBar(quiet) as report:
        summary = run(
            _corpora(options), table, work, engine, _options(options), made_from=options.made_from, report=report
        )
    evidence = []
    if options.sample:
        from tertium.paraphrase.evidence import sample  # late: needs the extra

        evidence = sample(work, engine, options.sample, np.random.default_rng(options.seed))
    return Acquisition(summary, tuple(best_entries(work / "table", 10)), tuple(evidence))


def _corpora(options: AcquireOptions) -> "Sequence[Corpus]":
    from tertium.io.bitext import read_bitext, read_groups  # late: needs the extra

    return [
        *(read_bitext(english, pivot, language) for english, pivot, language in options.bitexts),
        *(read_bitext(english, pivot, language, points) for english, pivot, language, *points in options.aligned),
        *(read_groups(path, options.language) for path in options.groups),
    ]


def _options(options: AcquireOptions) -> Options:
    filtering = Filtering(
        min_probability=options.min_probability, min_back_probability=options.min_back, min_count=options.min_count,
        min_pivots=options.min_pivots, min_score=options.min_score, max_words=options.max_phrase,
        max_per_phrase=options.max_per_phrase, min_set_probability=options.min_set,
    )  # fmt: skip
    return Options(
        cleaning=Cleaning(
            language=options.language, tokenizer=options.tokenizer, pivot_tokenizer=options.pivot_tokenizer,
            max_words=options.max_sentence, shard=options.shard,
        ),
        extraction=Extraction(
            symmetrization=options.symmetrization, max_phrase=options.max_phrase,
            punctuation="punctuation" not in options.keep,
        ),
        pivoting=Pivoting(
            min_phrase_count=options.min_phrase_count, min_pair_count=options.min_pair_count,
            min_translation_probability=options.min_translation
        ),
        filtering=replace(filtering, **{name.replace("-", "_"): False for name in {*options.keep} - {"punctuation"}}),
    )  # fmt: skip


def _engine(options: AcquireOptions) -> "Callable[[Path], Engine]":
    def make(scratch: Path) -> "Engine":
        if options.engine == "spark":
            from tertium.engines.spark import SparkEngine  # late: needs the extra

            return SparkEngine(scratch, master=options.master, settings=spark_settings(options.spark_conf))
        from tertium.engines.duckdb import DuckDBEngine  # late: needs the extra

        return DuckDBEngine(scratch, memory=options.memory, threads=options.threads)

    return make


@command.command("lookup")
@click.argument("phrase")
@click.option("--table", default="paraphrases.en", show_default=True, metavar="NAME", help="Name or path of a table.")
@click.option(
    "--back", is_flag=True, help="Phrases that this one can stand for, instead of those that can stand for it."
)
@output_format()
def lookup(phrase: str, table: str, back: bool, format: str) -> None:
    """Print what can stand for a PHRASE, most probable first, and the sets that it shares with it.

    \b
    tertium paraphrases lookup "in favour of"
    """
    from tertium.paraphrase.corpora import contracted, phrase_words  # late: needs the extra

    opened = _table(table)
    language = opened.file.about["language"]
    # As people write it, in the words of a treebank, or in words already: a table may have been made otherwise.
    split = phrase_words(phrase, language), phrase_words(contracted(phrase), language), phrase.lower().split()
    spellings = list(dict.fromkeys(map(" ".join, split)))
    find = opened.lookup_back if back else opened.lookup
    words, paraphrases = next(((words, entries) for words in spellings if (entries := find(words))), ("", []))
    if not paraphrases:
        raise DataError(
            f"{table}: nothing found for {' or '.join(map(repr, spellings))}; look for a more frequent phrase"
        )
    emit(Lookup.of(opened, words, paraphrases), format)


@command.command("export")
@click.argument("table")
@choice("-f", "--format", "format_", of=["moses", "tsv", "meteor"], default="tsv")
def export(table: str, format_: str) -> None:
    """Write a TABLE as text to standard output.

    \b
    moses   source ||| target ||| probability
    tsv     probability, source, target
    meteor  three lines: probability, source, target
    """
    for block in text_lines(_table(table), format_):
        emit_text(block)


def _table(choice: str) -> Any:
    return store.find(choice, "paraphrases").load()
