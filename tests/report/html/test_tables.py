from tertium.report.html.tables import html_blocks, html_table, tables_page
from tertium.results.table import Column, Drawing, Estimate, Facts, Figure, Paragraph, Piece, Table
from tests.results.factories import weights

TABLE = Table(
    (Column("system"), Column("BLEU", "number", higher_is_better=True)),
    (("a<b", Estimate(34.46, (33.1, 35.87), "best")), None, ("c", Estimate(-1.25, None, "tied")), ("d", None)),
    tied="Not significantly different.",
    notes=("a note",),
)


def test_a_table_has_its_numbers_and_marks() -> None:
    text = str(html_table(TABLE, 1)).replace("\n", "")
    assert '<th scope="row"><bdi>a&lt;b</bdi></th>' in text
    assert '<td class="number"><strong><bdi>34.5</bdi></strong><small>[33.1, 35.9]</small></td>' in text
    assert "<bdi>-1.2</bdi><sup>†</sup>" in text
    assert text.count("<tbody>") == 2  # a rule parts them
    assert ">BLEU ↑</th>" in text


def test_ties_and_notes_are_explained_below() -> None:
    parts = list(map(str, html_blocks([TABLE], 1)))
    assert "† Not significantly different." in parts[1]
    assert "a note" in parts[2]


def test_every_kind_of_block_is_shown() -> None:
    blocks = [
        Paragraph(("two\nlines of ", Figure(1 / 3))),
        Facts((("metric:", "bleu"),), "Signatures"),
        Drawing(lambda width: [[Piece("x" * width)], [Piece("y")]]),
    ]
    text = "".join(map(str, html_blocks(blocks, 2)))
    assert text.count("<p><bdi>") == 2
    assert "lines of 0.33" in text
    assert "<dt>metric</dt>" in text
    assert "<h2>Signatures</h2>" in text
    assert f"<code>{'x' * 80}</code><code>y</code>" in text


def test_a_page_is_named_by_its_result() -> None:
    page = tables_page(weights("lm_0"))
    assert "<h1>Weights</h1>" in page
    assert "Made by Tertium" in page
