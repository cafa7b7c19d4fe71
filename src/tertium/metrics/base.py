"""What every metric is: a small object whose score is a function of statistics that add up.

Because rows add up and `score` keeps leading axes, everything else is arithmetic and is written once:
segment scores are `score(rows)`, the corpus score is `score(rows.sum(0))`, a bootstrap is `score(counts @ rows)`.

To add a metric, write one file with a frozen dataclass below `Metric`, decorate it with `@register("name")` and run
`python -m tools.make_index`; a package of its own uses an entry point in the group `tertium.metrics` that names the
class, and a plain function becomes a metric by `function_metric`. Options are the dataclass's fields, made with
`option`; command line, signature and documentation read them from there. A metric that can say how a score was
computed has one method more, `explain`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np

from tertium.errors import OptionError
from tertium.metrics.options import check_options, format_value
from tertium.register import KeyedRegister
from tertium.text import tokenizers
from tertium.text.advice import tokenized_already
from tertium.text.arrays import Floats
from tertium.text.languages import Language
from tertium.text.material import REFERENCES, Material
from tertium.text.pool import Normalization, Pairing
from tertium.text.testset import References, TestSet, Text

if TYPE_CHECKING:
    from tertium.metrics.explanation import Explanation
    from tertium.text.lists import TextLists


def option(default: Any, help: str, *, minimum: float | None = None, maximum: float | None = None) -> Any:
    """A field of a metric that users can set."""
    return field(default=default, metadata={"help": help, "minimum": minimum, "maximum": maximum})


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a metric cannot serve a language, and what to use instead."""

    reason: str
    instead: str

    def __str__(self) -> str:
        return f"{self.reason}; {self.instead}"


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
    """Base of all metrics. The constructor stores and checks options; it computes nothing."""

    key: ClassVar[str]
    """The name in the register, as the command line takes it."""
    summary: ClassVar[str]
    """What it measures, in a few words."""
    bounds: ClassVar[str] = "0-100"
    """What scores can be."""
    original: ClassVar[str]
    """Which program it gives the same numbers as."""
    papers: ClassVar[tuple[str, ...]] = ()
    """Where it was published, by the keys of `data/papers.bib`; the paper of the definition first."""
    higher_is_better: ClassVar[bool] = True
    revision: ClassVar[int] = 1
    """Raised when scores change although no option does; from 2 on it stands in signatures."""
    whole_test_set: ClassVar[bool] = False
    """Whether a segment's row depends on the other segments, so that a test set cannot be taken in parts."""
    only_by_name: ClassVar[bool] = False
    """Whether it must be asked for by name because it needs something that few people have."""
    systems_together: ClassVar[bool] = False
    """Whether it scores all systems in one go faster than one after the other; it then reads plain references only."""
    smoothed_by: ClassVar[float] = 0.0
    """What is added to each count of a segment that is scored alone, where it would have 0 too often otherwise."""
    options_alone: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """The options that suit texts which are compared one with one, as far as they differ from the usual ones."""
    package: ClassVar[str | None] = None
    """A package beyond the base installation that it cannot do without."""

    def __post_init__(self) -> None:
        check_options(self, self.key)

    @property
    @abstractmethod
    def name(self) -> str:
        """The name as papers write it."""

    @property
    def needs(self) -> frozenset[Material]:
        """What must be there beside hypotheses."""
        return REFERENCES

    @property
    def uses(self) -> frozenset[Material]:
        """What else it reads where it is there; networks then stand for references."""
        return frozenset()

    @property
    def reads(self) -> frozenset[Material]:
        """All that it reads beside hypotheses."""
        return self.needs | self.uses

    @property
    def texts_at_a_time(self) -> int | None:
        """How many texts it is given at once at most, because it keeps much of each; None: as many as others."""
        return None

    @abstractmethod
    def signature(self) -> dict[str, str]:
        """The options that a score depends on, in the order they are printed."""

    @abstractmethod
    def statistics(self, pairing: Pairing) -> Floats:
        """One row for each segment. Rows can be added; their order does not matter."""

    @abstractmethod
    def score(self, statistics: Floats) -> Floats:
        """Score summed rows. The last axis goes, leading axes stay."""

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        """The options that suit a language, as far as they differ from the usual ones."""
        tok = next((f for f in fields(cls) if f.name == "tok"), None)
        return {"tok": language.tokenizer} if tok is not None and tok.default == "13a" else {}

    def misfit(self, language: Language) -> Misfit | None:
        """Why the metric with these options cannot serve a language; None where it can."""
        tok = getattr(self, "tok", None)
        return self.unfit_words(tok, language) if isinstance(tok, str) else None

    def lack(self) -> str | None:
        """What has to be got before the metric can score, and how; None where nothing has."""
        return None

    def trained_on(self) -> Language | None:
        """The language that the metric's model was trained on, where it has one for one language."""
        return None

    def unfit_words(self, tok: str, language: Language) -> Misfit | None:
        """The misfit of a tokeniser."""
        if (extra := tokenizers.needs(tok)) is not None:
            return Misfit(
                f"its tokeniser {tok} is not installed",
                f"run: pip install 'tertium[{extra}]', or use {self.key}(tok=char)",
            )
        if not language.unfit(tok):
            return None
        # A tokeniser for one language finds no words of another; the others split at spaces.
        reason = f"the tokeniser {tok} does not find words in {language.name}"
        return Misfit(reason, f"use {self.key}(tok={language.tokenizer})")

    def advice(self, test_set: TestSet, *, segments: bool) -> Iterator[str]:
        """What may make scores something else than the user thinks; `segments`: scores of segments, too."""
        if getattr(self, "tok", None) in ("13a", "intl"):
            yield from tokenized_already(test_set)

    def explain(self, pairing: Pairing, segment: int) -> "Explanation":
        """How the score of one segment, counted from 0, was computed.

        Raises:
            OptionError: This metric cannot say.
            DataError: There is no such segment.
        """
        self.refuse_to_explain()

    def pairwise(self, lists: "TextLists", weights: Floats | None = None) -> Floats:
        """The scores of each hypothesis against each reference of its list alone, list after list, in rows.

        With a weight for each reference, the weighted sum of each hypothesis's scores instead.
        """
        from tertium.metrics.pairwise import by_rows

        return by_rows(self, lists, weights)

    def aggregate(self, lists: "TextLists", weights: Floats) -> Floats:
        """The score of each hypothesis against the weighted mean of the references of its list.

        Raises:
            OptionError: This metric has no score against a mean.
        """
        raise OptionError(f"metric {self.spec()!r} has no aggregate form; those with one: bleu, chrf, chrf++")

    def refuse_to_explain(self) -> NoReturn:
        """Say that there is no explanation, and which metrics have one."""
        raise OptionError(f"metric {self.spec()!r} has no explanation; those with one: {', '.join(explained())}")

    @classmethod
    def has_explanation(cls) -> bool:
        """Whether the metric can say how a score was computed."""
        return cls.explain is not Metric.explain

    def corpus_score(
        self,
        hypotheses: Sequence[Text],
        references: References | Sequence[Text] | None = None,
        *,
        sources: Sequence[Text] | None = None,
        normalization: Normalization = "nfc",
        threads: int = 1,
    ) -> float:
        """The score of all segments together."""
        rows = self.rows(hypotheses, references, sources=sources, normalization=normalization, threads=threads)
        return float(self.score(rows.sum(0)))

    def segment_scores(
        self,
        hypotheses: Sequence[Text],
        references: References | Sequence[Text] | None = None,
        *,
        sources: Sequence[Text] | None = None,
        normalization: Normalization = "nfc",
        threads: int = 1,
    ) -> Floats:
        """The score of each segment."""
        return self.score(
            self.rows(hypotheses, references, sources=sources, normalization=normalization, threads=threads)
        )

    def rows(
        self,
        hypotheses: Sequence[Text],
        references: References | Sequence[Text] | None = None,
        *,
        sources: Sequence[Text] | None = None,
        normalization: Normalization = "nfc",
        threads: int = 1,
    ) -> Floats:
        """The statistics of each segment."""
        test_set = TestSet.build({"hypotheses": hypotheses}, references, source=sources, name="input")
        pairings = Pairing.of_systems(
            test_set, normalization=normalization, threads=threads, needs=self.needs, sources="sources" in self.reads
        )
        return self.statistics(pairings["hypotheses"])

    def spec(self) -> str:
        """The shortest text that `parse` turns into this metric, such as `bleu(tok=intl)`."""
        changed = [
            f"{f.name}={format_value(getattr(self, f.name))}"
            for f in fields(self)
            if getattr(self, f.name) != f.default
        ]
        return f"{self.key}({','.join(changed)})" if changed else self.key


