"""Paraphrase tables: what they are, what their arrays must be, their text formats, and which phrases are related."""

from tertium.resources.paraphrases.table import Paraphrase, ParaphraseTable, write_table

__all__ = ["Paraphrase", "ParaphraseTable", "write_table"]
