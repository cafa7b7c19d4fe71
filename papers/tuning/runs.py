"""The runs behind the tables: which there are, in which order, and doing one; each result is a file of its own."""

import fcntl
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import process_time

import numpy as np

from papers.tuning.data import Bitext, Part, short_verses, tatoeba, verses
from papers.tuning.own_beer import teach
from papers.tuning.thot import FEATURES, NOT_NEGATIVE, Decoder, train
from tertium.io.files import write_text
from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.nbest.weights import Weights
from tertium.text.testset import References
from tertium.tuning.climbs import Method
from tertium.tuning.loop import tune_decoder
from tertium.tuning.mert import Mert
from tertium.tuning.mira import Mira
from tertium.tuning.pro import Pro
from tertium.tuning.results import Iteration

BITEXTS: dict[str, Callable[[], Bitext]] = {"short": short_verses, "verses": verses, "tatoeba": tatoeba}
BOUNDS = {name: (0.0, float("inf")) for name in NOT_NEGATIVE}

OWN = "{own}"
"""Stands for the model that is taught on the lists of the decoder at hand."""


@dataclass(frozen=True, slots=True)
class Objective:
    """What a run is tuned with; the label is how the page calls it."""

    label: str
    metrics: tuple[str, ...]
    mix: tuple[float, ...] | None = None
    n_seeds: int = 2


TABLE_1 = (
    Objective("BLEU", ("bleu",), n_seeds=5),
    Objective("BEER", ("beer(model=beer-en,scale=paper)",), n_seeds=5),
    Objective("BEER without bias", ("beer(model=beer-en-tune,scale=paper)",), n_seeds=5),
    Objective("BEER without bias, own lists", (f"beer(model={OWN},scale=paper)",)),
    Objective("METEOR", ("meteor",)),
    Objective("METEOR tune", ("meteor(task=tune)",)),
    Objective("chrF", ("chrf",)),
    Objective("TER", ("ter",)),
    Objective("BLEU − TER", ("bleu", "ter"), (1.0, -1.0)),
    Objective("BLEU + BEER", ("bleu", "beer(model=beer-en,scale=paper)"), (1.0, 1.0)),
)
UNTUNED = "not tuned"
NELDER_MEAD = "Nelder–Mead"


@dataclass(frozen=True, slots=True)
class Size:
    """How much a run looks at: sentences to tune on and to test on, candidates, decodings, random starts."""

    name: str
    dev: int
    test: int
    n: int
    decodings: int
    restarts: int
    """Random starts of each search, beside those from all weights of earlier decodings."""


SMALL = Size("small", 200, 1000, 50, 5, 20)
FULL = Size("full", 1000, 2000, 50, 10, 8)


@dataclass(frozen=True, slots=True)
class Run:
    """One run: data, what is tuned with, how, from which seed, on how much."""

    bitext: str
    objective: Objective
    method: str
    seed: int
    size: Size

    @property
    def name(self) -> str:
        """The name of its files."""
        parts = (self.size.name, self.bitext, self.method, self.objective.label, f"seed{self.seed}")
        return "-".join(parts).replace(" ", "_").replace("−", "minus").replace("+", "plus").replace("–", "_")


def schedule() -> Iterator[Run]:
    """All runs, those first without which a table would be empty; small ones have long verses, full ones short ones."""
    none = Objective(UNTUNED, ())
    for verses_of_size, size in (("verses", SMALL), ("short", FULL)):
        yield Run(verses_of_size, none, "none", 1, size)
        for objective in TABLE_1:
            yield Run(verses_of_size, objective, "mert", 1, size)
        for method in ("pro", "mira"):
            yield Run(verses_of_size, TABLE_1[0], method, 1, size)
        for seed in range(2, 6):
            for objective in TABLE_1:
                if seed <= objective.n_seeds:
                    yield Run(verses_of_size, objective, "mert", seed, size)
            if seed == 2:
                yield Run("tatoeba", none, "none", 1, size)
                for objective in TABLE_1[:3]:
                    yield Run("tatoeba", objective, "mert", 1, size)
        yield Run(verses_of_size, TABLE_1[0], "simplex", 1, size)


