"""RemBERT (Chung et al. 2021), on which BLEURT-20 stands: narrow vectors, made wide before the first layer."""

from tertium.resources.neural.architectures.base import BertLike
from tertium.resources.neural.graph import Graph


class RemBert(BertLike):
    """The table of pieces has `input_embedding_size` columns."""

    def add_start(self, graph: Graph, state: str) -> str:
        return self.linear(graph, state, "encoder.embedding_hidden_mapping_in")
