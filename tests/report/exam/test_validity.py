"""The page for a board: links lead to rows, and nothing runs or loads."""

import re

from tertium.report.exam.validity import validity_page
from tests.exam.reported import report


def test_every_link_leads_to_a_row() -> None:
    page = validity_page(report())
    targets = set(re.findall(r'id="([^"]+)"', page))
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links <= targets
    assert len(targets) >= 90
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_cells_list_as_many_passages_as_they_count() -> None:
    """Of the first comparison: all passages with two labels."""
    page = validity_page(report())
    first = page[page.index("people and people: ") :]
    first = first[: first.index("</details>")]
    counts = [int(number) for number in re.findall(r'<td class="number">(\d+)</td>', first)]
    assert sum(counts) == first.count("<a href=") == report().fairness.agreement[0].n
