import pytest

from tertium.report.html.markup import element, safe, stylesheet


def test_text_and_attributes_are_escaped() -> None:
    made = element("span", '<b> & "x"', element("strong", "'"), title='"><script>')
    expected = '<span title="&quot;&gt;&lt;script&gt;">&lt;b&gt; &amp; &quot;x&quot;<strong>&#x27;</strong></span>'
    assert str(made) == expected


def test_none_is_left_out_and_true_is_an_attribute_without_value() -> None:
    made = element("details", None, "x", open=True, id=None, hidden=False)
    assert str(made) == '<details open="">x</details>\n'


def test_underscores_in_attributes_become_hyphens() -> None:
    assert str(element("code", class_="a", aria_label="b", x1=1.50, y1=2)) == (
        '<code class="a" aria-label="b" x1="1.5" y1="2"></code>'
    )


def test_elements_without_content_have_no_end_tag() -> None:
    assert str(element("meta", charset="utf-8")) == '<meta charset="utf-8">\n'
    with pytest.raises(ValueError, match="takes no children"):
        element("br", "text")


@pytest.mark.parametrize("tag", ["script", "style", "iframe", "link", "a b", "", "x>"])
def test_elements_that_could_run_or_load_something_are_refused(tag: str) -> None:
    with pytest.raises(ValueError, match="may not be in a page"):
        element(tag)


@pytest.mark.parametrize("name", ["onclick", "onLoad", "style", "src", "a b", 'x"'])
def test_attributes_that_could_run_or_load_something_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="may not be in a page"):
        element("p", **{name: "x"})


def test_links_stay_in_the_page() -> None:
    assert str(element("a", "x", href="#part")) == '<a href="#part">x</a>'
    with pytest.raises(ValueError, match="leaves the page"):
        element("a", "x", href="javascript:alert(1)")


@pytest.mark.parametrize("css", ["a{}</style>", "@import 'x'", "a{background:url(x)}"])
def test_a_stylesheet_neither_ends_early_nor_loads(css: str) -> None:
    with pytest.raises(ValueError, match="may not hold"):
        stylesheet(css)


def test_a_stylesheet_is_written_as_it_is() -> None:
    assert str(stylesheet('a > b { content: "x" }')) == '<style>a > b { content: "x" }</style>\n'


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\x00", "␀"), ("\x1b[1m", "␛[1m"), ("\n", "␊"), ("\x7f", "␡"), ("\u202e", "⟨U+202E⟩"), ("\ud800", "⟨U+D800⟩")],
)
def test_control_characters_become_symbols(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_marks_of_direction_that_writers_need_stay() -> None:
    assert safe("א\u200f\u200dب") == "א\u200f\u200dب"
