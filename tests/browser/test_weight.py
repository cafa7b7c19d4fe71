"""How much the editor weighs, how soon it is usable, and what it leaves in memory. Times are printed, not judged."""

from typing import Any

from tests.browser.serving import Served
from tests.browser.sheets import add_line, answered, berlusconi, new_sheet, open_card, open_sheet, saved

MOST = 100_000
HEAP = 50_000_000


def test_the_first_visit_is_light(page: Any, served: Served) -> None:
    person = served.person("Light")
    sheet = new_sheet(served, person)
    served.sign_in(page.context, person)
    protocol = page.context.new_cdp_session(page)
    protocol.send("Network.enable")
    sizes: list[int] = []
    protocol.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    open_sheet(page, served, sheet)
    answered(page)
    page.wait_for_load_state("networkidle")
    print(f"first visit of the editor: {sum(sizes):,} bytes in {len(sizes)} answers")
    assert 6 < len(sizes) < 20  # the modules are one file
    assert sum(sizes) < MOST


def test_how_soon_the_editor_can_be_used(page: Any, served: Served) -> None:
    person = served.person("Soon")
    sheet = new_sheet(served, person)
    served.sign_in(page.context, person)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    open_sheet(page, served, sheet)
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    times = page.evaluate(
        """() => ({
            paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
            usable: performance.getEntriesByName('usable')[0].startTime })"""
    )
    print(f"at a quarter of the speed: first paint {times['paint']:.0f} ms, usable {times['usable']:.0f} ms")
    assert 0 < times["usable"] < 60_000  # the bar of one second is for an idle machine: bench/RESULTS.md


def heap(protocol: Any) -> int:
    protocol.send("HeapProfiler.collectGarbage")
    return int(protocol.send("Runtime.getHeapUsage")["usedSize"])


def test_a_thousand_undos_leave_nothing_behind(page: Any, served: Served) -> None:
    berlusconi(page, served, served.person("Heap"))
    add_line(page, "PRIME-MINISTER", "leader")
    saved(page)
    open_card(page, "PRIME-MINISTER")
    protocol = page.context.new_cdp_session(page)
    used = []
    for _ in range(4):
        page.evaluate(
            """async () => {
                const press = (shift) => dispatchEvent(new KeyboardEvent('keydown',
                    {key: shift ? 'Z' : 'z', ctrlKey: true, shiftKey: shift}));
                document.activeElement.blur();
                for (let step = 0; step < 250; step += 1) {
                    press(step % 2 === 1);
                    await new Promise((done) => setTimeout(done, 0));
                }
            }"""
        )
        answered(page)
        used.append(heap(protocol))
    print("heap after 250, 500, 750, 1000 steps of undo and redo:", *(f"{size / 1e6:.1f} MB" for size in used))
    assert max(used) < HEAP
    # The inverses of the log stay, a few hundred bytes each; drawings and answers must not.
    assert used[-1] - used[0] < 3_000_000
