"""A file holds the networks of many segments; each may say which segment it is for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from tertium.errors import DataError
from tertium.networks.network import Network

N = TypeVar("N", covariant=True)


class Placed(Protocol[N]):
    """What may say which segment it is for."""

    @property
    def id(self) -> str | None: ...

    @property
    def network(self) -> N: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A network and the id of its segment; without ids the order counts."""

    id: str | None
    network: Network


def by_segment(entries: Sequence[Placed[N]], n_segments: int, name: str) -> list[N | None]:
    """The network of each segment of a test set; `name` is how messages call the file.

    Ids are the numbers of segments, from 1; a segment without a network gets None. Without ids there must be as many
    networks as segments.

    Raises:
        DataError: There are more or fewer networks than segments, or an id belongs to no segment.
    """
    if all(entry.id is None for entry in entries):
        if len(entries) != n_segments:
            raise DataError(
                f"{name}: {len(entries)} networks for {n_segments} segments; give one for each, or say with ids "
                "(1, 2, ...) which segments they are for"
            )
        return [entry.network for entry in entries]
    placed: dict[int, N] = {}
    for position, entry in enumerate(entries, 1):
        number = int(entry.id) if entry.id is not None and entry.id.isdecimal() and len(entry.id) < 10 else 0
        if not 1 <= number <= n_segments:
            what = "has no id, but others have" if entry.id is None else f"has the id {entry.id[:60]!r}"
            raise DataError(f"{name}: network {position} {what}; expected the number of a segment, 1 to {n_segments}")
        if number in placed:
            raise DataError(f"{name}: two networks are for segment {number}; keep one, or join them by a union")
        placed[number] = entry.network
    return [placed.get(number) for number in range(1, n_segments + 1)]
