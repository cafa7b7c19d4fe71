"""`tertium completion`: what a shell needs to complete commands, options and names of metrics."""

import click
from click.shell_completion import get_completion_class

from tertium.cli.emit import emit_line

_FILES = {
    "bash": '~/.bashrc: eval "$(tertium completion bash)"',
    "zsh": '~/.zshrc: eval "$(tertium completion zsh)"',
    "fish": "~/.config/fish/completions/tertium.fish: the output itself",
}


@click.command("completion")
@click.argument("shell", type=click.Choice(list(_FILES)))
def command(shell: str) -> None:
    """Print the completion script of a SHELL, for its start-up file.

    \b
    eval "$(tertium completion bash)"
    tertium completion fish > ~/.config/fish/completions/tertium.fish
    """
    completion = get_completion_class(shell)
    assert completion is not None
    root = click.get_current_context().find_root().command
    emit_line(completion(root, {}, "tertium", "_TERTIUM_COMPLETE").source())
