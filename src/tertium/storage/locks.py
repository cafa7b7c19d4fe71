"""Locks on files between processes, by what the system offers; a lock ends with the process that holds it."""

import sys
import time
from collections.abc import Callable
from typing import IO

# A process that was killed may have left a child that is about to start a program; the child holds the lock until then.
_ATTEMPTS, _PAUSE = 20, 0.1  # seconds

if sys.platform == "win32":
    import msvcrt
    import os
    import random

    _BYTES = 1 << 20  # who shares locks one of them, who does not all

    def _lock(file: IO[str], shared: bool) -> None:
        os.lseek(file.fileno(), random.randrange(_BYTES) if shared else 0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1 if shared else _BYTES)

else:
    import fcntl

    def _lock(file: IO[str], shared: bool) -> None:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def lock_file(file: IO[str], *, shared: bool = False) -> None:
    """Lock an open file for this process alone, or beside others that share it.

    Raises:
        OSError: Another process holds it.
    """
    insist(lambda: _lock(file, shared))


def insist(lock: Callable[[], None]) -> None:
    """Take a lock, after a short wait where another process is just ending.

    Raises:
        OSError: As `lock` did to the end.
    """
    for attempt in range(_ATTEMPTS):
        try:
            return lock()
        except OSError:
            if attempt == _ATTEMPTS - 1:
                raise
            time.sleep(_PAUSE)
