"""Settings as COMET's versions wrote them, and everything else that YAML has."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.resources.neural.checkpoints import hparams

FIRST = """\
activations: Tanh
batch_size: 4
class_identifier: regression_metric
dropout: 0.15
encoder_learning_rate: 1.0e-05
encoder_model: XLM-RoBERTa
hidden_sizes:
- 3072
- 1024
keep_embeddings_frozen: true
layer: mix
layerwise_decay: 0.95
learning_rate: 3.1e-05
load_weights_from_checkpoint: null
nr_frozen_epochs: 0.3
optimizer: Adam
pool: avg
pretrained_model: xlm-roberta-large
train_data: data/1719-da.csv
validation_data:
    - data/a.csv
    - 'data/it''s.csv'
"""
SECOND = """\
# COMET 2.2
class_identifier: unified_metric
cross_entropy_weights: null
error_labels: [minor, "major"]
input_segments:
  - mt
  - src
layer_transformation: sparsemax_patch  # see issue 244
layer_norm: true
loss_lambda: 0.65
train_data: []
word_layer: 24
empty: {}
"""


def test_the_forms_of_all_versions_are_read() -> None:
    first, second = hparams.parse(FIRST), hparams.parse(SECOND)
    assert first["hidden_sizes"] == [3072, 1024]
    assert first["encoder_learning_rate"] == 1e-5
    assert first["load_weights_from_checkpoint"] is None
    assert first["validation_data"] == ["data/a.csv", "data/it's.csv"]
    assert first["keep_embeddings_frozen"] is True
    assert second["error_labels"] == ["minor", "major"]
    assert second["input_segments"] == ["mt", "src"]
    assert (second["layer_transformation"], second["train_data"], second["empty"]) == ("sparsemax_patch", [], {})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: !!python/object/apply:os.system ['true']", "line 1: found .*no plain value"),
        ("a: &x [1]\nb: *x", "line 1"),
        ("a: 1\n  b: 2", "line 2: found"),
        ("a: |\n  text", "line 1"),
        ("a: {b: 1}", "line 1"),
        ("a: 1\na: 2", "line 2: a stands there twice"),
        ("a: 1\n- 2", "line 2: an item"),
        ("a: 'x", "line 1: a quote that does not end"),
        ("- 1", "line 1"),
        ("? a\n: b", "line 1"),
    ],
)
def test_what_is_not_flat_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        hparams.parse(text)


@given(text=st.text(max_size=80))
def test_any_text_is_settings_or_a_message(text: str) -> None:
    try:
        found: object = hparams.parse(text)
    except ValueError as error:
        found = str(error)
    assert isinstance(found, dict) or "line " in str(found)


def test_messages_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "hparams.yaml"
    with pytest.raises(DataError, match="cannot be opened"):
        hparams.read(path)
    path.write_bytes(b"\xff")
    with pytest.raises(DataError, match="expected lines `name: value`"):
        hparams.read(path)
    path.write_text("a: *b", "utf-8")
    with pytest.raises(DataError, match=str(path)):
        hparams.read(path)
