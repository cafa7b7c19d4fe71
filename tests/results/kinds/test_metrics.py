"""The list of metrics, and one metric with its options."""

import json

from tertium import metrics
from tertium.results.kinds.metrics import MetricList, MetricOptions, MetricPapers, metric_entry


def test_every_metric_is_listed_with_its_direction() -> None:
    found = MetricList(tuple(map(metric_entry, metrics.names())))
    rows = {row[0]: row for row in found.records()[0].rows if row}
    assert set(rows) == set(metrics.names())
    assert (rows["bleu"][3], rows["ter"][3]) == ("higher", "lower")
    assert "13a" in json.loads(found.to_json())["tokenizers"][0].values()


def test_the_options_of_a_metric_are_its_fields() -> None:
    entry = metric_entry("bleu")
    assert {option.option for option in entry.options} >= {"tok", "smooth", "effective_order"}
    text = MetricOptions(entry).to_text()
    assert text.startswith("BLEU: ")
    assert "higher is better; equal to" in text
    first = entry.options[0]
    assert f"-r reference.txt -m 'bleu({first.option}={first.default})'" in text
    assert MetricOptions(entry).data() == MetricList((entry,)).data()


def test_a_metric_names_its_papers() -> None:
    text = MetricOptions(metric_entry("bleu")).to_text()
    assert "Published: Papineni et al. (2002), Post (2018); tertium metrics bleu --cite" in text
    papers = MetricPapers((metric_entry("bleu"), metric_entry("chrf")))
    assert [each["key"] for each in json.loads(papers.to_json())["papers"]] == [
        *("papineni-etal-2002-bleu", "post-2018-call", "popovic-2015-chrf", "tertium")
    ]
    assert papers.to_text().count("@inproceedings{") == 3
    assert "  title     = {{BLEU}: a Method for Automatic Evaluation of Machine Translation}," in papers.to_text()


def test_a_metric_of_post_edits_names_their_option() -> None:
    assert "--post-edits edited.txt" in MetricOptions(metric_entry("hter")).to_text()
