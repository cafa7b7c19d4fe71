"""Our metrics through the real `evaluate` of Hugging Face, without a network."""

from pathlib import Path

import pytest

import tertium
from tertium.compat.huggingface import MODULE

HYPOTHESES = ["The cat sat on the mat.", "It is raining.", "He paid 3.50 euros, not more."]
REFERENCES = ["The cat is sitting on the mat.", "It's raining.", "He paid 3.50 euros and no more."]


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("evaluate", reason="evaluate is not installed (dependency group notebook)")
    for name in ("HF_HUB_OFFLINE", "HF_EVALUATE_OFFLINE", "HF_DATASETS_OFFLINE"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setattr("evaluate.config.HF_MODULES_CACHE", str(tmp_path / "modules"))


def test_it_gives_the_scores_of_tertium(tmp_path: Path) -> None:
    import evaluate

    metric = evaluate.load(MODULE, "bleu(tok=intl),chrf", cache_dir=str(tmp_path))
    found = metric.compute(predictions=HYPOTHESES, references=REFERENCES, segments=True)
    ours = tertium.score({"x": HYPOTHESES}, REFERENCES, metrics="bleu(tok=intl),chrf", segments=True)
    for score in ours.systems[0].scores:
        assert found[score.metric] == score.score
        assert found["signatures"][score.metric] == score.signature
        assert score.segments is not None
        assert found["segments"][score.metric] == list(score.segments)


def test_several_references_come_as_lists(tmp_path: Path) -> None:
    import evaluate

    metric = evaluate.load(MODULE, "chrf", cache_dir=str(tmp_path))
    both = [[reference, hypothesis] for reference, hypothesis in zip(REFERENCES, HYPOTHESES, strict=True)]
    assert metric.compute(predictions=HYPOTHESES, references=both)["chrF2"] == 100


def test_batches_add_up(tmp_path: Path) -> None:
    import evaluate

    metric = evaluate.load(MODULE, "ter", cache_dir=str(tmp_path))
    for hypothesis, reference in zip(HYPOTHESES, REFERENCES, strict=True):
        metric.add(prediction=hypothesis, reference=reference)
    assert (
        metric.compute()["TER"] == tertium.score({"x": HYPOTHESES}, REFERENCES, metrics="ter").systems[0]["ter"].score
    )
