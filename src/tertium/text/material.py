"""What metrics read beside hypotheses: sources, references, networks of translations, post-edits."""

from collections.abc import Collection
from typing import Literal

Material = Literal["sources", "references", "networks", "post-edits"]
REFERENCES: frozenset[Material] = frozenset({"references"})
OPTIONS: dict[Material, str] = {
    "sources": "-s FILE (in Python sources=…)",
    "references": "-r FILE (in Python references=…)",
    "networks": "--networks FILE (in Python networks=… of a TestSet)",
    "post-edits": "--post-edits [NAME=]FILE (in Python post_edits=… of a TestSet)",
}
"""How each is passed."""


def lacking(needs: Collection[Material], uses: Collection[Material], has: Collection[Material]) -> list[Material]:
    """What is needed and not there, in order; a network serves as references for who reads networks."""
    replaced = "networks" in uses and "networks" in has
    return [one for one in OPTIONS if one in needs and one not in has and not (one == "references" and replaced)]
