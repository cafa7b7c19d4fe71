"""cdec, Joshua and Travatar: `0 ||| text ||| A=-1.2 lm_0=-3 ||| -12.3`.

A feature that is not named has the value 0. Features that the first candidate has are dense, others are sparse.
"""

from collections.abc import Iterator

from tertium.io.files import Input
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.bars import Sentences, number_of, split_fields, written_by
from tertium.nbest.forms.form import FORMS, Form


def feed(source: Input, builder: NBestBuilder) -> Iterator[None]:
    sentences = Sentences(builder)
    names: tuple[str, ...] | None = None
    for line, fields in split_fields(source, builder, 3):
        sentences.see(line, fields[0])
        features = _features(builder, line, fields[2])
        if names is None:
            names = tuple(features)
        values = [features.pop(name, 0.0) for name in names]
        score = fields[3] if len(fields) > 3 else ""
        log_prob = number_of(builder, line, score, "the model score") if score else None
        builder.add(line, fields[1], names, values, features, log_prob)
        yield


def _features(builder: NBestBuilder, line: int, text: str) -> dict[str, float]:
    features: dict[str, float] = {}
    for word in text.split():
        name, equals, value = word.rpartition("=")
        if not equals or not name:
            builder.refuse(line, f"found {word[:40]!r} among the features, expected name=value")
        if name in features:
            builder.refuse(line, f"the feature {name!r} appears twice")
        features[name] = number_of(builder, line, value, f"feature {name!r}")
    return features


FORMS.add("cdec", Form.of(feed, "sum", lambda text: written_by(text) == "cdec"))
FORMS.add("joshua", FORMS.get("cdec"))
FORMS.add("travatar", FORMS.get("cdec"))
