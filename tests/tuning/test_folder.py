"""The folder of a loop: commands with their files put in, requests, and what is kept."""

import sys
from pathlib import Path

import pytest

from tertium.errors import DataError, OptionError
from tertium.nbest.weights import Weights
from tertium.storage.workspace import Workspace, open_workspace
from tertium.tuning.folder import PLACEHOLDERS, Command, Folder

VALUES = {name: f"<{name}> x" for name in PLACEHOLDERS}
ECHO = f"{sys.executable} -c \"print('0 ||| {{n}} ||| lm= 1')\" {{weights}}"


def test_files_are_put_into_words_and_quoted_for_a_shell() -> None:
    template = "decode '-w {weights}' {n}{iteration} $HOME"
    assert Command(template, "src").words(VALUES) == ["decode", "-w <weights> x", "<n> x<iteration> x", "$HOME"]
    assert Command("decode {weights}", "src", shell=True).words(VALUES) == "decode '<weights> x'"


@pytest.mark.parametrize(
    ("template", "message"), [(" ", "is empty"), ("decode {source}", "would always decode the same")]
)
def test_useless_commands_are_refused(template: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Command(template, "src")
    with pytest.raises(OptionError, match="cannot be split into words"):
        Command("decode '{weights}", "src").words(VALUES)


def test_a_folder_belongs_to_one_request(tmp_path: Path) -> None:
    def claim(*, resume: bool, **request: int) -> None:
        with open_workspace(tmp_path / "work") as workspace:
            Folder(workspace, Command("decode {weights}", "src")).claim(request, resume=resume)

    claim(resume=False, seed=1, n=10)
    claim(resume=True, seed=1, n=10)
    with pytest.raises(DataError, match="holds an earlier run; continue it"):
        claim(resume=False, seed=1, n=10)
    with pytest.raises(DataError, match=r"holds another run \(its n, seed differs\)"):
        claim(resume=True, seed=2, n=11)


def test_what_was_decoded_and_tuned_is_kept_for_its_weights(tmp_path: Path) -> None:
    folder = Folder(Workspace(tmp_path, {}), Command(ECHO, "src"))
    weights = Weights({"lm": 0.5})
    assert folder.tuned(1) is None
    assert folder.decoded(1, weights, held_out=False) is None
    assert list(folder.decode(1, weights, 7, held_out=False)) == [["7"]]
    again = folder.decoded(1, weights, held_out=False)
    assert again is not None
    assert list(again) == [["7"]]
    assert folder.decoded(1, Weights({"lm": 0.25}), held_out=False) is None
    folder.keep_tuned(1, Weights({"lm": 2.0}))
    found = folder.tuned(1)
    assert found is not None
    assert found.values == {"lm": 2.0}


def test_a_decoder_that_writes_nothing_is_refused(tmp_path: Path) -> None:
    folder = Folder(Workspace(tmp_path, {}), Command(f"{sys.executable} -c pass {{weights}} {{nbest}}", "src"))
    with pytest.raises(DataError, match="ended well but wrote no n-best lists"):
        folder.decode(1, Weights({"lm": 1.0}), 1, held_out=False)
