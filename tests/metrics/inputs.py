"""Hypotheses and references for comparing metrics with their originals."""

from dataclasses import dataclass

from hypothesis import strategies as st

from tertium.text.testset import References
from tests.support.strategies import hard_texts

WORDS = ["the", "The", "cat", "sat", "on", "mat", ".", ",", "a", "1,000.5", "it's", "&amp;", "猫", "é", "😀", "(b)"]
sentences = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)
long_sentences = st.lists(st.sampled_from(WORDS), min_size=15, max_size=40).map(" ".join)
any_texts = st.one_of(sentences, sentences, long_sentences, hard_texts)


@dataclass(frozen=True)
class Input:
    """Hypotheses, and references as streams in which None is a missing one."""

    hypotheses: list[str]
    streams: list[list[str | None]]

    @property
    def references(self) -> References:
        return References.by_stream(*self.streams)

    def segments(self) -> list[tuple[str, list[str]]]:
        return list(zip(self.hypotheses, map(list, self.references), strict=True))


@st.composite
def inputs(
    draw: st.DrawFn,
    texts: st.SearchStrategy[str] = any_texts,
    max_segments: int = 4,
    max_streams: int = 3,
) -> Input:
    """Segments with one to three references each; some references hold a hypothesis or a part of one."""
    n_streams = draw(st.integers(1, max_streams))
    hypotheses = draw(st.lists(texts, min_size=1, max_size=max_segments))
    rows = []
    for hypothesis in hypotheses:
        words = hypothesis.split()
        changed = st.permutations(words).map(" ".join) if words else texts
        cut = st.integers(0, len(words)).map(lambda n, words=words: " ".join(words[:n] + words[n + 2 :]))  # type: ignore[misc]
        reference = st.one_of(texts, changed, cut, st.just(hypothesis))
        present = draw(st.lists(st.booleans(), min_size=n_streams, max_size=n_streams).filter(any))
        rows.append([draw(reference) if there else None for there in present])
    return Input(hypotheses, [list(stream) for stream in zip(*rows, strict=True)])
