"""Every kernel that takes threads, on one input that gives several threads something to do."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from tools.flat_networks import slot_network

from tertium import _core
from tertium.networks.search import compile_network
from tertium.text.arrays import PackedTexts
from tests.core.batches import Row, Segments, batch_of, edited
from tests.core.edit_problems import ALL_COLUMNS, random_problem
from tests.core.matching.test_matching import METEOR, N_WORDS, Knowledge
from tests.core.ngrams.test_pairwise import NONE, bleu_options, chrf_options

N_SEGMENTS = 120
N_CLASSES = 3
SENTENCES = [f"Sentence {n % 777}, of {'word' * (n % 3)}s; and no more." for n in range(30_000)]
TERP = {
    "costs": (0.0, 0.26, 1.43, 1.56, 0.2, 0.3, 0.56),
    "phrase": (1.0, 0.0, 0.0, 0.0),
    "least_phrase": 0.0,
    "beam": 20.0,
}


@cache
def texts() -> Segments:
    """Segments of a small vocabulary, with one to three references each."""
    rng = np.random.default_rng(7)
    rows: list[Row] = [rng.integers(N_WORDS, size=int(rng.integers(1, 12))).tolist() for _ in range(N_SEGMENTS)]
    return Segments.of(*((row, [edited(row, 3, rng, N_WORDS) for _ in range(rng.integers(1, 4))]) for row in rows))


@cache
def lexicon() -> _core.Lexicon:
    sets: list[set[int]] = [{word % 4} for word in range(N_WORDS)]
    return Knowledge([word // 2 for word in range(N_WORDS)], sets, [((0, 1), (2,)), ((3,), (4, 5))]).lexicon()


@cache
def spelled() -> _core.Texts:
    return _core.pack(["house", "houses", "horse", "a", "the", "sea"][:N_WORDS])


@cache
def edits() -> tuple[_core.EditPairs, _core.EditMachine]:
    rng = np.random.default_rng(11)
    problems = [random_problem(rng, max_words=6) for _ in range(N_SEGMENTS)]
    pairs = _core.EditPairs(
        ref_lengths=np.array([p.ref_length for p in problems], np.int32),
        hyp_lengths=np.array([p.hyp_length for p in problems], np.int32),
        substitutions=batch_of([[number for row in p.substitutions for number in row] for p in problems]),
        ref_relations=np.zeros(0, np.uint8),
        ref_relation_offsets=np.zeros(0, np.int64),
        hyp_relations=np.zeros(0, np.uint8),
        hyp_relation_offsets=np.zeros(0, np.int64),
    )
    return pairs, next(p for p in problems if p.max_jump > 1).machine()


@cache
def lists() -> tuple[_core.Batch, _core.Batch]:
    rows = texts().rows
    offsets = np.array([*range(0, len(rows), 9), len(rows)], np.int64)
    return batch_of(rows), _core.Batch(np.arange(len(rows), dtype=np.int32), offsets)


@cache
def networks() -> list[_core.Network]:
    slots = [[[0], [1, 2]], [[3]], [[4], [5], [0, 1]], [[2, 2], [3]]]
    return [compile_network(slot_network(slots[:size], N_WORDS)) for size in (2, 3, 4)] * 8


def ones(dtype: Any = np.uint8, n: int = N_WORDS) -> np.ndarray:
    return np.ones(n, dtype)


def words() -> np.ndarray:
    return np.arange(N_WORDS, dtype=np.int32)


def sets() -> _core.Batch:
    return batch_of([[word % 4, 4 + word % 2] for word in range(N_WORDS)])


def scores() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    return rng.integers(9, size=400).astype(float), rng.normal(size=400), np.arange(0, 401, 20, dtype=np.int64)


def ranks() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    return tuple(rng.integers(12, size=size).astype(np.int32) for size in (80, 80, 60 * 80))  # type: ignore[return-value]


def resampled(kernel: Callable[..., None], threads: int, *numbers: np.ndarray) -> np.ndarray:
    """The sums of 1,100 samples of fractions."""
    rows, sums = np.random.default_rng(1).normal(size=(1000, 21)), np.zeros((1100, 21))
    kernel(rows, *numbers, sums, key=3, block=1, threads=threads)
    return sums


def candidates() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores of candidates, their changes along seven directions, and lists of twenty."""
    rng = np.random.default_rng(3)
    return rng.normal(size=400), rng.normal(size=7 * 400).round(1), np.arange(0, 401, 20, dtype=np.int64)


def two_rows() -> tuple[_core.Batch, np.ndarray, np.ndarray]:
    rows = np.arange(len(texts().rows), dtype=np.int32)
    return batch_of(texts().rows), rows, rows[::-1].copy()


def pairs() -> _core.TextPairs:
    return texts().pairs


def _weights() -> np.ndarray:
    return np.ones(len(texts().rows))


