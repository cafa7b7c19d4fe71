"""Live answers are those of the library: counts, closest paths, samples; and a preview tells the truth."""

import random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.networks.flat import flatten
from tertium.networks.membership import contains
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.networks.search import closest
from tertium.server.annotate.rules import gaps
from tertium.server.annotate.rules.answers import Asked, Draft, live
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet import textview
from tertium.server.annotate.rules.sheet.document import Document, encode
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.refusals import Refused
from tertium.server.database.values import ids
from tests.server.strategies import command


def random_document(seed: int, steps: int = 40) -> Document:
    rng = random.Random(seed)
    document = Document()
    for _ in range(steps):
        try:
            document, _ = apply(document, msgspec.convert(command(rng, document), c.ClientCommand))
        except (Refused, msgspec.ValidationError):
            continue
    if document.root is None and document.cards:
        document, _ = apply(document, c.RootSet(document.cards[-1].id))
    return document


def sentence(seed: int) -> list[str]:
    rng = random.Random(seed)
    return [rng.choice(["the", "premier", "PM", "said", "of", "Italy", "new"]) for _ in range(rng.randrange(0, 6))]


@settings(max_examples=500)
@given(st.integers(0, 2**32))
def test_counts_samples_and_closest_paths_are_the_librarys(seed: int) -> None:
    document = random_document(seed)
    words = sentence(seed)
    result = live(document, [Asked("ask", None, words)], seed=3)
    draft = Draft(document)
    network = draft.built.network
    if network is None:
        assert result.count.paths == "0"
        return
    assert result.count.paths == str(Paths.of(network).count)
    flat = flatten(network)
    found = closest(words, flat)
    (answer,) = result.answers
    assert answer.closest is not None
    assert answer.closest.words == [flat.words[token] for token in found.tokens]
    assert answer.distance == found.cost / max(1, len(found.tokens))
    assert answer.contained == contains(network, words)
    for sample in result.samples:
        assert contains(network, sample.words)
        assert sample.choices
        assert sample.choices[0].card == document.root
        for choice in sample.choices:
            assert 0 <= choice.start <= choice.stop <= len(sample.words)
    for card in document.cards:
        if card.name in network and not draft.built.unused:
            alone = Network(card.name, network.cards)
            assert result.cards[card.id].paths == str(Paths.of(alone).count)


@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_accepted_repairs_close_the_gap_and_previews_are_true(seed: int) -> None:
    document = random_document(seed)
    words = sentence(seed + 1)
    draft = Draft(document)
    if draft.flat is None:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gaps, "_SECONDS", float("inf"))  # a busy machine would stop before the last proposal
        answer, proposals = gaps.propose(draft, words, ids())
    if answer.contained:
        assert proposals == []
        return
    old = draft.built.network
    assert old is not None
    for proposal in proposals:
        after = Draft(apply(document, proposal.command)[0])
        assert after.built.network is not None
        assert proposal.preview.before.paths == draft.count().paths
        assert proposal.preview.after.paths == after.count().paths
        assert proposal.preview.contained == contains(after.built.network, words)
        for text in proposal.preview.newcomers:
            assert contains(after.built.network, text.split())
            assert not contains(old, text.split())
        # No sentence is lost.
        rng = np.random.default_rng(0)
        for _ in range(5):
            assert contains(after.built.network, Paths.of(old).sample(rng))
        if proposal.kind == "alternative" or answer.edits == 1:
            assert proposal.preview.contained, (proposal.label, words)
    whole = [proposal for proposal in proposals if proposal.kind == "alternative"]
    assert whole or not draft.derivation(answer.closest.words if answer.closest else [])


@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_the_text_view_leads_from_any_sheet_to_any_other(first: int, second: int) -> None:
    one, other = random_document(first), random_document(second)
    text = textview.write(other)
    try:
        command = textview.read(one, text, ids())
    except textview.TextError as error:  # a name that typed text cannot hold
        if not error.problems[0].line:
            raise
        return
    try:
        changed, inverse = apply(one, command) if command else (one, None)
    except Refused as refused:  # by a line that cannot be read and so is not in the text
        if refused.reason != "cycle":
            raise
        return
    readable = {card.name: [a.text for a in card.alternatives] for card in changed.cards}
    assert {card.name for card in other.cards} == set(readable)
    a, b = Draft(changed), Draft(other)
    if b.built.network is not None and all(p.level == "warning" for p in b.built.problems):
        assert a.count().paths is not None
    if inverse is not None:
        assert encode(apply(changed, inverse)[0]) == encode(one)
    assert textview.read(other, textview.write(other), ids()) is None
