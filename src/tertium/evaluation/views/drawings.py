"""Pictures of explanations in characters: words above each other, marks between them. Readable without colours."""

from collections.abc import Iterator, Sequence

from tertium.evaluation.views import matches as look
from tertium.metrics.explanation import Explanation, NGrams
from tertium.results.characters import columns, pad, visible
from tertium.results.table import Lines, Piece
from tertium.results.text import stripped

# Colours by kind of match; a terminal shows them, a file never has them.
_STYLES = {
    "stem": "cyan",
    "synonym": "blue",
    "paraphrase": "magenta",
    "substitution": "yellow",
    "insertion": "red",
    "deletion": "red",
}
_NOTHING = "***"


_Drawn = Iterator[list[Piece]]
_NARROWEST = 40  # columns of a picture


def alignment(explanation: Explanation, width: int) -> Lines:
    """The words of both sides above each other, broken into bands where they are wider than the page."""
    return _trimmed(_alignment(explanation, max(width, _NARROWEST)))


def coverage(ngrams: NGrams, explanation: Explanation, width: int) -> Lines:
    """The words or characters of both sides, and below them which n-grams cover them."""
    width = max(width, _NARROWEST)
    if ngrams.unit == "character":
        return _trimmed(_characters(ngrams, explanation, width))
    return _trimmed(_words(ngrams, width))


def _trimmed(lines: _Drawn) -> Lines:
    """Without empty lines at the end."""
    drawn = list(lines)
    while drawn and not drawn[-1]:
        drawn.pop()
    return drawn


def _alignment(explanation: Explanation, width: int) -> _Drawn:
    shown = look.pairs(explanation)
    moved = {
        word: f"{i}>" for i, move in enumerate(explanation.moves, 1) if move.side == "hypothesis" for word in move.words
    }
    rows: list[tuple[str, list[str]]] = []
    if moved:
        rows.append(
            ("moved", ["".join(dict.fromkeys(moved.get(word, "") for word in pair.hypothesis)) for pair in shown])
        )
    rows.append(("hypothesis", [_phrase(explanation.hypothesis, pair.hypothesis) for pair in shown]))
    rows.append(("", ["" if pair.kind == "same" else visible(look.mark(pair.kind)) for pair in shown]))
    rows.append((look.reference_name(explanation), [_phrase(explanation.reference, pair.reference) for pair in shown]))
    if not look.in_order(shown):
        places = [", ".join(str(word + 1) for word in pair.reference[:1]) for pair in shown]
        rows.append(("its place", places))
    if counts := look.counts(shown):
        rows.append(("counts", counts))
    if probabilities := look.probabilities(shown):
        rows.append(("probability", probabilities))
    yield from _table(rows, [_STYLES.get(pair.kind, "") for pair in shown], width)


def _phrase(tokens: Sequence[str], words: Sequence[int]) -> str:
    return visible(" ".join(tokens[word] for word in words)) if words else _NOTHING


def _table(rows: Sequence[tuple[str, list[str]]], styles: Sequence[str], width: int) -> _Drawn:
    """Rows of cells below each other, broken into bands where they are wider than the page."""
    title = max(columns(name) for name, _ in rows) + 2
    sizes = [max(columns(row[i]) for _, row in rows) for i in range(len(styles))]
    start = 0
    while start < len(sizes) or start == 0:
        end, used = start, title
        while end < len(sizes) and (end == start or used + sizes[end] + 1 <= width):
            used += sizes[end] + 1
            end += 1
        for name, row in rows:
            if start < end and not any(row[start:end]):
                continue  # no mark, nothing moved
            line = [Piece(pad(name, title), "dim")]
            for i in range(start, end):
                line.append(Piece(pad(row[i], sizes[i]) if i + 1 < end else row[i], styles[i] if row[i] else ""))
                line.append(Piece(" " if i + 1 < end else ""))
            yield stripped(line)
        yield []
        start = max(end, 1)


def _words(ngrams: NGrams, width: int) -> _Drawn:
    """Each word, and below it a bar for each order of n-grams that covers it."""
    for side, tokens in (("hypothesis", ngrams.hypothesis), ("reference", ngrams.reference)):
        words = [visible(token) for token in tokens] or ["(empty)"]
        rows = [(side, words)]
        covered = look.covered(ngrams, side)  # type: ignore[arg-type]  # one of the two sides
        for order, row in list(zip(ngrams.orders, covered, strict=True))[: look.MOST_ORDERS]:
            if any(row):
                bars = ["=" * columns(word) if yes else "" for word, yes in zip(words, row, strict=True)]
                rows.append((f"{order.n}-grams", bars))
        best = look.longest(ngrams, side) or [0]  # type: ignore[arg-type]
        yield from _table(rows, ["green" if length else "red" for length in best], width)


def _characters(ngrams: NGrams, explanation: Explanation, width: int) -> _Drawn:
    """The text, and below each character the longest n-gram that covers it."""
    for side, tokens, text in (
        ("hypothesis", ngrams.hypothesis, explanation.hypothesis_text),
        ("reference", ngrams.reference, explanation.reference_text),
    ):
        values = look.longest(ngrams, side)  # type: ignore[arg-type]  # one of the two sides
        line: list[tuple[str, int | None]] = []
        for char, value in look.spelled(text, tokens, values):
            used = columns("".join(before for before, _ in line))
            # A line ends at a space, if one comes near its end.
            if used + columns(visible(char)) > width - 12 or (value is None and used > width - 24):
                yield from _spelled_line(side, line)
                line = []
            line.append((visible(char), value))
        yield from _spelled_line(side, line)
    yield [Piece("Below a character: the longest matched n-gram that it is part of; . is none.", "dim")]


def _spelled_line(side: str, line: Sequence[tuple[str, int | None]]) -> _Drawn:
    top, below, shown = [Piece(pad(side, 12), "dim")], " " * 12, ""
    for char, value in line:
        size = columns(shown + char) - columns(shown)  # 0 where a mark or a joined picture takes no room of its own
        below += pad(_digit(value), size) if size > 0 else ""
        shown += char
        top.append(Piece(char, "" if value is None or value else "red"))
    yield stripped(top)
    yield stripped([Piece(below)])
    yield []


def _digit(value: int | None) -> str:
    return " " if value is None else "." if value == 0 else str(value) if value < 10 else "+"