KERNELS: dict[str, Callable[[int], Any]] = {
    "bleu_statistics": lambda t: _core.bleu_statistics(pairs(), max_order=4, threads=t),
    "nist_statistics": lambda t: _core.nist_statistics(pairs(), max_order=5, threads=t),
    "chrf_statistics": lambda t: _core.chrf_statistics(pairs(), two_rows()[0], **chrf_options(6, 2), threads=t),
    "wer_statistics": lambda t: _core.wer_statistics(pairs(), threads=t),
    "per_statistics": lambda t: _core.per_statistics(pairs(), threads=t),
    "ter_statistics": lambda t: _core.ter_statistics(pairs(), threads=t),
    "gtm_statistics": lambda t: _core.gtm_statistics(pairs(), exponent=2.0, exact_up_to=6, threads=t),
    "edit_distances": lambda t: _core.edit_distances(*two_rows(), threads=t),
    "match_counts": lambda t: _core.match_counts(*two_rows(), most=True, threads=t),
    "pair_counts": lambda t: _core.pair_counts(*scores(), threads=t),
    "resampled_spearman": lambda t: _core.resampled_spearman(*ranks(), threads=t),
    "resampled_pair_counts": lambda t: _core.resampled_pair_counts(*ranks(), threads=t),
    "add_swapped": lambda t: resampled(_core.add_swapped, t),
    "add_drawn": lambda t: resampled(_core.add_drawn, t, np.full(1100, 1000)),
    "envelopes": lambda t: _core.envelopes(*candidates(), np.arange(400, dtype=np.int32), threads=t),
    "slope_order": lambda t: _core.slope_order(*candidates()[1:], threads=t),
    "network_statistics": lambda t: _core.network_statistics(
        two_rows()[0], two_rows()[1][: len(networks())], networks(), words=spelled(), window=3, move_cost="word",
        engine="either", limit=1e7, threads=t,
    ),
    "meteor_statistics": lambda t: _core.meteor_statistics(
        pairs(), lexicon(), function_words=ones(), beam=40, **METEOR, threads=t
    ),
    "beer_features": lambda t: _core.beer_features(
        pairs(), words=spelled(), lexicon=lexicon(), function_words=ones(), beam=40, threads=t
    ),
    "beer2_features": lambda t: _core.beer2_features(pairs(), words=spelled(), threads=t),
    "edit_cost_features": lambda t: _core.edit_cost_features(pairs(), costs=[[1.0, 1.0, 1.0, 1.0]], threads=t),
    "tokenize": lambda t: _core.tokenize(PackedTexts.pack(SENTENCES), "13a", threads=t),
    "word_class_features": lambda t: _core.word_class_features(
        pairs(), folded=words(), classes=ones(), n_classes=N_CLASSES, threads=t
    ),
    "content_features": lambda t: _core.content_features(
        pairs(), folded=words(), prefixes=words(), weights=ones(np.float64), kinds=ones(np.uint16), threads=t
    ),
    "contrast_features": lambda t: _core.contrast_features(
        pairs(),
        folded=words(),
        prefixes=words(),
        weights=ones(np.float64),
        kinds=ones(np.uint16),
        numbers=words(),
        opposites=sets(),
        others=sets(),
        synonyms=sets(),
        threads=t,
    ),
    "soft_features": lambda t: _core.soft_features(
        pairs(), values=ones(np.int8, 4 * N_WORDS), dimensions=4, weights=ones(np.float32), threads=t
    ),
    "transport_features": lambda t: _core.transport_features(
        pairs(),
        values=ones(np.int8, 4 * N_WORDS),
        dimensions=4,
        weights=ones(np.float32),
        softness=0.05,
        steps=5,
        threads=t,
    ),
    "paraeval_statistics": lambda t: _core.paraeval_statistics(pairs(), lexicon(), measure="f1", threads=t),
    "terp_statistics": lambda t: _core.terp_statistics(
        pairs(), lexicon(), stop_words=ones(), shifts="relaxed", **TERP, threads=t
    ),
    "edit_scores": lambda t: _core.edit_scores(*edits(), threads=t),
    "edited_without_jumps": lambda t: _core.edited_without_jumps(*edits(), threads=t),
    "edit_counts": lambda t: _core.edit_counts(*edits(), ALL_COLUMNS, threads=t),
    "edit_posteriors": lambda t: _core.edit_posteriors(*edits(), threads=t),
    "best_edits": lambda t: _core.best_edits(*edits(), threads=t),
    "find_substitutions": lambda t: _core.find_substitutions(
        pairs(), lexicon(), kinds=ones(), beginnings=words(), synonyms=True, paraphrases=True, blocks=True,
        least_probability=0.0, threads=t,
    ),
    "pairwise_chrf": lambda t: _core.pairwise_chrf(
        lists()[0], lists()[0], lists()[1], lists()[1], NONE, **chrf_options(6, 2), threads=t
    ),
    "pairwise_bleu": lambda t: _core.pairwise_bleu(
        lists()[0], lists()[1], lists()[1], NONE, **bleu_options(), threads=t
    ),
    "aggregate_chrf": lambda t: _core.aggregate_chrf(
        lists()[0], lists()[0], lists()[1], lists()[1], _weights(), **chrf_options(6, 2), threads=t
    ),
    "aggregate_bleu": lambda t: _core.aggregate_bleu(
        lists()[0], lists()[1], lists()[1], _weights(), **bleu_options(), threads=t
    ),
}  # fmt: skip


def as_bytes(result: Any) -> list[bytes]:
    """The arrays of a result, whether it is one, several or a struct of them."""
    if isinstance(result, np.ndarray):
        return [result.tobytes()]
    if isinstance(result, tuple | list):
        return [part for item in result for part in as_bytes(item)]
    names = [name for name in dir(result) if not name.startswith("_")]
    return [part for name in names for part in as_bytes(getattr(result, name))]
