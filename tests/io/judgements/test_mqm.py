"""Google's MQM TSV: spans, raters, no errors, and rows that do not count."""

from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.io.judgements.formats import read_judgements
from tests.support.types import Put

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"


def row(
    target: Any,
    category: Any,
    severity: Any,
    *,
    rater: str = "r1",
    system: str = "A",
    seg: str = "1",
    source: str = "eine Katze",
) -> Any:
    return f"{system}\tdoc1\t1\t{seg}\t{rater}\t{source}\t{target}\t{category}\t{severity}"


def read(put: Put, *rows: Any, header: Any = HEADER) -> Any:
    return read_judgements(put("mqm_news.tsv", "\n".join([header, *rows, ""])), lang_pair="de-en").group("de-en")


def test_marked_spans_are_places_in_the_clean_text(put: Put) -> None:
    group = read(
        put,
        row("a <v>big</v> cat", "Accuracy/Addition", "Major"),
        row("a big cat", "Accuracy/Omission", "Minor", source="eine <v>Katze</v>"),
        row("a big cat", "Style", "Neutral"),
    )
    spans = group.spans
    assert group.items.hypothesis == ("a big cat",)
    assert group.items.source == ("eine Katze",)
    assert (group.items.segment, group.items.document) == (("1",), ("doc1",))
    assert spans.side == ("hypothesis", "source", None)
    assert spans.text == ("big", "Katze", None)
    assert list(zip(spans.start.tolist(), spans.end.tolist(), strict=True)) == [(2, 5), (5, 10), (-1, -1)]
    assert spans.severity == ("Major", "Minor", "Neutral")
    assert group.segment_scores("mqm").scores.tolist() == [-6]


def test_nothing_found_is_a_score_of_zero(put: Put) -> None:
    group = read(put, row("a cat", "No-error", "no-error"), row("a <v>dog</v>", "Style", "Minor", system="B"))
    assert group.segment_scores().scores.tolist() == [0, -1]
    assert len(group.spans) == 1


def test_several_raters_are_kept_apart_and_averaged(put: Put) -> None:
    group = read(
        put,
        row("a <v>cat</v>", "Style", "Major"),
        row("<v>a</v> cat", "Fluency/Punctuation", "Minor"),
        row("a cat", "No-error", "No-error", rater="r2"),
    )
    scores = group.segment_scores()
    assert scores.scores == pytest.approx([-2.55])
    assert dict(zip(scores.ratings.rater.tolist(), scores.ratings.value.tolist(), strict=True)) == {0: -5.1, 1: 0.0}
    assert group.spans.raters == ("r1", "r2")


def test_planted_errors_do_not_count(put: Put) -> None:
    group = read(
        put, row("a cat", "No-error", "No-error"), row("a <v>planted</v> cat", "Missed", "HOTW-test", rater="r2")
    )
    assert group.items.hypothesis == ("a cat",)
    assert group.spans.raters == ("r1",)


def test_a_severity_without_an_agreed_weight_is_read_but_not_weighed(put: Put) -> None:
    group = read(put, row("a <v>cat</v>", "Style", "Critical"))
    assert not group.human.segments
    assert group.spans.scores({"critical": 10}).scores.tolist() == [-10]


def test_an_unknown_severity_is_refused_with_its_row(put: Put) -> None:
    with pytest.raises(DataError, match=r"mqm_news\.tsv:3: severity 'Severe', expected one of critical, major"):
        read(put, row("a", "No-error", "No-error"), row("a", "Style", "Severe"))


@pytest.mark.parametrize("target", ["a <v>cat", "a cat</v>", "</v>a<v>", "<v>a</v> <v>cat</v>", "<v><v>a</v></v>"])
def test_marks_that_do_not_pair_are_refused(put: Put, target: str) -> None:
    with pytest.raises(DataError, match=r"mqm_news\.tsv:2: 'target' has the marks"):
        read(put, row(target, "Style", "Minor"))


def test_an_empty_span_is_a_place(put: Put) -> None:
    spans = read(put, row("a <v></v>cat", "Accuracy/Omission", "Minor")).spans
    assert (spans.start[0], spans.end[0], spans.text[0], spans.side[0]) == (2, 2, "", "hypothesis")


def test_the_newer_columns_are_read(put: Put) -> None:
    header = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"
    group = read(put, "A\td\t1\t17\tr1\ts\ta <v>b</v>\tStyle\tminor\t{}", header=header)
    assert group.items.segment == ("17",)
    assert group.segment_scores().scores.tolist() == [-1]


def test_without_a_language_pair_it_is_unknown_and_the_file_names_the_data_set(put: Put) -> None:
    judgements = read_judgements(put("mqm_x.tsv", f"{HEADER}\n{row('a', 'No-error', 'No-error')}\n"))
    assert judgements.groups[0].name == "mqm_x unknown"


def test_missing_columns_and_rows_are_refused(put: Put) -> None:
    with pytest.raises(DataError, match=r"m\.tsv:1: no column 'target'"):
        read_judgements(put("m.tsv", "system\trater\tsource\nA\tr\ts\n"), "mqm-tsv")
    with pytest.raises(DataError, match="there are no rows"):
        read(put)


def test_outputs_with_other_words_are_other_items(put: Put) -> None:
    group = read(put, row("a cat", "No-error", "No-error"), row("a dog", "No-error", "No-error", rater="r2"))
    assert group.items.hypothesis == ("a cat", "a dog")
    assert np.array_equal(group.segment_scores().scores, [0, 0])
