"""A study in every format: made-up numbers, awkward names."""

import json
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from tertium.errors import UnknownNameError
from tertium.meta.study.results import Cell, Column, MetricTest, Roc, Scatter, SizeCurve, StudiedMetric, Study, Table
from tertium.report.render import render
from tertium.report.study.html import study_page
from tertium.report.study.plots import study_plots
from tertium.report.study.tsv import COLUMNS

EVIL = 'a<b>&"$x_1\t%\\'
NAN = float("nan")


def study(**changes: Any) -> Study:
    metrics = (
        StudiedMetric("chrF2", "chrf|v:1", True),
        StudiedMetric(EVIL, "", False),
        StudiedMetric("flat", "", True),
    )
    tests = (MetricTest("chrF2", EVIL, 0.25, 0.01, 0.02),)
    clusters = (("chrF2",), (EVIL,))
    cells = (Cell(0.5, (0.25, 0.75)), Cell(0.25, (-0.125, 0.5), coverage=0.5), Cell(NAN, note="constant"))
    near = (Cell(0.5), Cell(0.4375), Cell(NAN))
    columns = (
        Column("de-en", 1200, cells, 0.375, "paired bootstrap", tests, clusters),
        Column("fr-en", 900, near, 0.375, "paired bootstrap", (MetricTest("chrF2", EVIL, 0.0625, 0.5, 0.5),)),
    )
    average = Column("avg", 0, (Cell(0.5), Cell(0.34375), Cell(NAN)), 0.375, "paired bootstrap", tests, clusters)
    table = Table("set<1>", "da", "segment", "spearman", "Spearman's ρ", columns, average)
    curve = SizeCurve("set<1>", "da", "de-en", "chrF2", (1, 2, 4), (0.1, 0.2, NAN))
    points = Scatter("set<1>", "da", "segment", "de-en", EVIL, np.arange(500.0), np.arange(500.0) % 7)
    empty = Scatter("set<1>", "da", "system", "de-en", "flat", np.zeros(0), np.zeros(0))
    roc = Roc("set<1>", "de-en", "chrF2", np.array([0, 0.5, 1.0]), np.array([1, 0.5, 0.0]), 0.5)
    fields = {"scatters": (points, empty), "curves": (curve,), "rocs": (roc,), **changes}
    return Study(metrics, (table,), 0, 1000, 0.95, 0.05, "raw", ("a note",), **fields)


def test_text_marks_the_best_and_what_is_not_worse() -> None:
    text = render(study(), "text")
    assert "set<1>: Spearman's ρ with da, by segment\n" in text
    rows = {line.split("  ")[0]: line for line in reversed(text.splitlines())}
    assert rows["chrF2"].split()[1:] == ["0.500*", "[0.250,", "0.750]", "0.500*", "0.500*"]
    assert "0.438=" in text
    assert "0.250=" not in text
    assert "n/a" in rows["flat"]
    assert "(guessing)" in text
    assert "flat, de-en: no value, constant." in text
    assert "scores 50 % of what was judged in de-en" in text
    assert "Clusters by the average: 1. chrF2; 2." in text
    assert "1000 samples, seed 0" in text
    assert "a note" in text
    assert "\t" not in text


def test_digits_after_the_point_are_chosen() -> None:
    assert "0.44=" in render(study(), "text", 2)


def test_tsv_has_the_same_number_of_cells_everywhere() -> None:
    header, *lines = [line.split("\t") for line in render(study(), "tsv").splitlines()]
    assert tuple(header) == COLUMNS
    records = [dict(zip(header, line, strict=True)) for line in lines]
    assert [r["record"] for r in records].count("test") == 3
    first = records[0]
    assert (first["metric"], first["value"], first["low"], first["best"], first["n"]) == (
        "chrF2", "0.5", "0.25", "true", "1200",
    )  # fmt: skip
    assert records[2]["value"] == ""
    assert records[2]["note"] == "constant"
    assert {r["cluster"] for r in records if r["record"] == "rank"} == {"1", "2"}
    assert records[1]["metric"] == 'a<b>&"$x_1\\t%\\\\'


def test_json_has_null_for_what_is_no_number() -> None:
    page = json.loads(render(study(), "json"))
    assert page["seed"] == 0
    column = page["tables"][0]["columns"][0]
    assert [cell["value"] for cell in column["cells"]] == [0.5, 0.25, None]
    assert column["cells"][1] == {
        "metric": EVIL, "value": 0.25, "interval": [-0.125, 0.5], "coverage": 0.5, "epsilon": None, "note": "",
        "best": False, "not_worse": False,
    }  # fmt: skip
    assert column["tests"][0]["p_holm"] == 0.02
    assert column["clusters"] == [["chrF2"], [EVIL]]
    assert page["tables"][0]["average"]["lang_pair"] == "avg"


def test_latex_is_escaped_bold_and_balanced() -> None:
    text = render(study(), "latex")
    assert r"\textbf{0.500}" in text
    assert r"0.438$^{\dagger}$" in text
    assert r"\caption{set\textless{}1\textgreater{}: Spearman's $\rho$ with da, by segment." in text
    assert r"a\textless{}b\textgreater{}\&" in text
    body = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {line.count(" & ") for line in body} == {3}
    code = [line for line in text.splitlines() if not line.startswith("%")]
    assert "\n".join(code).count("{") == "\n".join(code).count("}")


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'xml'"):
        render(study(), "xml")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[Any] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: Any, attributes: Any) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "br", "hr", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag: Any) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: Any) -> None:
        self.text.append(data)


def test_the_page_is_whole_and_escaped() -> None:
    page = study_page(study())
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "script" not in tags.tags
    assert "b" not in tags.tags
    assert tags.tags.count("svg") == 5  # ranks for wide and narrow screens, points, sizes, ROC
    assert "http" not in page.replace("http-equiv", "")
    assert "Metrics on one tint are one cluster." in page
    assert page.count("<circle") == 250 + 2 * 2  # every second of 500 points, and two metrics with a value


def test_a_study_without_figures_is_a_page_too() -> None:
    assert study_page(study(scatters=(), curves=(), rocs=())).count("<svg") == 2


def test_plots_are_png_and_svg_of_each_sort() -> None:
    pictures = dict(study_plots(study()))
    assert len(pictures) == 2 * 5
    for name, content in pictures.items():
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-")
        assert content.startswith(b"\x89PNG" if name.endswith(".png") else b"<?xml")
    assert dict(study_plots(study())) == pictures
