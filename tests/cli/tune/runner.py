from click.testing import CliRunner

from tertium.cli.main import tertium


def run(*words: str) -> str:
    done = CliRunner().invoke(tertium, ["tune", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout
