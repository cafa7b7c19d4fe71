"""The outputs that were judged: what was said, against which references, by which system."""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.text.network import FlatNetwork
from tertium.text.testset import References, TestSet, Text

Codes = NDArray[np.int32]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Items:
    """Outputs that were judged, as parallel columns. None where nobody gave a text or a name.

    `extra` holds columns of a file that have no other place (such as `post_edit` or `split`), by their names.
    """

    hypothesis: tuple[Text, ...]
    references: References
    source: tuple[Text, ...]
    system: tuple[Text, ...]
    segment: tuple[Text, ...]
    document: tuple[Text, ...]
    extra: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    networks: tuple[FlatNetwork | None, ...] | None = None

    def __post_init__(self) -> None:
        for name, column in self._columns().items():
            if len(column) != len(self):
                raise DataError(f"{len(self)} hypotheses but {len(column)} entries in {name!r}; expected one for each")

    @classmethod
    def build(
        cls,
        hypothesis: Iterable[Text],
        references: References | None = None,
        *,
        source: Iterable[Text] | None = None,
        system: Iterable[Text] | None = None,
        segment: Iterable[Text] | None = None,
        document: Iterable[Text] | None = None,
        extra: Mapping[str, Iterable[Text]] | None = None,
    ) -> Self:
        """Items from any iterables; what is not given is missing everywhere."""
        texts = tuple(hypothesis)
        missing = (None,) * len(texts)
        return cls(
            texts,
            References.none(len(texts)) if references is None else references,
            missing if source is None else tuple(source),
            missing if system is None else tuple(system),
            missing if segment is None else tuple(segment),
            missing if document is None else tuple(document),
            {name: tuple(column) for name, column in (extra or {}).items()},
        )

    def __len__(self) -> int:
        return len(self.hypothesis)

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, in the order of their first items."""
        return tuple(name for name in dict.fromkeys(self.system) if name is not None)

    def select(self, indices: Iterable[int]) -> Self:
        """The items with these numbers, in this order."""
        places = list(indices)

        def choose(column: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple([column[i] for i in places])

        return type(self)(
            choose(self.hypothesis),
            self.references.select(places),
            choose(self.source),
            choose(self.system),
            choose(self.segment),
            choose(self.document),
            {name: choose(column) for name, column in self.extra.items()},
            None if self.networks is None else choose(self.networks),
        )

    def test_set(self, name: str = "items") -> TestSet:
        """All items as the outputs of one system, so that a metric scores them at once and gives a row for each."""
        documents = [document for document in self.document if document is not None]
        return TestSet(
            {"items": self.hypothesis},
            self.references,
            self.source if any(text is not None for text in self.source) else None,
            tuple(documents) if len(documents) == len(self) and documents else None,
            name,
            networks=self.networks,
        )

    def with_networks(self, networks: Mapping[str, FlatNetwork | None]) -> Self:
        """The same items with networks of correct translations, by segment id.

        Raises:
            DataError: No item is of a segment that has a network.
        """
        column = tuple(None if segment is None else networks.get(segment) for segment in self.segment)
        if not any(network is not None for network in column):
            ids = ", ".join(dict.fromkeys(segment for segment in self.segment[:1000] if segment is not None))
            raise DataError(
                f"no network is for a segment that was judged; segments are {ids[:60] or 'without ids'}, networks are "
                f"for {', '.join(networks)[:60]}"
            )
        return replace(self, networks=column)

    def with_references(self, other: "Items") -> Self:
        """The same items with all references that `other` has for their segment ids, each once.

        Segments that `other` does not know keep the references they have, and so do those that stand there with two
        different sources: nobody can tell which of them is meant.
        """
        by_segment: dict[str, tuple[str, ...]] = {}
        sources: dict[str, Text] = {}
        unclear: set[str] = set()
        for segment, source, references in zip(other.segment, other.source, other.references, strict=True):
            if segment is not None:
                by_segment[segment] = tuple(dict.fromkeys((*by_segment.get(segment, ()), *references)))
                if sources.setdefault(segment, source) != source:
                    unclear.add(segment)
        for segment in unclear:
            del by_segment[segment]
        pairs = zip(self.segment, self.references, strict=True)
        joined = (old if segment is None else by_segment.get(segment, old) for segment, old in pairs)
        return replace(self, references=References.by_segment(joined))

    def with_texts(self, test_set: TestSet) -> Self:
        """The same items with the texts of a test set, for formats that hold names and numbers only.

        The segment id is the number of the segment in the test set, from 1. A name that joins several systems with
        the same output by `+` takes the output of the first one.
        """
        rows = [self._row_in(test_set, i) for i in range(len(self))]
        source = self.source if test_set.source is None else tuple(test_set.source[row] for row in rows)
        return replace(
            self,
            hypothesis=tuple(self._outputs_in(test_set, i)[row] for i, row in enumerate(rows)),
            references=test_set.references.select(rows),
            source=source,
            document=self.document if test_set.documents is None else tuple(test_set.documents[row] for row in rows),
        )

    def _row_in(self, test_set: TestSet, item: int) -> int:
        segment = self.segment[item]
        if segment is None or not segment.isdecimal() or not 1 <= int(segment) <= len(test_set):
            raise DataError(
                f"item {item + 1} has segment {segment!r}, expected a number from 1 to {len(test_set)}, the number of "
                f"segments of {test_set.name}"
            )
        return int(segment) - 1

    def _outputs_in(self, test_set: TestSet, item: int) -> Sequence[Text]:
        system = self.system[item] or ""
        for name in (system, system.split("+")[0]):
            if name in test_set.systems:
                return test_set.systems[name]
        raise DataError(
            f"item {item + 1} is of system {system!r}, which {test_set.name} does not have; it has "
            f"{', '.join(test_set.systems)}"
        )

    def _columns(self) -> dict[str, Sized]:
        return {
            "references": self.references,
            "source": self.source,
            "system": self.system,
            "segment": self.segment,
            "document": self.document,
            **self.extra,
        }
