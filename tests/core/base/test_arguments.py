"""Wrong arguments: every kernel says which one and why, and none reads or writes where it must not."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tertium import _core

GOOD: dict[str, Any] = {
    "ids": np.array([0, 1, 2, 0, 1], np.int32),
    "offsets": np.array([0, 3, 5], np.int64),
    "hypotheses": np.array([0], np.int32),
    "references": np.array([1, 0], np.int32),
    "reference_offsets": np.array([0, 2], np.int64),
}
EXTRA: dict[str, dict[str, Any]] = {
    "bleu_statistics": {"max_order": 4},
    "nist_statistics": {"max_order": 5},
    "wer_statistics": {},
    "per_statistics": {},
    "ter_statistics": {},
    "gtm_statistics": {"exponent": 2.0, "exact_up_to": 10},
    "chrf_statistics": {"char_order": 6, "word_order": 2, "beta": 2.0, "eps_smoothing": False},
}
every_kernel = pytest.mark.parametrize("kernel", EXTRA)


def call(kernel: str, **changes: Any) -> Any:
    arguments = {**GOOD, **EXTRA[kernel], **changes}
    batch = _core.Batch(arguments.pop("ids"), arguments.pop("offsets"))
    pairing = {name: arguments.pop(name) for name in ("hypotheses", "references", "reference_offsets")}
    values = (batch,) if kernel == "chrf_statistics" else ()
    return getattr(_core, kernel)(_core.TextPairs(batch, **pairing), *values, **arguments)


def ints(*values: int, dtype: Any = np.int32) -> np.ndarray:
    return np.array(values, dtype)


def longs(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


@every_kernel
def test_the_arguments_that_the_others_change_are_right(kernel: str) -> None:
    assert call(kernel).shape[0] == 1


@every_kernel
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"offsets": longs(1, 3, 5)}, r"(tokens|characters): offsets must start at 0"),
        ({"offsets": longs()}, r"(tokens|characters): offsets must start at 0"),
        ({"offsets": longs(0, 4, 3, 5)}, r"(tokens|characters): offsets must not decrease"),
        ({"offsets": longs(0, -1, 5)}, r"(tokens|characters): offsets must not decrease"),
        ({"offsets": longs(0, 3, 4)}, r"(tokens|characters): last offset is 4 but there are 5 values"),
        ({"offsets": longs(0, 3, 6)}, r"(tokens|characters): last offset is 6 but there are 5 values"),
        ({"offsets": longs(0, 3, 2**62)}, r"(tokens|characters): last offset is \d+ but there are 5 values"),
        ({"ids": ints(0, 1, -1, 0, 1)}, r"(tokens|characters): ids must not be negative, found -1"),
        ({"hypotheses": ints(2)}, "hypotheses: row 2 named, but there are 2 rows"),
        ({"hypotheses": ints(-1)}, "hypotheses: row -1 named, but there are 2 rows"),
        ({"references": ints(1, 2)}, "references: row 2 named, but there are 2 rows"),
        ({"references": ints(-2, 1)}, "references: row -2 named, but there are 2 rows"),
        ({"reference_offsets": longs(1, 2)}, "references: offsets must start at 0"),
        ({"reference_offsets": longs(0, 1)}, "references: last offset is 1 but there are 2 values"),
        ({"reference_offsets": longs(0, 2, 2)}, "references: given for 2 segments, but there are 1 hypotheses"),
        ({"hypotheses": ints(0, 1)}, "references: given for 1 segments, but there are 2 hypotheses"),
        (
            {"hypotheses": ints(0, 1), "reference_offsets": longs(0, 2, 2)},
            "references: segment 1 has none",
        ),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(kernel: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(kernel, **changes)


@every_kernel
@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"ids": ints(0, 1, 2, 0, 1, dtype=np.int64)}, id="ids of 64 bits would be cut"),
        pytest.param({"ids": np.array([0, 1, 2, 0, 1], np.uint32)}, id="unsigned ids"),
        pytest.param({"ids": np.array([0, 1.5, 2, 0, 1])}, id="fractions as ids"),
        pytest.param({"ids": [0, 1, 2, 0, 1]}, id="a list"),
        pytest.param({"ids": None}, id="nothing"),
        pytest.param({"ids": ints(0, 9, 1, 9, 2, 9, 0, 9, 1)[::2]}, id="a view with gaps"),
        pytest.param({"ids": ints(0, 1, 2, 0, 1)[None]}, id="two dimensions"),
        pytest.param({"offsets": ints(0, 3, 5)}, id="offsets of 32 bits"),
        pytest.param({"hypotheses": longs(0)}, id="hypotheses of 64 bits"),
        pytest.param({"references": longs(1, 0)}, id="references of 64 bits"),
        pytest.param({"threads": 1.5}, id="half a thread"),
        pytest.param({"threads": None}, id="no number of threads"),
    ],
)
def test_other_types_are_refused_and_never_converted(kernel: str, changes: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        call(kernel, **changes)


@every_kernel
def test_arrays_that_cannot_be_written_are_read(kernel: str) -> None:
    arrays = {name: array.copy() for name, array in GOOD.items()}
    for array in arrays.values():
        array.flags.writeable = False
    assert call(kernel, **arrays).tolist() == call(kernel).tolist()


@every_kernel
def test_no_segments_give_no_rows(kernel: str) -> None:
    found = call(kernel, hypotheses=ints(), references=ints(), reference_offsets=longs(0))
    assert found.shape == (0, call(kernel).shape[1])


@every_kernel
@pytest.mark.parametrize("threads", [-1, 0, 64])
def test_any_number_of_threads_is_fine(kernel: str, threads: int) -> None:
    assert call(kernel, threads=threads).tolist() == call(kernel).tolist()


@pytest.mark.parametrize("exponent", [0.999, 0.0, -1.0, float("nan")])
def test_the_exponent_of_runs_is_at_least_1(exponent: float) -> None:
    with pytest.raises(ValueError, match="exponent must be at least 1"):
        call("gtm_statistics", exponent=exponent)


@pytest.mark.parametrize("exact_up_to", [-1, 17])
def test_the_exact_search_of_runs_has_limits(exact_up_to: int) -> None:
    with pytest.raises(ValueError, match="exact_up_to must lie between 0 and 16"):
        call("gtm_statistics", exact_up_to=exact_up_to)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((ints(2), ints(0)), "row 2 named, but there are 2 rows"),
        ((ints(0), ints(-1)), "row -1 named, but there are 2 rows"),
        ((ints(0, 1), ints(0)), "got 2 rows on one side but 1 on the other"),
    ],
)
def test_edit_distances_check_their_rows(arguments: tuple[np.ndarray, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.edit_distances(_core.Batch(GOOD["ids"], GOOD["offsets"]), *arguments)


BYTES, OFFSETS = np.frombuffer(b"abcde", np.uint8), longs(0, 2, 5)
TEXT_KERNELS: dict[str, Callable[[_core.Texts], Any]] = {
    "tokenize": lambda texts: _core.tokenize(texts, "13a"),
    "texts_beyond": lambda texts: _core.texts_beyond(texts, 0x80),
    "lowercase_ascii": lambda texts: _core.lowercase_ascii(texts),
    "replace_texts": lambda texts: _core.replace_texts(texts, longs(), _core.pack([])),
}


@pytest.mark.parametrize("kernel", TEXT_KERNELS)
@pytest.mark.parametrize(
    ("offsets", "message"),
    [
        (longs(), "texts: offsets must start at 0"),
        (longs(1, 5), "texts: offsets must start at 0"),
        (longs(0, 4, 2, 5), "texts: offsets must not decrease"),
        (longs(0, 6), "texts: last offset is 6 but there are 5 values"),
    ],
)
def test_texts_check_their_offsets(kernel: str, offsets: np.ndarray, message: str) -> None:
    TEXT_KERNELS[kernel](_core.Texts(BYTES, OFFSETS))
    with pytest.raises(ValueError, match=message):
        TEXT_KERNELS[kernel](_core.Texts(BYTES, offsets))


@pytest.mark.parametrize(
    ("data", "offsets"), [(BYTES.view(np.int8), OFFSETS), ([97, 98, 99, 100, 101], OFFSETS), (BYTES, ints(0, 2, 5))]
)
def test_texts_are_arrays_of_the_right_type(data: Any, offsets: Any) -> None:
    with pytest.raises(TypeError):
        _core.Texts(data, offsets)


# In a process of its own: what is tested for is that the process lives.
DANGEROUS = {
    "bleu_statistics(pairs, max_order=-1)": "max_order",
    "bleu_statistics(pairs, max_order=-2)": "max_order",
    "bleu_statistics(pairs, max_order=0)": "max_order",
    "nist_statistics(pairs, max_order=-1)": "max_order",
    "nist_statistics(pairs, max_order=0)": "max_order",
    "chrf_statistics(pairs, batch, char_order=0, word_order=0, beta=2.0, eps_smoothing=False)": "char_order",
    "chrf_statistics(pairs, batch, char_order=-1, word_order=0, beta=2.0, eps_smoothing=False)": "char_order",
    "chrf_statistics(pairs, batch, char_order=6, word_order=-2, beta=2.0, eps_smoothing=False)": "word_order",
    "text_at(_core.Texts(data, np.array([0, 10**9])), 0)": "offset",
    "text_at(_core.Texts(data, np.array([-5, 3])), 0)": "offset",
    "text_at(_core.Texts(data, np.array([0, 4, 2])), 1)": "offset",
}


@pytest.mark.parametrize("expression", DANGEROUS)
def test_what_would_reach_outside_the_arrays_is_refused(expression: str) -> None:
    program = f"""
import numpy as np
from tertium import _core
arrays = {", ".join(f"np.array({array.tolist()}, np.{array.dtype})" for array in GOOD.values())}
batch = _core.Batch(*arrays[:2])
pairs = _core.TextPairs(batch, hypotheses=arrays[2], references=arrays[3], reference_offsets=arrays[4])
data = np.frombuffer(b"abcde", np.uint8)
try:
    _core.{expression}
except ValueError as error:
    print("refused:", error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr[-300:]}"
    assert done.stdout.startswith("refused:")
    assert DANGEROUS[expression] in done.stdout
