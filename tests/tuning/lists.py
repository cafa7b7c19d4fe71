"""N-best lists of our own: sentences, candidates made by rule, features that tell them apart."""

import numpy as np

from tertium.nbest.lists import NBest
from tertium.text.testset import References

SENTENCES = [
    "the old bridge was closed for repairs last week",
    "she planted three apple trees behind the house",
    "nobody knows why the clock stopped at noon",
    "the children walked to school through deep snow",
    "he sold his boat and bought a small farm",
    "our neighbours are painting their fence green",
    "the train from the north arrives before eight",
    "a strong wind blew the letters off the table",
    "they argued about the price of bread all morning",
    "the museum opens later in winter than in summer",
]
_OTHER = ["cat", "river", "quickly", "seven", "never", "yellow", "under", "of", "stone"]


def ten_lists(seed: int = 0, n_candidates: int = 8, n_lists: int = 10) -> tuple[NBest, References]:
    """The first feature falls with every wrong word, the second counts words, the third means nothing."""
    rng = np.random.default_rng(seed)
    texts: list[list[str]] = []
    features: list[list[dict[str, float]]] = []
    for sentence in SENTENCES[:n_lists]:
        words = sentence.split()
        texts.append([])
        features.append([])
        for _ in range(n_candidates):
            made, n_wrong = list(words), int(rng.integers(0, 5))
            for i in rng.choice(len(made), n_wrong, replace=False):
                made[i] = str(rng.choice(_OTHER))
            made = made[: len(made) - int(rng.integers(0, 3))] + (["again"] if rng.random() < 0.3 else [])
            texts[-1].append(" ".join(made))
            noise = rng.normal(size=2)
            features[-1].append({"model": -n_wrong + noise[0], "length": float(len(made)), "noise": noise[1]})
    references = References.by_segment([[sentence] for sentence in SENTENCES[:n_lists]])
    return NBest.of(texts, features=features, references=references), references
