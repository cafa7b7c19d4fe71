"""The register of features: named numbers about a hypothesis and one reference. Any set can feed any learner.

To add a set, write a class below `FeatureSet`, decorate it with `@register("name")`, and
run `python -m tools.make_index`.
Names of features are stable: model files hold them. Names of different sets differ, so that sets can be joined.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self, get_args

import numpy as np
from numpy.typing import NDArray

from tertium.errors import OptionError
from tertium.learn.model import Value
from tertium.meta.judgements import Items
from tertium.register import KeyedRegister
from tertium.resources.knowledge import Matches, Matching
from tertium.text.arrays import Floats, Ids, Offsets
from tertium.text.pool import Normalization, Pairing, make_pool

Indices = NDArray[np.int64]
LAYERS = (1, 4)
"""Of an encoder, where a model says nothing else."""


@dataclass(frozen=True, slots=True)
class FeatureOptions:
    """What features depend on beside the texts."""

    matching: Matching = field(default_factory=Matching)
    parser: str = "auto"
    """Where dependency parses come from: auto, a pipeline of spaCy, files in CoNLL-U."""
    parse_cache: str = ""
    """A file that keeps parses, because parsing is slow; it changes no feature."""
    encoder: str = ""
    """The sha256 of the weights that the encoder must have been made from; any serves where it is empty."""
    layers: tuple[int, ...] = LAYERS
    """Of the encoder, those that features are made of."""

    @classmethod
    def of(cls, options: Mapping[str, Value], language: str) -> Self:
        """From the options of a model; raises OptionError where one cannot be."""
        matches = options.get("matches", "exact")
        if matches not in get_args(Matches):
            raise OptionError(f"option 'matches' cannot be {matches!r}; it takes {', '.join(get_args(Matches))}")
        paraphrases, tok = options.get("paraphrases", "none"), options.get("tok", "meteor")
        matching = Matching(language, matches, str(paraphrases), str(tok))  # type: ignore[arg-type]  # looked at
        layers = layers_of(options["layers"]) if "layers" in options else LAYERS
        return cls(matching, str(options.get("parser", "auto")), "", str(options.get("encoder", "")), layers)

    def for_model(self) -> dict[str, Value]:
        """What `of` reads."""
        parser = {} if self.parser == "auto" else {"parser": self.parser}
        encoder = {"encoder": self.encoder} if self.encoder else {}
        layers = {"layers": "+".join(map(str, self.layers))} if self.layers != LAYERS else {}
        matching = self.matching
        return {
            "matches": matching.matches,
            "paraphrases": matching.paraphrases,
            "tok": matching.tok,
            **parser,
            **encoder,
            **layers,
        }


def layers_of(text: Value) -> tuple[int, ...]:
    """Numbers of layers joined by `+`, rising; raises OptionError where they are none."""
    numbers = [int(part) for part in str(text).split("+") if part.isdecimal() and len(part) < 4]
    if not numbers or "+".join(map(str, numbers)) != text or numbers != sorted(set(numbers)):
        raise OptionError(f"option 'layers' cannot be {text!r}; it takes rising numbers joined by +, such as 1+4")
    return tuple(numbers)


class FeatureSet(ABC):
    """A family of features that are computed together."""

    key: ClassVar[str]
    whole_test_set: ClassVar[bool] = False
    """Whether a pair's numbers depend on the references of the other pairs."""
    needs_encoder: ClassVar[bool] = False
    """Whether an encoder must be there."""
    needs_parser: ClassVar[bool] = False
    """Whether a parser must be there."""
    links_near_words: ClassVar[bool] = False
    """Whether explanations show which words are near each other."""

    @abstractmethod
    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        """The names of the columns; the part before the first point is the group that reports show them under."""

    def signature(self, options: FeatureOptions) -> dict[str, str]:
        """What the numbers depend on beside texts and options, as signatures print it."""
        return {}

    @abstractmethod
    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        """One row for each hypothesis of a pairing in which every hypothesis has one reference. Finite numbers."""


_SETS: KeyedRegister[type[FeatureSet]] = KeyedRegister("set of features")

register, names = _SETS.named, _SETS.names


def get(name: str) -> FeatureSet:
    """The set of this name."""
    return _SETS.get(name)()


def parse(text: str) -> list[FeatureSet]:
    """Sets joined by `+`, such as `beer+ter`."""
    parts = text.split("+")
    if len(set(parts)) != len(parts):
        raise OptionError(f"features {text!r}: a set is named twice")
    return [get(part) for part in parts]


def feature_names(sets: Sequence[FeatureSet], options: FeatureOptions) -> tuple[str, ...]:
    """The names of all columns, set after set."""
    return tuple(name for feature_set in sets for name in feature_set.names(options))


def compute(sets: Sequence[FeatureSet], pairing: Pairing, options: FeatureOptions) -> Floats:
    """The columns of all sets side by side. Pairs that occur often are looked at once.

    Sets that depend on the whole test set see every pair: how often a reference occurs counts for them.
    """
    keys = pairing.hypotheses.astype(np.int64) * (int(pairing.references.max(initial=0)) + 1) + pairing.references
    _, first, back = np.unique(keys, return_index=True, return_inverse=True)
    once = one_to_one(pairing, pairing.hypotheses[first], pairing.references[first])
    tables = [
        feature_set.compute(pairing, options)
        if feature_set.whole_test_set
        else feature_set.compute(once, options)[back]
        for feature_set in sets
    ]
    return np.asarray(np.hstack(tables), np.float64)


def one_to_one(pairing: Pairing, hypotheses: Ids, references: Ids) -> Pairing:
    """Rows of the same pool, each hypothesis against one reference."""
    offsets: Offsets = np.arange(len(hypotheses) + 1, dtype=np.int64)
    return replace(pairing, hypotheses=hypotheses, references=references, offsets=offsets)


def each_reference(pairing: Pairing) -> tuple[Pairing, Indices]:
    """Every hypothesis against each of its references alone, and the number of its segment."""
    segments = np.repeat(np.arange(len(pairing)), np.diff(pairing.offsets))
    return one_to_one(pairing, pairing.hypotheses[segments], pairing.references), segments


def pair_items(
    items: Items, rows: Indices, *, threads: int, normalization: Normalization = "nfc"
) -> tuple[Pairing, Indices]:
    """The chosen items that have a text and a reference as a pairing, and their numbers."""
    usable = [int(i) for i in rows if items.hypothesis[i] is not None and items.references[i]]
    flat = [reference for i in usable for reference in items.references[i]]
    pool, (references, hypotheses) = make_pool([flat, [items.hypothesis[i] for i in usable]], normalization)
    lengths = np.array([len(items.references[i]) for i in usable], np.int64)
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
    return Pairing(pool, hypotheses, references, offsets, threads), np.array(usable, np.int64)
