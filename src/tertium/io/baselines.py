"""Baselines of a gate as files: a system's outputs, and which references they were judged by."""

import hashlib
import json
from dataclasses import dataclass, replace

from tertium.errors import DataError
from tertium.io.files import FilePath, display_name, open_input, write_text
from tertium.text.testset import TestSet, Text

_KIND = "tertium baseline"


@dataclass(frozen=True, slots=True)
class Baseline:
    """The outputs of a system, and a digest of the references of its test set."""

    system: str
    outputs: tuple[Text, ...]
    references: str

    def beside(self, test_set: TestSet, name: str) -> TestSet:
        """A test set with this baseline as its first system.

        Raises:
            DataError: It is of another test set.
        """
        if len(self.outputs) != len(test_set):
            raise DataError(
                f"{name}: has {len(self.outputs):,} segments, and {test_set.name} has {len(test_set):,}; store a "
                "baseline of this test set: --save-baseline"
            )
        if self.references != digest_of(test_set):
            raise DataError(
                f"{name}: was stored with other references than those of {test_set.name}; pass the same ones, or store "
                "it again: --save-baseline"
            )
        return replace(test_set, systems={"baseline": self.outputs, **test_set.systems})


def digest_of(test_set: TestSet) -> str:
    """A digest of all references, in their order."""
    texts = [list(references) for references in test_set.references]
    return hashlib.sha256(json.dumps(texts, ensure_ascii=True).encode()).hexdigest()


def write_baseline(path: FilePath, test_set: TestSet, system: str) -> None:
    """Store a system's outputs as the baseline of later runs."""
    record = {
        "kind": _KIND,
        "version": 1,
        "test_set": test_set.name,
        "system": system,
        "references": digest_of(test_set),
        "outputs": list(test_set.systems[system]),
    }
    write_text(path, json.dumps(record, indent=0, ensure_ascii=False) + "\n")


def is_baseline(path: FilePath) -> bool:
    """Whether the name of a file says that it is a stored baseline."""
    return display_name(path).endswith(".json")


def read_baseline(path: FilePath) -> Baseline:
    """A baseline that was stored.

    Raises:
        DataError: The file is none.
    """
    name = display_name(path)
    with open_input(path) as source:
        try:
            record = json.loads(source.read())
        except (ValueError, RecursionError) as error:
            raise DataError(f"{name}: not JSON ({error}); expected a baseline that `tertium gate` stored") from None
    if not isinstance(record, dict) or record.get("kind") != _KIND or record.get("version") != 1:
        raise DataError(f"{name}: expected a baseline of version 1, as --save-baseline writes it")
    system, outputs, references = (record.get(key) for key in ("system", "outputs", "references"))
    if not (isinstance(system, str) and isinstance(references, str) and isinstance(outputs, list)):
        raise DataError(f"{name}: lacks the outputs of a system; store it again: --save-baseline")
    for number, text in enumerate(outputs, 1):
        if text is not None and not isinstance(text, str):
            raise DataError(f"{name}: output {number} is no text; store it again: --save-baseline")
    return Baseline(system, tuple(outputs), references)
