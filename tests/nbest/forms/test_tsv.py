"""N-best lists in a table."""

from pathlib import Path

import numpy as np
import pytest

from tertium import BLEU, read_nbest
from tertium.errors import DataError
from tests.support.types import Put

HEADER = "seg_id\trank\thypothesis\tfeatures\tmodel_score\treference\n"


def test_rows_of_a_segment_are_a_list(put: Put) -> None:
    rows = "0\t1\ta b\tlm: 1 2 w: 3\t-1\tr s\n0\t2\ta\tlm: 2 3 w: 4\t-2\tr s\n1\t1\tc\tlm: 0 0 w: 0\t-3\tt\n"
    lists = read_nbest(put("a.tsv", HEADER + rows))
    assert list(lists) == [["a b", "a"], ["c"]]
    assert lists.names == ("lm_0", "lm_1", "w")
    assert lists.references is not None
    assert tuple(lists.references) == (("r s",), ("t",))


def test_a_table_without_hypotheses_is_refused(put: Put) -> None:
    with pytest.raises(DataError, match="no column 'hypothesis'; found seg_id, text"):
        read_nbest(put("a.tsv", "seg_id\ttext\n0\ta\n"), "tsv")


@pytest.mark.shared
def test_the_real_list_gives_the_figures_of_moses(shared: Path) -> None:
    lists = read_nbest(shared / "data/nbest/nbest_moses_mert_test.tsv.gz")
    assert (len(lists), lists.n_candidates, len(lists.names)) == (100, 10_000, 15)
    assert lists.references is not None
    pairing, different = lists.pairing(lists.references)
    assert np.diff(different.offsets).mean() == 37.4
    metric = BLEU(tok="none", smooth="none")
    rows = metric.statistics(pairing)
    first, ones = lists.offsets[:-1], lists.best(lists.scores(dict.fromkeys(lists.names, 1.0)))
    assert float(metric.score(rows[different.which[first]].sum(0))) == pytest.approx(7.22233, abs=5e-6)
    assert float(metric.score(rows[different.which[ones]].sum(0))) == pytest.approx(9.10053, abs=5e-6)
