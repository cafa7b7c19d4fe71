"""Writing n-best lists: Moses, JSON Lines, a table, or flat lines."""

import json
from collections.abc import Callable, Iterable, Iterator

from tertium.errors import DataError
from tertium.io.files import FilePath, bare_name, open_stream
from tertium.nbest.lists import NBest, grouped
from tertium.register import Register

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False).encode


def write_nbest(parts: NBest | Iterable[NBest], path: FilePath, form: str | None = None) -> None:
    """Write lists, all at once or in parts that follow each other, as they come.

    Args:
        parts: The lists.
        path: The file (`-`: standard output); compressed if the name ends in `.gz`.
        form: A name in WRITERS; by the ending of the name if not given (`.jsonl`, `.tsv`, `.txt`, otherwise Moses).
    """
    writer = WRITERS.get(form or _by_ending(path))
    with open_stream(path) as stream:
        first = 0
        for nbest in [parts] if isinstance(parts, NBest) else parts:
            for line in writer(nbest, first):
                stream.write(f"{line}\n".encode())
            first += len(nbest)


def _by_ending(path: FilePath) -> str:
    name = bare_name(path).lower()
    endings = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".tsv": "tsv", ".txt": "lines"}
    return next((form for ending, form in endings.items() if name.endswith(ending)), "moses")


def _candidates(nbest: NBest, first: int) -> Iterator[tuple[int, int, int]]:
    """The number of the list, the rank and the number of each candidate."""
    for i in range(len(nbest)):
        for rank, candidate in enumerate(range(nbest.offsets[i], nbest.offsets[i + 1]), 1):
            yield first + i, rank, candidate


def _moses(nbest: NBest, first: int) -> Iterator[str]:
    features = _Features(nbest, "Moses' form")
    for number, _, candidate in _candidates(nbest, first):
        text = nbest.text(candidate)
        if "|||" in text or "\n" in text:
            _refuse(nbest, number, text, "holds ||| or a line end, which Moses' form cannot hold")
        score = "" if nbest.log_prob is None else f" ||| {float(nbest.log_prob[candidate])!r}"
        yield f"{number} ||| {text} ||| {features.text(candidate)}{score}"


def _jsonl(nbest: NBest, first: int) -> Iterator[str]:
    for i in range(len(nbest)):
        record: dict[str, object] = {"id": first + i}
        if nbest.source is not None:
            record["source"] = nbest.source[i]
        if nbest.references is not None:
            record["references"] = nbest.references[i]
        if nbest.log_prob is not None and nbest.log_prob_kind != "sum":
            record["log_prob_kind"] = nbest.log_prob_kind
        record["candidates"] = [_record(nbest, c) for c in range(nbest.offsets[i], nbest.offsets[i + 1])]
        yield _encode(record)


def _record(nbest: NBest, candidate: int) -> dict[str, object]:
    record: dict[str, object] = {"text": nbest.text(candidate)}
    if nbest.log_prob is not None:
        record["log_prob"] = float(nbest.log_prob[candidate])
    if nbest.names:
        record["features"] = dict(zip(nbest.names, nbest.features[candidate].tolist(), strict=True))
    if sparse := nbest.sparse.row(candidate):
        record["sparse"] = sparse
    return record


def _tsv(nbest: NBest, first: int) -> Iterator[str]:
    features = _Features(nbest, "a table")
    n_references = 0 if nbest.references is None else len(nbest.references[0])
    references = [f"reference_{k}" if k > 1 else "reference" for k in range(1, n_references + 1)]
    scored = ["model_score"] if nbest.log_prob is not None else []
    if first == 0:
        yield "\t".join(["seg_id", "rank", "hypothesis", "features", *scored, *references])
    for number, rank, candidate in _candidates(nbest, first):
        cells = [str(number), str(rank), nbest.text(candidate), features.text(candidate)]
        if nbest.log_prob is not None:
            cells.append(repr(float(nbest.log_prob[candidate])))
        if nbest.references is not None:
            cells += nbest.references[number - first]
        for cell in cells:
            if "\t" in cell or "\n" in cell:
                _refuse(nbest, number, cell, "holds a tab or a line end, which a table cannot hold")
        yield "\t".join(cells)


def _lines(nbest: NBest, first: int) -> Iterator[str]:
    size = nbest.sizes[0]
    if (nbest.sizes != size).any():
        raise DataError(
            f"{nbest.name}: lists of {nbest.sizes.min()} to {nbest.sizes.max()} candidates; flat lines need the same "
            "number in each; write jsonl instead"
        )
    for number, _, candidate in _candidates(nbest, first):
        text = nbest.text(candidate)
        if "\n" in text:
            _refuse(nbest, number, text, "holds a line end, which flat lines cannot hold")
        yield text


class _Features:
    """Features as Moses writes them."""

    def __init__(self, nbest: NBest, form: str) -> None:
        self.nbest = nbest
        self.groups: list[tuple[str, int, int]] = []
        at = 0
        for name, members in grouped(nbest.names):
            if not name or any(c in name for c in " \t=:|") or (len(members) == 1 and "_" in name):
                raise DataError(
                    f"{nbest.name}: {form} cannot hold the dense feature {name!r}: a name with _ and one number is "
                    "sparse there, and space, =, : and | separate fields; write jsonl instead"
                )
            self.groups.append((name, at, at + len(members)))
            at += len(members)

    def text(self, candidate: int) -> str:
        values = list(map(repr, self.nbest.features[candidate].tolist()))
        dense = [f"{name}= {' '.join(values[begin:end])}" for name, begin, end in self.groups]
        sparse = [f"{name}= {value!r}" for name, value in self.nbest.sparse.row(candidate).items()]
        return " ".join(dense + sparse)


def _refuse(nbest: NBest, number: int, text: str, why: str) -> None:
    raise DataError(f"{nbest.name}: a text of list {number} ({text[:40]!r}) {why}; write jsonl instead")


Writer = Callable[[NBest, int], Iterator[str]]
WRITERS: Register[Writer] = Register("form of n-best lists")
for _name, _writer in {"moses": _moses, "jsonl": _jsonl, "tsv": _tsv, "lines": _lines}.items():
    WRITERS.add(_name, _writer)
