"""Five machines of the paper's time for each material: Thot with more and more to learn from, and one not tuned."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from papers.hyter.drawn.material import Material
from papers.tuning.thot import FEATURES, NOT_NEGATIVE, Decoder, train
from tertium.io.files import write_text
from tertium.nbest.lists import NBest
from tertium.nbest.weights import Weights
from tertium.text.network import FlatNetwork
from tertium.text.testset import References
from tertium.tuning.loop import tune_decoder
from tertium.tuning.mert import Mert

BOUNDS = {name: (0.0, float("inf")) for name in NOT_NEGATIVE}
_CANDIDATES = 50
_DECODINGS = 5
Note = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Machine:
    """A decoder that learned from so many pairs, with weights tuned towards BLEU or all equal."""

    size: int
    tuned: bool = True

    @property
    def name(self) -> str:
        return f"{self.size:,}" if self.tuned else f"{self.size:,}, not tuned"


def machines(material: Material) -> list[Machine]:
    """The last learned from as much as the third."""
    return [*map(Machine, material.sizes), Machine(material.sizes[2], tuned=False)]


def outputs(material: Material, work: Path, note: Note) -> dict[str, list[str]]:
    """What the machines make of the sources; translated once, then read from the folder."""
    found = {}
    for machine in machines(material):
        file = work / f"{material.name}-{machine.name.replace(',', '').replace(' ', '-')}.txt"
        if not file.exists():
            decoder = decoder_of(material, machine.size, work, note)
            weights = tuned(decoder, material, note) if machine.tuned else dict.fromkeys(FEATURES, 1.0)
            write_text(file, "".join(text + "\n" for text in translated(decoder, _sources(material), weights)))
        found[machine.name] = file.read_text("utf-8").splitlines()
    return found


def decoder_of(material: Material, size: int, work: Path, note: Note) -> Decoder:
    """Trained once; only phrases of sentences that will be translated are kept."""
    model = work / f"{material.name}-{size}.model"
    if not (model / "finished").exists():
        note(f"training on {size:,} pairs of {material.title}")
        pairs = material.training[:size]
        needed = [*_sources(material), *(source for source, _ in material.tuning)]
        train([source for source, _ in pairs], [target for _, target in pairs], model, needed)
        write_text(model / "finished", "")
    return Decoder(model)


def tuned(
    decoder: Decoder,
    material: Material,
    note: Note,
    *,
    metric: str = "bleu",
    sources: Sequence[str] | None = None,
    references: Sequence[str] | None = None,
    networks: Sequence[FlatNetwork] | None = None,
    seed: int = 1,
) -> dict[str, float]:
    """Weights for the best score by a metric on the sentences to tune on, or on others."""
    texts = [source for source, _ in material.tuning] if sources is None else sources
    if references is None and networks is None:
        references = [target for _, target in material.tuning]

    def decode(weights: Weights, n: int) -> NBest:
        return decoder.translate(texts, [weights.values[name] for name in FEATURES], n)

    found = tune_decoder(
        decode,
        References.by_segment([[text] for text in references]) if references is not None else None,
        networks=networks,
        start=dict.fromkeys(FEATURES, 1.0),
        metric=metric,
        method=Mert(restarts=8),
        iterations=_DECODINGS,
        n=_CANDIDATES,
        bounds=BOUNDS,
        seed=seed,
        note=lambda line: note(f"  {line}"),
    )
    return {name: found.weights.values[name] for name in FEATURES}


def translated(decoder: Decoder, sources: Sequence[str], weights: dict[str, float]) -> list[str]:
    """The best translation of each source."""
    nbest = decoder.translate(sources, [weights[name] for name in FEATURES], 1)
    return [nbest.text(int(i)) for i in nbest.offsets[:-1]]


def _sources(material: Material) -> list[str]:
    return [material.words(source) for source in material.sources]
