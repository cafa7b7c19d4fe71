"""XLM-RoBERTa XL and XXL (Goyal et al. 2021): vectors are made normal before what reads them, and once at the end."""

from tertium.resources.neural.architectures.roberta import Roberta
from tertium.resources.neural.graph import Graph


class XlmRobertaXl(Roberta):
    """Layers add to what comes in; only the last is made normal behind."""

    plain_embeddings = True

    def add_layer(self, graph: Graph, number: int, state: str) -> str:
        name = f"encoder.layer.{number}"
        before = self.normal(graph, state, f"{name}.attention.self_attn_layer_norm")
        attended = self.linear(graph, self.attended(graph, name, before), f"{name}.attention.output.dense")
        state = graph.add("Add", [attended, state])
        before = self.normal(graph, state, f"{name}.LayerNorm")
        inner = graph.bend(self.linear(graph, before, f"{name}.intermediate.dense"), self.activation)
        state = graph.add("Add", [self.linear(graph, inner, f"{name}.output.dense"), state])
        return self.normal(graph, state, "encoder.LayerNorm") if number == self.layers - 1 else state
