"""The reducer: every command can be taken back to the same bytes, refusals change nothing, and texts stay texts."""

import json
import random
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.networks.forms import typed
from tertium.networks.network import Ref
from tertium.server.annotate.rules.network import build
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.document import Alternative, Card, Document, decode, encode
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.refusals import Refused
from tertium.server.annotate.rules.sheet.undo import stacks
from tertium.server.annotate.rules.sheet.words import card_text, forbidden, names, rewrite, scan, symbols_text
from tests.server.strategies import command


@given(st.integers(0, 2**32))
def test_every_command_is_taken_back_to_the_same_bytes(seed: int) -> None:
    rng = random.Random(seed)
    document = Document()
    done: list[tuple[str, c.Command]] = []
    for _ in range(40):
        try:
            step = msgspec.convert(command(rng, document), c.ClientCommand)
        except msgspec.ValidationError:
            continue
        before = encode(document)
        try:
            document, inverse = apply(document, step)
        except Refused:
            assert encode(document) == before
            continue
        assert inverse is not None
        assert decode(encode(document)) == document
        restored, redo = apply(document, c.decode(c.encode(inverse)))
        assert encode(restored) == before
        assert redo is not None
        again, _ = apply(restored, redo)
        assert encode(again) == encode(document)
        done.append((before, inverse))
    for before, inverse in reversed(done):
        document, _ = apply(document, inverse)
        assert encode(document) == before


def document_with(**cards: list[str]) -> Document:
    return Document(
        root="s",
        cards=tuple(
            Card(
                name.lower(), name, None, None, tuple(Alternative(f"{name}{i}".lower(), t) for i, t in enumerate(texts))
            )
            for name, texts in cards.items()
        ),
    )


def test_a_card_that_would_contain_itself_is_refused_with_the_way_round() -> None:
    document = document_with(S=["a [A]"], A=["b [B]"], B=["c"])
    with pytest.raises(Refused) as refused:
        apply(document, c.AltSet("b0", "c [S]"))
    assert refused.value.reason == "cycle"
    assert refused.value.path == ["S", "A", "B", "S"]


def test_renaming_rewrites_every_use_and_nothing_else() -> None:
    document = document_with(S=["the  [A]\\[A] [A]", '"[A]" x'], A=["b"])
    renamed, inverse = apply(document, c.CardRename("a", "N]\\"))
    assert [a.text for a in renamed.cards[0].alternatives] == ["the  [N\\]\\\\]\\[A] [N\\]\\\\]", '"[A]" x']
    assert apply(renamed, inverse)[0] == document


def test_a_batch_is_all_or_nothing() -> None:
    document = document_with(S=["a"])
    with pytest.raises(Refused):
        apply(document, c.Batch((c.AltSet("s0", "b"), c.AltDelete("nowhere"))))


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no-card", c.CardDelete("x")),
        ("no-alternative", c.AltSet("x", "a")),
        ("no-watch", c.WatchRemove("must", "a")),
        ("id-taken", c.CardAdd("s", "N")),
        ("bad-id", c.CardAdd("S!", "N")),
        ("name-taken", c.CardAdd("n", "S")),
        ("bad-name", c.CardAdd("n", " N")),
        ("bad-name", c.CardAdd("n", "a\u200bb")),
        ("bad-name", c.CardAdd("n", "x" * 201)),
        ("bad-text", c.AltSet("s0", "a\x00b")),
        ("bad-text", c.AltSet("s0", "x" * 2001)),
        ("bad-span", c.CardSpan("s", (3, 3))),
        ("bad-cost", c.AltCost("s0", -1)),
        ("bad-cost", c.AltCost("s0", float("nan"))),
        ("bad-at", c.AltAdd("s", "n", "a", 0, 9)),
        ("limit", c.CardAdd("n", "N", None, None, tuple(Alternative(f"x{i}", "a") for i in range(20_001)))),
    ],
)
def test_refusals_name_their_reason(reason: str, step: c.Step) -> None:
    with pytest.raises(Refused) as refused:
        apply(document_with(S=["a"]), step)
    assert refused.value.reason == reason


ALPHABET = st.sampled_from([*"ab[]|\\\"{}#@ 'é", "\u3000", "首", "👍", "\u0301"])


@given(st.text(ALPHABET, max_size=20))
def test_the_scanner_reads_as_the_typed_form_does(text: str) -> None:
    tokens = scan(text)
    assert (
        "".join(text[t.start : t.end] for t in tokens).split() == "".join(text[t.start : t.end] for t in tokens).split()
    )
    assert all(a.end <= b.start for a, b in pairwise(tokens))
    if not tokens or any(token.kind == "bad" or (token.kind == "card" and not token.value.strip()) for token in tokens):
        return
    draft = typed.parse_draft([f"[ROOT] = {text}"], "x")
    if draft.problems:  # names that the typed form refuses: the document refuses them when they are created
        assert any(token.kind == "card" for token in tokens)
        return
    (card,) = draft.cards
    symbols = tuple(net for net in card.alternatives[0].symbols)
    assert symbols_text(symbols) == symbols_text(
        tuple(Ref(t.value) if t.kind == "card" else t.value for t in tokens if t.kind != "nothing")
    )


@given(st.text(ALPHABET, max_size=20), st.text(st.sampled_from("ab]\\ "), min_size=1, max_size=3))
def test_rewriting_a_name_changes_only_that_name(text: str, new: str) -> None:
    changed = rewrite(text, "a", new)
    assert names(changed) == [new if name == "a" else name for name in names(text)]
    assert rewrite(text, "not there", new) == text
    assert [t.value for t in scan(card_text(new))] == [new]


def test_control_characters_are_forbidden() -> None:
    assert all(forbidden(sign) for sign in "\x00\x1f\x7f\x9f\u2028\u2029\ufeff\ud800")
    assert not any(forbidden(sign) for sign in "a \u00a0\u200d👍")


def test_undo_and_redo_come_from_the_log_alone() -> None:
    log = [("a", None, True), ("b", None, True), ("u1", "b", True)]
    assert stacks(log) == (["a"], ["u1"])
    assert stacks([*log, ("r1", "u1", True)]) == (["a", "r1"], [])
    assert stacks([*log, ("c", None, True)]) == (["a", "c"], [])
    assert stacks([*log, ("submit", None, False)]) == ([], [])
    two = [*log, ("u2", "a", True)]
    assert stacks(two) == ([], ["u1", "u2"])
    assert stacks([*two, ("r2", "u2", True)]) == (["r2"], ["u1"])


def test_old_documents_are_read_as_they_were_written() -> None:
    text = json.dumps({"version": 1, "state": "open", "root": None, "cards": [], "watches": []}, separators=(",", ":"))
    assert encode(decode(text)) == text
    assert build(Document()).network is None
