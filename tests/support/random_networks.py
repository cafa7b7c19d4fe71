"""Small networks of any shape."""

from random import Random

from tools.flat_networks import Card, flat_network

from tertium import _reference
from tertium.text.network import FlatNetwork


def random_network(
    random: Random, *, n_cards: int = 3, n_states: int = 4, n_words: int = 4, weighted: bool = False
) -> FlatNetwork:
    """A small network of any shape in which the last state of each card is final and can be reached."""
    cards, finals = [], []
    n_cards = random.randint(1, n_cards)
    for card in range(n_cards):
        size = random.randint(1, n_states)
        rows: Card = []
        for state in range(size):
            arcs = []
            if state < size - 1:
                for number in range(random.choice([1, 1, 2, 2, 3])):
                    target = state + 1 if number == 0 else random.randint(state + 1, size - 1)
                    inner = card + 1 < n_cards and random.random() < 0.4
                    label = -1 - random.randint(card + 1, n_cards - 1) if inner else random.randrange(n_words)
                    weight = random.choice([0.0, 0.25, 0.5, 1.0, 2.0]) if weighted else 0.0
                    arcs.append((label, target, weight))
            rows.append(arcs)
        cards.append(rows)
        finals.append([state == size - 1 or random.random() < 0.15 for state in range(size)])
    return flat_network(cards, finals, n_words)


def doubling_network(random: Random, depth: int, *, n_words: int = 4, weighted: bool = False) -> FlatNetwork:
    """Each card uses the next one twice, between different words, so that paths double from card to card."""

    def weight() -> float:
        return random.choice([0.0, 0.5, 1.0]) if weighted else 0.0

    cards, finals = [], []
    for card in range(depth):
        inner = [-2 - card] * 2 if card + 1 < depth else [random.randrange(n_words) for _ in range(2)]
        words = [random.randrange(n_words) for _ in range(4)]
        behind = 3 if random.random() < 0.5 else 4
        cards.append(
            [
                [(words[0], 1, weight()), (words[1], 2, weight())],
                [(inner[0], 3, weight())],
                [(inner[1], behind, weight())],
                [(words[2], 5, weight())],
                [(words[3], 5, weight())],
                [],
            ]
        )
        also = random.randrange(5) if random.random() < 0.3 else 5
        finals.append([state in (also, 5) for state in range(6)])
    return flat_network(cards, finals, n_words)


def plain(flat: FlatNetwork) -> _reference.PlainNetwork:
    """The network as the slow twin takes it."""
    return _reference.PlainNetwork(
        first_states=flat.first_states.tolist(),
        final=flat.final.tolist(),
        arc_offsets=flat.arc_offsets.tolist(),
        labels=flat.labels.tolist(),
        targets=flat.targets.tolist(),
        weights=flat.weights.tolist(),
    )
