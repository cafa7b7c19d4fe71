"""Products and bends of the graphs, against plain NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.resources.neural.checkpoints.tensors import Rows
from tertium.resources.neural.graph import STATE, Graph, Precision, adds_signed, whole_rows, without_sign

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")


def product(
    precision: Precision,
    rows: Rows,
    values: np.ndarray,
    bias: np.ndarray | None = None,
    signed: bool | None = None,
) -> np.ndarray:
    graph = Graph(precision, signed=signed)
    state = graph.input(STATE, ["texts", "length", rows.shape[1]])
    graph.output(graph.linear(state, rows, bias), "out", ["texts", "length", rows.shape[0]])
    return graph.session().run(None, {STATE: values})[0]


@settings(max_examples=10)
@given(seed=st.integers(0, 1000), sides=st.tuples(*[st.integers(1, 9)] * 4))
def test_a_product_is_that_of_numpy(seed: int, sides: tuple[int, int, int, int]) -> None:
    rng = np.random.default_rng(seed)
    texts, length, inputs, outputs = sides
    weight = rng.normal(size=(outputs, inputs)).astype(np.float32)
    values, bias = rng.normal(size=(texts, length, inputs)).astype(np.float32), rng.normal(size=outputs)
    exact = values @ weight.T + bias
    np.testing.assert_allclose(product("fp32", Rows(weight), values, bias), exact, atol=1e-5)
    # As whole numbers: the same rounding in plain loops.
    numbers, scales = whole_rows(Rows(weight))
    wanted = np.empty_like(exact)
    for place in np.ndindex(texts, length):
        unit = np.float32(np.abs(values[place]).max() * np.float32(1 / 127))
        wanted[place] = (np.rint(values[place] / unit) @ numbers.T.astype(float)) * unit * scales + bias
    found = product("int8", Rows(weight), values, bias)
    assert np.abs(found - wanted).max() <= np.abs(weight).max() * np.abs(values).max() * inputs / 60
    assert np.median(np.abs(found - wanted)) <= 1e-4
    stored = Rows(numbers, scales=scales)
    np.testing.assert_array_equal(product("int8", stored, values, bias), found)


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_rows_do_not_depend_on_the_rows_beside_them(precision: Precision) -> None:
    rng = np.random.default_rng(1)
    weight, values = rng.normal(size=(96, 200)).astype(np.float32), rng.normal(size=(5, 37, 200)).astype(np.float32)
    together = product(precision, Rows(weight), values)
    for number in range(5):
        alone = product(precision, Rows(weight), values[number : number + 1])
        np.testing.assert_array_equal(alone[0], together[number])
    one = product(precision, Rows(weight), values[:1, :1])
    np.testing.assert_array_equal(one[0, 0], together[0, 0])


@settings(max_examples=20)
@given(seed=st.integers(0, 1000), sides=st.tuples(st.integers(1, 40), st.integers(1, 300), st.integers(1, 70)))
def test_weights_with_a_sign_give_the_same_bits(seed: int, sides: tuple[int, int, int]) -> None:
    if not adds_signed():
        pytest.skip("this processor loses some products of numbers with a sign")
    rng = np.random.default_rng(seed)
    rows, inputs, outputs = sides
    weight = rng.normal(size=(outputs, inputs)).astype(np.float32) ** 3
    values = (rng.normal(size=(1, rows, inputs)) ** 3).astype(np.float32)
    with_sign, without = (product("int8", Rows(weight), values, signed=signed) for signed in (True, False))
    np.testing.assert_array_equal(with_sign, without)


def test_numbers_without_a_sign_lie_around_128() -> None:
    assert without_sign(np.array([-127, 0, 127], np.int8)).tolist() == [1, 128, 255]


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_a_large_product_is_that_of_numpy(precision: Precision) -> None:
    rng = np.random.default_rng(2)
    weight, values = rng.normal(size=(300, 400)).astype(np.float32), rng.normal(size=(2, 9, 400)).astype(np.float32)
    found = product(precision, Rows(weight), values)
    np.testing.assert_allclose(found, values @ weight.T, atol=1e-3 if precision == "fp32" else 2)


def test_an_unknown_bend_is_refused() -> None:
    graph = Graph("fp32")
    with pytest.raises(DataError, match="the activation 'maxout' is not known; known: elu, leakyrelu"):
        graph.bend(graph.input(STATE, ["texts"]), "maxout")


def test_a_row_of_zeros_stays_one() -> None:
    numbers, scales = whole_rows(Rows(np.array([[0, 0], [1, -3]], np.float32)))
    assert numbers.tolist() == [[0, 0], [42, -127]]
    assert (scales > 0).all()
