"""What a text form of networks is, and the register of all forms; each is one module, which registers itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tertium.networks.entry import Entry
from tertium.networks.limits import Limits
from tertium.register import Register


@dataclass(frozen=True, slots=True)
class NetworkForm:
    """A form: how lines become networks (with a symbol table, where labels are numbers), and networks text.

    `ends_lines` says that a line cut short may mean something else, so that the last one needs its line end too.
    """

    parse: Callable[[Iterable[str], str, Limits, Mapping[str, str] | None], list[Entry]]
    write: Callable[[Sequence[Entry], Limits], str]
    endings: tuple[str, ...]
    ends_lines: bool = False


NETWORK_FORMATS: Register[NetworkForm] = Register("format of networks")
