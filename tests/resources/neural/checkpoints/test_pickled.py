"""Pickles that are programs: nothing in them runs."""

import builtins
import collections
import os
import pickle
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.resources.neural.checkpoints import pickled
from tests.support.neural import Call

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 60), 1 << 60) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4) | st.tuples(inner)
    ),
    max_leaves=12,
)


@given(value=plain, protocol=st.integers(1, 5))
def test_plain_values_come_back(value: object, protocol: int) -> None:
    assert pickled.read(pickle.dumps(value, protocol)) == value


@given(value=plain, protocol=st.integers(0, 5), place=st.integers(0, 1 << 20), byte=st.integers(0, 255))
def test_a_damaged_pickle_is_a_value_or_a_refusal(value: object, protocol: int, place: int, byte: int) -> None:
    content = bytearray(pickle.dumps(value, protocol))
    content[place % len(content)] = byte
    try:
        found = pickled.read(bytes(content))
    except pickled.Refusal as refusal:
        found = str(refusal)
    assert not callable(found)


ATTACKS = {
    "a command": Call(os.system, "touch was-run"),
    "eval": Call(builtins.eval, "open('was-run', 'w')"),
    "exec": Call(builtins.exec, "open('was-run', 'w')"),
    "another process": Call(subprocess.Popen, ["touch", "was-run"]),
    "an attribute": Call(getattr, "a text", "upper"),
    "inside a state": {"state_dict": {"weight": Call(os.system, "touch was-run")}},
    "one call in another": Call(builtins.eval, Call(os.getenv, "HOME")),
    "in a default": collections.defaultdict(Call, {"a": 1}),
}


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("protocol", [0, 2, 4])
def test_what_would_run_is_refused_and_does_not_run(
    attack: str, protocol: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    content = pickle.dumps(ATTACKS[attack], protocol)
    with pytest.raises(pickled.Refusal):
        pickled.read(content)
    assert list(tmp_path.iterdir()) == []


def test_the_message_names_what_was_asked_for() -> None:
    with pytest.raises(pickled.Refusal, match=r"asks for (posix|os|nt)\.system, which no checkpoint needs"):
        pickled.read(pickle.dumps(Call(os.system, "true"), 2))


def test_containers_of_trainers_are_plain_mappings() -> None:
    import argparse

    assert pickled.read(pickle.dumps(collections.OrderedDict(a=1), 2)) == {"a": 1}
    assert pickled.read(pickle.dumps(argparse.Namespace(a=1, b=[2]), 2)) == {"a": 1, "b": [2]}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "damaged|no end"),
        (b"\x80\x02}q\x00", "damaged|no end"),
        (b"\x80\x02.", "damaged"),
        (b"\x80\x02K\x01K\x02s.", "puts values into|damaged"),
        (b"\x80\x02\x8b\xff\xff\xff\x7f.", "damaged"),
        (b"\x80\x02\x8a\x20" + b"\x7f" * 32 + b".", "a number of 255 bits"),
        (b"\x80\x02U\x01aQ.", "refers to|damaged"),
        (b"\x80\x02]\x94" + b"h\x00a" * 10 + b"P0\n.", "PERSID"),
        (b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f.", "damaged"),
    ],
)
def test_what_is_no_pickle_of_a_checkpoint_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(pickled.Refusal, match=why):
        pickled.read(content)
