"""The states and features of the edit automaton (pFSM, and pPDA with jumps; Wang & Manning 2012).

A feature is a state, a step from one state to the next, or a relation of two words that both sentences share. The
core takes a weight for every step; `EditFeatures` turns weights of features into these and counts of steps into
counts of features, by one matrix.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError, OptionError
from tertium.learn.model import Value
from tertium.resources import store
from tertium.resources.stems import PORTER, SNOWBALL
from tertium.text.arrays import Floats

Start = Literal["state", "none", "full"]
Stems = Literal["snowball", "porter"]
# What a model has that does not name its stems, such as ppda+f-en-13.
_UNNAMED: Mapping[str, Value] = {"stems": "snowball"}

# In the order of the core.
STATES = (
    *("start", "delete", "insert", "word", "lemma", "punctuation", "synonym"),
    *("function", "beginning"),
    *("paraphrase1:1", "paraphrase1:2", "paraphrase2:1", "paraphrase2:2", "word2:2", "lemma2:2", "punctuation2:2"),
    *("jump1", "jump2", "jump3", "reference-jump1", "reference-jump2", "reference-jump3"),
)
N_STEPS = len(STATES) ** 2
RELATIONS = ("subject", "object", "predicative")
_NUMBER = {name: i for i, name in enumerate(STATES)}
_PARAPHRASES = tuple(name for name in STATES if name.startswith("paraphrase"))
_BLOCKS = ("word2:2", "lemma2:2", "punctuation2:2")
_OVER_HYPOTHESIS, _OVER_REFERENCE = STATES[-6:-3], STATES[-3:]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSettings:
    """What the machine may do, and how texts become words. Part of every model."""

    language: str = "en"
    tok: str = "ptb"
    lowercase: bool = False
    blocks: bool = False
    synonyms: bool = False
    paraphrases: str = "none"
    least_probability: float = 0.0
    functions: bool = False
    beginnings: int = 0
    parser: str = "none"
    max_jump: int = 0
    max_block: int = 0
    side_states: bool = False
    start: Start = "state"
    stems: Stems = "snowball"

    def __post_init__(self) -> None:
        if self.stems == "porter" and self.language != "en":
            raise OptionError(f"Porter's stems are of English, not of {self.language!r}; use stems=snowball")
        if self.language not in SNOWBALL:
            raise OptionError(f"there is no stemmer for {self.language!r}; there is one for: {', '.join(SNOWBALL)}")
        if self.synonyms and store.default("synonyms", self.language) is None:
            raise OptionError(f"there are no synonyms for {self.language!r}; leave them out with synonyms=no")
        if self.functions and store.default("function", self.language) is None:
            raise OptionError(f"there are no function words for {self.language!r}; leave them out with functions=no")

    @classmethod
    def of(cls, options: Mapping[str, Value], language: str) -> Self:
        """From the options of a model; raises DataError where they are not such a model's."""
        defaults = {f.name: f for f in fields(cls) if f.name != "language"}
        options = {**_UNNAMED, **options}
        if set(options) != set(defaults):
            wrong = sorted(set(options) ^ set(defaults))
            raise DataError(f"the model's options are not those of an edit automaton: {', '.join(wrong)}")
        values: dict[str, Any] = dict(options)
        for name, value in values.items():
            default = defaults[name].default
            fits = isinstance(value, int | float) if isinstance(default, float) else type(value) is type(default)
            if not fits:
                raise DataError(f"the model's option {name!r} is {value!r}, expected a value such as {default!r}")
        for name, choices in (("start", get_args(Start)), ("stems", get_args(Stems))):
            if values[name] not in choices:
                raise DataError(f"the model's option {name!r} is {values[name]!r}, expected {' or '.join(choices)}")
        return cls(language=language, **values)

    def for_model(self) -> dict[str, Value]:
        """What `of` reads."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "language"}

    @property
    def stemmer(self) -> str:
        """What finds lemmas, by the name that stems are looked up under."""
        return PORTER if self.stems == "porter" else self.language

    def states(self) -> tuple[str, ...]:
        """The states that have features. Jumps over either sentence share theirs unless told otherwise."""
        names = ["delete", "insert", "word", "lemma", "punctuation"]
        if self.synonyms:
            names.append("synonym")
        if self.functions:
            names.append("function")
        if self.beginnings:
            names.append("beginning")
        if self.paraphrases != "none":
            names += _PARAPHRASES
        if self.blocks:
            names += _BLOCKS
        if self.max_jump:
            names += _OVER_HYPOTHESIS
            names += _OVER_REFERENCE if self.side_states else ()
        return tuple(names)


@dataclass(frozen=True, slots=True, eq=False)
class EditFeatures:
    """Named features and what they are of: `matrix[step, feature]` is 1 where a step has a feature.

    Steps are numbered as in the core: state before × states + state, then the relations.
    """

    settings: EditSettings
    names: tuple[str, ...]
    matrix: Floats = field(repr=False)

    @classmethod
    def of(cls, settings: EditSettings) -> Self:
        """All features that a machine can have."""
        columns: dict[str, list[int]] = {}
        for before, after in _steps(settings):
            number = _NUMBER[before] * len(STATES) + _NUMBER[after]
            for name in _features_of(before, after, settings):
                columns.setdefault(name, []).append(number)
        if settings.parser != "none":
            columns |= {f"relation.{name}": [N_STEPS + i] for i, name in enumerate(RELATIONS)}
        names = tuple(sorted(columns, key=_order))
        matrix = np.zeros((N_STEPS + len(RELATIONS), len(names)))
        for column, name in enumerate(names):
            matrix[columns[name], column] = 1.0
        return cls(settings, names, matrix)

    def select(self, names: Sequence[str]) -> Self:
        """Some of the features; raises DataError where there is no such one."""
        if unknown := [name for name in names if name not in self.names]:
            raise DataError(
                f"{unknown[0]!r} is not a feature of an automaton with these options; train the model again"
            )
        columns = [self.names.index(name) for name in names]
        return type(self)(self.settings, tuple(names), np.ascontiguousarray(self.matrix[:, columns]))

    def machine(self, weights: Floats) -> "_core.EditMachine":
        """The machine with these weights of the features."""
        steps = self.matrix @ weights
        relations = steps[N_STEPS:].tolist()
        transitions = np.ascontiguousarray(steps[:N_STEPS])
        return _core.EditMachine(
            transitions, relations=relations, max_jump=self.settings.max_jump, max_block=self.settings.max_block
        )

    def columns(self) -> NDArray[np.int32]:
        """The steps that have a feature."""
        return np.flatnonzero(self.matrix.any(1)).astype(np.int32)


def _steps(settings: EditSettings) -> Iterator[tuple[str, str]]:
    """All steps from one state to the next, over either sentence, that are not illegal at once."""
    own = [name for name in settings.states() if name not in (*_OVER_HYPOTHESIS, *_OVER_REFERENCE)]
    jumps = (*_OVER_HYPOTHESIS, *_OVER_REFERENCE) if settings.max_jump else ()
    for before in ("start", *own, *jumps):
        for after in (*own, *jumps):
            yield before, after


def _features_of(before: str, after: str, settings: EditSettings) -> Iterator[str]:
    if not settings.side_states:
        before, after = before.removeprefix("reference-"), after.removeprefix("reference-")
    if before == "start" and settings.start == "none":
        return
    yield f"state.{after}"
    if before != "start" or settings.start == "full":
        yield f"step.{before}.{after}"


def _order(name: str) -> tuple[int, ...]:
    kind, *parts = name.split(".")
    if kind == "relation":
        return 2, RELATIONS.index(parts[0])
    return ("state", "step").index(kind), *(_NUMBER[part] for part in parts)


# Universal Dependencies' names and the older ones for the relations that count; a subtype such as nsubj:pass has that
# of its type. A predicative is the complement of a copula: in UD the head, so the copula's own relation is taken.
_LABELS = {
    **dict.fromkeys(("nsubj", "csubj", "sbj", "subj"), 0),
    **dict.fromkeys(("obj", "dobj", "iobj"), 1),
    **dict.fromkeys(("cop", "prd", "pred"), 2),
}


def relation_codes(heads: Sequence[int], labels: Sequence[str]) -> NDArray[np.uint8]:
    """What the core is told about one parsed sentence: for each word its relation with the word before it.

    Args:
        heads: The head of each word, counted from 1; 0 is the root (as in CoNLL-U).
        labels: The relation of each word to its head.

    Returns:
        For each word 0, or 1 + 2 · relation + direction where it and the word before it are head and modifier and
        the relation is a subject, object or predicative; direction 0 means that the word is the modifier.
    """
    if len(heads) != len(labels):
        raise DataError(f"{len(heads)} heads but {len(labels)} labels; each word needs both")
    codes = np.zeros(len(heads), np.uint8)
    for i in range(1, len(heads)):
        if heads[i] == i:
            word, direction = i, 0
        elif heads[i - 1] == i + 1:
            word, direction = i - 1, 1
        else:
            continue
        relation = _LABELS.get(labels[word].lower().split(":")[0])
        if relation is not None:
            codes[i] = 1 + 2 * relation + direction
    return codes