class MetricRegister(KeyedRegister[type[Metric]]):
    """A register of classes; of a metric that is made of a function, its class."""

    def add(self, name: str, thing: type[Metric] | Metric) -> type[Metric]:
        return super().add(name, thing if isinstance(thing, type) else type(thing))


METRICS = MetricRegister("metric", entry_points="tertium.metrics")
register, get, names = METRICS.named, METRICS.get, METRICS.names


def explained() -> list[str]:
    """The names of all metrics that can say how a score was computed."""
    return [name for name in names() if get(name).has_explanation()]


def ratio(numerator: Floats, denominator: Floats, *, empty: Floats | float = 0.0) -> Floats:
    """Divide, with a value of its own where the denominator is 0."""
    positive = denominator > 0
    if positive.all():
        return np.asarray(numerator / denominator)
    return np.where(positive, numerator / np.where(positive, denominator, 1.0), empty)


def sum_of_columns(table: Floats) -> Floats:
    """The sum over the last axis, to the last bit as NumPy has it, and quickly where there are few columns."""
    if table.ndim < 2 or not 0 < table.shape[-1] < 8:  # from eight numbers on NumPy adds in another order
        return np.asarray(table.sum(-1))
    total = table[..., 0].copy()
    for column in range(1, table.shape[-1]):
        total += table[..., column]
    return total


def error_rate(errors: Floats, words: Floats) -> Floats:
    """Errors for each 100 reference words; without any, 100 if there is an error and 0 if there is none."""
    return 100.0 * ratio(errors, words, empty=np.where(errors > 0, 1.0, 0.0))


def case(lowercase: bool) -> str:
    """Letter case as signatures print it."""
    return "lower" if lowercase else "mixed"
