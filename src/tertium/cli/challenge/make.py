"""`tertium challenge make`: minimal pairs from references."""

from collections.abc import Sequence

import click

from tertium.cli.emit import emit
from tertium.cli.inputs import LANGUAGE
from tertium.cli.options import SEED, output_format
from tertium.errors import OptionError
from tertium.io.files import open_input
from tertium.meta.challenge.generator import Plan, make
from tertium.text.languages import guess, target_of


@click.command("make")
@click.argument("file")
@click.option("--harmful", metavar="NAMES", help="Phenomena, separated by commas; all of the list below by default.")
@click.option("--harmless", metavar="NAMES", help="Changes that keep the meaning, separated by commas.")
@click.option(
    "--rate",
    "rates",
    multiple=True,
    metavar="NAME=SHARE",
    help="Only this share of the sentences gets the phenomenon, from 0 to 1. Repeatable.",
)
@click.option("-n", "--per-sentence", type=click.IntRange(1), help="Pairs of one sentence at most.")
@click.option(
    "--paraphrases", metavar="FILE", help="Good translations, one per reference, in place of harmless changes."
)
@LANGUAGE
@SEED
@output_format(default="tsv")
def command(
    file: str,
    harmful: str | None,
    harmless: str | None,
    rates: tuple[str, ...],
    per_sentence: int | None,
    paraphrases: str | None,
    language: str | None,
    seed: int,
    format: str,
) -> None:
    """Make pairs from references: a change that does no harm, and one that does.

    FILE has one reference per line. The same seed gives the same pairs, and those of a sentence do not depend on
    which changes are asked for beside. Take references on which no metric will be judged.

    Harmful: negation, number, name, unit, antonym, tense, agreement, omission, addition, order, casing, untranslated,
    roles. Harmless: contraction, spelling, synonym, comma, word order, voice. In other languages than English only
    those that need no knowledge of it, so that few sentences give pairs.

    \b
    tertium challenge make references.txt > pairs.tsv
    tertium challenge make references.txt --paraphrases others.txt > pairs.tsv
    tertium challenge make references.txt --harmful negation,number \\
      --rate number=0.5 > pairs.tsv
    """
    references = _lines(file)
    plan = Plan(
        harmful=_names(harmful),
        harmless=_names(harmless),
        rates=dict(map(_rate, rates)),
        per_sentence=per_sentence,
        seed=seed,
    )
    said = None if paraphrases is None else _lines(paraphrases)
    emit(make(references, _code(references, language), plan, paraphrases=said), format)


def _lines(file: str) -> list[str]:
    with open_input(file) as source:
        return [text for _, text in source.lines()]


def _code(references: Sequence[str], language: str | None) -> str:
    if language:
        return target_of(language).code
    if (found := guess(references)) and found.language:
        return found.language.code
    raise OptionError("which language the references are in is not clear; pass -l, such as -l en")


def _names(value: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split(",")) if value else ()


def _rate(value: str) -> tuple[str, float]:
    name, _, share = value.partition("=")
    try:
        return name, float(share)
    except ValueError:
        raise OptionError(f"--rate {value!r}: expected NAME=SHARE, such as number=0.5") from None
