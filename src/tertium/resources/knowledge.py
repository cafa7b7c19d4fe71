"""What is known about the words of a batch: the one place where METEOR, TERp, BEER, pFSM and ParaEval look it up."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import OptionError
from tertium.resources import store
from tertium.resources.lexicon import lexicon
from tertium.resources.limits import refuse_long
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.stems import SNOWBALL
from tertium.resources.synonyms import Synonyms
from tertium.resources.wordlists import NO_WORDS, WordList
from tertium.text.arrays import Batch
from tertium.text.pool import TextPool
from tertium.text.tokenizers import get as tokenizer
from tertium.text.tokenizers.meteor import APOSTROPHES, MeteorTokenizer

Matches = Literal["all", "exact+stem", "exact"]


@dataclass(frozen=True, slots=True)
class Matching:
    """How texts are split and which words match: exactly, by stem, by synonym, by paraphrase.

    `tok` is `meteor` (METEOR's normaliser of the language) or the name of a tokeniser; words are compared in small
    letters. With `all`, function words are told from content words. `paraphrases` is none, the name or path of a
    table, or auto; then it becomes the name of the language's table, or none.
    """

    language: str = "en"
    matches: Matches = "all"
    paraphrases: str = "none"
    tok: str = "meteor"

    def __post_init__(self) -> None:
        table = store.fixed("paraphrases", self.paraphrases, self.language)
        if self.paraphrases == "auto" and self.matches != "all":
            table = "none"
        object.__setattr__(self, "paraphrases", table)
        if self.tok == "meteor" and self.language not in APOSTROPHES:
            rules = ", ".join(APOSTROPHES)
            raise OptionError(f"tok=meteor knows {rules}, not {self.language!r}; choose a tokeniser such as tok=intl")
        if self.matches != "exact" and self.language not in SNOWBALL:
            raise OptionError(f"there is no stemmer for {self.language!r}; use matches=exact")
        if self.matches != "all" and self.paraphrases != "none":
            raise OptionError(f"matches={self.matches} uses no paraphrases; leave them out, or use matches=all")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of match for which there are resources."""
        if self.matches == "exact":
            return ("exact",)
        if self.matches == "exact+stem":
            return ("exact", "stem")
        synonyms = ("synonym",) if store.default("synonyms", self.language) else ()
        return ("exact", "stem", *synonyms, *(("paraphrase",) if self.paraphrases != "none" else ()))

    @property
    def functions(self) -> bool:
        """Whether function words are told from content words."""
        return self.matches == "all" and store.default("function", self.language) is not None

    def words(self, pool: TextPool) -> Batch:
        """The texts of a pool as words."""
        if self.tok == "meteor":
            return pool.tokens(
                MeteorTokenizer(self.language, store.words("abbreviations", "auto", self.language), True)
            )
        return pool.tokens(tokenizer(self.tok), lowercase=True)

    def knowledge(self, batch: Batch) -> "Knowledge":
        """What is known about the words of a batch."""
        return Knowledge.of(batch, self.sources())

    def sources(self) -> "WordSources":
        """Where words are looked up."""
        kinds = self.kinds
        return WordSources(
            stem_language=self.language if "stem" in kinds else None,
            synonyms=store.synonyms("auto", self.language) if "synonym" in kinds else None,
            paraphrases=store.paraphrases(self.paraphrases, self.language) if "paraphrase" in kinds else None,
            listed=store.words("function", "auto", self.language) if self.functions else NO_WORDS,
        )

    def signature(self) -> dict[str, str]:
        """As metrics print it."""
        names = {}
        if "synonym" in self.kinds and (synonyms := store.default("synonyms", self.language)):
            names["syn"] = f"{synonyms.name}@{synonyms.load().digest}"
        if "paraphrase" in self.kinds:
            table = store.find(self.paraphrases, "paraphrases")
            names["para"] = f"{table.name.replace('..', '.')}@{table.load().digest}"
        return {"lang": self.language, "tok": self.tok, "match": "+".join(self.kinds), **names}


@dataclass(frozen=True, slots=True)
class WordSources:
    """Where words are looked up: a stemmer, a dictionary of synonyms, a table of paraphrases, a list of words.

    The list is that of function words or of stop words. With `by_hash` words are equal when Java's hash of them is;
    with `by_part_of_speech` synonyms are looked up as TERp does it.
    """

    stem_language: str | None = None
    synonyms: Synonyms | None = None
    paraphrases: ParaphraseTable | None = None
    listed: WordList = NO_WORDS
    by_hash: bool = False
    by_part_of_speech: bool = False


class Knowledge(NamedTuple):
    """What the core is told about the words of a batch."""

    lexicon: "_core.Lexicon"
    listed: NDArray[np.uint8]
    """1 for each word that is in the list."""

    @staticmethod
    def of(batch: Batch, sources: WordSources) -> "Knowledge":
        """Look up every word of a batch once."""
        return _looked_up(batch, sources)


# The systems of a test set share their batch, so the last one asked for is likely to be asked for again.
@lru_cache(maxsize=8)
def _looked_up(batch: Batch, sources: WordSources) -> Knowledge:
    refuse_long(batch)
    matches = lexicon(
        batch,
        stem_language=sources.stem_language,
        synonyms=sources.synonyms,
        paraphrases=sources.paraphrases,
        by_hash=sources.by_hash,
        by_part_of_speech=sources.by_part_of_speech,
    )
    return Knowledge(matches, sources.listed.flags(batch.words))
