"""Where words and lines of an explanation stand."""

import random
import re

import pytest
from hypothesis import strategies as st

from tertium.report.explanation.html import explanations_page
from tertium.report.explanation.svg import NARROW, WIDE, alignment_picture
from tests.support.explanations import explained

words = st.lists(st.sampled_from(["kettle", "the", "قطة", "猫", "😀", "<b>", "&"]), max_size=9).map(" ".join)


def test_long_texts_are_broken_into_bands_and_every_word_is_drawn_inside() -> None:
    hypothesis = " ".join(f"word{i}" for i in range(300))
    page = explanations_page(explained(hypothesis, " ".join(reversed(hypothesis.split())), metrics=["per"]))
    pictures = re.findall(r'<svg.*?viewBox="0 0 (\d+) (\d+)".*?class="words (\w+)">(.*?)</svg>|<svg', page, re.DOTALL)
    shown = {kind: (float(width), float(height), svg) for width, height, kind, svg in pictures if kind}
    assert set(shown) == {"roomy", "narrow"}
    for width, height, svg in shown.values():
        assert svg.count('class="token"') == 600
        boxes = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg)
        assert all(float(x) + float(w) <= width and float(y) + float(h) <= height for x, y, w, h in boxes)
        assert 'class="stub"' in svg


def _bands(svg: str) -> dict[float, float]:
    """Where each row of words ends, by its height."""
    ends: dict[float, float] = {}
    for x, y, width in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="28"', svg):
        ends[float(y)] = max(ends.get(float(y), 0.0), float(x) + float(width))
    return ends


def test_bands_are_about_as_long_as_each_other() -> None:
    """One word more than a line holds does not leave a line of one word."""
    for n in (12, 13, 25, 40):
        text = " ".join(f"word{i}" for i in range(n))
        (made,) = explained(text, text, metrics=["wer"]).items
        ends = _bands(str(alignment_picture(made.explanation, "label")))
        assert min(ends.values()) > 0.7 * max(ends.values()), (n, ends)


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("metric", ["per", "ter", "meteor"])
def test_numbers_and_letters_do_not_collide_and_mean_one_thing(metric: str, width: float) -> None:
    rng = random.Random(5)
    words = [f"w{i}" for i in range(40)]
    moved = rng.sample(words, 40)
    moved[5:25] = words[12:32]
    (made,) = explained(" ".join(moved), " ".join(words), metrics=[metric]).items
    svg = str(alignment_picture(made.explanation, "label", width))
    labels = re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="middle" class="(stub|arcnumber)">(\w+)<', svg)
    assert labels
    boxes = [(float(x) - 3.4 * len(text), float(x) + 3.4 * len(text), float(y)) for x, y, _, text in labels]
    for i, (left, right, line) in enumerate(boxes):
        assert left >= -0.1
        assert right <= width + 0.1
        for other_left, other_right, other_line in boxes[:i]:
            assert right <= other_left + 0.1 or other_right <= left + 0.1 or abs(line - other_line) > 10
    kinds = {kind: {text for _, _, of, text in labels if of == kind} for kind in ("stub", "arcnumber")}
    assert all(map(str.isalpha, kinds["stub"]))
    assert all(map(str.isdecimal, kinds["arcnumber"]))
