"""What is judged: segments, the outputs of systems for them, and what is known about each.

Missing and empty differ everywhere: `None` (or an absent entry) means that nobody gave the text,
`""` means that the text is there and has no words.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError
from tertium.text.languages import standard
from tertium.text.material import REFERENCES, Material
from tertium.text.network import FlatNetwork

Text = str | None


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment with everything known about it; `hypotheses` maps system names to their outputs.

    `post_edits` maps them to what a human made of the output.
    """

    hypotheses: Mapping[str, Text]
    references: tuple[str, ...] = ()
    source: Text = None
    document: Text = None
    post_edits: Mapping[str, Text] = field(default_factory=dict)


def _counted(n: int) -> str:
    return f"{n:,} {'segment' if n == 1 else 'segments'}"


@dataclass(frozen=True, slots=True, repr=False)
class References:
    """The reference translations of each segment; their number may vary from segment to segment.

    There are two ways to lay references out, and `[["a", "b"], ["c", "d"]]` could be either, so the
    caller says which one it is: `by_stream` or `by_segment`.

    They are kept end to end, segment after segment: those of segment i end before `ends[i]`. Where every segment has
    the same number of them, `ends` is a range.
    """

    texts: tuple[str, ...]
    ends: Sequence[int]

    @classmethod
    def by_stream(cls, *streams: Iterable[Text]) -> Self:
        """From parallel streams (files) with one entry for every segment; None where one is missing."""
        if not streams:
            raise ValueError("by_stream needs at least one stream of references")
        columns = [_texts(stream, f"reference stream {i}") for i, stream in enumerate(streams, 1)]
        for i, column in enumerate(columns[1:], 2):
            if len(column) != len(columns[0]):
                raise DataError(
                    f"reference stream 1 has {len(columns[0])} segments but reference stream {i} has {len(column)}; "
                    "give every stream one entry for each segment (None where a reference is missing)"
                )
        if any(_core.has_none(column) for column in columns):
            return cls._of_rows(list(map(_present, zip(*columns, strict=True))))
        whole = cast(list[tuple[str, ...]], columns)
        flat = whole[0] if len(whole) == 1 else tuple(chain.from_iterable(zip(*whole, strict=True)))
        return cls(flat, _equal_ends(len(whole[0]), len(whole)))

    @classmethod
    def by_segment(cls, rows: Iterable[Iterable[Text]]) -> Self:
        """From one list of references for each segment; the lists may differ in length."""
        if isinstance(rows, str):
            raise TypeError("by_segment needs a list of references for each segment, got one string")
        columns = [_texts(row, "references of segment", i) for i, row in enumerate(rows, 1)]
        return cls._of_rows([_present(row) if _core.has_none(row) else cast(tuple[str, ...], row) for row in columns])

    @classmethod
    def of(cls, references: "References | Sequence[Text]") -> "References":
        """What users give: references, or a plain list with one for each segment.

        Raises:
            TypeError: It could be several things.
        """
        if isinstance(references, References):
            return references
        if isinstance(references, str) or any(not isinstance(text, str | None) for text in references):
            raise TypeError(
                "references must say how they are laid out: a plain list has one text for each segment; for more there "
                "are References.by_stream(refs_a, refs_b) and References.by_segment([[ref, ref], [ref]])"
            )
        return cls.by_stream(references)

    @classmethod
    def none(cls, n_segments: int) -> Self:
        """No reference for any of `n_segments` segments."""
        return cls((), _equal_ends(n_segments, 0))

    @classmethod
    def _of_rows(cls, rows: Sequence[tuple[str, ...]]) -> Self:
        numbers = list(map(len, rows))
        same = len(set(numbers)) == 1
        ends = _equal_ends(len(rows), numbers[0]) if same else tuple(accumulate(numbers))
        return cls(tuple(chain.from_iterable(rows)), ends)

    def __len__(self) -> int:
        return len(self.ends)

    def __repr__(self) -> str:
        """What people look at: not the texts."""
        return f"<References: {_counted(len(self))}, {self.number} each>"

    def __getitem__(self, segment: int) -> tuple[str, ...]:
        row = range(len(self.ends))[segment]
        return self.texts[self.ends[row - 1] if row else 0 : self.ends[row]]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return (self.texts[begin:end] for begin, end in pairwise(chain((0,), self.ends)))

    def select(self, segments: Iterable[int]) -> Self:
        """The references of these segments, in this order."""
        return self._of_rows([self[i] for i in segments])

    def part(self, start: int, stop: int) -> Self:
        """The references of the segments from `start` up to but not including `stop`."""
        return self.select(range(*slice(start, stop).indices(len(self))))

    def offsets(self) -> NDArray[np.int64]:
        """Where the references of each segment begin, and behind them where the last ones end."""
        ends = self.ends
        if isinstance(ends, range):
            return np.arange(0, ends.stop, ends.step, dtype=np.int64)
        return np.array((0, *ends), np.int64)

    @property
    def number(self) -> str:
        """How many references a segment has, as signatures print it: `2`, or `1-4` where it varies."""
        if not self.ends:
            return "0"
        numbers = np.diff(self.offsets())
        low, high = numbers.min(), numbers.max()
        return str(low) if low == high else f"{low}-{high}"


