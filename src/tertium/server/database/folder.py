"""The folder of a server's data: the database, backups, uploads and results. Nobody but its owner may look in."""

import os
import stat
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from tertium.errors import DataError
from tertium.server.errors import TemporaryError, TooLargeError

FOLDER_MODE, FILE_MODE = 0o700, 0o600
_OTHERS = 0o077


def prepare(data: Path) -> list[Path]:
    """Make the folder, for its owner's eyes only; what others could look into until now, and cannot any more.

    Raises:
        DataError: It cannot be made, or is open to others and cannot be closed.
    """
    try:
        data.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        if data.stat().st_mode & stat.S_ISVTX:
            raise DataError(f"{data}: everybody may write there; choose a folder of its own with --data")
        ours = [data, *data.glob("tertium.db*"), *data.glob("*/"), *data.glob("*/*")]
        loose = [path for path in ours if _is_ours(data, path) and path.stat().st_mode & _OTHERS]
        for path in loose:
            path.chmod(FOLDER_MODE if path.is_dir() else FILE_MODE)
    except OSError as error:
        place = error.filename or data
        raise DataError(f"{place}: {error.strerror}; choose another place with --data") from None
    return loose


def _is_ours(data: Path, path: Path) -> bool:
    """Whether the server made it: other things that stand in the folder are left alone."""
    parts = path.relative_to(data).parts
    return not path.is_symlink() and (
        not parts or parts[0].startswith("tertium.db") or parts[0] in ("backups", "uploads", "results")
    )


def claim_file(path: Path) -> None:
    """Make an empty file that nobody else can read, unless it is there; programs that write into it keep its mode.

    Raises:
        OSError: It cannot be made.
    """
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, FILE_MODE))


def subfolder(data: Path, name: str) -> Path:
    """A folder in the data folder, with the same mode."""
    path = data / name
    path.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    return path


async def keep_upload(data: Path, stream: AsyncIterator[bytes], most: int, name: str) -> Path:
    """Write a request's content to a file of its own; too much is refused."""
    handle, path = tempfile.mkstemp(dir=subfolder(data, "uploads"), suffix=f"-{name}")
    size = 0
    try:
        with os.fdopen(handle, "wb") as file:
            async for part in stream:
                size += len(part)
                if size > most:
                    raise TooLargeError(f"the file is larger than {most:,} bytes", "import it in parts")
                file.write(part)
    except OSError as error:
        Path(path).unlink(missing_ok=True)
        raise TemporaryError(
            f"the file cannot be kept now ({error.strerror})", "try again later", retry_after=60
        ) from None
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
    return Path(path)


def result_file(data: Path, job_id: str, ending: str) -> Path:
    """Where a job puts its file."""
    path = subfolder(data, "results") / f"{job_id}.{ending}"
    claim_file(path)
    return path


def remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def read(path: Path) -> bytes:
    return path.read_bytes()


def opened(path: Path) -> BinaryIO:
    """A file to be read line by line."""
    return path.open("rb")


def write(path: Path, content: str) -> None:
    path.write_text(content, "utf-8")
