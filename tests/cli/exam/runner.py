from pathlib import Path

from click.testing import CliRunner, Result

from tertium.cli.main import tertium


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(tertium, [str(argument) for argument in arguments], prog_name="tertium")
