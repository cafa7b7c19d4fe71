"""Registers of classes by name, whose files are imported when a name is first asked for."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from tertium.errors import UnknownNameError

C = TypeVar("C", bound=type)


class Register(Generic[C]):
    """Classes below one base.

    Args:
        kind: What messages call a thing of this register.
        modules: Which names are in which file.
    """

    def __init__(self, kind: str, modules: Mapping[str, Iterable[str]]) -> None:
        self._kind = kind
        self._modules = {name: module for module, names in modules.items() for name in names}
        self._known: dict[str, C] = {}

    def add(self, name: str, made: C) -> None:
        """Keep a class under a name."""
        self._known[name] = made

    def get(self, name: str) -> C:
        """The class of this name."""
        if name not in self._known and name in self._modules:
            import_module(self._modules[name])
        if name not in self._known:
            raise UnknownNameError(self._kind, name, self.names())
        return self._known[name]

    def names(self) -> list[str]:
        """All names, of classes that were imported and of those that were not."""
        return sorted({*self._known, *self._modules})
