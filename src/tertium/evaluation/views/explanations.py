"""Explanations as people read them, as records for machines, and as values that JSON can hold.

The records, of which a cell is empty where its column does not apply:

| column | in records | holds |
|---|---|---|
| record | all | score, match, edit, move, n-grams or part |
| test_set, segment, document, system, metric | all | which score it explains; segments count from 1 |
| score, higher_is_better, source, signature | score | the score that is explained, and what made it |
| reference_number, n_references | score | against which of how many references, from 1 |
| kind | match, edit, n-grams, part | kind of match; insertion or deletion; word or character; name of the part |
| hypothesis, reference | score, match, edit, move | the texts; the words of the match, of the edit, of the move |
| hypothesis_place, reference_place | match, edit, move | number of the first of these words, from 1 |
| n, matched, in_hypothesis, in_reference | n-grams | the order, and how many n-grams there are |
| value | match, edit, move, n-grams, part | what it counts; the number of the part |
| probability | match | how sure the match is |
| note | match, edit, move, part | what else the metric says of it |
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.evaluation.views import matches as look
from tertium.evaluation.views.drawings import alignment, coverage
from tertium.metrics.explanation import Explanation, Move, NGrams
from tertium.results.json import Json, plain
from tertium.results.table import Block, Cell, Column, Drawing, Facts, Figure, Paragraph, Row, Table, table_of

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.explain import Explained, Explanations

COLUMNS = (
    "record", "test_set", "segment", "document", "system", "metric", "score", "higher_is_better", "reference_number",
    "n_references", "kind", "hypothesis", "reference", "hypothesis_place", "reference_place", "n", "matched",
    "in_hypothesis", "in_reference", "value", "probability", "note", "source", "signature",
)  # fmt: skip

Record = dict[str, Cell]


def explanation_tables(result: "Explanations") -> Iterator[Block]:
    """For each score the words side by side, or the n-grams, and the numbers that it is made of."""
    for item in result.items:
        yield from _explained(result, item)


def _explained(result: "Explanations", item: "Explained") -> Iterator[Block]:
    explanation = item.explanation
    where = f"{result.test_set}, segment {item.segment} of {result.n_segments}, {item.system}: {item.metric} "
    yield Paragraph((where, Figure(explanation.score), f" ({look.direction(item)})"), "bold")
    if look.is_alignment(explanation):
        yield Drawing(partial(alignment, explanation))
        yield from _prose([_key(explanation)], "dim")
        moves = enumerate(explanation.moves, 1)
        yield from _prose([f"{i}> {look.move_text(explanation, move)}" for i, move in moves], "bold")
    for ngrams in explanation.ngrams:
        yield Drawing(partial(coverage, ngrams, explanation))
        yield _orders(ngrams)
    yield from _prose([_card(explanation, i) for i in range(len(explanation.cards))])
    yield from _parts(explanation)
    yield from _prose(explanation.notes)
    yield Facts((("signature", item.signature),), indent=0, fold=False)


def _prose(lines: Sequence[str], style: str = "") -> Iterator[Paragraph]:
    if any(lines):
        yield Paragraph("\n".join(lines), style)


def _key(explanation: Explanation) -> str:
    """What the marks between words mean."""
    kinds = (kind for kind in look.kinds(explanation) if kind != "same")
    return "; ".join(f"{look.mark(kind)} {look.kind_name(kind)}" for kind in kinds)


def _card(explanation: Explanation, i: int) -> str:
    card = explanation.cards[i]
    words = " ".join(explanation.reference[card.start : card.start + card.length])
    return f'{"  " * card.depth}{look.card_text(card)}: "{words}"'


def _orders(ngrams: NGrams) -> Table:
    worth = any(order.contribution is not None for order in ngrams.orders)
    titles = [f"{ngrams.unit} n-grams", "matched", "hypothesis", "reference", *(["worth"] if worth else [])]
    rows: list[Row] = [
        (
            order.n,
            *(look.number(value) for value in (order.matched, order.in_hypothesis, order.in_reference)),
            *([look.number(order.contribution or 0.0)] if worth else []),
        )
        for order in ngrams.orders
    ]
    return Table(tuple(Column(title, right=True) for title in titles), tuple(rows))


def _parts(explanation: Explanation) -> Iterator[Table]:
    if rows := look.part_rows(explanation.parts):
        yield Table((Column("part"), Column("value", right=True), Column("note")), tuple(rows))


def explanation_records(result: "Explanations") -> Table:
    """The scores, and what each of them is made of."""
    return table_of(COLUMNS, (record for item in result.items for record in _records(result, item)))


def _records(result: "Explanations", item: "Explained") -> Iterator[Record]:
    explanation = item.explanation
    place: Record = {
        "test_set": result.test_set,
        "segment": item.segment,
        "document": item.document,
        "system": item.system,
        "metric": item.metric,
    }
    yield place | {
        "record": "score",
        "score": explanation.score,
        "higher_is_better": item.higher_is_better,
        "reference_number": explanation.reference_number + 1,
        "n_references": explanation.n_references,
        "hypothesis": explanation.hypothesis_text,
        "reference": explanation.reference_text,
        "source": item.source,
        "signature": item.signature,
    }
    for record in (*_matches(explanation), *_edits(explanation), *_moves(explanation), *_numbers(explanation)):
        yield place | record


def _matches(explanation: Explanation) -> Iterator[Record]:
    joint = _joint(explanation)
    for link in explanation.links:
        yield {
            "record": "match",
            "kind": link.kind,
            "hypothesis": joint.join(explanation.hypothesis[link.hypothesis :][: link.hypothesis_length]),
            "reference": joint.join(explanation.reference[link.reference :][: link.reference_length]),
            "hypothesis_place": link.hypothesis + 1,
            "reference_place": link.reference + 1,
            "value": link.contribution,
            "probability": link.probability,
            "note": link.label,
        }


def _joint(explanation: Explanation) -> str:
    return "" if explanation.unit == "character" else " "


def _edits(explanation: Explanation) -> Iterator[Record]:
    for part in explanation.loose:
        words = explanation.hypothesis if part.side == "hypothesis" else explanation.reference
        yield {
            "record": "edit",
            "kind": "insertion" if part.side == "hypothesis" else "deletion",
            part.side: _joint(explanation).join(words[part.start : part.start + part.length]),
            f"{part.side}_place": part.start + 1,
            "value": part.contribution,
            "note": part.label,
        }


def _moves(explanation: Explanation) -> Iterator[Record]:
    for move in explanation.moves:
        yield {
            "record": "move",
            move.side: _joint(explanation).join(_moved(explanation, move)),
            f"{move.side}_place": move.words[0] + 1 if move.words else None,
            "value": move.contribution,
            "note": look.move_text(explanation, move),
        }


def _moved(explanation: Explanation, move: Move) -> list[str]:
    words = explanation.hypothesis if move.side == "hypothesis" else explanation.reference
    return [words[word] for word in move.words]


def _numbers(explanation: Explanation) -> Iterator[Record]:
    for ngrams in explanation.ngrams:
        for order in ngrams.orders:
            yield {
                "record": "n-grams",
                "kind": ngrams.unit,
                "n": order.n,
                "matched": order.matched,
                "in_hypothesis": order.in_hypothesis,
                "in_reference": order.in_reference,
                "value": order.contribution,
            }
    for part in explanation.parts:
        yield {"record": "part", "kind": part.name, "value": part.value, "note": part.note or None}


def explanation_data(result: "Explanations") -> Json:
    """Everything that is known; indices of words count from 0, segments and references from 1."""
    return {
        "version": __version__,
        "test_set": result.test_set,
        "n_segments": result.n_segments,
        "explanations": [_data(item) for item in result.items],
    }


def _data(item: "Explained") -> Json:
    fields = plain(asdict(item.explanation))
    number = fields.pop("reference_number")
    return {
        "system": item.system,
        "segment": item.segment,
        "document": item.document,
        "source": item.source,
        "metric": item.metric,
        "signature": item.signature,
        "higher_is_better": item.higher_is_better,
        "score": fields.pop("score"),
        "reference_number": number + 1,
        "references": fields.pop("n_references"),
        **fields,
    }
