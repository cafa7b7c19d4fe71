"""The rows of the tables: trainers with options."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tertium._version import __version__
from tertium.learn import trainer as trainers
from tertium.learn.data import TrainingData
from tertium.learn.trainer import JudgementTrainer
from tertium.resources import store

PENALTY = 1.0


@dataclass(frozen=True)
class Variant:
    """A trainer with options, and its row."""

    label: str
    key: str
    options: dict[str, Any] = field(default_factory=dict)

    def trainer(self) -> JudgementTrainer:
        trainer = trainers.get(self.key)(**self.options)
        assert isinstance(trainer, JudgementTrainer)
        return trainer

    def digest(self, data: TrainingData, parts: int) -> str:
        """A short name of everything but the program that its figures depend on."""
        trainer = self.trainer()
        uses = ["synonyms", *(["paraphrases"] if getattr(trainer, "paraphrases", "none") != "none" else [])]
        resources = [found.signature for kind in uses if (found := store.default(kind, "en"))]
        sizes = [len(group.items) for group in data.groups]
        text = repr((trainer, resources, data.origins(), sizes, parts, __version__))
        return sha256(text.encode()).hexdigest()[:16]


_STEMS = {"stems": "porter"}  # the paper's lemmas
_NOTHING = {**_STEMS, "synonyms": False, "paraphrases": "none", "functions": False, "beginnings": 0}
_PAPER = {**_STEMS, "functions": False, "beginnings": 0}
MACHINES = (
    Variant("n1", "pfsm", _STEMS),
    Variant("n2", "pfsm", {**_STEMS, "blocks": True}),
    *(Variant(f"jump {n}", "ppda", {**_STEMS, "max_jump": n}) for n in (1, 2, 5, 10)),
)
FEATURES = (
    Variant("jump 5", "ppda", _STEMS),
    Variant("+ synonyms", "ppda+f", {**_NOTHING, "synonyms": True}),
    Variant("+ relations", "ppda+f", {**_NOTHING, "parser": "auto"}),
    Variant("+ paraphrases", "ppda+f", {**_NOTHING, "paraphrases": "auto"}),
    Variant("+ all three", "ppda+f", {**_PAPER, "parser": "auto"}),
    Variant("+ function words", "ppda+f", {**_NOTHING, "functions": True}),
    Variant("+ beginnings", "ppda+f", {**_NOTHING, "beginnings": 5}),
)
# METEOR 0.7, the paper's, had no paraphrases; the last one has them.
RIVALS = (
    *(Variant(name.upper(), name, {"paraphrases": "none"}) for name in ("bleur", "nistr", "terr", "meteorr", "mtr")),
    Variant("METEORR+p", "meteorr", {"paraphrases": "auto"}),
)
# What meets the rivals: trained as the package's models but for the stems, with a penalty that suits z-scores.
CONTENDERS = (*(Variant(label, label.lower(), {**_STEMS, "penalty": PENALTY}) for label in ("pFSM", "pPDA", "pPDA+f")),)
VARIANTS = (*RIVALS, *MACHINES, *FEATURES[1:], *CONTENDERS)  # the first of the features is among the machines
