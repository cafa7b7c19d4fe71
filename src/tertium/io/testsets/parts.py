"""A test set in many files: a folder of parts, or a pattern such as `parts/*.parquet`."""

import glob
import os

from tertium.errors import DataError
from tertium.io.files import bare_name
from tertium.io.testsets.formats import FORMATS

_PATTERN = set("*?[")


def parts_of(path: str) -> list[str] | None:
    """The parts that a folder or a pattern names, in the order of their names; None where it names one file.

    Files whose names begin with `.` or `_` are not parts: programs that write parts say there that they are done.
    """
    if os.path.isdir(path):
        found = [os.path.join(path, name) for name in os.listdir(path)]
        folders = [one for one in found if _is_part(one) and os.path.isdir(one)]
        if folders:
            raise DataError(
                f"{path}: there is a folder among the parts, {min(folders)}; give a folder that holds files alone, or "
                "a pattern in quotes"
            )
    elif _PATTERN & set(path) and not os.path.exists(path):
        found = glob.glob(path)
    else:
        return None
    parts = sorted(one for one in found if _is_part(one))
    if not parts:
        where = "the folder has" if os.path.isdir(path) else "the pattern finds"
        raise DataError(f"{path}: {where} no files; expected parts of a test set such as {_example()}")
    return parts


def _is_part(path: str) -> bool:
    return not os.path.basename(path).startswith((".", "_"))


def format_of(parts: list[str], name: str) -> str:
    """The format that all parts have, by their endings."""
    formats: dict[str, str] = {}
    for part in parts:
        entry = next((one for one in FORMATS.values() if bare_name(part).lower().endswith(one.endings)), None)
        if entry is None or entry.kind != "table":
            raise DataError(f"{name}: {part} is no part of a test set by its ending; expected {_example()}")
        formats.setdefault(entry.name, part)
    if len(formats) > 1:
        found = ", ".join(f"{one} ({part})" for one, part in formats.items())
        raise DataError(f"{name}: the parts have several formats: {found}; give parts of one format")
    return next(iter(formats))


def _example() -> str:
    return ", ".join(ending for one in FORMATS.values() if one.kind == "table" for ending in one.endings[:1])
