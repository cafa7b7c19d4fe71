"""Groups of commands: tables of names, modules and help lines; a module is imported when it is asked for."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import click

from tertium.errors import MissingExtraError, UnknownNameError
from tertium.register import Register

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Entry(NamedTuple):
    """A command in the table of its group.

    `module` is `module:attribute` below the package of the group. `help` is the first line of the command's own help.
    `extra` names what the command is and the extra without which its module cannot be imported. `algebra` says that it
    may multiply large matrices, which deserve threads; the others do not pay for starting them.
    """

    name: str
    module: str
    help: str
    hidden: bool = False
    extra: tuple[str, str] | None = None
    algebra: bool = False


class Commands(Register[click.Command]):
    """The commands of a group, in the order of its help."""

    def __init__(self, kind: str, package: str, entries: Iterable[Entry]) -> None:
        self.entries = {entry.name: entry for entry in entries}
        super().__init__(kind, {f"{package}.{entry.module}": [entry.name] for entry in self.entries.values()})

    def get(self, name: str) -> click.Command:
        """The command of this name; MissingExtraError where its module needs what is not installed."""
        try:
            return super().get(name)
        except ModuleNotFoundError as error:
            extra = self.entries[name].extra
            if extra is None or (error.name or "").partition(".")[0] == "tertium":
                raise
            raise MissingExtraError(*extra) from None

    def listed(self) -> dict[str, click.Command]:
        """What the help of the group shows; no module is imported for it."""
        return {
            entry.name: click.Command(entry.name, help=entry.help)
            for entry in self.entries.values()
            if not entry.hidden
        }


class _Listing(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def lazy_group(commands: Commands) -> type[click.Group]:
    """A group that finds its commands in a register, so that one command does not pay for the imports of another."""

    class LazyGroup(click.Group):
        def list_commands(self, ctx: click.Context) -> list[str]:
            return list(commands)

        def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
            return commands.get(name) if name in commands else None

        def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
            _Listing(commands=commands.listed()).format_commands(ctx, formatter)

        def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
            from click.shell_completion import CompletionItem  # late: only completion pays for it

            names = [
                CompletionItem(name, help=command.get_short_help_str())
                for name, command in commands.listed().items()
                if name.startswith(incomplete)
            ]
            return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

        def resolve_command(
            self, ctx: click.Context, args: list[str]
        ) -> tuple[str | None, click.Command | None, list[str]]:
            if args and args[0] not in commands and not args[0].startswith("-"):
                ctx.fail(str(UnknownNameError(commands.kind, args[0], commands)))
            return super().resolve_command(ctx, args)

    return LazyGroup
