"""What candidates are scored against."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from tertium.metrics import Metric
from tertium.metrics.choice import Setting
from tertium.nbest.lists import Different, NBest
from tertium.networks.paths import Paths
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

    def part(self, begin: int, end: int) -> Self:
        """The segments from one to before another."""
        return replace(
            self,
            references=self.references.part(begin, end),
            post_edits=None if self.post_edits is None else self.post_edits[begin:end],
            networks=None if self.networks is None else self.networks[begin:end],
            sources=None if self.sources is None else self.sources[begin:end],
        )

    def rows(self, nbest: NBest, metric: Metric, threads: int = 1) -> tuple[Floats, Different]:
        """One row of statistics for each different text of each list."""
        lists = nbest if self.sources is None else replace(nbest, source=tuple(self.sources))
        pairing, different = lists.pairing(
            self.references,
            self.networks if "networks" in metric.reads else None,
            normalization=self.normalization,
            threads=threads,
            sources="sources" in metric.reads,
        )
        return metric.statistics(pairing), different

    def lengths(self) -> Floats:
        """The words of each segment's references, on average; of a network, between its shortest and longest path."""
        return np.array([self._length(i, texts) for i, texts in enumerate(self.references)])

    def _length(self, segment: int, references: Sequence[str]) -> float:
        if references:
            return float(np.mean([len(text.split()) for text in references]))
        network = None if self.networks is None else self.networks[segment]
        if network is None:
            return 0.0
        paths = Paths(network)
        return (paths.shortest_length + paths.longest_length) / 2

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
