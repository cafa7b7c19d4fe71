"""Lists of candidate translations that benchmarks and experiments choose from."""

import random
from pathlib import Path

SHARED = Path(__file__).parents[2] / "shared"
MOSES = SHARED / "data/nbest/nbest_moses_mert_test.tsv.gz"
SYSTEMS = SHARED / "data/judgements/sys_wmt18_to-en.tsv.gz"

Lists = list[list[str]]


def crossed(lists: Lists, number: int, size: int = 100) -> Lists:
    """Different candidates: the beginning of one system's output with the end of another's."""
    chance = random.Random(1)
    long = [texts for texts in lists if len(set(texts)) > 12 and min(len(text.split()) for text in texts) > 12]
    made = []
    for texts in long[:number]:
        different = dict.fromkeys(texts)
        while len(different) < size:
            first, second = (text.split() for text in chance.sample(texts, 2))
            share = chance.random()
            different[" ".join(first[: int(len(first) * share)] + second[int(len(second) * share) :])] = None
        made.append(list(different)[:size])
    return made
