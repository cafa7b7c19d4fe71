"""The stylesheet: every colour that is used is defined, in light and dark."""

import re

from tertium.report.html import style


def test_every_colour_is_defined_twice_and_nothing_is_loaded() -> None:
    css = "\n".join(value for name, value in vars(style).items() if isinstance(value, str) and "var(--" in value)
    used = set(re.findall(r"var\((--[a-z0-9-]+)", css))
    assert used
    for name in used:
        assert len(re.findall(rf"{name}:", css)) >= 2, name
    assert "url(" not in css
    assert "@import" not in css
    assert css.count("{") == css.count("}")
