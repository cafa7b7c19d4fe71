"""Things by name: registered once, imported when asked for, and near names in the refusal."""

import sys

import pytest

from tertium.errors import UnknownNameError
from tertium.register import KeyedRegister, Register


def test_a_thing_is_found_by_the_name_it_was_given() -> None:
    register: Register[int] = Register("number")
    assert register.add("one", 1) == 1
    assert register.named("two")(2) == 2
    assert (register.get("two"), "one" in register, "three" in register) == (2, True, False)
    assert (list(register), register.names(), register.values()) == (["one", "two"], ["one", "two"], [1, 2])


def test_a_name_is_given_once() -> None:
    register: Register[int] = Register("number")
    register.add("one", 1)
    with pytest.raises(ValueError, match="number 'one' is already registered as 1"):
        register.add("one", 11)


def test_a_module_is_imported_when_its_thing_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    register: Register[object] = Register("function", {"colorsys:rgb_to_hsv": ["hsv"]})
    assert register.names() == ["hsv"]
    assert "hsv" in register
    assert "colorsys" not in sys.modules
    assert register.get("hsv") is sys.modules["colorsys"].rgb_to_hsv


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    register: Register[int] = Register("number")
    register.add("seven", 7)
    with pytest.raises(UnknownNameError, match="unknown number 'sevn'; known: seven; did you mean 'seven'"):
        register.get("sevn")


def test_things_of_a_keyed_register_know_their_names() -> None:
    class Thing:
        key = ""

    register: KeyedRegister[type[Thing]] = KeyedRegister("thing")
    register.named("it")(Thing)
    assert Thing.key == "it"
