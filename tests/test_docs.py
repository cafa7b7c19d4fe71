"""The documentation says what the program does: outputs, tables and examples are compared with the real thing."""

import json
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import tertium as tertium_package
from tertium import metrics
from tertium.cli.main import COMMANDS, tertium
from tertium.io.testsets.formats import FORMATS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
# Written by tools/reference_pages.py when the site is built, and not kept.
GENERATED = {ROOT / "docs" / "reference" / name for name in ("commands.md", "metrics.md", "python.md")}
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted({*(ROOT / "docs").rglob("*.md")} - GENERATED)]
TUTORIAL = ROOT / "docs" / "tutorial" / "first-ten-minutes.md"


def run(*arguments: str) -> str:
    return CliRunner().invoke(tertium, arguments, prog_name="tertium", catch_exceptions=False).stdout


def outputs(pages: list[Path]) -> list[tuple[str, str]]:
    """Every command on the built-in sample that pages show, with what they say it prints."""
    text = "\n".join(path.read_text("utf-8") for path in pages)
    blocks = re.findall(r"```\n\$ tertium ([^\n]* --sample .*?)\n```", text, re.S)
    return sorted({tuple(block.split("\n", 1)) for block in blocks})


@pytest.mark.parametrize(("command", "printed"), outputs(PAGES), ids=lambda text: text.split("\n")[0][:60])
def test_the_outputs_on_the_sample_are_real(command: Any, printed: Any) -> None:
    assert run(*shlex.split(command)).startswith(printed.split("\n\n[...")[0])


def test_the_readme_is_short_and_shows_outputs_of_both_commands() -> None:
    assert len(README.splitlines()) <= 130
    assert {"score --sample", "compare --sample"} <= set(re.findall(r"\$ tertium (\w+ --sample)", README))


@pytest.mark.parametrize("page", ["README.md", "docs/how-to/score.md", "docs/tutorial/first-ten-minutes.md"])
def test_the_python_examples_run(page: str) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.S)
    assert len(example.strip().splitlines()) <= 7  # six lines and the import's blank one
    ran = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True)
    assert len(ran.stdout.splitlines()) == example.count("print(")


def test_the_python_example_of_results_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs/how-to/output.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.S)
    ran = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert ran.stdout.startswith("<Comparison>\n")
    assert (tmp_path / "comparison.html").exists()


def test_the_commands_on_files_of_the_tutorial_are_real(tmp_path: Path) -> None:
    page = TUTORIAL.read_text("utf-8")
    for name, text in re.findall(r"The file `([^`]+)`:\n\n```\n(.*?)```", page, re.S):
        (tmp_path / name).write_text(text, "utf-8")
    shown = [block.split("\n", 1) for block in re.findall(r"```\n\$ ((?!tertium \w+ --sample).*?)```", page, re.S)]
    assert len(shown) == 2
    for command, printed in shown:
        *before, last = command.split(" | ")
        given = (tmp_path / "output.txt").read_text("utf-8").splitlines(keepends=True)[0] if before else None
        assert before in ([], ["head -1 output.txt"])
        program = [sys.executable, "-m", "tertium", *shlex.split(last)[1:]]
        ran = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path, input=given)
        assert (ran.stdout + ran.stderr).strip() == printed.strip()


def test_the_table_of_metrics_is_the_register() -> None:
    table = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", README, re.M))
    described = {d["metric"]: d for d in json.loads(run("metrics", "-f", "json"))["metrics"]}
    assert set(table) == set(metrics.names())
    for name, cells in table.items():
        d = described[name]
        assert cells == f"{d['measures']} | {'higher' if d['higher_is_better'] else 'lower'}"


def test_the_reference_has_every_command_and_every_option_of_every_metric(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "reference_pages.py", tmp_path], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in GENERATED}
    titles = re.findall(r"^#+ (.+)$", (tmp_path / "commands.md").read_text("utf-8"), re.M)
    assert {f"tertium {command}" for command in COMMANDS} <= set(titles)
    assert "tertium network closest" in titles
    sections = re.split(r"^## `(.+)`$", (tmp_path / "metrics.md").read_text("utf-8"), flags=re.M)
    listed = dict(zip(sections[1::2], sections[2::2], strict=True))
    assert set(listed) == set(metrics.names())
    python = (tmp_path / "python.md").read_text("utf-8")
    assert set(re.findall(r"^### `(\w+)`$", python, re.M)) == set(tertium_package.__all__)
    assert "## Other names" not in python, "an example of docs/examples shows each public name"
    for member in ("corpus_score(hypotheses, ", "by_segment(rows)", "to_pandas(table=0, "):
        assert f"* `{member}" in python, member
    for name, section in listed.items():
        assert {field.name for field in fields(metrics.get(name))} <= set(re.findall(r"^\| `(\w+)` \|", section, re.M))


