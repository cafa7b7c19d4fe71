"""Results in notebooks."""

import os
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.networks.network import Card, Network
from tests.support.texts import REFERENCES, SYSTEMS

QUICK: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=20), "n_swaps": 20}


def test_notebooks_show_results() -> None:
    evaluation = tertium.score(SYSTEMS, REFERENCES, metrics=["bleu"])
    assert '<table class="scores">' in evaluation._repr_html_()
    assert "<strong><bdi>62.4</bdi></strong>" in evaluation._repr_html_()
    comparison = tertium.compare(SYSTEMS, REFERENCES, metrics=["bleu"], **QUICK)
    explanations = tertium.explain(SYSTEMS, REFERENCES, metrics=["ter"], segments=[1])
    network = Network("S", (Card.of("S", "a [N]"), Card.of("N", "cat", "dog & <b>")))
    for shown in (comparison, explanations, network):
        html = shown._repr_html_()
        assert html.startswith('<iframe sandbox=""')
        assert "<b>" not in html


def test_a_real_notebook_shows_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (dependency group notebook)")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (dependency group notebook)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (dependency group notebook)")
    monkeypatch.setenv("IPYTHONDIR", os.fspath(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", os.fspath(tmp_path))
    code = "tertium.score(['the cat sat'], tertium.References.by_stream(['the cat sits']), metrics=['chrf'])"
    cell = nbformat.v4.new_code_cell(f"import tertium\n{code}")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    (output,) = notebook.cells[0].outputs
    assert "<table" in output.data["text/html"]
