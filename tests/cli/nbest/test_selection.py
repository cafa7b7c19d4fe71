from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.cli.nbest.selection import Chooser
from tertium.errors import DataError
from tertium.metrics import parse
from tertium.nbest.choices import RankedCandidate
from tertium.nbest.forms.formats import read_nbest
from tertium.nbest.lists import NBest
from tertium.nbest.mbr import MBROptions
from tertium.nbest.truth import Truth
from tertium.text.testset import References


def chooser(**options: Any) -> Chooser:
    return Chooser(parse("chrf"), MBROptions(), None, 1, lambda *_: None, **options)


def chosen(run: Iterable[Sequence[RankedCandidate]]) -> list[RankedCandidate]:
    return [one for part in run for one in part]


def test_parts_are_chosen_from_as_the_whole_is(nbest: Path) -> None:
    whole = read_nbest(str(nbest))
    parts = [whole.part(0, 1), whole.part(1, 2)]
    together = chosen(chooser().run([whole], None, False))
    apart = chosen(chooser().run(parts, None, False))
    assert [(one.text, one.score) for one in apart] == [(one.text, one.score) for one in together]
    assert [one.list for one in apart] == [0, 1]


def test_nothing_is_read_before_what_was_read_is_chosen_from(nbest: Path) -> None:
    whole, read = read_nbest(str(nbest)), list[int]()

    def parts() -> Iterator[NBest]:
        for number in range(2):
            read.append(number)
            yield whole.part(number, number + 1)

    run = chooser().run(parts(), None, False)
    assert [one.list for one in next(run)] == [0]
    assert read == [0]
    assert [one.list for one in next(run)] == [1]


def test_other_samples_may_come_in_other_parts() -> None:
    three = NBest.of([["a b", "a c", "b"], ["c"], ["d e", "e"]])
    samples = NBest.of([["a c"], ["c d", "c"], ["e", "e f", "f"]])
    weights = np.arange(1.0, 7.0)
    together, apart, others = (
        Chooser(parse("chrf"), MBROptions(), weights, 2, lambda *_: None).run(lists, of, False)
        for lists, of in (
            ([three], [samples]),
            ([three.part(0, 2), three.part(2, 3)], [samples.part(0, 1), samples.part(1, 3)]),
            ([three.part(0, 1), three.part(1, 3)], [samples.part(0, 2), samples.part(2, 3)]),
        )
    )
    assert chosen(apart) == chosen(others) == chosen(together)


def test_other_samples_must_have_as_many_lists(nbest: Path) -> None:
    whole = read_nbest(str(nbest))
    assert len(chosen(chooser().run([whole], [whole], False))) == 2
    with pytest.raises(DataError, match="has 1 lists, fewer than"):
        chosen(chooser().run([whole], [whole.part(0, 1)], False))
    with pytest.raises(DataError, match="has 2 lists but there are 1 to choose from"):
        chosen(chooser().run([whole.part(0, 1)], [whole], False))


def test_real_references_say_how_good_the_choice_is(nbest: Path) -> None:
    whole = read_nbest(str(nbest))
    truth = Truth(References.by_stream(["a cat sat", "it rains"]))
    judged = chooser(oracle=truth)
    chosen(judged.run([whole.part(0, 1), whole.part(1, 2)], None, False))
    found = judged.evaluation()
    assert found["best"] == 100
    assert found["worst"] < found["chosen"] <= found["best"]
    with pytest.raises(DataError, match="1 references for more lists"):
        chosen(chooser(oracle=truth.part(0, 1)).run([whole], None, False))


def test_weights_are_one_for_each_candidate(nbest: Path) -> None:
    whole = read_nbest(str(nbest))
    weighted = Chooser(parse("chrf"), MBROptions(), np.array([0.0, 0, 1, 0, 1, 0]), 1, lambda *_: None)
    assert [one.text for one in chosen(weighted.run([whole], None, False))] == ["dogs", "it pours"]
    few = Chooser(parse("chrf"), MBROptions(), np.ones(7), 1, lambda *_: None)
    with pytest.raises(DataError, match="7 weights for 6 candidates"):
        chosen(few.run([whole], None, False))
