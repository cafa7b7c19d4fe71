"""Points of a study and their intervals."""

from tertium.meta.study.study import StudyOptions, study
from tests.meta.made_up import segment_group


def test_intervals_hold_the_value_and_the_same_seed_gives_the_same() -> None:
    settings = StudyOptions(measures=["all"], n_samples=200)
    first, second = (study([segment_group()], ["chrf", "ter"], settings=settings) for _ in range(2))
    for a, b in zip(first.agreements, second.agreements, strict=True):
        assert a == b
    (table,) = [t for t in first.agreements if t.measure == "pearson" and t.level == "segment"]
    interval = table.columns[0].cells[0].interval
    assert interval is not None
    low, high = interval
    assert low < table.columns[0].cells[0].value < high


def test_one_measure_more_does_not_change_the_intervals_of_another() -> None:
    alone = study([segment_group()], ["chrf"], settings=StudyOptions(measures=["spearman"], n_samples=50))
    among = study([segment_group()], ["chrf"], settings=StudyOptions(measures=["all"], n_samples=50))
    for table in alone.agreements:
        assert table in among.agreements
