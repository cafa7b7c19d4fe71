"""Resources made of files: each kind from each of its formats, and what is refused."""

from pathlib import Path

import pytest

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.io.resources import BUILDERS, Order
from tertium.resources import store
from tertium.resources.frequencies import Frequencies
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.synonyms import Synonyms
from tertium.resources.vectors.table import Vectors


@pytest.fixture
def written(tmp_path: Path) -> Path:
    (tmp_path / "table.tsv").write_text("0.5\tdo not like\tdislike\n", "utf-8")
    (tmp_path / "sentences").write_text("a cat sat\na dog\n", "utf-8")
    rows = "".join(f"{word} {i} {i * i % 5} {i % 3}\n" for i, word in enumerate("abcdefghijkl", 1))
    (tmp_path / "words.vec").write_text(rows, "utf-8")
    folder = tmp_path / "meteor"
    folder.mkdir()
    (folder / "english.synsets").write_text("cat\n1 2\nfeline\n1\n", "utf-8")
    (folder / "english.exceptions").write_text("cats\ncat\n", "utf-8")
    (folder / "english.relations").write_text("", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("kind", "source", "format", "ending", "report", "opened"),
    [
        ("paraphrases", "table.tsv", "tsv", ".bin", "1 entries", ParaphraseTable),
        ("frequencies", "sentences", "sentences", ".txt", " words", Frequencies),
        ("vectors", "words.vec", "word2vec", ".bin", "13 pieces", Vectors),
        ("synonyms", "meteor", "meteor", ".bin", " words", Synonyms),
    ],
)
def test_each_kind_is_made_and_can_be_opened(
    kind: str, source: str, format: str, ending: str, report: str, opened: type, written: Path
) -> None:
    target = written / f"{kind}.en.mine{ending}"
    said = BUILDERS.get(kind)(Order(written / source, target, format, dimensions=2))
    assert said.startswith(f"{target}: ")
    assert said.endswith(report)
    assert isinstance(store.load(target, kind), opened)


@pytest.mark.parametrize(
    ("kind", "format"),
    [("paraphrases", "paraphrases"), ("frequencies", "frequencies"), ("vectors", "vectors"), ("synonyms", "synonyms")],
)
def test_formats_are_named_where_there_is_no_such_one(kind: str, format: str, written: Path) -> None:
    with pytest.raises(UnknownNameError, match=f"unknown format of {format} 'odd'; "):
        BUILDERS.get(kind)(Order(written / "sentences", written / "new", "odd"))


def test_what_is_lacking_is_asked_for(written: Path) -> None:
    for kind in ("paraphrases", "frequencies", "vectors", "synonyms"):
        with pytest.raises(OptionError, match=f"{kind} are built from SOURCE to TARGET, with --format"):
            BUILDERS.get(kind)(Order(written / "sentences"))
        with pytest.raises(DataError, match="nowhere does not exist; create it first"):
            BUILDERS.get(kind)(Order(written / "sentences", written / "nowhere" / "new", "tsv"))
    with pytest.raises(OptionError, match="an encoder is built --from"):
        BUILDERS.get("encoder")(Order(written / "sentences"))
    with pytest.raises(UnknownNameError, match="unknown kind of resource to build 'stems'"):
        BUILDERS.get("stems")
