"""The one kind of register: things by name, imported when they are first asked for.

Metrics, tokenisers, feature sets, trainers, formats and commands are all kept this way. A thing registers itself with
`add` where it is defined; the index that `tools/make_index.py` writes knows which module does so, so that nobody pays
for importing what is not used. A package of its own joins a register through the entry point group of that register.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from tertium._index import NAMES
from tertium.errors import UnknownNameError

T = TypeVar("T")
Thing = TypeVar("Thing")


class Register(Generic[T]):
    """Things of one kind by name.

    Args:
        kind: What messages call a thing of this register.
        modules: Which names stand in which module, beside those of the index. The module registers them itself when it
            is imported; where it is given as `module:attribute`, that attribute is the thing.
        entry_points: The group through which other packages add things; they name the thing itself.
    """

    def __init__(
        self, kind: str, modules: Mapping[str, Iterable[str]] | None = None, *, entry_points: str | None = None
    ) -> None:
        self.kind = kind
        self.entry_points = entry_points
        self._things: dict[str, T] = {}
        self._modules = {name: module for module, names in (modules or {}).items() for name in names}
        self._modules.update(NAMES.get(kind, {}))

    def add(self, name: str, thing: T) -> T:
        """Keep a thing under a name that nothing has yet."""
        if name in self._things:
            raise ValueError(f"{self.kind} {name!r} is already registered as {self._things[name]!r}")
        self._things[name] = thing
        return thing

    def named(self, name: str) -> Callable[[Thing], Thing]:
        """A decorator that keeps what stands below it under a name."""

        def keep(thing: Thing) -> Thing:
            self.add(name, cast(T, thing))
            return thing

        return keep

    def get(self, name: str) -> T:
        """The thing of this name.

        Raises:
            UnknownNameError: Nothing has that name; the message lists what there is and the nearest name.
        """
        if name not in self._things and name in self._modules:
            self._import(name)
        if name not in self._things:
            self._load_entry_points()
        if name not in self._things:
            raise UnknownNameError(self.kind, name, {*self._things, *self._modules})
        return self._things[name]

    def names(self) -> list[str]:
        """All names in alphabetical order, whether imported yet or not, plug-ins included."""
        self._load_entry_points()
        return sorted({*self._things, *self._modules})

    def values(self) -> list[T]:
        """All things, in the order of their registration."""
        return [self.get(name) for name in self]

    def __contains__(self, name: str) -> bool:
        return name in self._things or name in self._modules

    def __iter__(self) -> Iterator[str]:
        """Names in the order of registration: announced ones first."""
        return iter({**self._modules, **self._things})

    def _import(self, name: str) -> None:
        module, _, attribute = self._modules[name].partition(":")
        imported = import_module(module)
        if attribute:
            self.add(name, getattr(imported, attribute))

    def _load_entry_points(self) -> None:
        if self.entry_points is None:
            return
        from importlib.metadata import entry_points  # late: slower to import than a short text to score

        for point in entry_points(group=self.entry_points):
            if point.name not in self:
                self.add(point.name, point.load())


class KeyedRegister(Register[T]):
    """A register whose things know the name that they stand under, as `key`."""

    def add(self, name: str, thing: T) -> T:
        super().add(name, thing)
        cast(Any, thing).key = name
        return thing


# Rooms that hold results stand below those that make pages and write files; they are found by name.
PAGES: Register[Callable[[Any], str]] = Register(
    "page",
    {
        "tertium.report.comparison.html:evaluation_page": ["evaluation"],
        "tertium.report.comparison.html:comparison_page": ["comparison"],
        "tertium.report.explanation.html:explanations_page": ["explanations"],
        "tertium.report.post_edits.html:post_edits_page": ["post-edits"],
        "tertium.report.study.html:study_page": ["study"],
        "tertium.report.exam.validity:validity_page": ["validity"],
        "tertium.report.html.tables:tables_page": ["tables"],
        "tertium.report.tuning.html:tuning_page": ["tuning"],
        "tertium.report.tuning.html:runs_page": ["runs"],
    },
)
HTML: Register[Callable[[Any], str]] = Register(
    "kind of value to show",
    {
        "tertium.report.notebook:tables_html": ["tables"],
        "tertium.report.notebook:page_html": ["page"],
        "tertium.report.notebook:network_html": ["network"],
    },
)
FILES: Register[Callable[[Any, str], None]] = Register("way to write", {"tertium.io.files:write_text": ["text"]})
