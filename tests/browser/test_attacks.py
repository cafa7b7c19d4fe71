"""Scripts stored in every field that people can write: every page in Chromium shows them as texts, and none runs."""

import re
from typing import Any

import pytest

from tests.browser.harness import PATIENCE, Watcher, expect, until
from tests.browser.hostile import ALL, NAMES, PRINTABLE, World, graded, make_world
from tests.browser.serving import Served
from tests.browser.sheets import open_card
from tests.browser.test_imports import upload
from tests.server.payloads import PAYLOADS

# Everything on a page that could run or fetch something and is not the page's own.
STRANGE = """() => {
  const ours = (url) => url.startsWith(location.origin + '/');
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    const tag = element.localName;
    const handlers = element.getAttributeNames().filter((name) => name.startsWith('on'));
    const names = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'];
    const links = names.map((name) => element.getAttribute(name) ?? '');
    const strange = handlers.length || links.some((link) => /^\\s*(java\\s*script|data):/i.test(link))
      || ['iframe', 'object', 'embed', 'base', 'marquee', 'math', 'audio', 'video', 'img', 'image', 'foreignobject',
          'animate', 'use', 'template', 'xss', 'style'].includes(tag)
      || (tag === 'script' && !(element.src && ours(element.src)))
      || (tag === 'link' && !ours(element.href)) || (tag === 'meta' && element.httpEquiv);
    if (strange) found.push(element.outerHTML.slice(0, 200));
  }
  return found;
}"""
# All that can be read on a page: text, what stands in fields, and what is told on hovering or to screen readers.
READ = """() => [document.body.textContent, document.title,
  ...[...document.querySelectorAll('input, textarea')].map((field) => field.value),
  ...[...document.querySelectorAll('[title], [aria-label]')].map((e) => `${e.title} ${e.getAttribute('aria-label')}`),
].join('\\n').replace(/[\\u200b\\u2068\\u2069]/g, '')"""


@pytest.fixture(scope="module")
def world(served: Served) -> World:
    return make_world(served)


def shown(page: Any) -> str:
    """What a page says, once it has everything; nothing on it is strange."""
    if page.locator("#app").count():
        page.locator("#app[aria-busy=false]").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(STRANGE) == []
    return str(page.evaluate(READ))


def missing(text: str, wanted: list[str]) -> list[str]:
    """Payloads that a page does not show as they were typed; spaces may be drawn otherwise."""
    plain = " ".join(text.split())
    return [payload for payload in wanted if " ".join(payload.split()) not in plain]


PAGES = [
    ("/", PRINTABLE),
    ("/projects/{p}", PRINTABLE),
    ("/projects/{p}/settings", PRINTABLE),
    ("/projects/{p}/dashboard", []),
    ("/projects/{p}/judge", PRINTABLE),
    ("/projects/{p}/exams", PRINTABLE),
    ("/segments/{g}/compare", PRINTABLE),
    ("/exams/{e}", PAYLOADS),
    ("/sheets/{s1}", PRINTABLE),
    ("/help", []),
    ("/projects/%3Cimg src=x onerror=alert(1)%3E", []),
]


@pytest.mark.parametrize(("path", "wanted"), PAGES)
def test_stored_texts_are_shown_as_texts(page: Any, served: Served, world: World, path: str, wanted: list[str]) -> None:
    served.sign_in(page.context, world.manager)
    page.goto(served.url + path.format(**world.ids))
    text = shown(page)
    assert missing(text, wanted) == []
    if "{p}" in path and "exams" not in path:
        assert NAMES[0] in text


def test_a_sheet_of_payloads_in_all_its_panels(page: Any, served: Served, world: World) -> None:
    """The editor: cards, lines, samples, watched texts, the note, references, railroad, text view, dialogs."""
    served.sign_in(page.context, world.annotators[0])
    page.goto(f"{served.url}/sheets/{world.ids['s']}")
    page.locator(".samples li").first.wait_for()
    text = shown(page)
    assert missing(text, [*PAYLOADS, ALL[:1900]]) == []
    for name in (PRINTABLE[0], PRINTABLE[9], PRINTABLE[46]):
        page.locator(".tree .row", has_text=name).first.click()
        page.locator(".card-head", has_text=name).wait_for()
        assert name in shown(page)
    open_card(page, "S")
    page.locator(".card-head").click()
    page.keyboard.press("Alt+g")
    page.locator("#region-railroad svg").wait_for()
    assert missing(shown(page).replace("…", ""), PRINTABLE[:1]) == []
    page.keyboard.press("Alt+t")
    text_of_sheet = re.compile(re.escape("<script>alert(1)</script>"))
    expect(page.get_by_label("The sheet as text")).to_have_value(text_of_sheet)  # fetched once the field is there
    page.keyboard.press("Alt+t")
    page.get_by_label("Type or paste a translation").or_(page.locator("#ask")).first.fill(PRINTABLE[9])
    page.locator("#region-covered .closest, #region-covered .verdict").first.wait_for()
    shown(page)
    page.get_by_role("button", name="Submit…").click()
    page.locator("dialog[open] .points li").first.wait_for()
    shown(page)


