"""Small results made by hand. The numbers are invented; nothing here was measured."""

from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations

import numpy as np
import pytest
from hypothesis import strategies as st

from tertium.evaluation.differences.results import Comparison, Contrast, PairTest, Ranking
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores

METRICS = {
    "BLEU": ("bleu|tok:13a|case:mixed|smooth:exp|refs:2|v:0.1.0", True),
    "chrF": ("chrf|chars:6|words:0|beta:2|refs:2|v:0.1.0", True),
    "TER": ("ter|norm:no|punct:yes|case:mixed|refs:2|v:0.1.0", False),
}
SCORES = {
    "harbour": (34.46, 60.12, 48.31),
    "meadow": (33.81, 60.03, 47.92),
    "quarry": (31.27, 57.44, 51.66),
    "lantern": (24.05, 51.98, 60.4),
}


def evaluation(*, intervals: bool = True, segments: bool = False, documents: bool = False) -> Evaluation:
    """Four systems by three metrics."""
    rows = []
    for i, (system, values) in enumerate(SCORES.items()):
        scores = [
            MetricScore(
                metric=metric,
                score=value,
                signature=signature,
                higher_is_better=higher,
                interval=(value - 1.36, value + 1.41) if intervals else None,
                segments=np.array([value - i, value + 0.1]) if segments else None,
                documents={"news-1": value + 1, "news-2": value - 1} if documents else None,
            )
            for value, (metric, (signature, higher)) in zip(values, METRICS.items(), strict=True)
        ]
        rows.append(SystemScores(system, tuple(scores)))
    made = Evaluation("kettle-2024.de-en", 1200, tuple(rows))
    return replace(made, seed=12345, confidence=0.95, n_samples=1000) if intervals else made


def comparison() -> Comparison:
    """The same with tests: harbour and meadow tie by BLEU and chrF, and meadow is better by TER."""
    tests = []
    for metric, (_, higher) in METRICS.items():
        column = list(METRICS).index(metric)
        for a, b in combinations(SCORES, 2):
            difference = SCORES[a][column] - SCORES[b][column]
            better = a if (difference > 0) == higher else b
            tie = {a, b} == {"harbour", "meadow"}
            p = (0.021 if metric == "TER" else 0.184) if tie else 0.001
            corrected = {0.184: 0.184, 0.021: 0.021, 0.001: 0.004}[p]
            winner = better if corrected <= 0.05 else None
            tests.append(PairTest(metric, "bootstrap", a, b, difference, p, corrected, winner))
            tests.append(PairTest(metric, "randomisation", a, b, difference, p / 2, corrected / 2, winner))
    tied = (("harbour", "meadow"), ("quarry",), ("lantern",))
    rankings = (
        Ranking("BLEU", tied),
        Ranking("chrF", tied),
        Ranking("TER", (("meadow",), ("harbour",), ("quarry",), ("lantern",))),
    )
    return Comparison(evaluation(), tuple(tests), rankings, CONTRASTS, "bootstrap", 0.05)


CONTRASTS = (
    Contrast(
        metric="BLEU",
        segment=17,
        system_a="harbour",
        system_b="lantern",
        score_a=71.3,
        score_b=9.8,
        hypothesis_a="The kettle had been on the stove since the early morning, and nobody dared to touch it.",
        hypothesis_b="The boiler stood since early in the morning on the oven and nobody dared, it to touch.",
        references=(
            "The kettle had been on the stove since early morning, and nobody dared to touch it.",
            "Since early that morning the kettle had stood on the stove; no one dared touch it.",
        ),
        source="Der Kessel stand seit dem frühen Morgen auf dem Herd, und niemand wagte, ihn anzufassen.",
        document="news-3",
    ),
    Contrast(
        metric="TER",
        segment=240,
        system_a="harbour",
        system_b="lantern",
        score_a=14.0,
        score_b=81.5,
        hypothesis_a="Two boats came back before the storm.",
        hypothesis_b="",
        references=("Two boats returned before the storm.",),
        source=None,
        document=None,
    ),
    Contrast(
        metric="BLEU",
        segment=801,
        system_a="harbour",
        system_b="meadow",
        score_a=22.1,
        score_b=64.9,
        hypothesis_a="The committee says it will on Thursday about the bridge decide.",
        hypothesis_b="The committee says it will decide about the bridge on Thursday.",
        references=("The committee says it will decide on the bridge on Thursday.",),
        source="Der Ausschuss will nach eigenen Angaben am Donnerstag über die Brücke entscheiden.",
        document="news-9",
    ),
)

HOSTILE_PARTS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</style></title></td></svg>",
    "]]>",
    "<!--",
    '"',
    "'",
    "&",
    "&lt;",
    "\\",
    "\\e",
    "{",
    "}",
    "%",
    "$",
    "_",
    "^^M",
    "\x1b[31m",
    "\x9b31m",
    "\x00",
    "\t",
    "\r\n",
    "\x0b",
    "\x85",
    "\u2028",
    "\u202e",
    "\ud800",
    "עברית",
    "نظام",
    "翻訳",
    "é",
    "e\u0301",
    "👨\u200d👩\u200d👧",
    "❤\ufe0f",
    " ||| ",
    " ",
    "word",
)
hostile_text = st.lists(st.sampled_from(HOSTILE_PARTS) | st.characters(), max_size=6).map("".join)


def hostile_comparison(names: list[str], text: str, score: float = 12.25) -> Comparison:
    """Two systems by one metric, with the same text wherever a text may stand. The names must differ."""
    a, b = names
    column = MetricScore(text, score, text, False, (score, score), np.array([score]), {text: score})
    rows = (SystemScores(a, (column,)), SystemScores(b, (column,)))
    tests = tuple(
        PairTest(text, name, a, b, score, 0.5, 1.0, better)
        for name, better in (("bootstrap", None), ("randomisation", b))
    )
    contrast = Contrast(text, 1, a, b, score, score, text, f"{text} {a}", (text, b), text, text)
    ranking = Ranking(text, ((b, a),))
    return Comparison(Evaluation(text, 1, rows, 0, 0.95, 10), tests, (ranking,), (contrast,), "bootstrap", 0.05)


hostile_comparisons = st.builds(
    hostile_comparison,
    st.lists(hostile_text, min_size=2, max_size=2, unique=True),
    hostile_text,
    st.floats(),
)


class Page(HTMLParser):
    """A page taken apart: elements, attributes, text; and whether every element is closed in turn."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str | None]] = []
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []  # (innermost element, text)
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "wbr":
            return  # names may break where they have points
        self.tags[tag] += 1
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment: {data!r}")

    @property
    def text(self) -> str:
        return " ".join("".join(data for tag, data in self.texts if tag != "style").split())


EMPTY = {"meta", "wbr"}
