"""TSV with the columns `seg_id`, `hypothesis`, and as many as there are of `features`, `model_score`, `reference…`.

`features` is written as Moses writes it. Rows of one segment stand together, the best first.
"""

from collections.abc import Iterator, Sequence

from tertium.errors import DataError
from tertium.io.columns import reference_number
from tertium.io.files import Input
from tertium.io.testsets.tsv import open_table
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.bars import BARS, GroupedFeatures, Sentences, first_line, number_of
from tertium.nbest.forms.form import FORMS, Form
from tertium.text.testset import Text

_NEEDED = ("seg_id", "hypothesis")


def feed(source: Input, builder: NBestBuilder) -> Iterator[None]:
    table = open_table(source)
    for column in _NEEDED:
        if table.header.count(column) != 1:
            raise DataError(
                f"{source.name}:1: no column {column!r}; found {', '.join(table.header[:20])}; expected seg_id, "
                "hypothesis, and features, model_score, reference where there are some"
            )
    sentences, features = Sentences(builder), GroupedFeatures(builder)
    place = {column: table.header.index(column) for column in table.header}
    references = sorted((n, at) for column, at in place.items() if (n := reference_number(column)) is not None)
    for line, cells in table.rows:
        texts = [text for _, at in references if (text := cells[at])]
        sentences.see(line, cells[place["seg_id"]] or "", texts or None)
        score = _cell(cells, place.get("model_score"))
        builder.add(
            line,
            cells[place["hypothesis"]] or "",
            *features.read(line, _cell(cells, place.get("features"))),
            number_of(builder, line, score, "model_score") if score else None,
        )
        yield


def _cell(cells: Sequence[Text], place: int | None) -> str:
    return "" if place is None else cells[place] or ""


def _looks_like(text: str) -> bool:
    line = first_line(text)
    return BARS not in line and "\t" in line and set(_NEEDED) <= set(line.split("\t"))


FORMS.add("tsv", Form.of(feed, "sum", _looks_like))
