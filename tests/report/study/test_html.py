"""The page of a study."""

from html.parser import HTMLParser
from typing import Any

from tertium.report.study.html import study_page
from tests.meta.samples import study


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
