"""Moses: `0 ||| text ||| d= 0 -7.6 lm= -41.3 sparse_name= 1 ||| -14.6 ||| alignments`; the model score is optional."""

from collections.abc import Iterator

from tertium.io.files import Input
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.bars import GroupedFeatures, Sentences, number_of, split_fields, written_by
from tertium.nbest.forms.form import FORMS, Form


def feed(source: Input, builder: NBestBuilder) -> Iterator[None]:
    sentences, features = Sentences(builder), GroupedFeatures(builder)
    for line, fields in split_fields(source, builder, 3):
        sentences.see(line, fields[0])
        score = fields[3] if len(fields) > 3 else ""
        builder.add(
            line,
            fields[1],
            *features.read(line, fields[2]),
            number_of(builder, line, score, "the model score") if score else None,
        )
        yield


FORMS.add("moses", Form.of(feed, "sum", lambda text: written_by(text) == "moses"))
