"""Memory that is free inside this process, for others."""

import ctypes
import sys


def give_back() -> None:
    """Give what was freed back to the system, where the C library (glibc) can: small pieces stay here otherwise."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
