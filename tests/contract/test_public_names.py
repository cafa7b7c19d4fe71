"""What `import tertium` offers stays what it is, whatever else is imported, and answers wrong keywords."""

import inspect
import json
import pkgutil
import subprocess
import sys
from types import ModuleType
from typing import get_type_hints

import pytest

import tertium
from tertium.results.base import Result

FUNCTIONS = sorted(name for name in tertium.__all__ if inspect.isfunction(getattr(tertium, name)))
# Imports every module of the package, and says after which a public name is another thing than where it stands.
IMPORT_ALL = """
import importlib, json, pkgutil, sys
import tertium

wrong, imports = [], 0
for found in pkgutil.walk_packages(tertium.__path__, "tertium."):
    if found.name.endswith(("__main__", "migrations.env")):  # programs, the latter of alembic
        continue
    try:
        importlib.import_module(found.name)
    except Exception as error:  # an extra that is not installed
        if not isinstance(error, ImportError) and type(error).__name__ != "MissingExtraError":
            raise
        continue
    imports += 1
    for name, (home, attribute) in tertium.HOMES.items():
        if name in vars(tertium) and vars(tertium)[name] is not getattr(sys.modules.get(home), attribute, None):
            wrong.append([found.name, name])
for name, (home, attribute) in tertium.HOMES.items():
    if getattr(tertium, name) is not getattr(sys.modules[home], attribute):
        wrong.append(["all of them", name])
print(json.dumps([imports, wrong]))
"""


def test_importing_any_module_leaves_every_public_name_what_it_was() -> None:
    run = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    imports, wrong = json.loads(run.stdout)
    assert imports > 300
    assert wrong == []


def test_no_module_is_named_like_a_public_name() -> None:
    assert {module.name for module in pkgutil.iter_modules(tertium.__path__)}.isdisjoint(tertium.__all__)
    assert not any(isinstance(getattr(tertium, name), ModuleType) for name in tertium.__all__)


@pytest.mark.parametrize("public", FUNCTIONS)
def test_a_function_answers_a_keyword_that_it_does_not_have(public: str) -> None:
    function = getattr(tertium, public)
    parameters = inspect.signature(function).parameters.values()
    if public == "function_metric" or any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        pytest.skip("what it passes on is looked at by the metric, or by the decorated function")
    with pytest.raises(TypeError, match=r"\(\) has no argument 'no_such_thing'; it takes \w+"):
        function(no_such_thing=1)


# What gives something to go on with, or the very numbers that another tool's function of that name gives.
NO_RESULTS = {
    *("read", "read_judgements", "read_nbest", "read_test_set", "write_test_set", "metric", "function_metric"),
    *("compute", "corpus_bleu", "corpus_chrf", "corpus_ter"),
    *("read_blocks", "segment_file", "keep_rows"),
}


@pytest.mark.parametrize("public", sorted({*FUNCTIONS} - NO_RESULTS))
def test_a_function_that_computes_gives_a_result(public: str) -> None:
    assert issubclass(get_type_hints(getattr(tertium, public))["return"], Result)


def test_a_script_that_scores_ends_in_silence() -> None:
    script = (
        "import tertium\n"
        "print(tertium.score({'a': ['the cat sat']}, ['the cat sat down'], metrics=['meteor', 'tertium', 'hyter']))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "METEOR" in ran.stdout
    assert ran.stderr == ""
