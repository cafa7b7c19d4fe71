"""The forms of n-best lists, how a file's form is found, and reading by form.

The form of a file is found by how it begins. Each form is one module; it is imported when it is first used.
"""

from collections.abc import Callable
from dataclasses import replace

from tertium.errors import DataError
from tertium.io.files import FilePath, open_input
from tertium.register import Register
from tertium.text.nbest import LogProbKind, NBest

READERS: Register[Callable[..., NBest]] = Register(
    "form of n-best lists", {f"tertium.io.nbest.{name}:read": [name] for name in ("moses", "tsv")}
)


def read_nbest(path: FilePath, form: str | None = None, *, log_prob: LogProbKind | None = None) -> NBest:
    """Read n-best lists from one file (`-`: standard input).

    Args:
        path: The file; gzip is recognised.
        form: A name in READERS; found by content if not given.
        log_prob: Whether the log-probabilities are sums over tokens or means, where the form does not tell rightly.

    Raises:
        DataError: The file is damaged; the message names line, what was found and what was expected.
    """
    with open_input(path) as source:
        reader = READERS.get(form if form is not None else _detect(source.name, source.head))
        nbest = reader(source)
    return nbest if log_prob is None else replace(nbest, log_prob_kind=log_prob)


def _detect(name: str, head: bytes) -> str:
    line = head.decode("utf-8", "replace").removeprefix("\ufeff").split("\n", 1)[0].removesuffix("\r")
    if "|||" in line:
        return "moses"
    if "\t" in line and {"seg_id", "hypothesis"} <= set(line.split("\t")):
        return "tsv"
    raise DataError(f"{name}:1: found no n-best lists; expected one of {', '.join(READERS)}; say the form")
