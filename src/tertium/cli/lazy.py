"""Groups of commands whose files are imported when they are asked for."""

import click

from tertium.errors import UnknownNameError
from tertium.register import Register


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
