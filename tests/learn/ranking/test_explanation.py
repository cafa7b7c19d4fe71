"""How a ranking model came to a score."""

import numpy as np
import pytest

from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.learn.ranking.scale import points_of
from tertium.learn.ranking.tertium import Tertium
from tertium.text.pool import Pairing
from tertium.text.testset import References

REFERENCE = "The cat sat on the mat because it was tired."
WORSE = [
    REFERENCE,
    "The cat sat on the mat since it was tired.",
    "The cat sits at the mat because tired.",
    "Mat the on cat.",
    "Nothing of this kind.",
]


@pytest.mark.parametrize("model", ["tertium-en", "tertium-en-parse"])
def test_an_explanation_adds_up_with_softness(model: str) -> None:
    found = Tertium(model=model).explain(Pairing.of([WORSE[1]], References.by_stream([REFERENCE])), 0)
    parts = {part.name: part.value for part in found.parts}
    assert ({"char", "vectors", "weighted", "factor"} if model == "tertium-en" else {"char", "chars", "ppda"}) < set(
        parts
    )
    softness = Model.load(model).options["softness"]
    assert isinstance(softness, float)
    value = parts["sum"] * parts.get("factor", 1.0) / softness
    raw = 2 / (1 + np.exp(-value))
    assert found.score == pytest.approx(100 * points_of(LinearModel.of(Model.load(model)), raw))
    assert ("points: of raw, 0.0 is 0.0" in found.parts[-1].note) == (model == "tertium-en")


def test_words_near_each_other_are_linked_with_their_similarity() -> None:
    pairing = Pairing.of(["The fox hopped over it."], References.by_stream(["The fox jumped over it."]))
    soft = [link for link in Tertium().explain(pairing, 0).links if link.kind == "similar"]
    assert [(link.hypothesis, link.reference) for link in soft] == [(2, 2)]
    assert 0.5 < (soft[0].probability or 0) < 1
    assert all(link.kind != "similar" for link in Tertium(model="tertium-any").explain(pairing, 0).links)
