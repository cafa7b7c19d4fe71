"""XLM-RoBERTa (Conneau et al. 2020) and InfoXLM: RoBERTa for a hundred languages, in which COMET speaks."""

from tertium.resources.neural.architectures.roberta import Roberta


class XlmRoberta(Roberta):
    """The same computation; other pieces."""
