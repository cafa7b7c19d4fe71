"""Resources made of files: paraphrase tables, synonyms, frequencies, vectors, encoders, each by its kind and format."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tertium.errors import DataError, OptionError
from tertium.io.files import open_input
from tertium.register import Register
from tertium.resources import frequencies, synonyms
from tertium.resources.encoders import sources as encoder_sources
from tertium.resources.encoders.changes import Changes, shipped
from tertium.resources.neural import built, models
from tertium.resources.neural.graph import Precision
from tertium.resources.paraphrases import formats
from tertium.resources.stems import SNOWBALL
from tertium.resources.vectors import sources as vector_sources
from tertium.text.languages import target_of

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What a resource is made of, and where it goes; each kind reads what it needs.

    Attributes:
        source: A file or a folder.
        target: The file to write.
        format: What the source is.
        model: Of an encoder, in place of a source: a folder, a package or a name.
        layers: Of an encoder, those that metrics can use; none means 1 and 4, or 1 and the last that changed.
        sha256: Of an encoder, what its weights must have.
        language: A code.
        dimensions: Of vectors.
        changes: Of an encoder, a file of what fine-tuning changed, or the name of one that comes with the package.
        texts: Sentences from which the rarity of word pieces is counted.
        precision: Of a neural metric's model: `int8`, smaller and faster, or `fp32`, with the original's numbers.
        encoder_files: Of COMET's checkpoint, the folder with its encoder's config.json and tokeniser, if not beside it.
        progress: Called with what is being done, how much is done and how much there is.
    """

    source: Path | None = None
    target: Path | None = None
    format: str | None = None
    model: str | None = None
    layers: Sequence[int] = ()
    sha256: str = ""
    language: str = "en"
    dimensions: int = 128
    texts: Path | None = None
    changes: str = ""
    precision: Precision = "int8"
    encoder_files: Path | None = None
    progress: Progress = lambda what, done, of: None

    def files(self, kind: str) -> tuple[Path, Path, str]:
        """Source, target and format, for kinds that need all of them."""
        if self.source is None or self.target is None or self.format is None:
            raise OptionError(f"{kind} are built from SOURCE to TARGET, with --format")
        if not self.target.parent.is_dir():
            raise DataError(f"{self.target}: the folder {self.target.parent} does not exist; create it first")
        return self.source, self.target, self.format

    def sentences(self) -> list[str]:
        """Those of `texts`."""
        return _lines(self.texts) if self.texts else []


BUILDERS: Register[Callable[[Order], str]] = Register("kind of resource to build")
"""What makes a resource of each kind, and says in one line what it made."""
_FREQUENCIES: Register[Callable[[Path, Path, str], int]] = Register("format of frequencies")
_SYNONYMS: Register[Callable[[Path, str], synonyms.Sources]] = Register("format of synonyms")
_VECTORS: Register[Callable[[Path, Progress], vector_sources.RawVectors]] = Register("format of vectors")


@BUILDERS.named("paraphrases")
def _paraphrases(order: Order) -> str:
    source, target, format = order.files("paraphrases")
    entries = formats.build(source, target, format=format, language=order.language)
    return f"{target}: {entries:,} entries"


@BUILDERS.named("synonyms")
def _synonyms(order: Order) -> str:
    source, target, format = order.files("synonyms")
    sets = _SYNONYMS.get(format)(source, order.language)
    rules = synonyms.ENGLISH_RULES if order.language == "en" else ()
    synonyms.build(target, sets, language=order.language, rules=rules, made_from=f"{source.name} ({format})")
    return f"{target}: {len(sets.sets):,} words"


@_SYNONYMS.named("wordnet")
def _wordnet(source: Path, language: str) -> synonyms.Sources:
    return synonyms.read_wordnet(source)


@_SYNONYMS.named("meteor")
def _meteor(source: Path, language: str) -> synonyms.Sources:
    return synonyms.read_meteor(source, SNOWBALL.get(language, language))


@BUILDERS.named("frequencies")
def _frequencies(order: Order) -> str:
    source, target, format = order.files("frequencies")
    return f"{target}: {_FREQUENCIES.get(format)(source, target, order.language):,} words"


@_FREQUENCIES.named("sentences")
def _counted_in_sentences(source: Path, target: Path, language: str) -> int:
    return frequencies.build(target, _lines(source), tokenizer=target_of(language).tokenizer)


@BUILDERS.named("vectors")
def _vectors(order: Order) -> str:
    source, target, format = order.files("vectors")
    raw = _VECTORS.get(format)(source, order.progress)
    vector_sources.build(
        raw,
        target,
        order.sentences(),
        dimensions=order.dimensions,
        language=order.language,
        made_from=f"{source.name} ({format})",
        licence="",
    )
    return f"{target}: {len(raw.pieces):,} pieces"


@_VECTORS.named("bert")
def _bert(source: Path, progress: Progress) -> vector_sources.RawVectors:
    return vector_sources.from_encoder(source, partial(progress, "word pieces"))


@_VECTORS.named("word2vec")
def _word2vec(source: Path, progress: Progress) -> vector_sources.RawVectors:
    return vector_sources.from_lines(source, _lines(source))


@BUILDERS.named("encoder")
def _encoder(order: Order) -> str:
    if order.model is None:
        raise OptionError("an encoder is built --from a folder, a package or a name in Hugging Face's cache")
    changes = Changes.find(order.changes) if order.changes else None
    variant = order.changes if order.changes in shipped() else ""
    target = order.target or encoder_sources.target_of(order.language, variant)
    layers = order.layers or (1, changes.last if changes is not None and changes.last else 4)
    description = encoder_sources.build(
        encoder_sources.find(order.model),
        target,
        order.sentences(),
        layers=sorted(set(layers)),
        language=order.language,
        sha256=order.sha256,
        changes=changes,
    )
    return f"{target}: {description}"


def _neural(family: str, order: Order) -> str:
    """A model of a neural metric in one file, where the metric finds it."""
    if order.source is None:
        raise OptionError(f"{family}: name the model's folder; {models.files_of(family)}")
    target = order.target or built.target_of(family, order.source.resolve().name)
    checkpoint = models.from_folder(family, order.source, str(order.encoder_files or ""))
    models.refuse_unusable(family, str(order.source), str(order.encoder_files or ""))
    size = built.write(target, checkpoint, family, order.precision)
    return f"{target}: {checkpoint.name}@{checkpoint.digest}, {order.precision}, {size / 1e6:,.1f} MB"


for _family in built.FAMILIES:
    BUILDERS.add(_family, partial(_neural, _family))


def _lines(path: Path) -> list[str]:
    with open_input(path) as source:
        return [line for _, line in source.lines()]
