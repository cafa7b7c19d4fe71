"""Guesses of languages on real text: right in 95 of 100 samples of 20 lines, wrong in one at most, else silent."""

import gzip
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium.text.languages import guess

pytestmark = pytest.mark.shared
LINES, SAMPLES, MOST_TEXTS = 20, 100, 3000
# Files that together have every language of the judgements, as sources or as references.
FILES = (
    "judgements/pairs_wmt09_rr_from-en",
    "judgements/pairs_wmt12_rr_from-en",
    "judgements/pairs_wmt15_rr_from-en",
    "judgements/seg_bio_mqm",
    "judgements/seg_mlqe_pe",
    "judgements/seg_wmt16_da",
    "judgements/seg_wmt21_da",
    "judgements/seg_wmt23_mqm_dasqm",
    "multiref/multiref_indian_to-en_4refs",
    "multiref/multiref_wmt19_en-de_4refs_paraphrased",
)


def rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        columns = next(lines).rstrip("\n").split("\t")
        for line in lines:
            yield dict(zip(columns, line.rstrip("\n").split("\t"), strict=False))


@pytest.fixture(scope="module")
def texts(shared: Path) -> dict[str, list[str]]:
    """Texts by language: sources, references and what systems made."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for name in FILES:
        for row in rows(shared / "data" / f"{name}.tsv.gz"):
            source, target = row["lang_pair"].split("-")
            columns = [(source, "source"), *((target, key) for key in ("reference", "ref1", "hypothesis", "hyp_a"))]
            for language, column in columns:
                if (text := row.get(column, "").strip()) and len(found[language]) < MOST_TEXTS:
                    found[language][text] = None
    return {language: list(lines) for language, lines in found.items() if len(lines) >= 10 * LINES}


def test_two_lines_are_seldom_taken_for_another_language(texts: dict[str, list[str]]) -> None:
    rng = random.Random(7)
    wrong = 0
    for language, lines in texts.items():
        starts = [rng.randrange(len(lines) - 2) for _ in range(SAMPLES)]
        guesses = [guess(lines[start : start + 2]) for start in starts]
        wrong += sum(one is not None and one.language is not None and one.language.code != language for one in guesses)
    assert wrong <= 0.01 * SAMPLES * len(texts)


def test_guesses_are_right_or_silent(texts: dict[str, list[str]]) -> None:
    assert len(texts) >= 20
    rng = random.Random(7)
    for language, lines in texts.items():
        starts = [rng.randrange(len(lines) - LINES) for _ in range(SAMPLES)]
        guesses = [guess(lines[start : start + LINES]) for start in starts]
        codes = Counter(one.language.code if one and one.language else None for one in guesses)
        wrong = SAMPLES - codes[language] - codes[None]
        assert codes[language] >= 0.95 * SAMPLES, (language, codes)
        assert wrong <= 0.01 * SAMPLES, (language, codes)
