"""Tables of pages: cells that are ready, in Markdown."""

from collections.abc import Iterable, Iterator, Sequence


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table in Markdown, all columns but the first aligned at their right edge; an empty one behind."""
    yield f"| {' | '.join(header)} |"
    yield f"|---|{'---:|' * (len(header) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
