"""The documentation says what the program does: outputs, tables and examples are compared with the real thing."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tertium import metrics
from tertium.cli.main import COMMANDS
from tertium.io.testsets.formats import FORMATS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def run(*arguments: str) -> str:
    ran = subprocess.run([sys.executable, "-m", "tertium", *arguments], capture_output=True, text=True, check=True)
    return ran.stdout


@pytest.mark.parametrize("block", re.findall(r"```\n\$ tertium ([^\n]* --sample .*?)\n```", README, re.S))
def test_the_outputs_in_the_readme_are_real(block):
    command, printed = block.split("\n", 1)
    shown = printed.split("\n\n[...")[0]
    assert run(*shlex.split(command)).startswith(shown)


def test_the_readme_shows_outputs_of_both_commands():
    assert {"score --sample", "compare --sample"} <= set(re.findall(r"\$ tertium (\w+ --sample)", README))


def test_the_python_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len(example.strip().splitlines()) <= 7  # six lines and the import's blank one
    ran = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True)
    assert len(ran.stdout.splitlines()) == 2


def test_the_table_of_metrics_is_the_register():
    table = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", README, re.M))
    described = {d["metric"]: d for d in json.loads(run("metrics", "-f", "json"))["metrics"]}
    assert set(table) == set(metrics.names())
    for name, cells in table.items():
        d = described[name]
        direction = "higher" if d["higher_is_better"] else "lower"
        assert cells == f"{d['measures']} | {d['scale']} | {direction} | {d['equals']}"


def test_every_command_and_format_is_documented():
    page = (ROOT / "docs" / "reference" / "formats.md").read_text("utf-8")
    everything = "\n".join(path.read_text("utf-8") for path in PAGES)
    for command in COMMANDS:
        assert re.search(rf"^#+ tertium {command}$", everything, re.M), command
    for entry in FORMATS.values():
        assert f"| `{entry.name}` | {' '.join(f'`{ending}`' for ending in entry.endings)} |" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def test_the_index_lists_every_page():
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    listed = re.findall(r"\]\(([\w/-]+\.md)\)", index)
    pages = [str(path.relative_to(ROOT / "docs")) for path in sorted((ROOT / "docs").rglob("*.md"))]
    assert sorted(listed) == [page for page in pages if page != "index.md"]


@pytest.mark.parametrize("command", list(COMMANDS))
def test_help_has_an_example(command):
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
def test_the_outputs_about_networks_are_real(tmp_path, command, printed):
    (premier,) = re.findall(r"The file `premier.net`.*?```\n(.*?)```", NETWORKS, re.S)
    references = re.search(r"References \(`(.*?)` and `(.*?)`\)", NETWORKS)
    files = {"premier.net": premier, "wrong.net": "[X] = a [Y]\n[Y] = b [X]\n"}
    files |= {"ref-a.txt": references[1] + "\n", "ref-b.txt": references[2] + "\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    program = [sys.executable, "-m", "tertium", *shlex.split(command)]
    ran = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path)
    assert (ran.stdout + ran.stderr).strip() == printed.strip()


def test_the_limits_of_networks_are_those_of_the_page():
    from dataclasses import asdict

    from tertium.networks.limits import DEFAULT

    listed = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", NETWORKS, re.M)
    assert {name: int(number.replace(",", "")) for name, number in listed} == asdict(DEFAULT)


def test_the_formats_of_networks_are_those_of_the_page():
    from tertium.io.networks import _ENDINGS, NETWORK_FORMATS

    listed = dict(re.findall(r"^\| `(\w+)` \| ((?:`\.\w+` ?)+) \|", NETWORKS, re.M))
    assert set(listed) == set(NETWORK_FORMATS)
    for name, endings in listed.items():
        assert endings.replace("`", "").split() == [ending for ending, format in _ENDINGS.items() if format == name]


def test_the_example_of_the_networks_page_runs():
    (example,) = re.findall(r"```python\n(.*?)```", NETWORKS, re.S)
    ran = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True)
    assert ran.stdout.split()[0] == "2"
