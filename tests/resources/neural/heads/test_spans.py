"""Spans of errors, as the original ends them and as they should end."""

import numpy as np
import pytest

from tertium.resources.neural.heads.spans import Span, decoded, label_shares, quality

LABELS = ("minor", "major", "critical")
PLACES = [(0, 0), (0, 2), (2, 5), (6, 8), (8, 9), (0, 0)]


def shares(*labels: int) -> np.ndarray:
    """The label of each piece, with a share that grows with its number."""
    table = np.zeros((len(labels), 4))
    for number, label in enumerate(labels):
        table[number, label] = 0.6 + number / 100
    return table


def spans(*labels: int, mended: bool) -> list[tuple[int, int, str]]:
    return [(s.start, s.end, s.severity) for s in decoded(shares(*labels), PLACES, LABELS, mended=mended)]


def test_a_run_in_the_middle_is_the_same_both_ways() -> None:
    assert spans(0, 0, 1, 1, 0, 0, mended=False) == spans(0, 0, 1, 1, 0, 0, mended=True) == [(2, 8, "minor")]


def test_a_run_that_reaches_the_end_is_lost_in_the_original() -> None:
    assert spans(0, 0, 0, 2, 2, 2, mended=False) == []
    assert spans(0, 0, 0, 2, 2, 2, mended=True) == [(6, 9, "major")]


def test_the_first_piece_says_how_grave_it_is_in_the_original() -> None:
    assert spans(0, 1, 3, 0, 0, 0, mended=False) == [(0, 5, "minor")]
    assert spans(0, 1, 3, 0, 0, 0, mended=True) == [(0, 5, "critical")]


def test_marks_are_no_pieces_where_it_is_mended() -> None:
    assert spans(1, 0, 0, 0, 0, 0, mended=False) == [(0, 0, "minor")]
    assert spans(1, 0, 0, 0, 0, 0, mended=True) == []


def test_confidence_is_the_mean_over_pieces() -> None:
    (span,) = decoded(shares(0, 0, 1, 1, 0, 0), PLACES, LABELS, mended=False)
    assert span.confidence == pytest.approx(0.625)
    assert span.pieces == (2, 3)


def test_errors_cost_up_to_25() -> None:
    def of(*kinds: str) -> float:
        return quality([Span(0, 1, kind, 0.5, (1,)) for kind in kinds])

    assert (of(), of("minor"), of("major", "minor"), of("critical")) == (1, 0.96, 0.76, 0.6)
    assert of(*["critical"] * 3) == 0


def test_label_shares_add_up_to_one() -> None:
    found = label_shares(np.array([[1000, 0, -1000, 0], [0, 0, 0, 0]], np.float32))
    assert found.sum(1) == pytest.approx([1, 1])
    assert found[0, 0] == 1
