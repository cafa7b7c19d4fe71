"""The folder of a loop with a decoder: what was decoded and found in each iteration, so that it can be resumed.

    DIR/manifest.json     what the run was asked for; another request in the same folder is refused
    DIR/iter-01/          weights.json and weights.txt the decoder was given, nbest what it gave, log.txt what it said,
                          held-out.nbest and held-out.log.txt the same for held-out segments, tuned.json what was found
    DIR/best.json         the result

A file has its name only when it is whole.
"""

import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tertium.errors import DataError, OptionError
from tertium.io.files import write_text
from tertium.io.programs import run_program
from tertium.nbest.forms.formats import read_nbest
from tertium.nbest.lists import NBest
from tertium.nbest.weights import Weights, read_weights
from tertium.storage.workspace import Workspace, disk_errors, key_of

PLACEHOLDERS = ("weights", "weights-text", "source", "nbest", "n", "iteration", "work")
_PLACEHOLDER = re.compile("|".join(f"{{{name}}}" for name in PLACEHOLDERS))


@dataclass(frozen=True, slots=True)
class Command:
    """A decoder that is run as a program; `source` is what it translates.

    The command's words may hold `{weights}` (a JSON file), `{weights-text}` (lines `name= value`), `{source}`,
    `{nbest}` (the file to write; without it, lists are read from standard output), `{n}`, `{iteration}` and `{work}`.
    """

    template: str
    source: str
    timeout: float | None = None
    shell: bool = False
    form: str | None = None

    def __post_init__(self) -> None:
        if not self.template.strip():
            raise OptionError("the decoder's command is empty")
        if "{weights}" not in self.template and "{weights-text}" not in self.template:
            raise OptionError(
                f"the decoder's command has no {{weights}} or {{weights-text}}, so it would always decode the same: "
                f"{self.template!r}"
            )

    def words(self, values: Mapping[str, str]) -> list[str] | str:
        """The command with its files put in: words, or with a shell one text."""
        if self.shell:
            return _PLACEHOLDER.sub(lambda match: shlex.quote(values[match[0][1:-1]]), self.template)
        try:
            words = shlex.split(self.template)
        except ValueError as error:
            raise OptionError(
                f"the decoder's command cannot be split into words ({error}): {self.template!r}"
            ) from None
        return [_PLACEHOLDER.sub(lambda match: values[match[0][1:-1]], word) for word in words]


@dataclass(frozen=True, slots=True)
class Folder:
    """Decodes by a command and keeps everything; see above."""

    workspace: Workspace
    command: Command
    held_out: Command | None = None

    @property
    def path(self) -> Path:
        return self.workspace.folder

    def claim(self, request: Mapping[str, Any], *, resume: bool) -> None:
        """Write down what is asked for, or check that it is what was asked for before.

        Raises:
            DataError: The folder belongs to another request, or holds work and `resume` was not said.
        """
        before = self.workspace.manifest.get("tuning")
        key = key_of(dict(request))
        if before is None:
            self.workspace.manifest["tuning"] = {"key": key, **request}
            self.workspace.save()
            return
        if not isinstance(before, dict):
            raise DataError(f"{self.path}: its manifest is damaged; choose another folder (--work)")
        if before.get("key") != key:
            other = sorted(name for name in {*before, *request} - {"key"} if before.get(name) != request.get(name))
            raise DataError(
                f"{self.path}: holds another run (its {', '.join(other) or 'request'} differs); "
                "choose another folder (--work), or repeat the same request"
            )
        if not resume:
            raise DataError(f"{self.path}: holds an earlier run; continue it (--resume), or choose another folder")

    def decode(self, iteration: int, weights: Weights, n: int, *, held_out: bool) -> NBest:
        """Run the decoder, and read what it wrote."""
        command = self.held_out if held_out else self.command
        assert command is not None
        here, prefix = self._iteration(iteration), "held-out." if held_out else ""
        write_text(here / "weights.json", weights.to_json())
        write_text(here / "weights.txt", weights.dense())
        unfinished = here / f"{prefix}nbest.part"
        if unfinished.exists():
            os.remove(unfinished)
        values = {
            "weights": str(here / "weights.json"),
            "weights-text": str(here / "weights.txt"),
            "source": command.source,
            "nbest": str(unfinished),
            "n": str(n),
            "iteration": str(iteration),
            "work": str(here),
        }
        log, words = here / f"{prefix}log.txt", command.words(values)
        output = None if "{nbest}" in command.template else unfinished
        run_program(words, log=log, output=output, timeout=command.timeout)
        if not unfinished.exists() or not unfinished.stat().st_size:
            raise DataError(
                f"{words if isinstance(words, str) else words[0]}: ended well but wrote no n-best lists to "
                f"{unfinished}; its messages are in {log}"
            )
        nbest = read_nbest(unfinished, command.form)
        os.replace(unfinished, here / f"{prefix}nbest")
        return nbest

    def decoded(self, iteration: int, weights: Weights, held_out: bool) -> NBest | None:
        """What was decoded before with the same weights."""
        here = self.path / f"iter-{iteration:02d}"
        file = here / ("held-out.nbest" if held_out else "nbest")
        if not file.exists() or read_weights(here / "weights.json").values != weights.values:
            return None
        return read_nbest(file, (self.held_out if held_out else self.command).form)  # type: ignore[union-attr]

    def keep_decoded(self, iteration: int, weights: Weights, nbest: NBest, held_out: bool) -> None:
        """Nothing: the decoder's own file was kept when it was read."""

    def tuned(self, iteration: int) -> Weights | None:
        """What was found before."""
        file = self.path / f"iter-{iteration:02d}" / "tuned.json"
        return read_weights(file) if file.exists() else None

    def keep_tuned(self, iteration: int, weights: Weights) -> None:
        """Keep what was found."""
        write_text(self._iteration(iteration) / "tuned.json", weights.to_json())

    def _iteration(self, number: int) -> Path:
        here = self.path / f"iter-{number:02d}"
        with disk_errors(self.path):
            os.makedirs(here, exist_ok=True)
        return here
