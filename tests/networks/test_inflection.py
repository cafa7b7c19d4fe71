"""English endings."""

import pytest

from tertium.networks.inflection import ending_of, inflect


@pytest.mark.parametrize(
    ("base", "ending", "form"),
    [
        ("walk", "ed", "walked"), ("try", "ed", "tried"), ("stop", "ed", "stopped"), ("love", "ed", "loved"),
        ("play", "ed", "played"), ("die", "ing", "dying"), ("make", "ing", "making"), ("see", "ing", "seeing"),
        ("run", "ing", "running"), ("box", "s", "boxes"), ("city", "s", "cities"), ("day", "s", "days"),
        ("fix", "ed", "fixed"), ("visit", "ing", "visiting"),
    ],
)  # fmt: skip
def test_endings(base: str, ending: str, form: str) -> None:
    assert inflect(base, ending) == form
    assert ending_of(form, base) == ending
