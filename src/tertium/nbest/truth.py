"""What candidates are scored against."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.metrics.choice import Setting
from tertium.nbest.lists import NBest
from tertium.text.arrays import Floats
from tertium.text.network import FlatNetwork
from tertium.text.pool import Normalization
from tertium.text.testset import References, TestSet, Text


@dataclass(frozen=True, slots=True)
class Truth:
    """What candidates are scored against: references, and where metrics read them post-edits, networks or sources."""

    references: References
    post_edits: Sequence[Text] | None = None
    networks: Sequence[FlatNetwork | None] | None = None
    normalization: Normalization = "nfc"
    sources: Sequence[Text] | None = None

    def setting(self, nbest: NBest | None, language: str | None = None) -> Setting:
        """What the door to metrics must know of it."""
        whole = self.test_set([""] * len(self), range(len(self)))
        if nbest is None:
            return Setting(texts=self.references.texts, language=language, has=whole.material())
        return replace(nbest.setting(language, self.references), has=whole.material())

    def __len__(self) -> int:
        return len(self.references)

    def lengths(self) -> Floats:
        """The words of each segment's references, on average."""
        return np.array([np.mean([len(text.split()) for text in row]) if row else 0.0 for row in self.references])

    def test_set(self, texts: Sequence[str], segments: Sequence[int]) -> TestSet:
        """Each text as the output for one segment; a segment may occur often."""
        edits, networks = self.post_edits, self.networks
        return TestSet.build(
            {"candidates": texts},
            self.references.select(segments),
            post_edits=None if edits is None else {"candidates": [edits[i] for i in segments]},
            networks=None if networks is None else [networks[i] for i in segments],
            source=None if self.sources is None else [self.sources[i] for i in segments],
            name="candidates",
        )
