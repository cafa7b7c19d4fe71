"""The forms of n-best lists, how a file's form is found, and reading by form.

The form of a file is found by how it begins. Each form is one module; it is imported when it is first used.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from types import ModuleType

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.io.files import FilePath, Input, open_input
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.lists import LogProbKind, NBest

# Which module reads a form; cdec, Joshua and Travatar write the same.
FORMS = {name: name for name in ("moses", "marian", "cdec", "fairseq", "jsonl", "lines", "tsv")}
FORMS |= {"joshua": "cdec", "travatar": "cdec"}
_GROUPED = re.compile(r"(?<!\S)\S+[=:](?:\s|$)")  # from the start of a word only, so that a long one is read once


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read lists.

    Attributes:
        form: A name in FORMS; found by content if not given.
        log_prob: Whether log-probabilities are sums over tokens or means, where the form does not tell rightly.
        number: How many candidates a sentence has in flat lines.
        log_probs: A file of log-probabilities for flat lines.
        features: Files of features for flat lines, by name.
    """

    form: str | None = None
    log_prob: LogProbKind | None = None
    number: int | None = None
    log_probs: FilePath | None = None
    features: Mapping[str, FilePath] = field(default_factory=dict)


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
        form = how.form or ("lines" if how.number is not None else _detect(source))
        module = _module(form)
        builder = NBestBuilder(source.name, portion=size, log_prob_kind=module.LOG_PROB)
        for _ in _feed(module, source, builder, how, form):
            if builder.finished:
                yield _with_kind(builder.finished.pop(), how.log_prob)
        yield _with_kind(builder.build(), how.log_prob)


def _module(form: str) -> ModuleType:
    if form not in FORMS:
        raise UnknownNameError("form of n-best lists", form, FORMS)
    return import_module(f"tertium.nbest.forms.{FORMS[form]}")


def _with_kind(nbest: NBest, kind: LogProbKind | None) -> NBest:
    return nbest if kind is None else replace(nbest, log_prob_kind=kind)


def _feed(module: ModuleType, source: Input, builder: NBestBuilder, how: ReadOptions, form: str) -> Iterator[None]:
    if form == "lines":
        if how.number is None or how.number < 1:
            raise OptionError(f"{source.name}: flat lines need the number of candidates a sentence; say -n N")
        fed: Iterator[None] = module.feed(source, builder, how.number, how.log_probs, how.features)
        return fed
    if how.number is not None or how.log_probs is not None or how.features:
        raise OptionError(f"-n, --log-probs and --features are for flat lines, not for {form}")
    fed = module.feed(source, builder)
    return fed


def looks_like_nbest(source: Input) -> bool:
    """Whether an open file holds n-best lists in one of the forms that tell."""
    return _found(source.head) is not None


def _detect(source: Input) -> str:
    form = _found(source.head)
    if form is None:
        raise DataError(
            f"{source.name}:1: found no n-best lists; expected one of {', '.join(FORMS)}; say the form (--from), or -n "
            "for flat lines"
        )
    return form


def _found(head: bytes) -> str | None:
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    line = text.split("\n", 1)[0].removesuffix("\r")
    if "|||" in line:
        return _with_bars([part.strip() for part in line.split("|||")])
    if "\t" in line and {"seg_id", "hypothesis"} <= set(line.split("\t")):
        return "tsv"
    if line.startswith("{"):
        return "jsonl" if _holds_candidates(line) else None
    if re.search(r"^[HD]-[0-9]+\t", text, re.MULTILINE):
        return "fairseq"
    return None


def _with_bars(fields: list[str]) -> str:
    if len(fields) >= 4 and fields[-2].startswith("F0="):
        return "marian"
    features = fields[2] if len(fields) > 2 else ""
    return "cdec" if features and "=" in features and not _GROUPED.search(features) else "moses"


def _holds_candidates(line: str) -> bool:
    from tertium.nbest.forms import jsonl

    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        # A long line does not end in the head of the file; the keys stand at its beginning as a rule.
        return bool(re.search(r'"(candidates|hypotheses|translations|outputs|choices)":\s*\[', line))
    return isinstance(record, dict) and jsonl.looks_like(record)
