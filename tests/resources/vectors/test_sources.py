from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.vectors import sources

LINES = [f"w{i} {i}.0 {i * i}.0 1.0" for i in range(1, 200)]


def test_lines_of_words_and_numbers_are_read() -> None:
    raw = sources.from_lines(Path("v.txt"), ["199 3", *LINES])
    assert (raw.pieces[:2], raw.rows.shape, raw.lowercase) == (["[UNK]", "w1"], (200, 3), True)
    assert not raw.rows[0].any()


@pytest.mark.parametrize("line", ["w", "w a b c", "w 1 2", "w nan 1 2"])
def test_a_line_that_holds_no_vector_is_named(line: str) -> None:
    with pytest.raises(DataError, match=r"v\.txt:200: found"):
        sources.from_lines(Path("v.txt"), [*LINES, line])
    with pytest.raises(DataError, match="1 words, expected at least"):
        sources.from_lines(Path("v.txt"), LINES[:1])


def test_fewer_dimensions_keep_what_differs_most() -> None:
    rows = np.random.default_rng(1).normal(size=(50, 6)) * [9, 5, 1, 0.1, 0.1, 0.1]
    centred = rows - rows.mean(0)
    centred /= np.linalg.norm(centred, axis=1, keepdims=True)
    assert np.allclose(sources.reduced(rows, 6), centred)
    few = sources.reduced(rows, 3)
    assert few.shape == (50, 3)
    assert np.abs(few @ few.T - centred @ centred.T).max() < 0.1
