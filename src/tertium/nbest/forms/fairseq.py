r"""fairseq-generate: lines `H-3\t-0.26\ttext`, `D-3\t…` (detokenised), `P-3\t-0.1 -0.4` (log-probabilities of tokens).

Sentences stand in any order. The candidates of a sentence are its D lines, its H lines where there are none. The score
is a mean over tokens; where there are P lines it is their sum instead. Other lines (S, T, A, progress) are passed over.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.bars import BARS, first_line, number_of
from tertium.nbest.forms.form import FORMS, Form

_START = re.compile(r"^[HD]-[0-9]+\t", re.MULTILINE)
_LINE = re.compile(r"([SHDP])-([0-9]{1,18})\t")


@dataclass(slots=True)
class _Sentence:
    line: int
    source: str | None = None
    plain: list[tuple[int, str, float]] = field(default_factory=list)
    detokenized: list[tuple[int, str, float]] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)


def feed(source: Input, builder: NBestBuilder) -> Iterator[None]:
    sentences = _read(source, builder)
    has_sums = any(sentence.sums for sentence in sentences.values())
    if has_sums:
        builder.log_prob_kind = "sum"
    for expected, number in enumerate(sorted(sentences)):
        sentence = sentences[number]
        if number != expected:
            builder.refuse(sentence.line, f"sentence {number} is there but sentence {expected} is not; expected all")
        candidates = sentence.detokenized or sentence.plain
        if has_sums and len(sentence.sums) != len(candidates):
            builder.refuse(
                sentence.line, f"{len(sentence.sums)} P lines for {len(candidates)} candidates of sentence {number}"
            )
        builder.start_list(sentence.line, source=sentence.source)
        for i, (line, text, score) in enumerate(candidates):
            builder.add(line, text, (), (), None, sentence.sums[i] if has_sums else score)
            yield


def _read(source: Input, builder: NBestBuilder) -> dict[int, _Sentence]:
    sentences: dict[int, _Sentence] = {}
    for line, text in source.lines():
        match = _LINE.match(text)
        if match is None:
            continue
        kind, number, rest = match[1], int(match[2]), text[match.end() :]
        sentence = sentences.setdefault(number, _Sentence(line))
        if kind == "S":
            sentence.source = rest
        elif kind == "P":
            sentence.sums.append(sum(number_of(builder, line, word, "a log-probability") for word in rest.split()))
        else:
            score, tab, translation = rest.partition("\t")
            if not tab:
                builder.refuse(line, f"found {text[:40]!r}, expected {kind}-{number}, score and text separated by tabs")
            value = number_of(builder, line, score, "the score")
            (sentence.plain if kind == "H" else sentence.detokenized).append((line, translation, value))
    if not sentences:
        raise DataError(f"{source.name}: there is no line that begins with H- and a number, as fairseq writes them")
    return sentences


def _looks_like(text: str) -> bool:
    line = first_line(text)
    return BARS not in line and not line.startswith("{") and bool(_START.search(text))


FORMS.add("fairseq", Form.of(feed, "mean", _looks_like))
