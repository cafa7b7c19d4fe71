"""Words of pairs and what is known about them, as features that match words need it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import OptionError
from tertium.resources import store
from tertium.resources.lexicon import lexicon
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.stems import SNOWBALL
from tertium.resources.synonyms import Synonyms
from tertium.resources.wordlists import WordList
from tertium.text.arrays import Batch
from tertium.text.pool import TextPool
from tertium.text.tokenizers import get as tokenizer
from tertium.text.tokenizers.meteor import APOSTROPHES, MeteorTokenizer

Matches = Literal["all", "exact+stem", "exact"]
_NO_WORDS = WordList((), ())


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
            known = ", ".join(APOSTROPHES)
            raise OptionError(f"tok=meteor knows {known}, not {self.language!r}; choose a tokeniser such as tok=intl")
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
            return pool.tokens(MeteorTokenizer(self.language, _list("abbreviations", self.language), True))
        return pool.tokens(tokenizer(self.tok), lowercase=True)

    def known(self, batch: Batch) -> "Known":
        """What is known about the words of a batch."""
        return _known(batch, self)

    def signature(self) -> dict[str, str]:
        """As metrics print it."""
        names = {}
        if "synonym" in self.kinds and (found := store.default("synonyms", self.language)):
            names["syn"] = f"{found.name}@{found.load().digest}"
        if "paraphrase" in self.kinds:
            table = store.find(self.paraphrases, "paraphrases")
            names["para"] = f"{table.name.replace('..', '.')}@{table.load().digest}"
        return {"lang": self.language, "tok": self.tok, "match": "+".join(self.kinds), **names}


class Known(NamedTuple):
    """What the core is told."""

    lexicon: "_core.Lexicon"
    functions: NDArray[np.uint8]


@lru_cache(maxsize=4)
def _known(batch: Batch, matching: Matching) -> Known:
    kinds = matching.kinds
    synonyms = store.default("synonyms", matching.language) if "synonym" in kinds else None
    table = store.find(matching.paraphrases, "paraphrases") if "paraphrase" in kinds else None
    opened = synonyms.load() if synonyms else None
    opened_table = table.load() if table else None
    assert opened is None or isinstance(opened, Synonyms)
    assert opened_table is None or isinstance(opened_table, ParaphraseTable)
    matches = lexicon(
        batch,
        stem_language=matching.language if "stem" in kinds else None,
        synonyms=opened,
        paraphrases=opened_table,
    )
    words = _list("function", matching.language) if matching.functions else _NO_WORDS
    return Known(matches, words.flags(batch.words))


def _list(kind: str, language: str) -> WordList:
    found = store.default(kind, language)
    opened = found.load() if found else _NO_WORDS
    assert isinstance(opened, WordList)
    return opened
