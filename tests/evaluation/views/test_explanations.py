"""Explanations as people and machines read them."""

from tertium.evaluation.views import explanations as module
from tertium.evaluation.views.explanations import COLUMNS
from tests.support.explanations import explained


def test_every_metric_is_explained_on_its_own_lines() -> None:
    text = explained("the cats sat", "the cat sat", "a cat sat down").to_text()
    for name in ("TER", "WER", "PER", "BLEU", "chrF2++", "NIST", "METEOR", "F-measure"):
        assert f"ours: {name} " in text
    assert "stem same stem" in text


def test_the_description_names_every_column() -> None:
    assert module.__doc__
    first = [line.split("|")[1] for line in module.__doc__.splitlines() if line.startswith("| ")][1:]
    assert sorted(name.strip() for cell in first for name in cell.split(",")) == sorted(COLUMNS)
