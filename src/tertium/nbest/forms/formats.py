"""The forms of n-best lists, how a file's form is found, and reading by form.

The form of a file is found by how it begins. Each form is one module; it is imported when it is first used.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tertium.errors import DataError, OptionError
from tertium.io.files import FilePath, Input, open_input
from tertium.keywords import checked
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.form import FORMS, Form, ReadOptions
from tertium.nbest.lists import LogProbKind, NBest


@checked
def read_nbest(
    path: FilePath,
    form: str | None = None,
    *,
    log_prob: LogProbKind | None = None,
    number: int | None = None,
    log_probs: FilePath | None = None,
    features: Mapping[str, FilePath] | None = None,
) -> NBest:
    """Read n-best lists from one file (`-`: standard input).

    Args:
        path: The file; gzip is recognised.
        form: `moses`, `marian`, `cdec`, `joshua`, `travatar`, `fairseq`, `jsonl`, `lines` or `tsv`; found by content if
            not given.
        log_prob: Whether the log-probabilities are sums over tokens or means, where the form does not tell rightly.
        number: How many candidates a sentence has, for flat lines.
        log_probs: A file with the log-probability of each candidate, for flat lines.
        features: Files with a feature of each candidate, for flat lines.

    Raises:
        DataError: The file is damaged; the message names line, what was found and what was expected.
    """
    (whole,) = read_portions(path, ReadOptions(form, log_prob, number, log_probs, features or {}), None)
    return whole


def read_portions(path: FilePath, options: ReadOptions | None = None, size: int | None = 65_536) -> Iterator[NBest]:
    """Read whole lists in parts of about `size` candidates, so that a file of any length fits into memory."""
    how = options or ReadOptions()
    with open_input(path) as source:
        name = how.form or ("lines" if how.number is not None else _detect(source))
        form = FORMS.get(name)
        builder = NBestBuilder(source.name, portion=size, log_prob_kind=form.log_prob, any_start=how.part)
        for _ in _feed(form, source, builder, how, name):
            if builder.finished:
                yield _with_kind(builder.finished.pop(), how.log_prob)
        yield _with_kind(builder.build(), how.log_prob)


def read_parts(paths: Iterable[FilePath], options: ReadOptions, size: int = 65_536) -> Iterator[NBest]:
    """Read the lists of several files one after the other, each in parts of about `size` candidates."""
    for path in paths:
        yield from read_portions(path, replace(options, part=True), size)


def _with_kind(nbest: NBest, kind: LogProbKind | None) -> NBest:
    return nbest if kind is None else replace(nbest, log_prob_kind=kind)


def _feed(form: Form, source: Input, builder: NBestBuilder, how: ReadOptions, name: str) -> Iterator[None]:
    if not form.flat and (how.number is not None or how.log_probs is not None or how.features):
        raise OptionError(f"-n, --log-probs and --features are for flat lines, not for {name}")
    return form.feed(source, builder, how)


def _detect(source: Input) -> str:
    form = _found(source.head)
    if form is None:
        raise DataError(
            f"{source.name}:1: found no n-best lists; expected one of {', '.join(FORMS)}; pass the form (--from), or "
            "-n for flat lines"
        )
    return form


def _found(head: bytes) -> str | None:
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    return next((name for name in FORMS if FORMS.get(name).looks_like(text)), None)
