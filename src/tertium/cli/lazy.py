"""Groups of commands whose files are imported when they are asked for."""

from collections.abc import Mapping

import click

from tertium.errors import UnknownNameError
from tertium.register import Register


def commands_in(package: str, files: Mapping[str, str], kind: str = "command") -> Register[click.Command]:
    """The commands of a package, from the file that each stands in; `-` in a name is `_` in Python."""
    return Register(kind, {f"{package}.{file}:{name.replace('-', '_')}": [name] for name, file in files.items()})


def lazy_group(commands: Register[click.Command]) -> type[click.Group]:
    """A group that finds its commands in a register, so that one command does not pay for the imports of another."""

    class LazyGroup(click.Group):
        def list_commands(self, ctx: click.Context) -> list[str]:
            return list(commands)

        def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
            return commands.get(name) if name in commands else None

        def resolve_command(
            self, ctx: click.Context, args: list[str]
        ) -> tuple[str | None, click.Command | None, list[str]]:
            if args and args[0] not in commands and not args[0].startswith("-"):
                ctx.fail(str(UnknownNameError(commands.kind, args[0], commands)))
            return super().resolve_command(ctx, args)

    return LazyGroup
