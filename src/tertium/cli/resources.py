"""`tertium resources`: what is known about words, and tables of one's own."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from tertium.cli.common import emit
from tertium.errors import DataError

_BUILT = ("paraphrases", "synonyms")


@click.group("resources")
def command() -> None:
    """List, describe and build stems, synonyms, function words and paraphrase tables.

    Resources are found inside the package and in the folder that the variable TERTIUM_RESOURCES names.

    \b
    tertium resources list
    tertium resources info synonyms.en
    tertium resources verify
    tertium resources build paraphrases table.gz paraphrases.en.mine.bin --format ppdb --language en
    """


@command.command("list")
def list_() -> None:
    """List what there is: name, kind, language, and where it is."""
    from tertium.resources import store

    rows = [("name", "kind", "language", "from")]
    rows += [(r.name, r.kind, r.language, "Tertium" if r.own else str(r.path)) for r in store.found().values()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        emit("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n")


@command.command("info")
@click.argument("name_or_path")
@click.argument("phrase", required=False)
def info(name_or_path: str, phrase: str | None) -> None:
    """Describe one resource; with a PHRASE, what a paraphrase table has for it."""
    from tertium.errors import OptionError
    from tertium.resources.paraphrases import ParaphraseTable

    resource = _load(name_or_path)
    if phrase is None:
        for key, value in _describe(resource).items():
            emit(f"{key}: {value}\n")
    elif isinstance(resource, ParaphraseTable):
        for paraphrase in resource.lookup(phrase):
            emit(f"{paraphrase.probability:.6g}\t{paraphrase.phrase}\n")
    else:
        raise OptionError(f"{name_or_path} is not a paraphrase table, so it has nothing for {phrase!r}")


@command.command("verify")
@click.argument("names", nargs=-1, metavar="[NAME_OR_PATH]...")
def verify(names: tuple[str, ...]) -> None:
    """Read resources and models to their end and compare them with their digests; all that are found, if none is named.

    \b
    tertium resources verify
    tertium resources verify paraphrases.en.mine.bin trained.model
    """
    from tertium.errors import TertiumError

    damaged = []
    for name, look in _verified(names):
        try:
            click.echo(f"{look()}  {name}")
        except TertiumError as error:
            damaged.append(str(error))
    if damaged:
        raise DataError("; ".join(damaged))


def _verified(names: tuple[str, ...]) -> Iterator[tuple[str, Callable[[], str]]]:
    """What is looked through, and how: it gives a digest, or raises."""
    from tertium.learn import model
    from tertium.resources import store

    for name in names or (*store.found(), *model.names()):
        is_model = name.endswith(model.ENDING) or (name in model.names() and name not in store.found())
        yield name, partial(_digest_of_model if is_model else _digest_of_resource, name)


def _digest_of_model(name: str) -> str:
    from tertium.learn.model import Model

    return Model.load(name).digest


def _digest_of_resource(name: str) -> str:
    from tertium.resources.wordlists import WordList

    resource = _load(name)
    if not isinstance(resource, WordList):
        resource.refuse_damaged()
    return str(resource.digest)


@command.command("build")
@click.argument("kind", type=click.Choice(_BUILT))
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--format", "format_", required=True, metavar="FORMAT", help="meteor, terp, ppdb, tsv; wordnet, meteor.")
@click.option("--language", default="en", show_default=True, metavar="CODE")
def build(kind: str, source: Path, target: Path, format_: str, language: str) -> None:
    """Make a file that opens at once from a table in text, or from a folder of dictionary files.

    \b
    paraphrases  formats meteor, terp, ppdb, tsv (plain text or .gz)
    synonyms     formats wordnet (folder of index.noun ...), meteor (folder of english.synsets ...)
    """
    if not target.parent.is_dir():
        raise DataError(f"{target}: the folder {target.parent} is not there; make it first")
    if kind == "paraphrases":
        from tertium.resources import paraphrase_formats

        entries = paraphrase_formats.build(source, target, format=format_, language=language)
        click.echo(f"{target}: {entries:,} entries", err=True)
    else:
        _build_synonyms(source, target, format_, language)


def _build_synonyms(source: Path, target: Path, format_: str, language: str) -> None:
    from tertium.errors import UnknownNameError
    from tertium.resources import synonyms
    from tertium.resources.stems import SNOWBALL

    if format_ == "wordnet":
        sources = synonyms.read_wordnet(source)
    elif format_ == "meteor":
        sources = synonyms.read_meteor(source, SNOWBALL.get(language, language))
    else:
        raise UnknownNameError("format of synonyms", format_, ["meteor", "wordnet"])
    rules = synonyms.ENGLISH_RULES if language == "en" else ()
    synonyms.build(target, sources, language=language, rules=rules, made_from=f"{source.name} ({format_})")
    click.echo(f"{target}: {len(sources.sets):,} words", err=True)


def _load(name_or_path: str) -> Any:
    from tertium.errors import UnknownNameError
    from tertium.resources import store
    from tertium.storage import arrayfile

    resources = store.found()
    if name_or_path in resources:
        return resources[name_or_path].load()
    path = Path(name_or_path)
    if not path.is_file():
        raise UnknownNameError("resource", name_or_path, resources)
    kind = arrayfile.kind_of(path) if path.suffix == ".bin" else path.name.split(".")[0]
    return store.load(path, kind if kind in store.KINDS else "function")


def _describe(resource: Any) -> dict[str, Any]:
    from tertium.resources.wordlists import WordList

    if isinstance(resource, WordList):
        return {"words": len(resource.words), "digest": resource.digest, "content": " ".join(resource.words)}
    about = dict(resource.file.about)
    size = about.pop("size")
    about.pop("arrays")
    return {
        "path": resource.file.path,
        **{key: value for key, value in about.items() if value != ""},
        "bytes": f"{size:,}",
    }
