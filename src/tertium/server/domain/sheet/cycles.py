"""Whether a card contains itself."""

from collections.abc import Iterator, Mapping, Sequence


def find_cycle(inner: Mapping[str, Sequence[str]]) -> list[str] | None:
    """Names from a card back to itself, given the cards that stand in each; None if there is no such way."""
    done: set[str] = set()
    for start in inner:
        if start in done:
            continue
        path: dict[str, Iterator[str]] = {start: iter(inner[start])}
        while path:
            name = next(reversed(path))
            for other in path[name]:
                if other in path:
                    open_names = list(path)
                    return [*open_names[open_names.index(other) :], other]
                if other not in done and other in inner:
                    path[other] = iter(inner[other])
                    break
            else:
                done.add(name)
                del path[name]
    return None
