"""Files of networks that are hard to write."""

from typing import Any

from hypothesis import strategies as st

from tertium.networks.entry import Entry
from tests.support.networks import costs, hard_names, hard_words, networks


def lines(text: str) -> list[str]:
    assert text.endswith("\n")
    return text[:-1].split("\n")


hard_networks = networks(words=hard_words, names=hard_names, costs=costs, spans=True)


@st.composite
def files(draw: st.DrawFn, networks: Any = hard_networks) -> Any:
    found = draw(st.lists(networks, min_size=1, max_size=3))
    names = draw(st.lists(hard_words, min_size=len(found), max_size=len(found), unique=True))
    named = draw(st.booleans())
    return [Entry(name if named else None, network) for name, network in zip(names, found, strict=True)]
