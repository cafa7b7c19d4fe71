"""Our automata beside OpenFst's, where pynini is installed (it is large, so it belongs to no group)."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tertium.networks.entry import Entry
from tertium.networks.expansion import automaton
from tertium.networks.flat import flatten
from tertium.networks.forms import fst
from tests.support.networks import PREMIER, costs, networks, sentences

pywrapfst = pytest.importorskip("pywrapfst", reason="needs pynini")


def compiled(entry: Entry, tmp_path: Path) -> Any:
    """The network as fstcompile takes it, with our symbol table."""
    table = tmp_path / "words.syms"
    table.write_text(fst.write_symbols([entry]), "utf-8")
    symbols = pywrapfst.SymbolTable.read_text(str(table))
    compiler = pywrapfst.Compiler(isymbols=symbols, osymbols=symbols, keep_isymbols=True, keep_osymbols=True)
    compiler.write(fst.write([entry]))
    return compiler.compile(), symbols


def listed(machine: Any, symbols: Any) -> dict[tuple[str, ...], float]:
    found: dict[tuple[str, ...], float] = {}
    waiting = [(machine.start(), (), 0.0)]
    while waiting:
        state, words, cost = waiting.pop()
        final = float(machine.final(state))
        if final != float("inf"):
            found[words] = min(found.get(words, float("inf")), cost + final)
        for arc in machine.arcs(state):
            waiting.append((arc.nextstate, (*words, symbols.find(arc.ilabel)), cost + float(arc.weight)))
    return found


@given(networks(costs=costs))
@settings(max_examples=40)
def test_openfst_reads_what_we_write(tmp_path_factory: pytest.TempPathFactory, network: Any) -> None:
    machine, symbols = compiled(Entry(None, network), tmp_path_factory.mktemp("fst"))
    assert listed(machine, symbols) == pytest.approx(sentences(network))


@given(networks())
@settings(max_examples=40)
def test_our_automata_are_as_small_as_those_of_openfst(tmp_path_factory: pytest.TempPathFactory, network: Any) -> None:
    machine, _ = compiled(Entry(None, network), tmp_path_factory.mktemp("fst"))
    smallest = pywrapfst.determinize(machine)
    smallest.minimize()
    assert len(automaton(flatten(network)).arcs) == smallest.num_states()


def test_we_read_what_openfst_prints(tmp_path: Path) -> None:
    machine, symbols = compiled(Entry(None, PREMIER), tmp_path)
    text = machine.print(isymbols=symbols, osymbols=symbols)
    (entry,) = fst.parse((text if isinstance(text, str) else text.decode()).split("\n"), "f")
    assert sentences(entry.network) == sentences(PREMIER)
