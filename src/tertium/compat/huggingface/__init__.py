"""Our metrics where `evaluate` of Hugging Face is asked: `evaluate.load(huggingface.MODULE, "bleu,chrf")`."""

from pathlib import Path

__all__ = ["MODULE"]

MODULE: str = str(Path(__file__).with_name("tertium").with_suffix(".py"))
"""The file that `evaluate.load` takes; nothing is fetched."""
