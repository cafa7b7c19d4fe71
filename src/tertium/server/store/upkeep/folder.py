"""The folder of a server's data: the database, backups, uploads and results."""

import os
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from tertium.errors import DataError
from tertium.server.problems import ProblemError


def prepare(data: Path) -> None:
    """Make the folder, for its owner's eyes only.

    Raises:
        DataError: It cannot be made.
    """
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise DataError(f"{data}: {error.strerror}; say another place with --data") from None


async def keep_upload(data: Path, stream: AsyncIterator[bytes], most: int, name: str) -> Path:
    """Write a request's content to a file of its own; too much is refused."""
    uploads = data / "uploads"
    uploads.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, path = tempfile.mkstemp(dir=uploads, suffix=f"-{name}")
    size = 0
    try:
        with os.fdopen(handle, "wb") as file:
            async for part in stream:
                size += len(part)
                if size > most:
                    raise ProblemError("too-large", f"the file is larger than {most:,} bytes", "import it in parts")
                file.write(part)
    except OSError as error:
        Path(path).unlink(missing_ok=True)
        raise ProblemError(
            "unavailable", f"the file cannot be kept now ({error.strerror})", "try again later", retry_after=60
        ) from None
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
    return Path(path)


def result_file(data: Path, job_id: str, ending: str) -> Path:
    """Where a job puts its file."""
    results = data / "results"
    results.mkdir(parents=True, exist_ok=True, mode=0o700)
    return results / f"{job_id}.{ending}"


def remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def write(path: Path, content: str) -> None:
    path.write_text(content, "utf-8")
