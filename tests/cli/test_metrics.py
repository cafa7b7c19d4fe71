import json

from tertium import metrics
from tests.support.encoders import english_encoder
from tests.support.types import Run, WriteTexts

__all__ = ["english_encoder"]


def test_every_metric_and_option_is_listed(tertium: Run) -> None:
    page = json.loads(tertium("metrics", "--format", "json").out)
    assert [entry["metric"] for entry in page["metrics"]] == metrics.names()
    text = tertium("metrics").out
    assert all(name in text for name in metrics.names())


def test_one_metric_is_described_and_its_example_works(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=["a"], ref=["a"])
    for name in metrics.names():
        text = tertium("metrics", name).out
        spec = text.rsplit("-m '", 1)[1].split("'")[0]
        against = text.rsplit("output.txt ", 1)[1].split()[0]
        ran = tertium("score", hyp, against, ref, "-m", spec)
        assert ran.code == 0 or f"{name} needs a model, and none comes with Tertium" in ran.err, name


def test_an_unknown_metric_is_refused(tertium: Run) -> None:
    ran = tertium("metrics", "blue")
    assert ran.code == 2
    assert "did you mean 'bleu'?" in ran.err
