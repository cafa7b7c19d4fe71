"""Fine-tuning of an encoder: AdamW on pairs of outputs, a rate that rises shortly and falls to nothing, and a mean.

One thread and one seed: the same run gives the same numbers on the same processor and the same torch.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.learn.data import TrainingData
from tertium.learn.encoders.groups import Group, batches, few_pieces, of_judgements, of_pairs
from tertium.learn.encoders.network import Network, torch_module
from tertium.meta.challenge.pair import Pair
from tertium.resources.encoders import changes, pieces, sources
from tertium.resources.encoders.weights import Array, Weights

Split = Callable[[Sequence[str]], list[NDArray[np.int64]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How an encoder is fine-tuned.

    Attributes:
        outputs: How many outputs are looked at in all; one that comes again counts again.
        share: Of the groups that are minimal pairs.
        rate: The highest rate of AdamW.
        first: The first layer that learns, counted from 0.
        last: The last one, whose states are matched.
        most_pieces: Groups with longer texts are left out.
        batch: Pieces of a batch.
        seed: Of the order of groups.
        keep: The share of what changed that is kept: between what was and what was learned there is what is better on
            texts of other years than either.
    """

    outputs: int = 40_000
    share: float = 0.25
    rate: float = 1e-4
    first: int = 1
    last: int = 3
    most_pieces: int = 44
    batch: int = 3_000
    seed: int = 12345
    keep: float = 0.6


_WARM = 0.05
_AVERAGED = 1 / 3
_LARGEST_STEP = 1.0
_DECAY = 0.01
_RATE_OF_SCALE = 30.0


def fine_tune(
    weights: Weights,
    judged: Sequence[Group],
    pairs: Sequence[Group],
    split: Split,
    rarity: NDArray[np.float32],
    marks: tuple[int, int],
    recipe: Recipe,
    log: Callable[[str], None] = lambda _: None,
) -> dict[str, Array]:
    """The tensors that learned, by their names; all others stay what they are."""
    torch = torch_module()
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(recipe.seed)
    # A group has two outputs at least, so that twice as many are left where half of them are too long.
    judged, pairs = judged[: recipe.outputs], pairs[: recipe.outputs]
    ids_of = _ids((*judged, *pairs), split)
    lengths = {text: len(ids) for text, ids in ids_of.items()}
    plan = _plan(judged, pairs, lengths, recipe, rng)
    network = Network(weights, range(recipe.first, recipe.last + 1), rarity, marks)
    learned = list(network.learned.values())
    optimizer = torch.optim.AdamW(
        [
            {"params": learned, "lr": recipe.rate, "share": 1.0, "weight_decay": _DECAY},
            {"params": [network.scale], "lr": recipe.rate, "share": _RATE_OF_SCALE, "weight_decay": 0.0},
        ]
    )
    mean = [np.zeros(tuple(tensor.shape)) for tensor in learned]
    n_averaged = max(1, round(len(plan) * _AVERAGED))
    lost = 0.0
    for step, groups in enumerate(plan):
        for part in optimizer.param_groups:
            part["lr"] = recipe.rate * part["share"] * _rate(step / len(plan))
        loss = _loss(torch, network, groups, ids_of)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, _LARGEST_STEP)
        optimizer.step()
        lost += loss.item()
        if step >= len(plan) - n_averaged:
            for total, tensor in zip(mean, learned, strict=True):
                total += tensor.detach().numpy()
        if (step + 1) % 50 == 0:
            log(f"step {step + 1:,} of {len(plan):,}: loss {lost / 50:.4f}")
            lost = 0.0
    named = zip(network.learned, mean, strict=True)
    return {name: (total / n_averaged).astype(np.float32) for name, total in named}


def train(
    source: str,
    data: TrainingData,
    pairs: Sequence[Pair],
    target: Path,
    language: str,
    recipe: Recipe,
    log: Callable[[str], None],
) -> None:
    """Fine-tune the encoder that is found under a name, and write what changed of it."""
    torch_module()
    folder = sources.find(source)
    weights, rules = Weights.read(folder), pieces.read_rules(folder)
    splitter = pieces.opened(rules.encode(), folder)
    rarity = sources.rarity(rules, folder, len(weights.tensors["embeddings.word_embeddings.weight"]), [], language)
    (before,), (behind,) = pieces.marks_of(splitter)
    rng = np.random.default_rng(recipe.seed)
    judged = of_judgements(data, rng)

    def split(texts: Sequence[str]) -> list[NDArray[np.int64]]:
        return [np.array(splitter.encode(text, add_special_tokens=False).ids, np.int64) for text in texts]

    log(f"{len(judged):,} groups of outputs, {len(pairs):,} minimal pairs")
    learned = fine_tune(weights, judged, of_pairs(pairs, rng), split, rarity, (before, behind), recipe, log)
    changes.write(target, weights, learned, {"language": language, **sources.identity(folder)}, recipe.keep)


def _rate(done: float) -> float:
    """The share of the highest rate: up in the first twentieth, then down to nothing."""
    return min(done / _WARM, 1.0) * (1 - done)


def _ids(groups: Sequence[Group], split: Split) -> dict[str, NDArray[np.int64]]:
    texts = list(dict.fromkeys(text for group in groups for text in group.texts))
    return dict(zip(texts, split(texts), strict=True))


def _plan(
    judged: Sequence[Group],
    pairs: Sequence[Group],
    lengths: dict[str, int],
    recipe: Recipe,
    rng: np.random.Generator,
) -> list[list[Group]]:
    """Batches of groups until enough outputs are in them; both kinds again from the front where they end."""
    kinds = [(judged, 1 - recipe.share), (pairs, recipe.share)]
    plan: list[Group] = []
    for groups, share in kinds:
        fitting = few_pieces(groups, lengths, recipe.most_pieces)
        if share > 0 and not fitting:
            raise DataError(
                f"no group whose texts have {recipe.most_pieces} pieces at most; give other judgements or pairs"
            )
        n, number = 0, 0
        while n < recipe.outputs * share:
            plan.append(fitting[number % len(fitting)])
            n += len(plan[-1].outputs)
            number += 1
    return [[plan[i] for i in some] for some in batches(plan, lengths, recipe.batch, rng)]


def _loss(torch: Any, network: Network, groups: Sequence[Group], ids_of: Mapping[str, NDArray[np.int64]]) -> Any:
    """The mean of softplus of the margins, in which each pair counts as its group says."""
    number: dict[str, int] = {}
    rows, counts = [], []
    for group in groups:
        places = [number.setdefault(text, len(number)) for text in group.texts]
        for better, worse, count in group.pairs:
            rows.append((places[0], places[better + 1], places[worse + 1]))
            counts.append(count)
    with torch.autocast("cpu", torch.bfloat16):
        margins = network.margins([ids_of[text] for text in number], np.array(rows, np.int64))
    weight = torch.tensor(counts, dtype=torch.float32)
    return (weight * torch.nn.functional.softplus(-margins)).sum() / weight.sum()
