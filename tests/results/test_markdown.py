"""Blocks as Markdown."""

import pytest

from tertium.results.markdown import escape, to_markdown
from tertium.results.table import Facts, Paragraph, table_of


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a|b", r"a\|b"),
        ("*x* _y_", r"\*x\* \_y\_"),
        ("<b>", r"\<b\>"),
        ("a\nb", r"a\\nb"),
        ("\x1b", r"\\x1b"),
        ("1.5", "1.5"),
    ],
)
def test_no_text_acts_as_markup(text: str, written: str) -> None:
    assert escape(text) == written


def test_a_table_has_a_row_of_titles_and_one_of_sides() -> None:
    lines = to_markdown([table_of(("system", "BLEU"), [{"system": "a|b", "BLEU": 31.25}])], 1).splitlines()
    assert len(lines) == 3
    assert lines[0] == "| system | BLEU |"
    assert set(lines[1]) <= set("|-:")
    assert lines[2].startswith(r"| a\|b | 31.2")


def test_lines_of_prose_stay_lines_and_make_no_lists() -> None:
    assert to_markdown([Paragraph("- one\n2. two\nend")], 1) == "\\- one  \n2\\. two  \nend\n"


def test_blocks_have_an_empty_line_between_them() -> None:
    assert to_markdown([Paragraph("a"), Paragraph("b", style="bold")], 1) == "a\n\n**b**\n"


def test_what_people_copy_is_code_whatever_ticks_it_has() -> None:
    facts = Facts((("signature:", "a`b"), ("none", "")), fold=False)
    assert to_markdown([facts], 1) == "- signature: ``a`b``\n- none: \n"
