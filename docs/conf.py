"""The site: `make docs` builds it from the Markdown pages of the project, offline and with warnings as errors.

The source folder is that of the project, so that links between pages are the same here, in an editor and in a
repository browser.
"""

import re
from typing import Any

from tertium._version import __version__

project = "Tertium"
author = "The Tertium developers"
copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx_copybutton"]
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "bench/RESULTS.md",
    "docs/**.md",
    "papers/results/*.md",
]
exclude_patterns = ["node_modules", ".*", "build", "core", "demo", "src", "tests"]
nitpicky = True

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
# A prompt is not copied.
copybutton_prompt_text = "$ "

# Blocks without a language: commands are known by their first line and coloured, files and tables are left alone.
highlight_language = "none"
_COMMANDS = re.compile(r"(?:\$ )?(?:[A-Z_]+=\S* )*(?:tertium|make|pip|python3?|curl|git|cat|\.venv/bin/\S+) ")

html_theme = "furo"
html_title = f"Tertium {release}"
html_extra_path = ["site"]
html_copy_source = False
html_show_sphinx = False


def colour_commands(app: Any, document: Any) -> None:
    """Say which language the blocks of commands are in."""
    for block in document.findall(lambda node: node.tagname == "literal_block"):
        lines = block.astext().splitlines()
        if block.get("language", "none") in ("none", "default") and lines and _COMMANDS.match(lines[0]):
            block["language"] = "console" if lines[0].startswith("$ ") else "bash"


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("doctree-read", colour_commands)
