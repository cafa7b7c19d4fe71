"""TER, WER and plain edit distance; and how much two threads help."""

from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import jiwer
import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

import tertium
from bench.inputs import Inputs, Pairs
from bench.ngrams import AS_IS
from bench.peers import SacreTER, forget_tokens, named
from bench.timing import Rival, Row, alternate, demand_same, duration, faster
from tertium import _core
from tertium.metrics import parse
from tertium.text import tokenizers
from tertium.text.pool import Pairing

# What tercom in Java was once seen to take for a pair; it is not run here.
_TERCOM_QUOTED = 1.7e-3
# The same for TERp with stems and synonyms, without its phrase table.
_TERP_QUOTED = 17e-3


def ter(inputs: Inputs) -> list[Row]:
    """TER beside sacreBLEU, on a sample since sacreBLEU needs minutes for all pairs."""
    sample = inputs.pairs.sample(inputs.size(400, 60))
    ours = Rival(lambda: _our_ter(sample))
    sacrebleu = Rival(lambda: SacreTER().corpus_score(sample.hypotheses, [sample.references]).score, forget_tokens)
    alternate(ours, sacrebleu)
    demand_same("TER beside sacreBLEU", ours.value, sacrebleu.value)
    everything = Rival(lambda: _our_ter(inputs.pairs))
    alternate(everything)
    each = [rival.seconds / len(sample) for rival in (ours, sacrebleu)]
    note = f"Both on the same {len(sample)} pairs, taken evenly: {duration(each[0])} and {duration(each[1])} a pair."
    return [
        faster("TER, sample", named("sacrebleu"), ours.seconds, sacrebleu.seconds, 150, note),
        _beside_tercom(everything.seconds / len(inputs.pairs), len(inputs.pairs)),
    ]


def terp(inputs: Inputs) -> list[Row]:
    """TERp, from texts to the corpus score, on one thread."""
    references = tertium.References.by_stream(inputs.pairs.references)
    ours = Rival(lambda: parse("terp(paraphrases=none)").corpus_score(inputs.pairs.hypotheses, references, **AS_IS))
    alternate(ours)
    seconds = ours.seconds / len(inputs.pairs)
    return [
        Row(
            "TERp, a pair",
            "TERp (Java)",
            duration(seconds),
            f"{duration(_TERP_QUOTED)} quoted",
            f"({_TERP_QUOTED / seconds:.0f}×)",
            "40×",
            None,
            "TERp is not run here: its time, without its phrase table, is an earlier figure, quoted for orientation "
            f"only; ours is the mean over {len(inputs.pairs):,} pairs.",
        )
    ]


def _our_ter(pairs: Pairs) -> float:
    return tertium.TER().corpus_score(pairs.hypotheses, tertium.References.by_stream(pairs.references), **AS_IS)


def _beside_tercom(seconds: float, n_pairs: int) -> Row:
    return Row(
        "TER, a pair",
        "tercom (Java)",
        duration(seconds),
        f"{duration(_TERCOM_QUOTED)} quoted",
        f"({_TERCOM_QUOTED / seconds:.0f}×)",
        "12×",
        None,
        "tercom is not run here: its time is an earlier figure, quoted for orientation only; "
        f"ours is the mean over {n_pairs:,} pairs.",
    )


def wer(inputs: Inputs) -> list[Row]:
    """WER from strings beside jiwer."""
    # jiwer splits at the space alone; other white space would make other words.
    hypotheses, references = (
        [" ".join(text.split()) for text in texts] for texts in (inputs.pairs.hypotheses, inputs.pairs.references)
    )
    ours = Rival(lambda: tertium.WER().corpus_score(hypotheses, tertium.References.by_stream(references), **AS_IS))
    peer = Rival(lambda: 100 * jiwer.wer(references, hypotheses))
    alternate(ours, peer)
    demand_same("WER beside jiwer", ours.value, peer.value)
    note = "White space is made single spaces for both before the clock starts, since jiwer splits at spaces alone."
    return [faster("WER from strings", named("jiwer"), ours.seconds, peer.seconds, 15, note)]


def edit_distance(inputs: Inputs) -> list[Row]:
    """Edit distance of rows of token ids beside RapidFuzz, in the form and call that suit it best."""
    references = tertium.References.by_stream(inputs.pairs.references)
    pairing = Pairing.of(inputs.pairs.hypotheses, references, **AS_IS)
    batch = pairing.pool.tokens(tokenizers.get("13a"))
    ours = Rival(lambda: _core.edit_distances(batch, pairing.hypotheses, pairing.references))
    rows = [batch.ids[start:stop].tolist() for start, stop in zip(batch.offsets[:-1], batch.offsets[1:], strict=True)]
    peers = {}
    for form, convert in _FORMS.items():
        converted = [convert(row) for row in rows]
        sides = [[converted[i] for i in numbers] for numbers in (pairing.hypotheses, pairing.references)]
        peers[f"{form}, one call a pair"] = Rival(partial(_each_pair, *sides))
        peers[f"{form}, process.cpdist"] = Rival(partial(_all_pairs, *sides))
    # A few milliseconds need more rounds than usual.
    alternate(ours, *peers.values(), rounds=15)
    for way, peer in peers.items():
        demand_same(f"edit distance beside RapidFuzz ({way})", ours.value, peer.value)
    best = min(peers, key=lambda way: peers[way].seconds)
    others = "; ".join(f"{way}: {duration(peer.seconds)}" for way, peer in peers.items() if way != best)
    note = (
        f"Ids are in each one's own form before the clock starts; best of 15 rounds. RapidFuzz's best way counts "
        f"({best}); its others: {others}."
    )
    return [faster("edit distance from ids", named("rapidfuzz"), ours.seconds, peers[best].seconds, 1, note)]


_FORMS: dict[str, Callable[[list[int]], Any]] = {
    "lists of ids": lambda ids: ids,
    "arrays of ids": lambda ids: array("i", ids),
    "strings with a character for each id": lambda ids: "".join(map(chr, ids)),
}


def _each_pair(hypotheses: list[Any], references: list[Any]) -> list[int]:
    return [Levenshtein.distance(a, b) for a, b in zip(hypotheses, references, strict=True)]


def _all_pairs(hypotheses: list[Any], references: list[Any]) -> Any:
    return process.cpdist(hypotheses, references, scorer=Levenshtein.distance, dtype=np.int32, workers=1)


def threads(inputs: Inputs) -> list[Row]:
    """TER with one thread and with two."""
    pairs = inputs.pairs.sample(inputs.size(20_000, 2_000))
    references = tertium.References.by_stream(pairs.references)

    def with_threads(number: int) -> Any:
        return tertium.TER().segment_scores(pairs.hypotheses, references, normalization="none", threads=number)

    one, two = Rival(lambda: with_threads(1)), Rival(lambda: with_threads(2))
    alternate(two, one)
    demand_same("TER with one and two threads", two.value, one.value, tolerance=0.0)
    note = f"TER of {len(pairs):,} pairs from strings; the peer is ours with one thread. Equal to the last bit."
    return [faster("TER, two threads", "one thread", two.seconds, one.seconds, 1.6, note)]
