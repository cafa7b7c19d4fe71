"""What a form of n-best lists is, and the register of all forms; each is one module, which registers itself."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tertium.io.files import FilePath, Input
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.lists import LogProbKind
from tertium.register import Register

Looks = Callable[[str], bool]
"""Whether a file begins as one of some form."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read lists.

    Attributes:
        form: A name in FORMS; found by content if not given.
        log_prob: Whether log-probabilities are sums over tokens or means, where the form does not tell rightly.
        number: How many candidates a sentence has in flat lines.
        log_probs: A file of log-probabilities for flat lines.
        features: Files of features for flat lines, by name.
        part: Whether the file is one of several, in which sentences may be counted on from the one before.
    """

    form: str | None = None
    log_prob: LogProbKind | None = None
    number: int | None = None
    log_probs: FilePath | None = None
    features: Mapping[str, FilePath] = field(default_factory=dict)
    part: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form: how a file is fed to a builder, what its log-probabilities are, and how it is known by how it begins."""

    feed: Callable[[Input, NBestBuilder, ReadOptions], Iterator[None]]
    log_prob: LogProbKind
    looks_like: Looks = lambda _text: False
    flat: bool = False
    """Whether it is flat lines, which take numbers from files beside them."""

    @classmethod
    def of(
        cls, feed: Callable[[Input, NBestBuilder], Iterator[None]], log_prob: LogProbKind, looks_like: Looks
    ) -> "Form":
        """A form that has no options."""
        return cls(lambda source, builder, _how: feed(source, builder), log_prob, looks_like)


FORMS: Register[Form] = Register("form of n-best lists")