def test_judging_payloads(page: Any, served: Served, world: World) -> None:
    served.sign_in(page.context, world.manager)
    page.goto(f"{served.url}/projects/{world.ids['p']}/judge")
    page.get_by_role("button", name="Judge", exact=True).first.click()
    page.locator("blockquote").wait_for()
    shown(page)
    assert page.locator("blockquote *").count() == 0


def test_an_exam_of_payloads(browser: Any, watcher: Watcher, served: Served, world: World) -> None:
    """The door, the candidate's page, the grader's, the result and the report."""
    contexts = []

    def tab(cookie: str) -> Any:
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        watcher.attach(context)
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": served.url}])
        contexts.append(context)
        return context.new_page()

    candidate = tab(world.ids["candidate"])
    candidate.goto(world.ids["link"])
    assert NAMES[0] in shown(candidate)
    candidate.goto(f"{served.url}/attempts/{world.ids['a']}/write")
    candidate.locator("textarea[id^='s-']").first.wait_for()
    assert missing(shown(candidate), PAYLOADS) == []
    graded(world)
    candidate.goto(f"{served.url}/attempts/{world.ids['a']}/result")
    assert missing(shown(candidate), [*PAYLOADS, ALL]) == []
    managing = tab(f"{served.settings.cookie}={world.manager.token}")
    managing.goto(f"{served.url}/attempts/{world.ids['a']}/report")
    shown(managing)
    managing.goto(f"{served.url}/exams/{world.ids['e']}")
    assert missing(shown(managing), PAYLOADS) == []
    for context in contexts:
        context.close()


def test_names_and_headers_of_files(page: Any, served: Served, world: World) -> None:
    """What is wrong with a file is told with its name and its columns, which are texts too."""
    served.sign_in(page.context, world.manager)
    page.goto(f"{served.url}/projects/{world.ids['p']}/settings")
    page.locator("#app[aria-busy=false]").wait_for()
    for name in ("<img src=x onerror=alert(1)>.tsv", "<svg onload=alert(1)>.jsonl"):
        upload(page, name, "\t".join(PRINTABLE) + "\n" + ALL + "\n")
        page.locator("#import-problem", has_text=name[:12]).wait_for()
        assert name in shown(page)


def test_the_watch_sees_what_it_should(browser: Any, served: Served, world: World) -> None:
    """Nothing above can pass because nobody looks: a page that does put text in as markup is caught in four ways."""
    watcher = Watcher()
    context = browser.new_context()
    watcher.attach(context)
    page = context.new_page()
    page.goto(f"{served.url}/login")
    for attack in (
        "document.body.innerHTML = '<img src=x onerror=alert(1)>'",
        "document.querySelector('form').setAttribute('onsubmit', 'alert(1)')",
        "document.head.append(Object.assign(document.createElement('base'), {href: '//127.0.0.1/'}))",
        "document.body.append(Object.assign(document.createElement('a'), {href: 'javascript:alert(1)', id: 'x'}))",
        "document.getElementById('x').click()",
    ):
        page.evaluate(f"() => {{ try {{ {attack} }} catch {{}} }}")
    refused = ("require-trusted-types-for", "script-src")
    until(page, lambda: all(any(name in seen for seen in watcher.seen) for name in refused))
    assert len(page.evaluate(STRANGE)) == 2
    assert any("require-trusted-types-for" in seen for seen in watcher.seen)
    assert any("script-src" in seen for seen in watcher.seen)
    page.evaluate("setTimeout(() => alert('loud'))")
    until(page, lambda: "dialog: loud" in watcher.seen)
    assert "dialog: loud" in watcher.seen
    context.close()