@dataclass(frozen=True, slots=True, repr=False)
class TestSet:
    """The outputs of one or many systems for the same segments, with references, sources and documents.

    All columns have the same length. `documents` names the document of each segment; the segments of a
    document need not stand together. `name` says where the test set came from, for messages. `post_edits` has, for
    some or all of the systems, what humans made of each output; None where an output was not edited by anybody.
    `networks` are networks of correct translations, None for a segment without one; metrics that read networks take
    them beside the references. `tags` says what became of inline tags, where the texts came from files that have some.
    `origin` is the name under which a public test set is known, such as `wmt22`.
    `segmentation` says how outputs were cut into segments, where it was not their system that did it.
    `language` is the language of the outputs (`en`) or the pair (`de-en`), where it is known. `fields` is what files
    say about the documents of segments: `origlang`, the language in which one was written, and `domain`. `selection`
    says which of the segments these are, where they are a part (`origlang=de`). `first` counts the segments before
    these, where a test set comes in blocks. Test sets are equal wherever they came from.
    """

    __test__ = False  # pytest would take the name for a test class

    systems: Mapping[str, tuple[Text, ...]]
    references: References
    source: tuple[Text, ...] | None = None
    documents: tuple[str, ...] | None = None
    name: str = field(default="test set", compare=False)
    post_edits: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    networks: tuple[FlatNetwork | None, ...] | None = None
    tags: str | None = None
    language: str | None = None
    segmentation: str | None = None
    origin: str | None = None
    fields: Mapping[str, tuple[Text, ...]] = field(default_factory=dict, compare=False)
    selection: str | None = None
    first: int = field(default=0, compare=False)

    @classmethod
    def build(
        cls,
        systems: Mapping[str, Iterable[Text]],
        references: References | Sequence[Text] | None = None,
        *,
        source: Iterable[Text] | None = None,
        documents: Iterable[str] | None = None,
        networks: Iterable[FlatNetwork | None] | None = None,
        name: str = "test set",
        post_edits: Mapping[str, Iterable[Text]] | None = None,
        tags: str | None = None,
        language: str | None = None,
    ) -> Self:
        """Make a test set from any iterables and check that it is whole."""
        if not isinstance(systems, Mapping):
            raise TypeError(f"systems must map names to lists of hypotheses, got {type(systems).__name__}")
        columns = {system: _texts(texts, f"hypotheses of {system!r}") for system, texts in systems.items()}
        lengths = {f"system {system!r}": len(column) for system, column in columns.items()}
        if references is not None:
            references = References.of(references)
            lengths["the references"] = len(references)
        sources = None if source is None else _texts(source, "source")
        names = None if documents is None else tuple(documents)
        if sources is not None:
            lengths["the source"] = len(sources)
        if names is not None:
            lengths["the document ids"] = len(names)
        cards = None if networks is None else tuple(networks)
        if cards is not None:
            lengths["the networks"] = len(cards)
        edits = {system: _texts(texts, f"post-edits of {system!r}") for system, texts in (post_edits or {}).items()}
        for system, edited in edits.items():
            if system not in columns:
                raise DataError(
                    f"{name}: post-edits of {system!r}, which is not a system; systems: {', '.join(columns)}"
                )
            lengths[f"the post-edits of {system!r}"] = len(edited)
        n_segments = _common_length(lengths, name)
        code = None if language is None else standard(language)
        return cls(columns, references or References.none(n_segments), sources, names, name, edits, cards, tags, code)

    def with_segmentation(self, segmentation: str | None) -> Self:
        """The same, with how its outputs were cut into segments."""
        return replace(self, segmentation=segmentation)

    def __len__(self) -> int:
        return len(self.references)

    def __repr__(self) -> str:
        """What people look at: not the texts."""
        has = ", ".join(sorted(self.material())) or "nothing beside outputs"
        return f"<TestSet {self.name}: {_counted(len(self))}; systems {', '.join(self.systems) or '(none)'}; {has}>"

    def __getitem__(self, index: int) -> Segment:
        return Segment(
            {system: texts[index] for system, texts in self.systems.items()},
            self.references[index],
            None if self.source is None else self.source[index],
            None if self.documents is None else self.documents[index],
            {system: texts[index] for system, texts in self.post_edits.items()},
        )

    def __iter__(self) -> Iterator[Segment]:
        return (self[i] for i in range(len(self)))

    def select(self, indices: Iterable[int]) -> Self:
        """The test set of these segments, in this order."""
        numbers = list(indices)
        return self._each_column(lambda column: tuple(column[i] for i in numbers), self.references.select(numbers))

    def part(self, start: int, stop: int) -> Self:
        """The test set of the segments from `start` up to but not including `stop`."""
        part = self._each_column(lambda column: column[start:stop], self.references.part(start, stop))
        return replace(part, first=self.first + start)

    def _each_column(self, choose: Callable[[tuple[Any, ...]], tuple[Any, ...]], references: References) -> Self:
        return type(self)(
            {system: choose(texts) for system, texts in self.systems.items()},
            references,
            None if self.source is None else choose(self.source),
            None if self.documents is None else choose(self.documents),
            self.name,
            {system: choose(texts) for system, texts in self.post_edits.items()},
            None if self.networks is None else choose(self.networks),
            self.tags,
            self.language,
            self.segmentation,
            self.origin,
            {name: choose(values) for name, values in self.fields.items()},
            self.selection,
            self.first,
        )

    def without_references(self) -> list[int]:
        """The segments that have no plain reference."""
        return np.flatnonzero(np.diff(self.references.offsets()) == 0).tolist()

    def has_another(self, segment: int) -> bool:
        """Whether there is something else than a plain reference to score a segment against."""
        if self.networks is not None and self.networks[segment] is not None:
            return True
        return any(texts[segment] is not None for texts in self.post_edits.values())

    def material(self) -> frozenset[Material]:
        """What there is beside hypotheses, for some segments at least."""
        has: dict[Material, bool] = {
            "sources": self.source is not None and any(text is not None for text in self.source),
            "references": bool(self.references.texts),
            "networks": self.networks is not None and any(network is not None for network in self.networks),
            "post-edits": any(text is not None for texts in self.post_edits.values() for text in texts),
        }
        return frozenset(name for name, there in has.items() if there)

    def incomplete(self, needs: Collection[Material] = REFERENCES) -> dict[int, str]:
        """Why each segment that cannot be scored cannot be, by metrics that need this."""
        lacking = {}
        if "references" in needs:
            lacking = {i: "no reference" for i in self.without_references() if not self.has_another(i)}
        if "sources" in needs:
            sources = self.source or (None,) * len(self)
            lacking |= {i: "no source" for i, text in enumerate(sources) if text is None}
        for system, texts in self.systems.items():
            if _core.has_none(texts):
                for i, text in enumerate(texts):
                    if text is None:
                        lacking.setdefault(i, f"no hypothesis of system {system!r}")
        return dict(sorted(lacking.items()))


