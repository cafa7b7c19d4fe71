"""What every form of an explanation asks: names of kinds, the words side by side, and how far n-grams cover them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium.metrics.explanation import Card, Explanation, Link, Loose, Move, NGrams, Part, Side
from tertium.results import numbers

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.explain import Explained

# How a kind of link or a word left over is called, and the mark that stands for it between two rows of words.
KINDS = {
    "same": ("same word", "="),
    "stem": ("same stem", "stem"),
    "synonym": ("synonym", "syn"),
    "paraphrase": ("paraphrase", "para"),
    "substitution": ("substitution", "S"),
}
LEFT_OVER = {"hypothesis": ("only in the hypothesis", "I"), "reference": ("only in the reference", "D")}
MOST_ORDERS = 6  # that are drawn; tables show all


@dataclass(frozen=True, slots=True)
class Pair:
    """Words of the hypothesis above words of the reference; one side may have none."""

    hypothesis: tuple[int, ...]
    reference: tuple[int, ...]
    kind: str  # of the link, `insertion` or `deletion`
    link: Link | Loose | None


def kind_name(kind: str) -> str:
    """What a kind is called in legends."""
    if kind in ("insertion", "deletion"):
        return LEFT_OVER["hypothesis" if kind == "insertion" else "reference"][0]
    return KINDS.get(kind, (kind, ""))[0]


def mark(kind: str) -> str:
    """What stands between the two words."""
    if kind in ("insertion", "deletion"):
        return LEFT_OVER["hypothesis" if kind == "insertion" else "reference"][1]
    return KINDS.get(kind, ("", kind))[1]


def kinds(explanation: Explanation) -> list[str]:
    """The kinds that occur, known ones first."""
    kinds = dict.fromkeys(link.kind for link in explanation.links)
    usual = [kind for kind in KINDS if kind in kinds]
    others = [kind for kind in kinds if kind not in KINDS]
    sides = {part.side for part in explanation.loose}
    left = [kind for kind, side in (("insertion", "hypothesis"), ("deletion", "reference")) if side in sides]
    return usual + others + left


def is_alignment(explanation: Explanation) -> bool:
    """Whether words are joined, rather than n-grams counted."""
    return not explanation.ngrams


def pairs(explanation: Explanation) -> list[Pair]:
    """All words, in the order of the hypothesis after its moves; what only the reference has follows its neighbour."""
    by_hypothesis: dict[int, Pair] = {}
    above: list[Pair] = []
    for link in explanation.links:
        hypothesis = tuple(range(link.hypothesis, link.hypothesis + link.hypothesis_length))
        reference = tuple(range(link.reference, link.reference + link.reference_length))
        pair = Pair(hypothesis, reference, link.kind, link)
        if hypothesis:
            by_hypothesis.setdefault(hypothesis[0], pair)
        else:
            above.append(pair)
    missing = []
    for part in explanation.loose:
        words = tuple(range(part.start, part.start + part.length))
        if part.side == "hypothesis":
            by_hypothesis.setdefault(part.start, Pair(words, (), "insertion", part))
        else:
            missing.append(Pair((), words, "deletion", part))
    ordered = [by_hypothesis[word] for word in explanation.order() if word in by_hypothesis]
    return _with_missing(ordered, [*above, *missing])


def _with_missing(pairs: list[Pair], missing: list[Pair]) -> list[Pair]:
    """Every pair of the reference alone behind the pair that holds the word before it."""
    behind: dict[int, list[Pair]] = {}
    place = {word: i for i, pair in enumerate(pairs) for word in pair.reference}
    for pair in sorted(missing, key=lambda pair: pair.reference):
        first = pair.reference[0] if pair.reference else 0
        at = next((place[word] for word in range(first - 1, -1, -1) if word in place), -1)
        behind.setdefault(at, []).append(pair)
        for word in pair.reference:
            place[word] = at
    ordered = list(behind.get(-1, []))
    for i, pair in enumerate(pairs):
        ordered += [pair, *behind.get(i, [])]
    return ordered


def in_order(shown: Sequence[Pair]) -> bool:
    """Whether the words of the reference come in their own order."""
    words = [word for pair in shown for word in pair.reference]
    return words == sorted(words)


def covered(ngrams: NGrams, side: Side) -> list[list[bool]]:
    """For each order, by token of one side, whether a matched n-gram covers it."""
    tokens = ngrams.hypothesis if side == "hypothesis" else ngrams.reference
    rows = []
    for order in ngrams.orders:
        starts = order.hypothesis_starts if side == "hypothesis" else order.reference_starts
        row = [False] * len(tokens)
        for start in starts:
            row[start : start + order.n] = [True] * order.n
        rows.append(row)
    return rows


def longest(ngrams: NGrams, side: Side) -> list[int]:
    """For each token of one side the longest matched n-gram that covers it, 0 for none."""
    tokens = ngrams.hypothesis if side == "hypothesis" else ngrams.reference
    best = [0] * len(tokens)
    for order, row in zip(ngrams.orders, covered(ngrams, side), strict=True):
        best = [order.n if yes else before for yes, before in zip(row, best, strict=True)]
    return best


def spelled(text: str, tokens: Sequence[str], values: Sequence[int]) -> list[tuple[str, int | None]]:
    """Every character of a text with the value of its token; None for white space that is not a token.

    Where tokens are not the characters of the text, such in lowercase, the tokens stand for themselves.
    """
    characters: list[tuple[str, int | None]] = []
    i = 0
    for char in text:
        if i < len(tokens) and tokens[i] == char:
            characters.append((char, values[i]))
            i += 1
        elif char.isspace():
            characters.append((char, None))
        else:
            break
    if i == len(tokens) and len(characters) == len(text):
        return characters
    return list(zip(tokens, values, strict=True))


def number(value: float) -> str:
    """Short, and exact for whole numbers."""
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}" if abs(value) >= 10 else f"{value:.3f}"


def direction(item: "Explained") -> str:
    return "higher is better" if item.higher_is_better else "lower is better"


def reference_name(explanation: Explanation) -> str:
    if explanation.n_references == 1:
        return "reference"
    return f"reference {explanation.reference_number + 1} of {explanation.n_references}"


def move_text(explanation: Explanation, move: Move) -> str:
    """Such as: words 1-3 "on the mat" go before word 7 "sat"."""
    words = explanation.hypothesis if move.side == "hypothesis" else explanation.reference
    places = numbers.listed([str(word + 1) for word in move.words])
    if len(move.words) > 1 and move.words == tuple(range(move.words[0], move.words[0] + len(move.words))):
        places = f"{move.words[0] + 1}-{move.words[-1] + 1}"
    noun, verb = ("word", "goes") if len(move.words) == 1 else ("words", "go")
    where = "to the end" if move.before is None else f'before word {move.before + 1} "{words[move.before]}"'
    text = f'{noun} {places} "{" ".join(words[word] for word in move.words)}" {verb} {where}'
    return f"{text} ({move.label})" if move.label else text


def facts(label: str | None, contribution: float | None) -> list[str]:
    """What is said of a link, a word or a card beside its kind."""
    facts = [label] if label else []
    return facts if contribution is None else [*facts, f"counts {number(contribution)}"]


def card_text(card: Card) -> str:
    told = ", ".join(facts(card.label, card.contribution))
    return f"{card.name} ({told})" if told else card.name


def counts(shown: Sequence[Pair]) -> list[str]:
    """What each pair contributes; empty where that goes without saying, because all count nothing or one."""
    values = [None if pair.link is None else pair.link.contribution for pair in shown]
    if all(value in (None, 0, 1) for value in values):
        return []
    return ["" if value is None else f"{value:.3g}" for value in values]


def probabilities(shown: Sequence[Pair]) -> list[str]:
    """How probable each pair is; empty where nothing is known about any."""
    values = [pair.link.probability if isinstance(pair.link, Link) else None for pair in shown]
    if all(value is None for value in values):
        return []
    return ["" if value is None else f"{value:.2f}" for value in values]


def part_rows(parts: Sequence[Part]) -> list[tuple[str, str, str]]:
    return [(part.name, number(part.value), part.note) for part in parts]
