"""The smallest automaton accepts its list and nothing else."""

from collections.abc import Hashable, Iterator

from hypothesis import given
from hypothesis import strategies as st

from tertium.networks.factoring.automaton import Minimal, minimal

SEQUENCES = st.lists(st.lists(st.sampled_from("abc"), max_size=4).map(tuple), min_size=1, max_size=20)


def accepted(automaton: Minimal, state: int = 0) -> Iterator[tuple[Hashable, ...]]:
    if automaton.final[state]:
        yield ()
    for symbol, target in automaton.arcs[state].items():
        assert target > state
        yield from ((symbol, *rest) for rest in accepted(automaton, target))


@given(SEQUENCES)
def test_it_accepts_the_list(sequences: list[tuple[str, ...]]) -> None:
    automaton = minimal(sequences)
    assert sorted(accepted(automaton)) == sorted(set(sequences))


@given(SEQUENCES)
def test_no_two_states_have_the_same_continuations(sequences: list[tuple[str, ...]]) -> None:
    automaton = minimal(sequences)
    languages = [frozenset(accepted(automaton, state)) for state in range(len(automaton.arcs))]
    assert len(set(languages)) == len(languages)
