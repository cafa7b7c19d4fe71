"""The match layer and METEOR's choice of matches, beside slow twins."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tertium import _core, _reference
from tertium.text.arrays import PackedTexts
from tests.core.batches import Row, Segments, batch_of

N_WORDS = 6
SAME, STEM, SYNONYM, PARAPHRASE = range(4)
Match = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Knowledge:
    """What is known about six words; the table has entries from phrase to phrase."""

    stems: list[int] = field(default_factory=lambda: list(range(N_WORDS)))
    sets: list[set[int]] = field(default_factory=lambda: [set() for _ in range(N_WORDS)])
    entries: list[tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=list)
    same: list[int] = field(default_factory=list)

    def lexicon(self) -> _core.Lexicon:
        return lexicon_of(
            same=np.array(self.same, np.int32),
            stems=np.array(self.stems, np.int32),
            synonyms=batch_of([sorted(sets) for sets in self.sets]),
            **tree(self.entries),
            table_words=np.arange(N_WORDS, dtype=np.int32),
        )

    def matches(self, hyp: Row, ref: Row) -> list[Match]:
        """All matches, by the definition."""
        same = self.same or list(range(N_WORDS))
        found: list[Match] = [
            (SAME, i, 1, j, 1) for j in range(len(ref)) for i in range(len(hyp)) if same[hyp[i]] == same[ref[j]]
        ]
        if [same[w] for w in hyp] == [same[w] for w in ref]:
            return found
        for j, b in enumerate(ref):
            found += [
                (STEM, i, 1, j, 1) for i, a in enumerate(hyp) if same[a] != same[b] and self.stems[a] == self.stems[b]
            ]
        for j, b in enumerate(ref):
            found += [
                (SYNONYM, i, 1, j, 1) for i, a in enumerate(hyp) if same[a] != same[b] and self.sets[a] & self.sets[b]
            ]
        found += [(PARAPHRASE, i, m, j, n) for j, n, i, m in self.joined(ref, hyp)]
        found += [(PARAPHRASE, i, m, j, n) for i, m, j, n in self.joined(hyp, ref)]
        return sorted(found, key=lambda match: match[3])

    def joined(self, sources: Row, targets: Row) -> list[tuple[int, int, int, int]]:
        """Start and length of a phrase and of what can stand for it."""
        return [
            (i, n, j, len(target))
            for i in range(len(sources))
            for n in range(1, len(sources) - i + 1)
            for source, target in self.entries
            if source == tuple(sources[i : i + n])
            for j in range(len(targets) - len(target) + 1)
            if target == tuple(targets[j : j + len(target)])
        ]


def lexicon_of(**arrays: Any) -> _core.Lexicon:
    """What these arrays say; the others are empty."""
    nothing = {
        **dict.fromkeys(("same", "stems", "table_words"), np.zeros(0, np.int32)),
        **dict.fromkeys(("slots", "words", "entry_offsets", "targets"), np.zeros(0, np.uint32)),
        "synonyms": _core.Batch(np.zeros(0, np.int32), np.zeros(0, np.int64)),
        "probabilities": np.zeros(0, np.float32),
    }
    return _core.Lexicon(**{**nothing, **arrays})


def tree_nodes(entries: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> list[tuple[int, ...]]:
    """The phrases of a table in the order of their numbers."""
    phrases = {(w,) for w in range(N_WORDS)}
    phrases |= {p[:n] for entry in entries for p in entry for n in range(1, len(p) + 1)}
    return [(), *sorted(phrases, key=lambda p: (len(p), p))]


def tree(entries: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> dict[str, Any]:
    """A table as arrays; every word is a phrase, longer phrases follow level by level."""
    nodes = tree_nodes(entries)
    children = [sum(1 for p in nodes[1:] if (len(p[:-1]), p[:-1]) < (len(n), n)) + 1 for n in nodes] + [len(nodes)]
    by_source = [[nodes.index(target) for source, target in entries if source == node] for node in nodes]
    targets = [target for row in by_source for target in row]
    words = np.array([p[-1] if p else 0 for p in nodes], np.uint32)
    return {
        "slots": _core.phrase_slots(np.array(children, np.uint32), words),
        "words": words,
        "entry_offsets": np.cumsum([0, *map(len, by_source)], dtype=np.int64).astype(np.uint32),
        "targets": np.array(targets, np.uint32),
        "probabilities": np.full(len(targets), 0.5, np.float32),
    }


words = st.integers(0, N_WORDS - 1)
phrases = st.lists(words, min_size=1, max_size=3).map(tuple)
knowledge = st.builds(
    Knowledge,
    st.lists(words, min_size=N_WORDS, max_size=N_WORDS),
    st.lists(st.sets(st.integers(0, 3), max_size=2), min_size=N_WORDS, max_size=N_WORDS),
    st.lists(st.tuples(phrases, phrases), max_size=5),
    st.one_of(st.just([]), st.lists(words, min_size=N_WORDS, max_size=N_WORDS)),
)
sentences = st.lists(words, max_size=7)
METEOR: dict[str, Any] = {"parameters": (0.85, 0.2, 0.6, 0.75), "weights": (1.0, 0.6, 0.8, 0.6)}


def found_by_core(known: Knowledge, hyp: Row, ref: Row) -> list[Match]:
    matches = _core.find_matches(Segments.of((hyp, [ref])).pairs, known.lexicon())
    return [tuple(row) for row in matches.rows.tolist()]


def chosen_by_core(known: Knowledge, hyp: Row, ref: Row, beam: int) -> list[Match]:
    functions = np.zeros(N_WORDS, np.uint8)
    pairs = Segments.of((hyp, [ref])).pairs
    alignments = _core.meteor_alignments(pairs, known.lexicon(), function_words=functions, beam=beam, **METEOR)
    return [tuple(row) for row in alignments.matches.rows.tolist()]


def chosen_by_twin(known: Knowledge, hyp: Row, ref: Row, beam: int) -> list[Match]:
    matches = [list(match) for match in known.matches(hyp, ref)]
    chosen = _reference.meteor_beam(matches, hyp_length=len(hyp), ref_length=len(ref), beam=beam)
    return [tuple(match) for match in chosen]


@given(knowledge, sentences, sentences)
def test_all_matches_are_found_in_their_order(known: Knowledge, hyp: Row, ref: Row) -> None:
    assert found_by_core(known, hyp, ref) == known.matches(hyp, ref)


@given(knowledge, st.lists(words, min_size=10, max_size=30), st.lists(words, min_size=10, max_size=30))
def test_phrases_that_come_again_and_again_are_found_each_time(known: Knowledge, hyp: Row, ref: Row) -> None:
    assert found_by_core(known, hyp, ref) == known.matches(hyp, ref)


@given(knowledge, sentences, sentences, st.sampled_from([1, 2, 3, 40]))
def test_the_beam_keeps_what_its_slow_twin_keeps(known: Knowledge, hyp: Row, ref: Row, beam: int) -> None:
    expected = _reference.meteor_beam(
        [list(m) for m in known.matches(hyp, ref)], hyp_length=len(hyp), ref_length=len(ref), beam=beam
    )
    assert chosen_by_core(known, hyp, ref, beam) == [tuple(match) for match in expected]


@given(st.lists(st.integers(0, 2), min_size=20, max_size=150), st.lists(st.integers(0, 2), min_size=20, max_size=60))
def test_long_sentences_with_few_words_are_aligned_as_by_the_twin(hyp: Row, ref: Row) -> None:
    known = Knowledge()
    expected = _reference.meteor_beam(
        [list(m) for m in known.matches(hyp, ref)], hyp_length=len(hyp), ref_length=len(ref), beam=8
    )
    assert chosen_by_core(known, hyp, ref, 8) == [tuple(match) for match in expected]


@given(knowledge, st.lists(words, max_size=5), st.lists(words, max_size=5))
def test_a_beam_without_limit_finds_the_best_alignment(known: Knowledge, hyp: Row, ref: Row) -> None:
    matches = [list(match) for match in known.matches(hyp, ref)]
    assume(len(matches) <= 16)
    chosen = [list(match) for match in chosen_by_core(known, hyp, ref, 100_000)]
    assert _reference.meteor_value(chosen) == _reference.meteor_exact(matches)


@given(knowledge, st.lists(st.tuples(sentences, st.lists(sentences, min_size=1, max_size=3)), min_size=1, max_size=4))
def test_statistics_are_those_of_the_alignment(known: Knowledge, texts: list[tuple[Row, list[Row]]]) -> None:
    pairs, lexicon = Segments.of(*texts).pairs, known.lexicon()
    functions = np.array([1, 0, 0, 1, 0, 0], np.uint8)
    table = _core.meteor_statistics(pairs, lexicon, function_words=functions, beam=40, **METEOR)
    alignments = _core.meteor_alignments(pairs, lexicon, function_words=functions, beam=40, **METEOR)
    rows, offsets, references = alignments.matches.rows, alignments.matches.offsets, alignments.references
    for i, (hyp, refs) in enumerate(texts):
        ref, chosen = refs[references[i]], rows[offsets[i] : offsets[i + 1]].tolist()
        expected = np.zeros(21)
        expected[:4] = len(hyp), len(ref), sum(functions[hyp]), sum(functions[ref])
        for kind, hyp_start, hyp_length, ref_start, ref_length in chosen:
            for side, row, start, length in ((0, hyp, hyp_start, hyp_length), (1, ref, ref_start, ref_length)):
                for word in row[start : start + length]:
                    expected[4 + 4 * kind + 2 * functions[word] + side] += 1
        _, chunks = _reference.meteor_value(chosen)
        matched = expected[4:20].reshape(4, 2, 2).sum((0, 1))
        expected[20] = 0 if chunks == 1 and matched.tolist() == [len(hyp), len(ref)] else chunks
        assert table[i].tolist() == expected.tolist()


def test_arrays_that_do_not_fit_are_refused() -> None:
    pairs = Segments.of(([0, 1], [[5]])).pairs
    with pytest.raises(ValueError, match="fewer stems than words"):
        _core.find_matches(pairs, lexicon_of(stems=np.zeros(3, np.int32)))
    with pytest.raises(ValueError, match="function_words: one for each word is due"):
        _core.meteor_statistics(pairs, lexicon_of(), function_words=np.zeros(3, np.uint8), beam=40, **METEOR)
    broken = {
        **tree([((0,), (1,))]),
        "entry_offsets": np.zeros(3, np.uint32),
        "targets": np.ones(1, np.uint32),
        "probabilities": np.ones(1, np.float32),
    }
    with pytest.raises(ValueError, match="offsets for another number of phrases"):
        _core.find_matches(pairs, lexicon_of(**broken, table_words=np.zeros(6, np.int32)))
    with pytest.raises(ValueError, match="do not fit the words of the phrases"):
        _core.phrase_slots(np.array([1, 9], np.uint32), np.zeros(1, np.uint32))


@pytest.mark.parametrize("filling", [(1, 2**32 - 1), (1, 1), (2**32 - 1, 2)])
def test_a_damaged_table_ends_the_search(filling: tuple[int, int]) -> None:
    table = tree([((0, 1), (2,))])
    table["slots"] = np.tile(np.array(filling, np.uint32), len(table["slots"]) // 2)
    lexicon = lexicon_of(**table, table_words=np.arange(N_WORDS, dtype=np.int32))
    assert len(_core.find_matches(Segments.of(([0, 1], [[2]])).pairs, lexicon).rows) == 0


@pytest.mark.parametrize(
    ("rule", "text", "words"),
    [
        ("en", "Mr. Smith's well-known dog... didn't eat 1,000 \"bones\", U.S. etc.",
         "mr. smith 's well known dog ... didn 't eat 1,000 \" bones \" , us etc ."),
        ("fr", "L'homme n'est-il pas là ?", "l' homme n' est il pas là ?"),
        ("other", "It's 5.5% -- no.", "it ' s 5.5 % - no ."),
        ("en", "No. 5 and no. Yes", "no. 5 and no . yes"),
        ("en", "", ""),
    ],
)  # fmt: skip
def test_meteors_words(rule: str, text: str, words: str) -> None:
    abbreviations = _core.pack(["Mr", "No"])
    made = _core.meteor_words(
        _core.pack([text]),
        apostrophes=rule,
        keep_punctuation=True,
        abbreviations=abbreviations,
        numeric=np.array([0, 1], np.uint8),
    )
    assert " ".join(_core.text_at(made.words, int(i)) for i in made.batch.ids) == words


listed = st.lists(st.text("ab c\u00e9", max_size=12), unique=True)


@given(listed, st.lists(st.text("ab c\u00e9", max_size=12)), st.integers(0, 300))
def test_words_are_found_in_a_sorted_list_however_many_are_asked_for(
    listed: list[str], asked: list[str], again: int
) -> None:
    listed.sort(key=str.encode)
    asked = asked + listed[: len(listed) // 2] + ["a"] * again
    found = _core.words_in(_core.pack(asked), _core.pack(listed))
    assert found.tolist() == [listed.index(word) if word in listed else -1 for word in asked]


@given(st.lists(st.text("ab\u00e9", max_size=10)))
def test_packed_texts_are_numbered_like_strings(texts: list[str]) -> None:
    different, numbers = PackedTexts.pack(texts).different()
    assert [different[row] for row in range(len(different))] == list(dict.fromkeys(texts))
    assert [different[int(row)] for row in numbers] == texts
