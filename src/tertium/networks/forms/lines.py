"""Plain references as networks: one reference per line, a blank line between segments."""

from collections.abc import Iterable, Sequence
from itertools import islice

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.flat import LIST_CARD, FlatEntry, flatten, flatten_lists
from tertium.networks.forms.form import NETWORK_FORMATS, NetworkForm
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Alternative, Card, Network
from tertium.networks.paths import Paths


def strict(references: Sequence[str], limits: Limits = DEFAULT) -> Network:
    """The network of exactly these references; words are separated by white space."""
    alternatives = dict.fromkeys(Alternative(tuple(reference.split())) for reference in references)
    return Network(LIST_CARD, (Card(LIST_CARD, tuple(alternatives)),), limits)


def parse(lines: Iterable[str], name: str, limits: Limits = DEFAULT) -> list[Entry]:
    """The networks of a text."""
    return [Entry(None, strict(block, limits)) for block in _blocks(lines, name)]


def parse_flat(lines: Iterable[str], name: str, limits: Limits = DEFAULT) -> list[FlatEntry]:
    """The same networks as arrays, without cards in between."""
    blocks = _blocks(lines, name)
    # A sentence has fewer words than characters. What may be too large is counted, and refused, as cards.
    small = all(len(block) <= limits.alternatives and sum(map(len, block)) <= limits.symbols for block in blocks)
    flat = flatten_lists(blocks) if small else [flatten(strict(block, limits)) for block in blocks]
    return [FlatEntry(None, network) for network in flat]


def _blocks(lines: Iterable[str], name: str) -> list[list[str]]:
    """The sentences of each list."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line and not line.isspace():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    groups = [block for block in blocks if block]
    if not groups:
        raise DataError(f"{name}: there are no references; expected one per line")
    return groups


def write(entries: Sequence[Entry], most: int = 10_000, limits: Limits = DEFAULT) -> str:
    """All sentences of each network.

    Raises:
        DataError: A network has more paths than `most`, or contains the empty sentence, which no line can be.
    """
    blocks = []
    for number, entry in enumerate(entries, 1):
        paths = list(islice(Paths.of(entry.network, limits).enumerate(), most + 1))
        if len(paths) > most:
            raise DataError(
                f"network {number} has more than {most:,} paths, too many to write out; write another format, or "
                "take a sample"
            )
        if [] in paths:
            raise DataError(f"network {number} contains the empty sentence, which a line cannot hold; write json")
        blocks.append("".join(f"{line}\n" for line in dict.fromkeys(map(" ".join, paths))))
    return "\n".join(blocks)


NETWORK_FORMATS.add(
    "plain",
    NetworkForm(
        lambda lines, name, limits, _symbols: parse(lines, name, limits),
        lambda entries, limits: write(entries, limits=limits),
        (".txt",),
        parse_flat=parse_flat,
    ),
)
