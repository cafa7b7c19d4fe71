"""What processes that the server starts get to know of its environment: nothing that could be a secret."""

import os

_NAMES = (
    "PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "SYSTEMROOT",
    "PYTHONPATH", "PYTHONHOME", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV",
    "TERTIUM_RESOURCES", "TERTIUM_MAX_EXPANSION", "TERTIUM_MAX_WORDS",
)  # fmt: skip
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Each thread of these libraries reserves memory, of which a process with limits has little."""


def clean_environment() -> dict[str, str]:
    """The variables that programs need in order to run, and no others."""
    names = [*_NAMES, *(name for name in os.environ if name.startswith("LC_"))]
    return {name: os.environ[name] for name in names if name in os.environ} | _ONE_THREAD
