"""What a text form of networks is, and the register of all forms; each is one module, which registers itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tertium.networks.entry import Entry
from tertium.networks.flat import FlatEntry
from tertium.networks.limits import Limits
from tertium.register import Register


@dataclass(frozen=True, slots=True)
class NetworkForm:
    """A form: how lines become networks (with a symbol table, where labels are numbers), and networks text.

    `parse_flat` reads the same networks as arrays, where there is a shorter way to these than through cards.
    `ends_lines` says that a line cut short may mean something else, so that the last one needs its line end too.
    """

    parse: Callable[[Iterable[str], str, Limits, Mapping[str, str] | None], list[Entry]]
    write: Callable[[Sequence[Entry], Limits], str]
    endings: tuple[str, ...]
    ends_lines: bool = False
    parse_flat: Callable[[Iterable[str], str, Limits], list[FlatEntry]] | None = None


NETWORK_FORMATS: Register[NetworkForm] = Register("format of networks")