class Bench:
    """Decoders and data, loaded when they are first needed."""

    def __init__(self, work: Path, note: Callable[[str], None]) -> None:
        self._work, self._note = work, note
        self._bitexts: dict[str, Bitext] = {}
        self._decoders: dict[str, Decoder] = {}
        self._first: dict[tuple[str, int, int], NBest] = {}

    def bitext(self, name: str) -> Bitext:
        """Sentences by the name of their collection."""
        if name not in self._bitexts:
            self._bitexts[name] = BITEXTS[name]()
        return self._bitexts[name]

    def decoder(self, name: str) -> Decoder:
        """The decoder that learned from these sentences."""
        if name not in self._decoders:
            model, bitext = self._work / name / "model", self.bitext(name)
            if not (model / "finished").exists():
                self._note(f"training the decoder on {len(bitext.train.sources)} sentences")
                needed = bitext.dev.sources + bitext.test.sources
                train(bitext.train.sources, [row[0] for row in bitext.train.references], model, needed)
                write_text(model / "finished", "")
            self._decoders[name] = Decoder(model)
        return self._decoders[name]

    def file(self, run: Run) -> Path:
        """Where the result of a run stands."""
        return self._work / "runs" / f"{run.name}.json"

    def do_unless_done(self, run: Run) -> None:
        """Do a run that is neither done nor being done by another process in the same folder."""
        path = self.file(run)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_suffix(".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            if not path.exists():
                self._note(run.name)
                self.do(run)

    def do(self, run: Run) -> None:
        """Tune, translate the test set, and keep weights, trace and translations."""
        began = process_time()
        dev, test = self.bitext(run.bitext).dev.first(run.size.dev), self.bitext(run.bitext).test.first(run.size.test)
        weights, iterations, decodings = self._tuned(run, dev)
        outputs = self.translate(run.bitext, test.sources, weights)
        record = {
            "bitext": run.bitext,
            "objective": run.objective.label,
            "method": run.method,
            "seed": run.seed,
            "size": asdict(run.size),
            "dev": len(dev.sources),
            "test": len(test.sources),
            "decodings": decodings,
            "weights": dict(zip(FEATURES, weights, strict=True)),
            "trace": [
                {"decoded": i.decoded, "tuned": i.tuned, "length": i.length_ratio, "new": i.new_candidates}
                for i in iterations
            ],
            "seconds": process_time() - began,
            "outputs": outputs,
        }
        write_text(self.file(run), json.dumps(record, ensure_ascii=False, indent=1) + "\n")

    def translate(self, name: str, sources: Sequence[str], weights: Sequence[float]) -> list[str]:
        """The best translation of each source."""
        nbest = self.decoder(name).translate(sources, weights, 1)
        return [nbest.text(int(i)) for i in nbest.offsets[:-1]]

    def _decode(self, run: Run, dev: Part) -> Callable[[Weights, int], NBest]:
        def decode(weights: Weights, n: int) -> NBest:
            values = [weights.values[name] for name in FEATURES]
            # All runs begin with the same weights.
            key = (run.bitext, len(dev.sources), n)
            if set(values) == {1.0} and key in self._first:
                return self._first[key]
            nbest = self.decoder(run.bitext).translate(dev.sources, values, n)
            if set(values) == {1.0}:
                self._first[key] = nbest
            return nbest

        return decode

    def _tuned(self, run: Run, dev: Part) -> tuple[list[float], Sequence[Iteration], int]:
        ones = dict.fromkeys(FEATURES, 1.0)
        if run.method == "none":
            return list(ones.values()), (), 0
        references = References.by_segment(dev.references)
        if run.method == "simplex":
            return self._simplex(run, dev, references)
        methods: dict[str, Method] = {
            "mert": Mert(restarts=run.size.restarts),
            "pro": Pro(interpolate=0.5),
            "mira": Mira(),
        }
        found = tune_decoder(
            self._decode(run, dev),
            references,
            start=ones,
            metric=self._metrics(run),
            mix=run.objective.mix,
            method=methods[run.method],
            iterations=run.size.decodings,
            n=run.size.n,
            bounds=BOUNDS,
            seed=run.seed,
            note=lambda line: self._note(f"  {line}"),
        )
        return [found.weights.values[name] for name in FEATURES], found.iterations, len(found.iterations)

    def _metrics(self, run: Run) -> list[str]:
        own = {OWN: str(self._own_model(run))} if any(OWN in spec for spec in run.objective.metrics) else {}
        return [spec.replace(OWN, own.get(OWN, "")) for spec in run.objective.metrics]

    def _own_model(self, run: Run) -> Path:
        """BEER taught on lists with weights of 1 and with those that tuning with BLEU and BEER gave."""
        path = self._work / run.bitext / f"beer-own-{run.size.name}.model"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                part = self.bitext(run.bitext).dev.first(run.size.dev)
                weights = [[1.0] * len(FEATURES)]
                for objective in TABLE_1[:2]:
                    tuned = self.file(replace(run, objective=objective, method="mert", seed=1))
                    if tuned.exists():
                        weights.append(list(json.loads(tuned.read_text("utf-8"))["weights"].values()))
                decoder = self.decoder(run.bitext)
                teach(part, [decoder.translate(part.sources, values, run.size.n) for values in weights], path)
        return path

    def _simplex(self, run: Run, dev: Part, references: References) -> tuple[list[float], Sequence[Iteration], int]:
        """What SIL's own tuner does: Nelder–Mead on the BLEU of whole decodings, at most a hundred of them."""
        from scipy.optimize import minimize

        metric, count = parse(run.objective.metrics[0]), 0

        def loss(weights: np.ndarray) -> float:
            nonlocal count
            wrong = [w for w, name in zip(weights.tolist(), FEATURES, strict=True) if name in NOT_NEGATIVE and w < 0]
            negative = -sum(wrong)
            if negative > 0:
                return 100.0 + 1000.0 * float(negative)
            count += 1
            return -1.0 * metric.corpus_score(self.translate(run.bitext, dev.sources, weights.tolist()), references)

        found = minimize(loss, np.ones(len(FEATURES)), method="Nelder-Mead", options={"maxfev": 100, "xatol": 1e-3})
        return found.x.tolist(), (), count
