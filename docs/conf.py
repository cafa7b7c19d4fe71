"""The site: `make docs` builds it from the Markdown pages of the project, offline and with warnings as errors.

The source folder is that of the project, so that links between pages are the same here, in an editor and in a
repository browser.
"""

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

# Pages of formats and models name made-up columns and arrows in code; nothing else may be unknown to the highlighter.
highlight_language = "none"

html_theme = "furo"
html_title = f"Tertium {release}"
html_extra_path = ["site"]
html_copy_source = False
html_show_sphinx = False
