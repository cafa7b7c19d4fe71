"""A flat list becomes cards: no sentence more, none less, and what a person would write."""

import itertools
from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.expansion import distinct_count
from tertium.networks.factoring.factor import factor
from tertium.networks.flat import flatten
from tertium.networks.forms import typed
from tertium.networks.limits import Limits
from tertium.networks.network import Network, bad_name
from tertium.networks.paths import Paths

FUNCTION_WORDS = {"a", "the", "of", "that", "he", "would", "so", "it"}


def sentences(network: Network) -> list[str]:
    return [" ".join(path) for path in Paths.of(network).enumerate()]


def written(texts: Iterable[str]) -> str:
    """The cards of a list as people type them, once it is sure that they say the same."""
    listed = list(texts)
    network = factor([text.split() for text in listed], FUNCTION_WORDS)
    assert sorted(sentences(network)) == sorted(set(listed))
    return typed.write([Entry(None, network)])


def test_common_ends_are_written_once() -> None:
    texts = [f"{who} {said}" for who in ("boss", "chief", "manager") for said in ("said", "stated")]
    assert written(texts) == "[S] = [BOSS] [SAID]\n[BOSS] = boss | chief | manager\n[SAID] = said | stated\n"


def test_an_optional_word_and_one_sentence_more() -> None:
    texts = [
        f"{article}{who} {said} {what}"
        for article in ("a ", "the ", "")
        for who in ("boss", "chief")
        for said in ("said", "stated")
        for what in ("so", "it")
    ]
    assert written([*texts, "he said so"]).splitlines() == [
        "[S] = [A] [BOSS] [SAID] [SO] | he said so",
        '[A] = a | the | ""',
        "[BOSS] = boss | chief",
        "[SAID] = said | stated",
        "[SO] = so | it",
    ]


def test_the_paper_s_example_comes_back_as_cards() -> None:
    ministers = ["prime-minister", "PM", "prime minister", "head of government", "premier"]
    italians = [f"the Italian {m}" for m in ministers] + [f"the {m} of Italy" for m in ministers]
    names = ["Silvio Berlusconi", "Berlusconi"]
    texts = [f"{n} , {i}" for n in names for i in italians]
    texts += [f"{i}{comma}{n}" for comma in (" , ", " ") for i in italians for n in names]
    lines = written(texts).splitlines()
    assert len(texts) == 60
    assert "[PM] = prime-minister | PM | prime minister | head of government | premier" in lines
    assert "[SILVIO] = Berlusconi | Silvio Berlusconi" in lines
    assert len(lines) <= 6


def test_a_sign_is_called_by_its_name() -> None:
    texts = [f"yes{comma} sir{end}" for comma in (" ,", "") for end in (" .", " !", "")]
    assert "[COMMA]" in written(texts)


def test_one_sentence_and_the_empty_one() -> None:
    assert written(["the boss"]) == "[S] = the boss\n"
    assert sorted(sentences(factor([[], ["x"]]))) == ["", "x"]


def test_nothing_and_too_much_are_refused() -> None:
    with pytest.raises(DataError, match="no sentences"):
        factor([])
    with pytest.raises(DataError, match="the limit is 10 symbols"):
        factor([["word"] * 11], limits=Limits(symbols=10))


words = st.sampled_from(["a", "b", "c", "boss", ",", "[", "é", "の"])


@given(st.lists(st.lists(words, max_size=5).map(tuple), min_size=1, max_size=40))
@settings(max_examples=150, deadline=None)
def test_no_sentence_is_gained_or_lost(listed: list[tuple[str, ...]]) -> None:
    network = factor(listed, {"a"})
    paths = [tuple(path) for path in Paths.of(network).enumerate()]
    assert set(paths) == set(listed)
    assert len(paths) == len(set(listed))
    assert not any(bad_name(card.name) or "~" in card.name for card in network.cards)
    assert network.unused() == []


def made_up(rng: Random) -> list[tuple[str, ...]]:
    """A list as one who writes down all translations might keep it: products, and some that do not combine."""

    def phrases(depth: int) -> list[tuple[str, ...]]:
        parts: list[list[tuple[str, ...]]] = []
        for _ in range(rng.choice([3, 4, 5, 6] if depth == 0 else [1, 1, 2, 3])):
            if depth < 2 and rng.random() < (0.75, 0.35)[depth]:
                parts.append([phrase for _ in range(rng.choice([2, 2, 3, 4])) for phrase in phrases(depth + 1)])
                if rng.random() < 0.25:
                    parts[-1].append(())
            else:
                parts.append([(f"w{rng.randrange(400)}",)])
        return [sum(choice, ()) for choice in itertools.islice(itertools.product(*parts), 600)]

    while True:
        different = sorted({*phrases(0), *phrases(0)} - {()})
        if 48 <= len(different) <= 300:
            break
    pairs = [(rng.choice(sentence), rng.choice(sentence)) for sentence in rng.sample(different, 2)]
    kept = [s for s in different if not any(a in s and b in s and a != b for a, b in pairs)]
    return kept or different


def size(networks: Sequence[Network]) -> int:
    return sum(len(a.symbols) for network in networks for card in network.cards for a in card.alternatives)


def test_made_up_lists_are_exact_and_shorter_than_automata() -> None:
    from tertium.networks.expansion import automaton
    from tertium.networks.forms import lines
    from tertium.networks.structure import from_automaton

    rng = Random(1)
    lists = [made_up(rng) for _ in range(30)]
    networks = [factor(listed) for listed in lists]
    for listed, network in zip(lists, networks, strict=True):
        assert Paths.of(network).count == distinct_count(flatten(network)) == len(listed)
        assert {tuple(path) for path in Paths.of(network).enumerate()} == set(listed)
    plain = [from_automaton(automaton(flatten(lines.strict([" ".join(s) for s in listed])))) for listed in lists]
    assert size(networks) < 0.85 * size(plain) < 0.5 * sum(len(s) for listed in lists for s in listed)
