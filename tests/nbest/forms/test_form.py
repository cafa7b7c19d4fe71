"""Forms of n-best lists: each knows its own files and no other."""

import pytest

from tertium import read_nbest
from tertium.nbest.forms.form import FORMS, ReadOptions
from tests.nbest.forms.test_cdec import CDEC
from tests.nbest.forms.test_fairseq import FAIRSEQ
from tests.nbest.forms.test_marian import MARIAN
from tests.support.types import Put

STARTS = {
    "cdec": CDEC,
    "fairseq": FAIRSEQ,
    "marian": MARIAN,
    "moses": "0 ||| a ||| lm= 1 ||| 2\n",
    "jsonl": '{"candidates": ["a"]}\n',
    "tsv": "seg_id\thypothesis\n0\ta\n",
}


@pytest.mark.parametrize("name", STARTS)
def test_a_file_is_known_by_how_it_begins(put: Put, name: str) -> None:
    lists = read_nbest(put("lists", STARTS[name]))
    looking = {form for form in STARTS if FORMS.get(form).looks_like(STARTS[name])}
    assert looking == {name}
    assert lists.log_prob_kind == ("mean" if name == "marian" else "sum")


def test_flat_lines_alone_take_numbers_from_files_and_are_never_guessed() -> None:
    assert [name for name in FORMS.names() if FORMS.get(name).flat] == ["lines"]
    assert not any(FORMS.get("lines").looks_like(text) for text in STARTS.values())
    assert ReadOptions().form is None
