"""Which module registers which name. Written by `python -m tools.make_index`; do not edit."""

NAMES: dict[str, dict[str, str]] = {}
CLASSES: dict[str, str] = {}