def test_every_command_and_format_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "formats.md").read_text("utf-8")
    everything = "\n".join(path.read_text("utf-8") for path in PAGES)
    for command in COMMANDS:
        assert re.search(rf"^#+ tertium {command}$", everything, re.M), command
    for entry in FORMATS.values():
        assert f"| `{entry.name}` | {' '.join(f'`{ending}`' for ending in entry.endings)} |" in page


def exists(path: Path) -> bool:
    return path.exists() or path.resolve() in GENERATED


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page: Any) -> None:
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert "://" in target or exists(page.parent / target), target


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    listed = re.findall(r"\]\(([\w/-]+\.md)\)", index)
    pages = [str(path.relative_to(ROOT / "docs")) for path in {*(ROOT / "docs").rglob("*.md"), *GENERATED}]
    assert {page for page in pages if page != "index.md"} == set(listed)


@pytest.mark.parametrize("command", list(COMMANDS))
def test_help_has_an_example(command: Any) -> None:
    assert f"tertium {command}" in run(command, "--help").split("Usage:")[1].split("\n", 1)[1]


NETWORKS = (ROOT / "docs" / "how-to" / "networks.md").read_text("utf-8")


def network_outputs() -> list[tuple[str, str]]:
    """Every command on networks that the pages show, with what they say it prints."""
    found = []
    for block in re.findall(r"```\n(\$ tertium network .*?)```", README + NETWORKS, re.S):
        for part in block.split("$ tertium ")[1:]:
            found.append(tuple(part.split("\n", 1)))
    return found


@pytest.mark.parametrize(("command", "printed"), network_outputs(), ids=lambda text: text[:40].split("\n")[0])
def test_the_outputs_about_networks_are_real(tmp_path: Path, command: Any, printed: Any) -> None:
    (premier,) = re.findall(r"The file `premier.net`.*?```\n(.*?)```", NETWORKS, re.S)
    references = re.search(r"References \(`(.*?)` and `(.*?)`\)", NETWORKS)
    files = {"premier.net": premier, "wrong.net": "[X] = a [Y]\n[Y] = b [X]\n"}
    files |= {"ref-a.txt": references[1] + "\n", "ref-b.txt": references[2] + "\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    program = [sys.executable, "-m", "tertium", *shlex.split(command)]
    ran = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path)
    assert (ran.stdout + ran.stderr).strip() == printed.strip()


def test_the_limits_of_networks_are_those_of_the_page() -> None:
    from dataclasses import asdict

    from tertium.networks.limits import DEFAULT

    listed = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", NETWORKS, re.M)
    assert {name: int(number.replace(",", "")) for name, number in listed} == asdict(DEFAULT)


def test_the_formats_of_networks_are_those_of_the_page() -> None:
    from tertium.io.networks import NETWORK_FORMATS

    listed = dict(re.findall(r"^\| `(\w+)` \| ((?:`\.\w+` ?)+) \|", NETWORKS, re.M))
    assert set(listed) == set(NETWORK_FORMATS)
    for name, endings in listed.items():
        assert endings.replace("`", "").split() == list(NETWORK_FORMATS.get(name).endings)


def test_the_example_of_the_networks_page_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", NETWORKS, re.S)
    ran = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True)
    assert ran.stdout.split()[0] == "2"


def where_is() -> list[tuple[str, str, str]]:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Where is …?")[1].split("\n## ")[0]
    return re.findall(r"^\| (.*) \| `([^`]+)` \| `([^`]+)` \|$", page, re.M)


def test_where_is_has_what_newcomers_look_for() -> None:
    features = [feature for feature, _, _ in where_is()]
    assert len(set(features)) == len(features) >= 40


@pytest.mark.parametrize(("feature", "file", "name"), where_is(), ids=lambda text: text.replace("/", "."))
def test_where_is_finds_each_feature(feature: str, file: str, name: str) -> None:
    """The file is there and holds the name: Python defines it at the top, a folder has a file of it."""
    (path,) = [path for path in (ROOT / "src" / "tertium" / file, ROOT / file) if path.exists()]
    if path.is_dir():
        assert (path / name).exists(), feature
    elif path.suffix == ".py":
        pattern = rf"^(?:async )?(?:class|def) {name}\b|^{name}\b.* = "
        assert re.search(pattern, path.read_text("utf-8"), re.M), feature
    else:
        assert re.search(rf"\b{name}\b", path.read_text("utf-8")), feature
