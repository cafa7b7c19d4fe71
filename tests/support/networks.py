"""Networks that several tests use, and random ones."""

from itertools import product
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tertium.networks.network import Alternative, Card, Network, Ref
from tertium.networks.paths import Paths

PREMIER = Network(
    "NAMED-PREMIER",
    (
        Card.of("PREMIER", "prime-minister", "PM", "prime minister", "head of government", "premier"),
        Card.of("ITALIAN", "Italian"),
        Card.of("SILVIO", "Silvio Berlusconi", "Berlusconi"),
        Card.of("ITALIAN-PREMIER", "the [ITALIAN] [PREMIER]", "the [PREMIER] of Italy"),
        Card.of(
            "NAMED-PREMIER",
            "[SILVIO] , [ITALIAN-PREMIER]",
            "[ITALIAN-PREMIER] , [SILVIO]",
            "[ITALIAN-PREMIER] [SILVIO]",
        ),
    ),
)
"""The example of the paper, section 2.1."""

words = st.sampled_from("abcd")
# Signs that mean something in one of the text forms come often.
letters = st.one_of(st.sampled_from('[]|"#@{}\\:=<>ab'), st.characters(exclude_categories=["Cs"]))
hard_words = st.text(letters, min_size=1, max_size=4).filter(lambda w: w.split() == [w])
hard_names = st.text(letters, min_size=1, max_size=5).filter(lambda n: n == n.strip() and n.isprintable())
no_costs = st.just(0.0)
costs = st.sampled_from([0.0, 0.0, 0.5, 1.0, 2.25])


@st.composite
def networks(
    draw: st.DrawFn,
    words: Any = words,
    names: Any = None,
    costs: Any = no_costs,
    spans: bool = False,
    max_cards: int = 4,
    max_symbols: int = 3,
) -> Any:
    """Small networks; each card refers only to later ones."""
    n_cards = draw(st.integers(1, max_cards))
    labels = draw(st.lists(names, min_size=n_cards, max_size=n_cards, unique=True)) if names is not None else None
    labels = labels or [f"C{i}" for i in range(n_cards)]
    cards = []
    for i in range(n_cards):
        symbols = words if i == n_cards - 1 else st.one_of(words, st.sampled_from(labels[i + 1 :]).map(Ref))
        alternatives = draw(
            st.lists(
                st.builds(Alternative, st.lists(symbols, max_size=max_symbols).map(tuple), costs),
                min_size=1,
                max_size=3,
            )
        )
        span = draw(st.none() | st.sampled_from([(0, 1), (0, 2), (1, 2)])) if spans else None
        cards.append(Card(labels[i], tuple(alternatives), span))
    network = Network(labels[0], tuple(draw(st.permutations(cards))))
    # Tests list all sentences, and three cards in three can have more than a machine holds.
    assume(Paths.of(network).log10_count < 3)
    return network


def sentences(network: Network) -> dict[tuple[str, ...], float]:
    """Every sentence by brute force, with the lowest cost of a way to say it."""
    known: dict[str, dict[tuple[str, ...], float]] = {}
    for name in reversed(network.order()):
        said: dict[tuple[str, ...], float] = {}
        for alternative in network[name].alternatives:
            parts = [known[s.name] if isinstance(s, Ref) else {(s,): 0.0} for s in alternative.symbols]
            for choice in product(*(part.items() for part in parts)):
                text = tuple(word for words, _ in choice for word in words)
                cost = alternative.cost + sum(cost for _, cost in choice)
                said[text] = min(said.get(text, float("inf")), cost)
        known[name] = said
    return known[network.root]
