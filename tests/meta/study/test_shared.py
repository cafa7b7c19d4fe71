"""The figures that plain metrics are known to reach on the real judgements (`What plain metrics reach here`)."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.io.judgements.formats import read_judgements
from tertium.meta.study.study import StudyOptions, study
from tertium.metrics import parse

METRICS = ["bleu(effective_order=yes)", "chrf", "ter"]


def average(path: Path, measure: str) -> list[float]:
    """Of BLEU, chrF and TER over language pairs."""
    groups = list(read_judgements(path))
    settings = StudyOptions(measures=[measure], levels=["segment", "pairs"], kinds=["da"])
    (table,) = study(groups, METRICS, settings=settings, threads=0).agreements
    return [cell.value for cell in table.average.cells]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "measure", "known", "tolerance"),
    [
        ("pairs_wmt08_rr_to-en", "wmt-2014", (0.17, 0.32, 0.13), 0.006),
        ("seg_wmt15_da", "spearman", (0.48, 0.54, 0.48), 0.006),
        ("seg_wmt16_da", "spearman", (0.45, 0.51, 0.47), 0.006),
        # Known from samples only.
        ("pairs_wmt12_rr_to-en", "wmt-2014", (0.21, 0.23, 0.18), 0.03),
        ("pairs_wmt15_rr_to-en", "wmt-2014", (0.27, 0.35, 0.29), 0.03),
        ("pairs_wmt15_rr_from-en", "wmt-2014", (0.28, 0.34, 0.27), 0.03),
        ("pairs_wmt14_rr_to-en", "wmt-2014", (0.25, 0.33, 0.27), 0.03),
    ],
)
def test_plain_metrics_reach_the_known_figures(
    shared: Path, name: str, measure: str, known: Any, tolerance: float
) -> None:
    found = average(shared / "data" / "judgements" / f"{name}.tsv.gz", measure)
    np.testing.assert_allclose(found, known, atol=tolerance)


@pytest.mark.shared
def test_system_scores_are_corpus_scores(shared: Path) -> None:
    groups = list(read_judgements(shared / "data" / "judgements" / "sys_wmt14_to-en.tsv.gz"))
    (group,) = [group for group in groups if group.lang_pair == "cs-en"]
    (table,) = study(
        [group], ["bleu"], settings=StudyOptions(measures=["pearson"], levels=["system"]), threads=0
    ).agreements
    (judged,) = group.human.systems
    corpus = []
    for name in judged.systems:
        own = group.items.select(i for i, system in enumerate(group.items.system) if system == name)
        corpus.append(parse("bleu").corpus_score(own.hypothesis, own.references))
    assert table.columns[0].cells[0].value == pytest.approx(np.corrcoef(judged.scores, corpus)[0, 1])
