"""A small file of judgements to train the edit automaton on: our own sentences, damaged more or less."""

from pathlib import Path

import numpy as np

SENTENCES = [
    "The quick brown fox jumps over the lazy dog , and the dog sleeps .",
    "A small boat crossed the wide river before the storm arrived .",
    "Nobody knew why the old clock in the hall had stopped .",
    "She painted the door green because her brother liked the colour .",
    "Rain fell on the empty market while the traders packed their goods .",
    "The committee will publish its report on the new bridge next week .",
    "My neighbour grows tomatoes, beans and three kinds of lettuce .",
    "When the train finally left, most of the passengers were asleep .",
]
HEADER = "dataset\tlang_pair\tdoc_id\tseg_id\tsystem\tsource\treference\thypothesis\tscore\tscore_kind"


def damaged(sentence: str, rng: np.random.Generator) -> tuple[str, float]:
    """A worse translation, and what a judge would say: a word left out hurts most, a wrong order least."""
    words, score = sentence.split(), 1.0
    for _ in range(int(rng.integers(0, 6))):
        at, kind = int(rng.integers(len(words))), int(rng.integers(3))
        if kind == 0 and len(words) > 2:
            del words[at]
            score -= 0.4
        elif kind == 1:
            words.insert(at, str(rng.choice(["really", "very", "so"])))
            score -= 0.2
        else:
            words[at : at + 2] = words[at : at + 2][::-1]
            score -= 0.1
    return " ".join(words), score


def write(path: Path, n: int = 120, seed: int = 7, extra: list[str] | None = None) -> Path:
    """Judgements of `n` outputs in two language pairs, then more rows as they are."""
    rng = np.random.default_rng(seed)
    lines = [HEADER]
    for i in range(n):
        reference = SENTENCES[i % len(SENTENCES)]
        hypothesis, score = damaged(reference, rng)
        pair = ("de-en", "fi-en")[i // len(SENTENCES) % 2]
        lines.append(f"own\t{pair}\td\t{i}\tsys\tsource\t{reference}\t{hypothesis}\t{score:.2f}\tDA")
    path.write_text("\n".join([*lines, *(extra or [])]) + "\n", "utf-8")
    return path
