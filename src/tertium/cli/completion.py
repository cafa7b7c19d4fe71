"""`tertium completion`: what a shell needs to complete commands, options, names of metrics and files."""

import os
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

from tertium.cli.emit import emit_line

VARIABLE = "_TERTIUM_COMPLETE"
"""What is set in the environment where a shell asks for completions."""
_FILES = {
    "bash": '~/.bashrc: eval "$(tertium completion bash)"',
    "zsh": '~/.zshrc: eval "$(tertium completion zsh)"',
    "fish": "~/.config/fish/completions/tertium.fish: the output itself",
}


class _Files(ShellComplete):
    """Completion that offers files where there is nothing else to choose from: they stand almost everywhere."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        found = super().get_completions(args, incomplete)
        if found or incomplete.startswith("-") or super().get_completions(args, ""):
            return found
        return self.files(incomplete)

    def files(self, incomplete: str) -> list[CompletionItem[str]]:
        """Let the shell complete a path by itself."""
        return [CompletionItem(incomplete, type="file")]


class _Bash(_Files, BashComplete):
    """Bash takes `=` for the end of a word, so that NAME=FILE needs nothing more."""


class _Zsh(_Files, ZshComplete):
    """Zsh is told to look behind NAME=."""

    source_template = ZshComplete.source_template.replace("_path_files -f", "compset -P '*='; _path_files -f")


class _Fish(_Files, FishComplete):
    """Fish completes whole words: those of NAME=FILE are found here."""

    def files(self, incomplete: str) -> list[CompletionItem[str]]:
        name, equals, path = incomplete.rpartition("=")
        if not equals:
            return super().files(incomplete)
        return [CompletionItem(f"{name}={each}") for each in _paths(path)]


def _paths(start: str) -> Iterator[str]:
    """Files that begin like this, and folders with a slash."""
    folder, name = os.path.split(start)
    try:
        found = sorted(os.scandir(Path(folder or ".").expanduser()), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in found:
        if entry.name.startswith(name) and (name.startswith(".") or not entry.name.startswith(".")):
            yield os.path.join(folder, entry.name) + ("/" if entry.is_dir() else "")


def prepare() -> None:
    """Let the shells that ask be answered by these classes."""
    for name, kind in (("bash", _Bash), ("zsh", _Zsh), ("fish", _Fish)):
        add_completion_class(kind, name)


@click.command("completion")
@click.argument("shell", type=click.Choice(list(_FILES)))
def command(shell: str) -> None:
    """Print the completion script of a SHELL, for its start-up file.

    \b
    eval "$(tertium completion bash)"
    tertium completion fish > ~/.config/fish/completions/tertium.fish
    """
    prepare()
    completion = get_completion_class(shell)
    assert completion is not None
    root = click.get_current_context().find_root().command
    emit_line(completion(root, {}, "tertium", VARIABLE).source())
