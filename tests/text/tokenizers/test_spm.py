"""Pieces by SentencePiece: those of sacreBLEU, and nothing is downloaded."""

import io
from pathlib import Path

import pytest
import sentencepiece
from sacrebleu.tokenizers import tokenizer_spm

import tertium
from tertium.errors import DataError
from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts
from tests.support.texts import STREAMS, SYSTEMS


def words(texts: list[str], name: str) -> list[list[str]]:
    batch = tokenizers.get(name).tokenize(PackedTexts.pack(texts))
    return [batch.tokens(row) for row in range(len(batch))]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small model of our own sentences."""
    written = io.BytesIO()
    texts = [text for column in (*STREAMS, *SYSTEMS.values()) for text in column]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_writer=written, vocab_size=200, minloglevel=2, hard_vocab_limit=False
    )
    path = tmp_path_factory.mktemp("pieces") / "small.model"
    path.write_bytes(written.getvalue())
    return path


@pytest.mark.parametrize("name", ["flores200", "flores101", "spm"])
def test_pieces_are_those_of_sacrebleu(name: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = tokenizer_spm.SPM_MODELS[name]["url"].split("/")[-1]
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / url).write_bytes(model.read_bytes())
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    original = tokenizer_spm.TokenizerSPM("flores101" if name == "spm" else name)
    texts = [*SYSTEMS["neural"], "", "  two  spaces ", "日本語 and ∑"]
    assert words(texts, name) == [original(text).split() for text in texts]
    assert words(texts, f"spm:{model}") == words(texts, name)


def test_a_model_by_its_path_is_named_by_its_content(model: Path) -> None:
    signature = tertium.BLEU(tok=f"spm:{model}").signature()
    assert signature["tok"].startswith("spm:small@")
    assert str(model.parent) not in signature["tok"]
    score = tertium.BLEU(tok=f"spm:{model}").corpus_score(SYSTEMS["neural"], tertium.References.by_stream(STREAMS[0]))
    assert 0 < score < 100


def test_a_model_that_is_not_there_is_not_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(DataError) as error:
        words(["a"], "flores200")
    assert str(tmp_path / "models" / "flores200sacrebleuspm") in str(error.value)
    assert "sacrebleu -tok flores200" in str(error.value)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(DataError, match=r"tok=spm:no/such\.model: no such file"):
        tokenizers.get("spm:no/such.model")


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.model"
    path.write_text("the cat", "utf-8")
    with pytest.raises(DataError, match="not a model of SentencePiece"):
        words(["a"], f"spm:{path}")
