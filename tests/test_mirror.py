"""Tests mirror the package: a module has a test file of its name, or stands in a list with what tests it."""

from pathlib import Path

from tools.tested_lines import SOURCE, file_of, modules

TESTS = Path(__file__).parent
# Of 100 modules as many have a test file of their name.
SHARE = 0.8


def listed() -> dict[str, list[str]]:
    rows = (line.split("\t") for line in (TESTS / "mirror.tsv").read_text("utf-8").splitlines())
    return {module: files.split(" ") for module, files in rows}


def test_modules_have_a_test_file_of_their_name_or_are_listed() -> None:
    """`python -m tools.tested_lines --list` writes the list again."""
    lacking = [module.relative_to(SOURCE).as_posix() for module in modules() if file_of(module) is None]
    assert lacking == list(listed())
    assert 1 - len(lacking) / len(modules()) >= SHARE


def test_what_tests_the_others_is_there() -> None:
    assert [file for files in listed().values() for file in files if not (TESTS / file).exists()] == []
