"""A result with every kind of block."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Drawing, Estimate, Facts, Paragraph, Piece, Table

NAMES = ("ours", "a|b", "*bold* _x_ [y](z)", "\x1b[31mred\x9b", "-- & % $ #", "two\nlines", "", "翻訳 " * 30)


@dataclass(frozen=True, slots=True, repr=False)
class Sample(Result):
    """Every kind of block, with a name in it that may be anything."""

    name: str

    def tables(self) -> Sequence[Block]:
        scores = Table(
            (Column("system"), Column("BLEU", "number", higher_is_better=True), Column("n", "count")),
            (
                (self.name, Estimate(34.46, (33.1, 35.87), "best"), 1204),
                None,
                ("other", Estimate(-1.25, None, "tied"), 7),
            ),
            tied="Not significantly different from the best (Holm-corrected p > 0.05).",
        )
        return (
            Paragraph(f"{self.name}, 1204 segments"),
            scores,
            Facts((("BLEU", f"bleu|{self.name}|v:0"),), "Signatures", fold=False),
            Drawing(lambda width: [[Piece("-" * width, "red")]]),
        )

    def data(self) -> Json:
        return {"name": self.name, "scores": [34.46, -1.25]}
