from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.errors import DataError, OptionError
from tertium.io.examples import read_examples

Put = Callable[[str, str | bytes], Path]


def test_plain_texts_stand_beside_references(put: Put) -> None:
    examples = read_examples([put("h", "a\nb\n")], [put("m", "c\nd\n")], [put("r", "x\ny\n")])
    assert [(use.name, use.use, use.judgements) for use in examples.origins] == [("h", "human", 2), ("m", "machine", 2)]
    assert len(examples) == 4


def test_each_reference_of_a_table_is_a_translation_in_turn(put: Put) -> None:
    human = put("h.tsv", "lang_pair\treference\treference_2\nde-en\ta\tb\nen-de\tx\ty\n")
    machine = put("m.tsv", "lang_pair\thypothesis\treference\nde-en\tc\ta\n")
    examples = read_examples([human], [machine], lang_pairs=["*-en"])
    assert [use.judgements for use in examples.origins] == [2, 1]
    assert examples.origins[0].lang_pairs == ("de-en",)


def test_a_folder_means_all_its_files(put: Put, tmp_path: Path) -> None:
    (tmp_path / "systems").mkdir()
    human, reference = put("h", "a\n"), put("r", "x\n")
    with pytest.raises(DataError, match="the folder is empty"):
        read_examples([human], [tmp_path / "systems"], [reference])
    for name in ("one", "two"):
        (tmp_path / "systems" / name).write_text("m\n")
    assert len(read_examples([human], [tmp_path / "systems"], [reference])) == 3


def test_what_does_not_fit_is_refused(put: Put) -> None:
    human, machine = put("h", "a\nb\n"), put("m", "c\n")
    with pytest.raises(OptionError, match="plain text needs references beside it"):
        read_examples([human], [machine])
    with pytest.raises(DataError, match="has 1 lines but"):
        read_examples([human], [machine], [put("r", "x\ny\n")])
    with pytest.raises(DataError, match="no second reference"):
        read_examples([put("h.tsv", "reference\na\n")], [machine])
    with pytest.raises(DataError, match="there are no rows"):
        read_examples([put("e.tsv", "hypothesis\treference\n")], [machine])
