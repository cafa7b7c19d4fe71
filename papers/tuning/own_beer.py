"""BEER that taught itself on a decoder's own lists, as the paper's did: `beer-en` goes on with unjudged outputs."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from papers.tuning.data import Part
from tertium.learn.data import TrainingData, Unlabelled
from tertium.learn.model import Model
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.trainer import Run
from tertium.meta.judgements import Items, Origin
from tertium.nbest.lists import NBest
from tertium.text.testset import References


def teach(part: Part, lists: Sequence[NBest], path: Path) -> Model:
    """Write the model; each different candidate of a sentence counts once, against its first reference."""
    texts, segments = list[str](), list[int]()
    for number in range(len(part.sources)):
        found = {nbest.text(c): None for nbest in lists for c in range(*map(int, nbest.offsets[number : number + 2]))}
        texts += found
        segments += [number] * len(found)
    references = References.by_segment([part.references[number][:1] for number in segments])
    digest = hashlib.sha256("\n".join(texts).encode("utf-8")).hexdigest()
    items = Items.build(texts, references, segment=list(map(str, segments)))
    run = Run(start=Model.load("beer-en"), unlabelled=Unlabelled(items, Origin("lists of the decoder", digest)))
    model = BeerTrainer().train(TrainingData(()), run)
    path.parent.mkdir(parents=True, exist_ok=True)
    model.save(path)
    return model