def _texts(texts: Iterable[Text], what: str, number: int | None = None) -> tuple[Text, ...]:
    """The texts, checked; `what` and `number` say what they are."""
    if isinstance(texts, str):
        raise TypeError(f"{_numbered(what, number)}: expected a list of strings, got one string")
    column = tuple(texts)
    foreign = _core.first_foreign(column)
    if foreign >= 0:
        found, place = column[foreign], f"{_numbered(what, number)}, entry {foreign + 1}"
        kind = type(found).__name__
        # Only NaN and its like differ from themselves; pandas writes missing texts so.
        if kind in ("NAType", "NaTType") or (isinstance(found, float) and found != found):
            raise TypeError(
                f"{place}: found {found}, as pandas writes a text that is missing; give None where it is missing "
                "(column.astype(object).where(column.notna(), None)) or '' where it is empty, or drop the row"
            )
        raise TypeError(f"{place}: expected a string or None, got {kind}")
    return column


def _numbered(what: str, number: int | None) -> str:
    return what if number is None else f"{what} {number}"


def _equal_ends(n_segments: int, number: int) -> Sequence[int]:
    """Where the references of each segment end, if each has the same number of them."""
    if not number or not n_segments:
        return (0,) * n_segments
    return range(number, number * n_segments + 1, number)


def _present(row: Iterable[Text]) -> tuple[str, ...]:
    return tuple(text for text in row if text is not None)


def _common_length(lengths: Mapping[str, int], name: str) -> int:
    if not lengths:
        raise DataError(f"{name}: there is nothing to score; give at least one system")
    (first, expected), *others = lengths.items()
    for what, length in others:
        if length != expected:
            raise DataError(
                f"{name}: {first} and {what} have different numbers of segments, {expected} and {length}; they must be "
                "parallel, one entry for each segment"
            )
    return expected
