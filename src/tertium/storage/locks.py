"""Locks on files between processes, by what the system offers; a lock ends with the process that holds it."""

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def lock_file(file: IO[str]) -> None:
        """Lock an open file for this process alone.

        Raises:
            OSError: Another process holds it.
        """
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock_file(file: IO[str]) -> None:
        """Lock an open file for this process alone.

        Raises:
            OSError: Another process holds it.
        """
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
