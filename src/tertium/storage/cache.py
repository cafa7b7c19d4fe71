"""The user's folders for what can be made again and for what is kept.

In the first are stamps: notes that a file was looked through and is still the same.
"""

import hashlib
import os
from pathlib import Path


def cache_folder() -> str:
    """`tertium` in the user's cache directory (XDG_CACHE_HOME, or ~/.cache)."""
    return _folder("XDG_CACHE_HOME", ".cache")


def data_folder() -> Path:
    """`tertium` in the user's data directory (XDG_DATA_HOME, or ~/.local/share)."""
    return Path(_folder("XDG_DATA_HOME", ".local/share"))


def _folder(variable: str, usual: str) -> str:
    base = os.environ.get(variable, "")
    if not os.path.isabs(base):  # the standard says to ignore it then
        base = os.path.join(os.path.expanduser("~"), usual)
    return os.path.join(base, "tertium")


def is_stamped(about: os.stat_result, what: str) -> bool:
    """Whether a file with this state was stamped as `what` before."""
    return _stamp(about, what).is_file()


def stamp(about: os.stat_result, what: str) -> None:
    """Remember that a file in this state is `what`; where nothing can be kept, it is looked through again next time."""
    path = _stamp(about, what)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        pass


def _stamp(about: os.stat_result, what: str) -> Path:
    # The time of change cannot be set by hand, so a file that was written to since has another stamp.
    state = f"{about.st_dev} {about.st_ino} {about.st_size} {about.st_mtime_ns} {about.st_ctime_ns} {what}"
    return Path(cache_folder()) / "verified" / hashlib.blake2b(state.encode(), digest_size=16).hexdigest()
