"""Training a tagger and parser on a treebank, as a small pipeline of spaCy, and measuring it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.errors import DataError, MissingExtraError
from tertium.resources.parsers.dependencies import Parser, SpacyParser, keep
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Row, Table
from tertium.text.parses import ROOT, Parse

if TYPE_CHECKING:
    from pathlib import Path

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class ParserSettings:
    """How large a pipeline is and how it learns."""

    width: int = 96
    depth: int = 4
    rows: tuple[int, ...] = (5000, 1000, 2500, 2500)
    """Of the tables for the form, the prefix, the suffix and the shape of a word."""
    epochs: int = 12
    words_in_batch: tuple[int, int] = (200, 1000)
    """At the start, and from the fifth epoch on."""
    dropout: float = 0.1
    seed: int = 1


@dataclass(frozen=True, slots=True, repr=False)
class Accuracy(Result):
    """In percent: parts of speech, heads (UAS), heads with their relations (LAS); over all words, given the words."""

    heading = "Accuracy of a parser"

    upos: float
    uas: float
    las: float
    words: int
    parser: str | None = None

    def tables(self) -> list[Block]:
        """One row."""
        figures = (Column(name, "number", higher_is_better=True) for name in ("UPOS", "UAS", "LAS"))
        columns = (*([Column("parser")] if self.parser else []), *figures, Column("words", "count"))
        row: Row = (*([self.parser] if self.parser else []), self.upos, self.uas, self.las, self.words)
        return [Table(columns, (row,))]

    def data(self) -> dict[str, Json]:
        """The figures by name."""
        return asdict(self)

    def __str__(self) -> str:
        return f"UPOS {self.upos:.1f}, UAS {self.uas:.1f}, LAS {self.las:.1f} ({self.words:,} words)"


def accuracy(parser: Parser, gold: Sequence[Parse]) -> Accuracy:
    """How well a parser does on sentences that are split into words as in the treebank."""
    if not any(map(len, gold)):
        raise DataError("there is no word to measure a parser on")
    right, total = np.zeros(3), 0
    for predicted, true in zip(parser.parse([parse.words for parse in gold]), gold, strict=True):
        for word in range(len(true)):
            head = predicted.heads[word] == true.heads[word]
            label = basic(predicted.labels[word]) == basic(true.labels[word])
            right += (predicted.tags[word] == true.tags[word], head, head and label)
        total += len(true)
    upos, uas, las = (float(share) for share in 100 * right / total)
    return Accuracy(upos, uas, las, total)


def basic(label: str) -> str:
    """A relation without its subtype: nsubj of nsubj:pass."""
    return label.split(":")[0]


def train_parser(
    train: Sequence[Parse],
    dev: Sequence[Parse],
    target: "Path",
    settings: ParserSettings | None = None,
    *,
    language: str = "en",
    progress: Progress = lambda what, done, total: None,
    note: Callable[[str], None] = lambda text: None,
) -> Accuracy:
    """Train a pipeline and keep in a folder the state that does best on `dev`; gives its accuracy there."""
    spacy = _spacy()
    settings = settings or ParserSettings()
    if not train or not dev:
        raise DataError("training a parser needs sentences to learn from and others to choose by")
    spacy.util.fix_random_seed(settings.seed)
    nlp = _pipeline(spacy, language, settings)
    examples = [_example(spacy, nlp, parse) for parse in train if len(parse) > 0]
    optimizer = nlp.initialize(lambda: examples)
    rng, best = np.random.default_rng(settings.seed), None
    for epoch in range(settings.epochs):
        done = 0
        for batch in _batches(examples, rng, settings.words_in_batch[epoch >= 4]):
            nlp.update(batch, sgd=optimizer, drop=settings.dropout)
            progress(f"epoch {epoch + 1} of {settings.epochs}", done := done + len(batch), len(examples))
        with nlp.use_params(optimizer.averages):
            reached = accuracy(SpacyParser.of(nlp, f"epoch {epoch + 1}"), dev)
            note(f"epoch {epoch + 1}: {reached}")
            if best is None or reached.las > best.las:
                best = reached
                keep(nlp, target)
    assert best is not None
    return best


def _spacy() -> Any:
    try:
        import spacy.training
    except ImportError as error:
        raise MissingExtraError("training a parser", "parse") from error
    return spacy


def _pipeline(spacy: Any, language: str, settings: ParserSettings) -> Any:
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": settings.width}
    embed = {
        "@architectures": "spacy.MultiHashEmbed.v2",
        "width": settings.width,
        "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE"],
        "rows": list(settings.rows),
        "include_static_vectors": False,
    }
    encode = {
        "@architectures": "spacy.MaxoutWindowEncoder.v2",
        "width": settings.width,
        "depth": settings.depth,
        "window_size": 1,
        "maxout_pieces": 3,
    }
    tagger = {"@architectures": "spacy.Tagger.v2", "nO": None, "normalize": False, "tok2vec": listener}
    parser = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": 64,
        "maxout_pieces": 2,
        "use_upper": True,
        "nO": None,
        "tok2vec": listener,
    }
    nlp = spacy.blank(language)
    nlp.add_pipe("tok2vec", config={"model": {"@architectures": "spacy.Tok2Vec.v2", "embed": embed, "encode": encode}})
    nlp.add_pipe("tagger", config={"model": tagger})
    nlp.add_pipe("parser", config={"model": parser})
    return nlp


def _example(spacy: Any, nlp: Any, parse: Parse) -> Any:
    """The words alone beside the words with everything known. The pipeline's tags are the parts of speech."""
    words = list(parse.words)
    heads = [i if head == ROOT else head for i, head in enumerate(parse.heads)]
    labels = ["ROOT" if head == ROOT else label for head, label in zip(parse.heads, parse.labels, strict=True)]
    answer = spacy.tokens.Doc(nlp.vocab, words=words, tags=list(parse.tags), heads=heads, deps=labels)
    return spacy.training.Example(spacy.tokens.Doc(nlp.vocab, words=words), answer)


def _batches(examples: Sequence[Any], rng: np.random.Generator, n_words: int) -> Iterator[list[Any]]:
    """The examples in random order, in batches of so many words."""
    batch: list[Any] = []
    size = 0
    for i in rng.permutation(len(examples)):
        batch.append(examples[i])
        size += len(examples[i].reference)
        if size >= n_words:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
