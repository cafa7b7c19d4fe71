"""Every form of networks reads what it writes."""

import pytest

from tertium.io.networks import NETWORK_FORMATS
from tertium.networks.entry import Entry
from tertium.networks.forms import form as module
from tertium.networks.limits import DEFAULT
from tests.support.networks import PREMIER, sentences


@pytest.mark.parametrize("name", NETWORK_FORMATS.names())
def test_every_form_reads_what_it_writes(name: str) -> None:
    form = NETWORK_FORMATS.get(name)
    text = form.write([Entry(None, PREMIER)], DEFAULT)
    (entry,) = form.parse(text.rstrip("\n").split("\n"), "file", DEFAULT, None)
    assert set(sentences(entry.network)) == set(sentences(PREMIER))


def test_no_two_forms_have_the_same_ending() -> None:
    endings = [ending for form in set(NETWORK_FORMATS.values()) for ending in form.endings]
    assert len(endings) == len(set(endings))
    assert module.NETWORK_FORMATS is NETWORK_FORMATS
