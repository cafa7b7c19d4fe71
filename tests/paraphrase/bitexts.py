"""Small bitexts of our own: two ways to say each thing in English, one way in each of two invented languages."""

from pathlib import Path

import numpy as np

# What can be said: ways in English, and a translation into either language.
MEANINGS = [
    (["big", "large"], ["gro"], ["gra"]),
    (["house", "home", "building"], ["hus"], ["kas", "a"]),
    (["in favour of", "for", "supporting"], ["fur"], ["por"]),
    (["buys", "purchases"], ["kup"], ["kom", "pra"]),
    (["the man", "he"], ["der", "man"], ["el"]),
    (["quickly", "at once", "right away"], ["so", "fort"], ["ya"]),
    (["12 dogs"], ["12", "hun"], ["12", "per"]),
    ([","], [","], [","]),
    (["often", "not seldom", "never"], ["nit"], ["no"]),
]


def write_bitext(folder: Path, name: str, language: int, size: int, seed: int) -> list[str]:
    """Write two sides and their alignments; the paths in the order of `--aligned`."""
    rng = np.random.default_rng(seed)
    lines: list[tuple[str, str, str]] = []
    for _ in range(size):
        english: list[str] = []
        other: list[str] = []
        points = []
        for meaning in rng.choice(len(MEANINGS), rng.integers(2, 7)).tolist():
            ways = MEANINGS[meaning][0]
            one, two = ways[rng.integers(len(ways))].split(), MEANINGS[meaning][language]
            points += [f"{len(english) + i}-{len(other) + j}" for i in range(len(one)) for j in range(len(two))]
            english += one
            other += two
        lines.append((" ".join(english), " ".join(other), " ".join(points)))
    paths = [folder / f"{name}.{ending}" for ending in ("en", "xx", "points")]
    for path, column in zip(paths, zip(*lines, strict=True), strict=True):
        path.write_text("".join(line + "\n" for line in column), encoding="utf-8")
    english_path, other_path, alignment = map(str, paths)
    return [english_path, other_path, f"x{language}", alignment, alignment]
