"""Flat lines: the candidates of all sentences, the same number for each, with numbers in files beside them.

This is what programs for minimum Bayes risk take. There is one log-probability or feature per line, for each candidate.
"""

from collections.abc import Iterator

from tertium.errors import DataError, OptionError
from tertium.io.files import FilePath, Input, open_input
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.bars import number_of
from tertium.nbest.forms.form import FORMS, Form, ReadOptions


def feed(source: Input, builder: NBestBuilder, how: ReadOptions) -> Iterator[None]:
    """As other forms, with the same number of candidates for each sentence and numbers from files."""
    number = how.number
    if number is None or number < 1:
        raise OptionError(f"{source.name}: flat lines need the number of candidates per sentence; pass -n N")
    columns = {name: _numbers(path, name) for name, path in how.features.items()}
    scores = _numbers(how.log_probs, "log-probability") if how.log_probs is not None else None
    names = tuple(columns)
    n_lines = 0
    for line, text in source.lines():
        n_lines = line
        if (line - 1) % number == 0:
            builder.start_list(line)
        values = [_next(column, line, source.name) for column in columns.values()]
        builder.add(line, text, names, values, None, None if scores is None else _next(scores, line, source.name))
        yield
    if n_lines % number:
        raise DataError(
            f"{source.name}: {n_lines} lines, which is no multiple of {number} candidates per sentence; "
            f"expected {n_lines // number * number} or {(n_lines // number + 1) * number}"
        )
    for column in (*columns.values(), *([] if scores is None else [scores])):
        if (more := next(column, None)) is not None:
            raise DataError(f"{more[0]} has more lines than {source.name}, which has {n_lines}; expected as many")


Numbers = Iterator[tuple[str, int, float]]


def _numbers(path: FilePath, what: str) -> Numbers:
    with open_input(path) as source:
        builder = NBestBuilder(source.name)
        for line, text in source.lines():
            yield source.name, line, number_of(builder, line, text.strip(), f"the {what}")


def _next(numbers: Numbers, line: int, name: str) -> float:
    entry = next(numbers, None)
    if entry is None:
        raise DataError(f"a file of numbers ends before line {line} of {name}; expected one number for each candidate")
    return entry[2]


FORMS.add("lines", Form(feed, "sum", flat=True))
