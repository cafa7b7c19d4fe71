from hypothesis import given
from hypothesis import strategies as st

from tertium.server.jobs.turns import Turns


def test_people_take_turns() -> None:
    turns = Turns(share=2)
    for id, person in (("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b")):
        turns.add(id, person)
    turns.add("a1", "a")
    assert len(turns) == 4
    assert [turns.take() for _ in range(4)] == [("a1", "a"), ("b1", "b"), ("a2", "a"), None]
    turns.finish("a")
    assert turns.take() == ("a3", "a")
    assert turns.busy


def test_a_job_that_is_not_wanted_is_forgotten() -> None:
    turns = Turns()
    turns.add("a1", "a")
    turns.remove("a1")
    turns.remove("unknown")
    assert (len(turns), turns.busy, turns.take()) == (0, False, None)


@given(st.lists(st.sampled_from("abc"), max_size=30), st.integers(1, 3))
def test_every_job_runs_once_and_nobody_has_more_than_the_share(people: list[str], share: int) -> None:
    turns, running, done = Turns(share), [], []
    for number, person in enumerate(people):
        turns.add(f"{number}", person)
    while turns.busy:
        while (taken := turns.take()) is not None:
            running.append(taken)
        assert all(sum(person == who for _, who in running) <= share for person in "abc")
        id, person = running.pop(0)
        turns.finish(person)
        done.append(id)
    assert sorted(done) == sorted(str(number) for number in range(len(people)))
