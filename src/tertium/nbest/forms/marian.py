"""Marian: `0 ||| text ||| alignment ||| WordScores= -1 -2 ||| F0= -1.7 F1= -1.9 ||| -0.73`.

The two fields in the middle are optional. Scores of words are no features, as their number varies. The last field is
the score by which Marian ranks, which is divided by the length where it was told to normalise.
"""

from collections.abc import Iterator

from tertium.io.files import Input
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.bars import GroupedFeatures, Sentences, number_of, split_fields, written_by
from tertium.nbest.forms.form import FORMS, Form


def feed(source: Input, builder: NBestBuilder) -> Iterator[None]:
    sentences, features = Sentences(builder), GroupedFeatures(builder)
    for line, fields in split_fields(source, builder, 4):
        sentences.see(line, fields[0])
        scores = fields[-2]
        if scores.startswith("WordScores=") or not scores.startswith("F0="):
            builder.refuse(line, f"found {scores[:40]!r} before the score, expected F0= …, as Marian writes it")
        # A single model writes F0=-1.7, several write F0= -1.7 F1= -1.9.
        builder.add(
            line,
            fields[1],
            *features.read(line, scores.replace("=", "= ")),
            number_of(builder, line, fields[-1], "the score"),
        )
        yield


FORMS.add(
    "marian",
    Form.of(feed, "mean", lambda text: written_by(text) == "marian"),
)
