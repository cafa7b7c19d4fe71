"""How fast the card editor is in a browser: Chromium, driven by Playwright, against a real server.

    python -m bench.editor [--short]

Opening is measured on a first visit with an empty cache, the page's thread slowed down four times (DevTools' CPU
throttling); typing at full speed in a network of 10^12 paths, from a key to the count, the problems, samples and
closest paths that come of it. Wall-clock bars are judged on an idle machine only (load below 0.5 at the start). The
processor time of the page's thread, not slowed down, stands beside them and can be read on a busy machine too. Needs
`pip install --group browser` and Chromium. Exit 1 where a bar is missed.
"""

import argparse
import json
import os
import shutil
import sys
from typing import Any
from urllib.request import Request, urlopen

from bench.server import API, IDLE, Process, Row, quantile, serving
from bench.server_data import SHORT, network

SLOWER = 4
GAP = 170  # ms between keys, so that each gets its answer
TIMES = """() => ({
  paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  usable: performance.getEntriesByName('usable')[0].startTime })"""
LISTEN = """() => {
  let typed = 0;
  window.answered = [];
  addEventListener('input', () => (typed = performance.now()), {capture: true});
  const count = document.querySelector('.count');
  new MutationObserver(() => {
    if (!typed || count.getAttribute('aria-busy') === 'true') return;
    window.answered.push(performance.now() - typed);
    typed = 0;
  }).observe(count, {attributes: true, attributeFilter: ['aria-busy']});
}"""


def processor_ms(devtools: Any) -> float:
    """What the page's thread has used."""
    metrics = {metric["name"]: metric["value"] for metric in devtools.send("Performance.getMetrics")["metrics"]}
    return float(1000 * metrics["TaskDuration"])


def visit(browser: Any, server: Process, *, slower: int) -> tuple[Any, Any, list[int]]:
    """A first visit to the sheet: the page, its DevTools, and the sizes of all answers, as sent."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.set_default_timeout(120_000)
    address = f"http://127.0.0.1:{server.port}"
    name, _, token = server.cookie.partition("=")
    context.add_cookies([{"name": name, "value": token, "url": address}])
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    sizes: list[int] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(f"{address}/sheets/{server.ids['empty']}", wait_until="commit")
    page.locator("#app[aria-busy=false]").wait_for()
    return page, devtools, sizes


def opening(browser: Any, server: Process, times: int) -> list[Row]:
    """First visits."""
    paints, usables, weights, used = [], [], [], []
    for _ in range(times):
        page, _, sizes = visit(browser, server, slower=SLOWER)
        found = page.evaluate(TIMES)
        page.wait_for_load_state("networkidle")
        paints.append(found["paint"])
        usables.append(found["usable"])
        weights.append(float(sum(sizes)))
        page.context.close()
        page, devtools, _ = visit(browser, server, slower=1)
        used.append(processor_ms(devtools))
        page.context.close()
    cpu = quantile(used, 0.5)
    return [
        Row("first visit, all answers, bytes", 150_000, max(weights), quantile(weights, 0.5), 0),
        Row(f"first paint, {SLOWER} times slower", 500, quantile(paints, 0.95), quantile(paints, 0.5), 0),
        Row(f"usable, {SLOWER} times slower", 1_000, quantile(usables, 0.95), quantile(usables, 0.5), cpu),
    ]


def fill(server: Process) -> None:
    """Put a network of 10^12 paths into the sheet."""
    body = json.dumps({"base_seq": 0, "events": [{"edit_id": "fill", "command": network()}]}).encode()
    headers = {"Cookie": server.cookie, "Content-Type": "application/json"}
    urlopen(Request(f"http://127.0.0.1:{server.port}{API}/sheets/{server.ids['empty']}/events", body, headers)).close()


def typing(browser: Any, server: Process, keys: int) -> list[Row]:
    """Words typed into the sentence, and a question under "Is it covered?"."""
    page, devtools, _ = visit(browser, server, slower=1)
    page.locator("#ask").fill("w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12")
    page.get_by_role("button", name="+ alternative").click()
    page.wait_for_timeout(1_000)
    page.evaluate(LISTEN)
    before = processor_ms(devtools)
    text = "".join("prime minister of italy "[number % 24] for number in range(keys))
    page.keyboard.type(text, delay=GAP)
    page.wait_for_timeout(1_000)
    answered = page.evaluate("() => window.answered")
    each = (processor_ms(devtools) - before) / keys
    page.context.close()
    lost = int(len(answered) < keys // 2)  # on a busy machine an answer may come after the next key
    name = f"key to answer, {len(answered)} of {keys} keys: p95"
    return [Row(name, 150, quantile(answered, 0.95), quantile(answered, 0.5), each, lost)]


def main() -> int:
    """Measure, print a row for each bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    busy = os.getloadavg()[0]
    with serving(None, SHORT, []) as server, sync_playwright() as playwright:
        path = os.environ.get("TERTIUM_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=["--headless", "--no-sandbox", "--disable-gpu"])
        visit(browser, server, slower=1)[0].context.close()  # the programs themselves are in memory then
        rows = opening(browser, server, 3 if options.short else 20)
        fill(server)
        rows += typing(browser, server, 60 if options.short else 500)
        browser.close()
    print(f"{'':44} {'bar':>9} {'measured':>10} {'median':>10} {'CPU each':>10} {'errors':>6}")
    for row in rows:
        print(row.shown())
    if busy > IDLE:
        print(f"The load was {busy:.1f}: wall-clock figures say nothing, read the processor time.", file=sys.stderr)
    return int(any(row.errors or (busy <= IDLE and row.value > row.bar) for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
