"""BERT (Devlin et al. 2019), MiniLM, and BLEURT's own copy of it, which may have narrow vectors of pieces."""

from tertium.resources.neural.architectures.base import BertLike
from tertium.resources.neural.graph import Graph


class Bert(BertLike):
    """As `BertLike`: the others are variations of it."""

    def add_start(self, graph: Graph, state: str) -> str:
        name = "encoder.embedding_projection"
        return self.linear(graph, state, name) if f"{name}.weight" in self.weights else state
