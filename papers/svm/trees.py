"""Trees of link-grammar kept in a file, so that a run which was stopped, or comes again, parses nothing twice."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tertium.resources.parsers.constituents import TreeSource
from tertium.resources.parsers.trees import Tree

_BATCH = 500


@dataclass(slots=True, eq=False)
class KeptTrees:
    """Asks the parser for what the file lacks, and adds it there: one JSON array per line: text, cost and labels."""

    parser: TreeSource
    path: Path
    known: dict[str, Tree] = field(default_factory=dict)

    def trees(self, texts: Sequence[str]) -> list[Tree]:
        if not self.known and self.path.exists():
            for line in self.path.read_text("utf-8").splitlines():
                text, value, labels = json.loads(line)
                self.known[text] = Tree((), labels, value)
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        for begin in range(0, len(new), _BATCH):
            batch = new[begin : begin + _BATCH]
            parsed = self.parser.trees(batch)
            self.known.update(zip(batch, parsed, strict=True))
            with self.path.open("a", encoding="utf-8") as stream:
                for text, tree in zip(batch, parsed, strict=True):
                    stream.write(json.dumps([text, tree.log_probability, tree.labels], ensure_ascii=False) + "\n")
        return [self.known[text] for text in texts]
