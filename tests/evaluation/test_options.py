"""How an evaluation is run: values that make no sense are refused by name."""

import pytest

from tertium.evaluation.options import Resampling, Scoring, check_choice, check_number, check_share


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("n_samples", 0, "n_samples is 0; expected a whole number of at least 1"),
        ("seed", -1, "seed is -1"),
        ("confidence", 1.0, "confidence is 1.0; expected a number between 0 and 1"),
        ("bootstrap", "moved", "bootstrap is 'moved'; expected one of shifted, centred"),
    ],
)
def test_resampling(name: str, value: object, message: str) -> None:
    assert Resampling().n_samples == 1000
    with pytest.raises(ValueError, match=message):
        Resampling(**{name: value})


@pytest.mark.parametrize(("name", "value"), [("normalization", "nfx"), ("missing", "drop"), ("threads", -1)])
def test_scoring(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{name} is {value!r}"):
        Scoring(**{name: value})


def test_ends_are_taken_or_not() -> None:
    check_number("n", 3, 3)
    check_choice("c", "a", iter("ab"))
    check_share("s", 0.5)
    for share in (0.0, 1.0, float("nan")):
        with pytest.raises(ValueError, match="s is"):
            check_share("s", share)
