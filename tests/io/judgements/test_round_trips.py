"""Judgements that are written come back the same."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.io.judgements.formats import read_judgements, write_judgements
from tertium.meta.judgements import ErrorSpans, Items, JudgementGroup, Preferences, Ratings, ScoreTables, SegmentScores
from tertium.text.testset import References

TEXTS = st.text(
    st.sampled_from("\t\n\r\\N \ufeff\x00\x85\u2028é😀") | st.characters(exclude_categories=["Cs"]), max_size=6
)
NAMES = TEXTS.filter(lambda name: name not in ("", "NA"))
SCORES = st.none() | st.floats(-1e100, 1e100) | st.integers(-5, 5).map(float)


@st.composite
def some_items(draw: st.DrawFn, n: Any = None, *, distinct: bool = False) -> Any:
    n = draw(st.integers(1, 5)) if n is None else n
    column = st.lists(st.none() | NAMES, min_size=n, max_size=n)
    return Items.build(
        draw(st.lists(st.none() | TEXTS, min_size=n, max_size=n)),
        References.by_segment(draw(st.lists(st.lists(TEXTS, max_size=3), min_size=n, max_size=n))),
        source=draw(st.lists(st.none() | TEXTS, min_size=n, max_size=n)),
        system=draw(column),
        segment=[str(i) for i in range(n)] if distinct else draw(column),
        document=draw(column),
    )


def as_scores(values: Any) -> Any:
    return np.array([np.nan if value is None else value for value in values], dtype=float)


def again(group: Any, format: Any, path: Any, **options: Any) -> Any:
    write_judgements([group], path, format)
    return read_judgements(path, format, **options).group(group.lang_pair, group.dataset)


@given(st.data())
def test_scores_survive(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    items = data.draw(some_items())
    extra = data.draw(st.lists(st.none() | NAMES, min_size=len(items), max_size=len(items)))
    items = replace(items, extra={"split": tuple(extra)})
    values = as_scores(data.draw(st.lists(SCORES, min_size=len(items), max_size=len(items))))
    group = JudgementGroup("x", "de-en", items, ScoreTables((SegmentScores(items, values, "da", "DA (of ours)"),)))
    read = again(group, "scores", tmp_path_factory.mktemp("s") / "a.tsv")
    assert read.items == items
    np.testing.assert_array_equal(read.segment_scores("da").scores, values)
    assert read.segment_scores().description == "DA (of ours)"


@given(st.data())
def test_ratings_survive(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    items = data.draw(some_items(distinct=True))
    rating = st.tuples(st.integers(0, len(items) - 1), st.integers(-1, 1), st.integers(-5, 5))
    drawn = sorted(data.draw(st.lists(rating, max_size=8)), key=lambda rating: rating[0])
    item, rater, value = (np.array(column) for column in zip(*drawn, strict=True)) if drawn else (np.zeros(0, int),) * 3
    ratings = Ratings(item, rater.astype(np.int32), value.astype(float), ("first", "second"))
    scores = SegmentScores.from_ratings(items, ratings, "da")
    group = JudgementGroup("x", "de-en", items, ScoreTables((scores,)))
    read = again(group, "scores", tmp_path_factory.mktemp("r") / "a.tsv.gz").segment_scores()
    assert read.items == items
    np.testing.assert_array_equal(read.scores, scores.scores)
    names = (*read.ratings.raters, None)
    found = [
        (i, names[r], v)
        for i, r, v in zip(read.ratings.item, read.ratings.rater.tolist(), read.ratings.value, strict=True)
    ]
    assert found == [(i, ("first", "second", None)[r], v) for i, r, v in drawn]


@given(st.data())
def test_preferences_survive(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    outputs = data.draw(st.lists(st.tuples(NAMES, TEXTS), min_size=2, max_size=5, unique=True))
    reference, source = data.draw(st.lists(TEXTS, max_size=2)), data.draw(st.none() | TEXTS)
    n = len(outputs)
    items = Items.build(
        [text for _, text in outputs],
        References.by_segment([reference] * n),
        source=[source] * n,
        system=[system for system, _ in outputs],
        segment=["7"] * n,
    )
    index = st.integers(0, n - 1)
    rows = data.draw(
        st.lists(st.tuples(index, index, st.integers(-1, 1), st.integers(-1, 1), st.integers(-1, 1)), min_size=1)
    )
    a, b, sign, judge, ranking = (np.array(column) for column in zip(*rows, strict=True))
    pairs = Preferences(
        items, a, b, sign.astype(np.int8), judge.astype(np.int32), ranking.astype(np.int32), ("j1", "j2"), ("1", "2")
    )
    group = JudgementGroup("x", "de-en", items, preferences=pairs)
    read = again(group, "pairs", tmp_path_factory.mktemp("p") / "a.tsv").preferences
    assert judgements(read) == judgements(pairs)


def judgements(pairs: Any) -> Any:
    """Each judgement with the outputs, judge and ranking that its numbers stand for."""
    items = pairs.items
    output = [
        (items.system[i], items.hypothesis[i], items.references[i], items.source[i], items.segment[i])
        for i in range(len(items))
    ]
    return [
        (output[a], output[b], sign, (*pairs.judges, None)[judge], (*pairs.rankings, None)[ranking])
        for a, b, sign, judge, ranking in zip(
            pairs.a.tolist(),
            pairs.b.tolist(),
            pairs.preference.tolist(),
            pairs.judge.tolist(),
            pairs.ranking.tolist(),
            strict=True,
        )
    ]


@given(st.data())
def test_errors_survive(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    n = data.draw(st.integers(1, 3))
    text = TEXTS.map(lambda text: text.replace("<", ""))
    items = Items.build(
        data.draw(st.lists(text, min_size=n, max_size=n)),
        source=data.draw(st.lists(text, min_size=n, max_size=n)),
        system=[f"s{i}" for i in range(n)],
        segment=["1"] * n,
    )
    rated = [(item, rater) for item in range(n) for rater in range(2) if rater == 0 or data.draw(st.booleans())]
    errors = []
    for item, rater in rated:
        for _ in range(data.draw(st.integers(0, 2))):
            side = data.draw(st.sampled_from(["hypothesis", "source", None]))
            length = len(getattr(items, side)[item]) if side else 0
            start = data.draw(st.integers(0, length)) if side else -1
            end = data.draw(st.integers(start, length)) if side else -1
            marked = getattr(items, side)[item][start:end] if side else None
            errors.append(
                (
                    item,
                    rater,
                    start,
                    end,
                    side,
                    marked,
                    data.draw(TEXTS),
                    data.draw(st.sampled_from(["Major", "minor"])),
                )
            )
    columns = list(zip(*errors, strict=True)) if errors else [()] * 8
    spans = ErrorSpans(  # type: ignore[call-arg]
        items,
        *(np.array(column, dtype=dtype) for column, dtype in zip(columns[:4], [int, np.int32, int, int], strict=True)),
        *columns[4:],
        ("r1", "r2"),
        np.array([item for item, _ in rated]),
        np.array([rater for _, rater in rated], dtype=np.int32),
    )
    group = JudgementGroup("x", "de-en", items, spans=spans)
    path = tmp_path_factory.mktemp("m") / "a.tsv"
    read = again(group, "mqm-tsv", path, dataset="x", lang_pair="de-en")
    assert read.items == items
    assert rows_of(read.spans) == rows_of(spans)
    np.testing.assert_array_equal(read.segment_scores("mqm").scores, spans.scores().scores)


def rows_of(spans: Any) -> Any:
    return sorted(
        zip(
            spans.item.tolist(),
            [spans.raters[code] for code in spans.rater],
            spans.start.tolist(),
            spans.end.tolist(),
            spans.side,
            spans.text,
            spans.category,
            spans.severity,
            strict=True,
        ),
        key=repr,
    )
