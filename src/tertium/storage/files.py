"""Files that are read whole: tables of the package, and digests."""

from pathlib import Path


def read_rows(path: Path) -> list[list[str]]:
    """The rows of a table with tabs, without comments (`#`) and header."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")][1:]


def digest(path: Path) -> str:
    """A short name of what is in a file."""
    from hashlib import blake2b  # late: it loads OpenSSL

    return blake2b(path.read_bytes(), digest_size=4).hexdigest()
