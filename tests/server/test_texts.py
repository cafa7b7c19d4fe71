"""The catalogue of texts: every message is used, every use has its message and its values, nothing stands outside.

For the browser code `make lint` looks for words outside of the catalogue: see eslint.config.js.
"""

import re
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from tertium.server.web import texts

SERVER = Path(texts.__file__).parents[2]
TEMPLATES = sorted(SERVER.glob("*/templates/*.html"))
MODULES = sorted([*SERVER.glob("*/browser/**/*.js"), *SERVER.glob("*/browser/**/*.jsx")])
# What Jinja writes, tags and their attributes, and the name of the program.
NO_TEXT = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|<[^>]*>|Tertium|\b(?:wide|narrow|full)\b", re.DOTALL)
READABLE = re.compile(r"""(?:title|aria-label|placeholder|alt)=["']([^"'{]*\w{2})""")


def calls(text: str) -> list[tuple[str, str]]:
    """The names of messages, and what follows them in the call."""
    return re.findall(r"""\b(?:t|rich)\(\s*"([a-z]\w*\.\w+)"((?:[^()]|\([^()]*\))*)""", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_no_text(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.findall(r"[^\W\d_]{2,}", NO_TEXT.sub(" ", text)) == []
    assert READABLE.findall(re.sub(r"{{.*?}}", "{", text)) == []


@pytest.mark.parametrize(("part", "paths"), [("pages", TEMPLATES), ("browser", MODULES)], ids=["pages", "browser"])
def test_messages_and_their_uses(part: str, paths: list[Path]) -> None:
    catalogue = texts.catalogue(part)
    source = "\n".join(path.read_text("utf-8") for path in paths)
    assert [key for key in catalogue if f'"{key}"' not in source] == []
    assert [key for key, _ in calls(source) if key not in catalogue] == []


def test_templates_give_every_value() -> None:
    catalogue = texts.catalogue("pages")
    for path in TEMPLATES:
        for key, values in calls(path.read_text("utf-8")):
            forms = catalogue[key]
            names = set(re.findall(r"{(\w+)}", forms if isinstance(forms, str) else forms["other"]))
            assert names <= set(re.findall(r"(\w+)=", values)), (path.name, key)


def test_values_are_escaped_and_words_set_off() -> None:
    shown = texts.rich("invite.you_are_signed_in_as", name="<script>")
    assert shown == "You are signed in as <strong>&lt;script&gt;</strong>."
    assert texts.text("exam_result.edits", n=1) == "1 edit"
    assert texts.text("exam_result.edits", n=2) == "2 edits"
    assert texts.text("exam_result.edits", n=1234) == "1,234 edits"
