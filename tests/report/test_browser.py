"""The pages in a real browser: nothing is requested, nothing complains, everything can be reached and read."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from grader.batch.classpage import class_html
from grader.batch.gradebook import GradebookRow
from grader.batch.similarity import Alike
from grader.report.page import html, write_report
from grader.results import Adjustment, Cause, Contents, Results, Status
from tests.batch.class_rows import row_of
from tests.products import ProductShape
from tests.report import sample_cases, sample_data, sample_kernel, samples
from tests.report.browsing import FLAGS, Visit, executable, need, visit
from tests.report.sample_kernel import replay, values_of

pytestmark = pytest.mark.browser

Open = Callable[..., AbstractContextManager[Visit]]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The machine's Chromium, started once."""
    if importlib.util.find_spec("playwright") is None:
        need("Playwright is not installed (pip install -e '.[browser]')")
    path = executable()
    if path is None:
        need("no Chromium or Chrome was found")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Open:
    """Opens the page of some results."""

    def open_results(results: Results, **context: object) -> AbstractContextManager[Visit]:
        path = tmp_path / "index.html"
        path.write_text(html(results), encoding="utf-8")
        return visit(browser, path, **context)

    return open_results


BY_HAND = (Adjustment(kind="override", points=74.0, words="measured by hand"),)


def a_class(size: int) -> list[GradebookRow]:
    """Submissions of every fate, `size` of them."""
    labels = [case.name for case in samples.reference().cases]
    return [
        row_of(
            f"Student {number}",
            score=(number * 37) % 101,
            passed=number % 5 == 0,
            by_label={
                label: Status.FAILED if (number * index) % 7 == 3 else Status.PASSED
                for index, label in enumerate(labels)
            },
            findings=("data-race",) if number % 4 == 1 else (),
            cause="barriers added" if number % 4 == 1 else "",
            adjustments=BY_HAND if number == 2 else (),
            traffic_ratio=float(number % 17),
        )
        for number in range(size)
    ]


# -- opening -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", samples.ALL)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_opens_without_a_request_or_a_complaint(show, name, scheme):
    """The file itself is all that is fetched, and the console stays empty."""
    with show(samples.ALL[name](), color_scheme=scheme) as seen:
        assert len(seen.requests) == 1
        assert seen.complaints == []
        assert seen.dialogs == []
        assert seen.page.locator("h1").is_visible()


def test_hostile_text_stays_text(show):
    """No dialog, no changed title, no image; the attack is there to be read."""
    with show(samples.hostile()) as seen:
        assert seen.page.title() != "pwned"
        assert "</script>" in seen.page.locator("h1").inner_text()
        assert seen.page.locator("img").count() == 0
        assert seen.dialogs == []
        assert seen.run("window.graderReplay.state().at") == 0


def test_a_script_that_is_not_the_pages_own_does_not_run(show):
    """Even an element that got in would be refused by the page's policy."""
    with show(samples.reference()) as seen:
        seen.run("""() => {
            const script = document.createElement('script');
            script.textContent = 'window.ran = 1';
            document.body.append(script);
            document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran = 1">');
        }""")
        seen.page.wait_for_timeout(100)
        assert seen.run("window.ran === undefined")


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        *((name, "light") for name in ("reference", "missing-barrier", "boundary-bug", "timed")),
        ("missing-barrier", "dark"),
        *(pytest.param(name, "dark", marks=pytest.mark.slow) for name in ("reference", "boundary-bug", "timed")),
    ],
)
def test_axe_finds_no_serious_violation(show, name, scheme):
    """Contrast, names, roles and order, with everything unfolded, in both themes."""
    with show(samples.ALL[name](), color_scheme=scheme) as seen:
        seen.run("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
        assert serious(seen) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation_on_the_class_page(browser, tmp_path, scheme):
    """The class page holds to the same, with a hint at what is alike."""
    alike = Alike(found=[((0, 2, 4), 1.0), ((1, 3), 0.9)], threshold=0.8)
    (tmp_path / "index.html").write_text(class_html(a_class(30), alike=alike), encoding="utf-8")
    with visit(browser, tmp_path / "index.html", color_scheme=scheme) as seen:
        assert serious(seen) == []


def serious(seen: Visit) -> list[str]:
    """What axe-core calls serious or critical."""
    axe = importlib.util.find_spec("axe_playwright_python")
    if axe is None:
        need("axe-core is not installed (pip install -e '.[browser]')")
    script = (Path(axe.submodule_search_locations[0]) / "axe.min.js").read_text(encoding="utf-8")
    seen.run(script)
    found = seen.run("axe.run(document, { resultTypes: ['violations'] })")
    assert len(found["passes"]) > 10
    return [
        f"{row['id']}: {row['help']}: {[node['html'][:160] for node in row['nodes'][:4]]}"
        for row in found["violations"]
        if row["impact"] in ("serious", "critical")
    ]


# -- map ---------------------------------------------------------------------------------------------------------------


def test_every_cell_of_a_map_is_what_the_results_say(show):
    """The element under the middle of each cell carries the class of its sign."""
    results = samples.boundary_bug()
    chart = sample_cases.mixed_map()
    names = {".": "right", "x": "wrong", "u": "unwritten", "n": "nonfinite"}
    with show(results) as seen:
        case = seen.page.locator("details.case", has_text="random-34@16").first
        case.locator("summary").first.click()
        case.locator("svg").first.scroll_into_view_if_needed()
        classes = case.locator("svg").first.evaluate(
            """(svg, [rows, cols]) => {
                svg.style.maxHeight = 'none';
                svg.scrollIntoView({ block: 'center', behavior: 'instant' });
                const box = svg.getBoundingClientRect();
                return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => {
                    const x = box.left + ((col + 0.5) / cols) * box.width;
                    const y = box.top + ((row + 0.5) / rows) * box.height;
                    return document.elementFromPoint(x, y).getAttribute('class');
                }));
            }""",
            [chart.rows, chart.cols],
        )
        assert classes == [[names[sign] for sign in row] for row in chart.cells]


def test_a_map_is_read_by_pointer_and_by_keyboard(show):
    """Hovering and arrow keys name the same cell, with its numbers and its thread."""
    with show(samples.boundary_bug()) as seen:
        case = seen.page.locator("details.case", has_text="random-34@16").first
        case.locator("summary").first.click()
        plot, readout = case.locator(".plot"), case.locator(".readout")
        box = plot.locator("svg").bounding_box()
        plot.hover(position={"x": box["width"] * 4.5 / 34, "y": box["height"] * 3.5 / 34})
        assert "C[3][4] is not finite: NaN, right is 1.25" in readout.inner_text()
        plot.focus()
        plot.press("ArrowDown")
        assert "C[4][4] is right" in readout.inner_text()
        plot.press("Shift+ArrowDown")
        assert "C[20][4] is right" in readout.inner_text()
        assert "block (0,1), thread (4,4)" in readout.inner_text()
        assert seen.page.locator("#live").inner_text() == readout.inner_text()


# -- replay ------------------------------------------------------------------------------------------------------------


def drawn_values(seen: Visit, kind: str) -> list[str]:
    """The numbers in a drawn matrix, in order."""
    return seen.run(
        f"[...document.querySelectorAll('.replay:not([hidden]) svg.grid.{kind} text')].map((node) => node.textContent)"
    )


def test_the_replay_steps_to_the_recorded_result(show):
    """Step by step with the arrow key, the block's cells end at the recorded values."""
    recording = sample_kernel.record()
    steps = len(replay(recording).steps)
    with show(samples.reference()) as seen:
        stage = seen.page.locator(".stage")
        stage.locator("input[type=range]").focus()
        for _ in range(steps - 1):
            stage.locator(".lines").press("ArrowRight")
        assert stage.locator(".position").inner_text() == f"{steps} / {steps}"
        values = drawn_values(seen, "c")
        assert [values[index] for index in (0, 1, 4, 5)] == [
            str(int(values_of(recording, "C")[index])) for index in (0, 1, 4, 5)
        ]
        assert "Phase 2 of 2" in stage.locator(".phase").inner_text()


def test_the_tiles_hold_what_was_loaded_when_the_barrier_is_reached(show):
    """After four steps of loading, both tiles show A's and B's first corner, and the barrier's line is lit."""
    recording = sample_kernel.record()
    with show(samples.reference()) as seen:
        seen.page.locator(".lines").press("Home")
        for _ in range(4):
            seen.page.locator(".lines").press("ArrowRight")
        tiles = seen.run(
            """[...document.querySelectorAll('.tiles .matrix')].slice(0, 2).map(
                (matrix) => [...matrix.querySelectorAll('text')].map((node) => node.textContent))"""
        )
        corner = (0, 1, 4, 5)
        assert tiles == [
            [str(int(values[i])) for i in corner] for values in (values_of(recording, "A"), values_of(recording, "B"))
        ]
        assert "__syncthreads" in seen.page.locator(".line.lit").inner_text()
        assert "All 4 threads have arrived" in seen.page.locator(".sentence").inner_text()
        assert seen.page.locator(".threads .wait").count() == 4


def test_going_back_undoes_a_step(show):
    """Forward and back again is the same picture."""
    with show(samples.reference()) as seen:
        stage = seen.page.locator(".stage")
        stage.get_by_role("button", name="Next phase").click()
        before = stage.inner_html()
        stage.get_by_role("button", name="Step forward").click()
        assert stage.inner_html() != before
        stage.get_by_role("button", name="Step back").click()
        assert drawn_values(seen, "c") == ["17", "14", "", "", "48", "40"] + [""] * 10
        assert stage.locator(".position").inner_text() == "9 / 18"


def test_a_race_is_shown_where_it_happens(show):
    """At some step the sentence names both threads; the chosen cell's first wrong term is named."""
    with show(samples.missing_barrier()) as seen:
        assert "Here is the race" in seen.page.locator(".sentence").inner_text()
        total = int(seen.page.locator(".position").inner_text().split("/")[1])
        seen.page.locator(".lines").press("Home")
        sentences = []
        for _ in range(total - 1):
            seen.page.locator(".lines").press("ArrowRight")
            sentences.append(seen.page.locator(".sentence").inner_text())
        # the first fill of the tile is ordered by the first barrier: the race is with the second
        before = next(number for number, text in enumerate(sentences) if "arrived at the barrier" in text)
        assert not any("race" in text for text in sentences[:before])
        assert any(
            "Here is the race: thread (0,0) writes As[0][0] on line 20, thread (1,0) reads it on line 25" in text
            for text in sentences
        )
        assert "It goes wrong in phase 1: A[0][2] · B[0][1]" in seen.page.locator(".wrongness").inner_text()
        assert "✗" in seen.page.locator(".goal").inner_text()


def test_terms_that_never_come_are_named(show):
    """A kernel that drops the last phase: the terms it never adds are listed with their sum."""
    whole = sample_kernel.record(ProductShape(5, 5, 5))
    short = sample_kernel.record(ProductShape(5, 4, 5))
    last = [values_of(whole, "A")[4], values_of(whole, "B")[20]]
    left = tuple(value for row in range(5) for value in (*values_of(short, "A")[row * 4 : row * 4 + 4], last[0]))
    right = (*values_of(short, "B"), *([last[1]] * 5))
    cut = whole.model_copy(
        update={
            "events": tuple(row for row in short.events),
            "buffers": {
                **whole.buffers,
                "A": Contents(dims=(5, 5), values=left),
                "B": Contents(dims=(5, 5), values=right),
            },
        }
    )
    with show(samples.results(recordings=(cut,))) as seen:
        seen.page.locator(".lines").press("End")
        text = seen.page.locator(".wrongness").inner_text()
        assert text == f"It ends without the term k = 4, {int(last[0] * last[1])} in all."


def test_a_sum_that_starts_anew_is_named(show):
    """A kernel that sets its sum to 0 in every phase: the place where the earlier terms are lost is told."""
    whole = sample_kernel.record()
    events = []
    sums: dict[int, float] = {}
    for row in whole.events:
        if row[3] == "fma":
            if row[1] == 3 and row[0] not in sums:
                sums[row[0]] = next(e[6] for e in reversed(events) if e[0] == row[0] and e[3] == "fma")
            row = (*row[:6], row[6] - sums.get(row[0], 0.0))
        elif row[3:5] == ("store", "C"):
            row = (*row[:6], row[6] - sums[row[0]])
        events.append(row)
    with show(samples.results(recordings=(whole.model_copy(update={"events": tuple(events)}),))) as seen:
        seen.page.locator(".lines").press("End")
        assert seen.page.locator(".wrongness").inner_text() == (
            "The sum starts anew in phase 2: the 17 added before are lost."
        )


def test_padding_is_told_apart_from_loaded_zeros(show):
    """In the last block of 3×3 the tiles' cells outside are marked as padding."""
    recording = sample_kernel.record(ProductShape(3, 3, 3), 2, (1, 1, 0))
    with show(samples.results(recordings=(recording,))) as seen:
        for _ in range(4):
            seen.page.locator(".lines").press("ArrowRight")
        assert seen.page.locator(".tiles .pad").count() == 4
        assert "owns no cell" in seen.page.locator(".follow select").inner_text()


def test_play_runs_and_pauses(show):
    """The space bar starts and stops; the steps go on by themselves in between."""
    with show(samples.reference()) as seen:
        seen.page.locator(".lines").press(" ")
        seen.page.wait_for_function("() => window.graderReplay.state().at >= 1")
        seen.page.locator(".lines").press(" ")
        assert seen.page.get_by_role("button", name="Play or pause").inner_text() == "Play"


def test_choosing_another_run_shows_that_run(show):
    """Two recordings, one shown at a time, each with its own steps."""
    with show(samples.boundary_bug()) as seen:
        seen.page.get_by_role("button", name="Block (2,0)").click()
        assert seen.page.locator(".replay:visible").count() == 1
        assert seen.page.locator(".replay:visible .position").inner_text().endswith(f"/ {68}")


# -- the replay of a lab that is data ----------------------------------------------------------------------------------


@pytest.fixture
def two_launches() -> Results:
    """A report on two launches of four threads, the second of which goes wrong."""
    recordings = (sample_data.adding(wrong=True), sample_data.storing(wrong=True))
    return samples.results(recordings=recordings, words=sample_data.WORDS)


def test_a_lab_that_is_data_is_replayed_with_its_own_arrays(show, two_launches):
    """It opens at the launch that goes wrong; what the first one left is there, and the wrong element is marked."""
    with show(two_launches) as seen:
        stage = seen.page.locator(".replay:visible")
        assert seen.page.locator(".choose [aria-pressed=true]").inner_text() == "2. take_off, block (1,0)"
        assert stage.locator("figcaption").all_inner_texts() == ["x", "sums", "y", "Threads"]
        assert drawn_values(seen, "a") == ["3", "1", "4", "1", "5", "9", "9", "14"]
        assert stage.locator(".sentence").inner_text() == ("2 of 4 threads store to y: thread (1,0): y[5] = −4.")
        assert stage.locator(".grid.c .bad").count() == 1
        assert stage.locator(".goal").inner_text() == "y[5] should become −5; stored: −4 ✗."
        assert stage.locator(".terms td").all_inner_texts()[-3:] == ["line 13", "stores to y", "y[5] = −4"]
        stage.locator(".lines").press("Home")
        assert stage.locator(".grid.c .stale").count() == 6


def test_shared_memory_fills_and_atomic_operations_arrive(show, two_launches):
    """Step by step in the other launch: four elements, a barrier, and a sum that grows with each thread."""
    with show(two_launches) as seen:
        seen.page.get_by_role("button", name="add_up").click()
        stage = seen.page.locator(".replay:visible")
        stage.locator(".lines").press("Home")
        stage.locator(".lines").press("ArrowRight")
        assert drawn_values(seen, "b") == ["5", "9", "0", "0"]
        assert stage.locator(".sentence").inner_text().startswith("All 4 threads write into shared memory: ")
        stage.locator(".lines").press("ArrowRight")
        assert stage.locator(".threads .wait").count() == 4
        assert "Phase 1 of 2" in stage.locator(".phase").inner_text()
        stage.locator(".lines").press("PageDown")
        stage.locator(".lines").press("ArrowRight")
        assert stage.locator(".sentence").inner_text() == (
            "All 4 threads update sums atomically: thread (0,0): sums[1] becomes 5."
        )
        assert drawn_values(seen, "a")[-2:] == ["", "14"]
        stage.locator(".threads [data-index='1']").click()
        assert "thread (1,0): sums[1] becomes 14" in stage.locator(".sentence").inner_text()


def test_names_of_arrays_stay_text(show, browser):
    """Whatever results.json says that they are."""
    recording = sample_data.adding(shared=sample_data.HOSTILE)
    with show(samples.results(recordings=(recording,), words=sample_data.WORDS)) as seen:
        assert sample_data.HOSTILE in seen.page.locator(".replay figcaption").all_inner_texts()
        assert seen.page.locator("img").count() == 0
        assert seen.dialogs == []
        assert seen.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_lab_that_is_data_is_read_on_a_phone_and_by_everybody(show, two_launches, scheme):
    """Nothing is wider than the screen, and axe finds nothing serious."""
    with show(two_launches, viewport={"width": 360, "height": 740}, color_scheme=scheme) as seen:
        assert seen.run("document.documentElement.scrollWidth") <= 360
        assert serious(seen) == []
        assert seen.complaints == []


# -- reading -----------------------------------------------------------------------------------------------------------


def test_a_link_to_a_case_unfolds_it(show):
    """From the finding to the case it happened in, however deeply folded."""
    with show(samples.missing_barrier()) as seen:
        seen.page.locator("#L25").get_by_role("link", name="square-2T@16").click()
        target = seen.page.locator("details.case", has_text="square-2T@16")
        assert target.get_attribute("open") is not None
        assert target.locator(".command").is_visible()


def test_the_reader_chooses_the_theme_and_the_page_remembers(show):
    """One button turns the page dark, also after a reload."""
    with show(samples.reference(), color_scheme="light") as seen:
        background = "getComputedStyle(document.body).backgroundColor"
        light = seen.run(background)
        seen.page.get_by_role("button", name="Dark").click()
        dark = seen.run(background)
        assert dark != light
        for _ in range(20):  # a browser writes storage in its own time: a page loaded at once may not see it yet
            seen.page.reload()
            if seen.run(background) == dark:
                break
            seen.page.wait_for_timeout(100)
        assert seen.run(background) == dark
        assert seen.page.get_by_role("button", name="Light").is_visible()


def test_the_keyboard_reaches_what_the_pointer_reaches(show):
    """The first tab stop skips to the report; links, folds, map and player follow."""
    with show(samples.boundary_bug()) as seen:
        reached = []
        for _ in range(140):
            seen.page.keyboard.press("Tab")
            reached.append(seen.run("document.activeElement.className || document.activeElement.tagName"))
        assert reached[0] == "skip"
        assert "SUMMARY" in reached
        assert "plot" in reached
        assert "lines" in reached
        assert "terms" in reached


@pytest.mark.parametrize("name", samples.ALL)
def test_a_phone_needs_no_sideways_scrolling(show, name):
    """At 360 pixels nothing is wider than the screen."""
    with show(samples.ALL[name](), viewport={"width": 360, "height": 740}) as seen:
        seen.run("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
        assert seen.run("document.documentElement.scrollWidth") <= 360


def test_a_hints_steps_need_no_sideways_scrolling(show):
    """However long a line of the change is, they stay within the page when they are open."""
    cause = Cause(
        line=20, kind="barrier added", proved=True, edit=f"@@ -20,0 +21 @@\n+{'    wait();' * 40}", lines=(20,)
    )
    results = samples.missing_barrier().model_copy(update={"cause": cause})
    with show(results, viewport={"width": 900, "height": 740}) as seen:
        seen.run("document.querySelectorAll('details.step').forEach((node) => { node.open = true; })")
        assert "after line 20:" in seen.run("document.querySelector('.words').innerText")
        assert seen.run("document.documentElement.scrollWidth") <= 900


def test_paper_names_failed_cases_and_has_no_controls(show):
    """Print has findings, maps of the first failed case, the names of the others, and no buttons."""
    with show(samples.boundary_bug()) as seen:
        seen.page.emulate_media(media="print")
        assert not seen.page.locator(".controls").first.is_visible()
        assert seen.page.locator("#L20 .finding").is_visible()
        assert "34" in seen.page.locator(".paper").first.inner_text()


@pytest.mark.parametrize("name", ["missing-barrier", "boundary-bug"])
def test_a_fault_takes_at_most_four_pages_of_paper(show, name):
    """Not every map of every case."""
    with show(samples.ALL[name]()) as seen:
        assert len(re.findall(rb"/Type ?/Page\b", seen.page.pdf(format="A4"))) <= 4


def test_a_replay_opens_at_the_fault_and_jumps_between_its_moments(show):
    """Under its finding, at the race; buttons lead to the race and to the first wrong term."""
    with show(samples.missing_barrier()) as seen:
        assert seen.page.locator("#L25 #replay .stage").is_visible()
        opened = seen.page.locator(".position").inner_text()
        seen.page.locator(".lines").press("Home")
        seen.page.get_by_role("button", name="First wrong term").click()
        assert "It goes wrong in phase 1" in seen.page.locator(".wrongness").inner_text()
        seen.page.get_by_role("button", name="The race").click()
        assert seen.page.locator(".position").inner_text() == opened


def test_a_replay_uses_the_width_of_the_page_and_cuts_no_line(show):
    """The pictures and the code beside them; the line that runs is read whole."""
    with show(samples.missing_barrier(), viewport={"width": 1280, "height": 900}) as seen:
        page, stage, code = (
            seen.run(f"document.querySelector('{box}').getBoundingClientRect().width")
            for box in ("main", "#replay .stage", "#replay .line.lit code")
        )
        assert stage > 0.85 * page
        assert code > 0.2 * page
        assert seen.run(
            """[...document.querySelectorAll('#replay .line')].every((line) =>
               line.scrollWidth <= line.clientWidth && line.querySelector('code').getBoundingClientRect().right
               <= document.querySelector('#replay .stage').getBoundingClientRect().right)"""
        )


def test_the_labels_of_a_diagram_can_be_read_on_a_phone(show):
    """At 390 pixels it scrolls in its box instead of shrinking its words."""
    with show(samples.reference(), viewport={"width": 390, "height": 844}) as seen:
        seen.run("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
        sizes = seen.run(
            """[...document.querySelectorAll('.roof svg text')].filter((text) => text.getClientRects().length).map(
               (text) => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a)"""
        )
        assert sizes, "the diagram is there"
        assert min(sizes) >= 10


def test_nobody_is_missing_at_a_barrier_that_everybody_comes_to(show):
    """Where threads are shown as they ran, arrivals are counted up to all of them."""
    with show(samples.missing_barrier()) as seen:
        seen.page.locator(".lines").press("Home")
        total = int(seen.page.locator(".position").inner_text().split("/")[1])
        for _ in range(total - 1):
            seen.page.locator(".lines").press("ArrowRight")
            said = seen.page.locator(".sentence").inner_text()
            assert "never come" not in said
            assert "do not" not in said


def test_a_store_that_leaves_c_is_drawn_and_said(show):
    """The sentence counts it, C carries a note, and row and column are worked out with numbers."""
    whole = sample_kernel.record(ProductShape(3, 3, 3), 2, (1, 1, 0))
    last = whole.events[-1]
    leaving = (*whole.events[:-1], (3, last[1], sample_kernel.STORE_C, "store", "C", -1, 0.0), last)
    bad = samples.missing_barrier().model_copy(update={"recordings": (whole.model_copy(update={"events": leaving}),)})
    with show(bad) as seen:
        assert "outside C" in seen.page.locator(".sentence").inner_text()
        assert "1 access has gone outside C" in seen.page.locator(".product").inner_text()
        assert "1·2 + 1 = 3; row 3 is outside: C has 3 rows" in seen.page.locator(".place").inner_text()


def test_without_scripts_everything_but_stepping_is_there(show):
    """Verdict, finding, map and the replay as text need no script."""
    with show(samples.missing_barrier(), java_script_enabled=False) as seen:
        assert seen.page.locator("h1").is_visible()
        assert seen.page.locator("#L25 .finding").is_visible()
        assert "Stepping needs scripts" in seen.page.locator("noscript").inner_text()
        seen.page.locator(".astext summary").click()
        assert "partial sum" in seen.page.locator(".astext pre").inner_text()


# -- watching ----------------------------------------------------------------------------------------------------------


def test_an_open_page_refreshes_itself_and_keeps_its_place(browser, tmp_path):
    """A new grading replaces the page under the reader, who stays where they were."""
    page_path = write_report(samples.boundary_bug(), tmp_path, watch=True)
    with visit(browser, page_path, reduced_motion="reduce") as seen:
        seen.page.locator("#family-1 > summary").click()
        seen.page.locator(".lines").first.press("ArrowRight")
        seen.run("window.scrollTo({ top: 700, behavior: 'instant' })")
        top = "document.getElementById('L16').getBoundingClientRect().top"
        place = seen.run(top)
        assert 0 < place < 900
        old = seen.run("document.body.dataset.stamp")
        write_report(samples.missing_barrier(), tmp_path, watch=True)
        seen.page.wait_for_function("(old) => document.body && document.body.dataset.stamp !== old", arg=old)
        seen.page.wait_for_function(f"(place) => Math.abs({top} - place) < 3", arg=place)
        assert "the threads race" in seen.page.locator("h1").inner_text()
        assert seen.page.locator("#family-1").get_attribute("open") is not None
        assert seen.run("window.graderReplay.state().at") == 1
        assert all(url.startswith("file://") for url in seen.requests)
        assert seen.complaints == []


# -- class -------------------------------------------------------------------------------------------------------------


def test_the_class_page_is_searched_and_sorted(browser, tmp_path):
    """A thousand rows: names, findings and scores find their rows, and any column sorts both ways."""
    (tmp_path / "index.html").write_text(class_html(a_class(1000)), encoding="utf-8")
    with visit(browser, tmp_path / "index.html") as seen:
        assert len(seen.requests) == 1
        assert seen.complaints == []
        rows = seen.page.locator("#class tbody tr:visible")
        seen.page.locator("#search").fill("data race")
        assert seen.page.locator("#shown").inner_text() == "250 shown"
        assert rows.count() == 250
        seen.page.locator("#search").fill("")
        scores = "[...document.querySelectorAll('#class tbody tr')].map((row) => Number(row.cells[1].dataset.v))"
        seen.page.get_by_role("button", name="Score").click()
        assert seen.run(scores) == sorted(seen.run(scores), reverse=True)
        seen.page.get_by_role("button", name="Score").click()
        assert seen.run(scores) == sorted(seen.run(scores))
        assert seen.page.locator("th[aria-sort=ascending]").inner_text().startswith("Score")
        seen.page.get_by_role("button", name="Student").click()
        first = seen.page.locator("#class tbody th").first.inner_text()
        assert first == "Student 0"


def test_a_strip_names_the_case_under_the_pointer(browser, tmp_path):
    """Pointing at a strip tells whose it is, which case, and how it ended."""
    rows = a_class(3)
    (tmp_path / "index.html").write_text(class_html(rows), encoding="utf-8")
    with visit(browser, tmp_path / "index.html") as seen:
        strip = seen.page.locator("#class svg").nth(1)
        box = strip.bounding_box()
        labels = list(rows[1].by_label)
        strip.hover(position={"x": box["width"] * 3.5 / len(labels), "y": box["height"] / 2})
        assert seen.page.locator("#readout").inner_text() == f"Student 1: {labels[3]} failed"


def test_the_class_page_fits_a_telephone_and_needs_no_script(browser, tmp_path):
    """Nothing but the table's own region is wider than the screen; without JavaScript all is there to read."""
    title = "Tiled matrix multiplication, winter term, all groups"
    html = class_html(a_class(30), title, Alike(found=[((0, 2), 1.0)]))
    (tmp_path / "index.html").write_text(html, encoding="utf-8")
    with visit(browser, tmp_path / "index.html", viewport={"width": 390, "height": 800}) as seen:
        assert seen.run("document.documentElement.scrollWidth") <= 390
        assert seen.run("(name => name.scrollWidth <= name.clientWidth)(document.querySelector('.top .name'))")
        assert serious(seen) == []
    with visit(browser, tmp_path / "index.html", java_script_enabled=False) as seen:
        assert seen.page.locator("#class tbody tr:visible").count() == 30
        assert not seen.page.locator("#search").is_visible()
        seen.page.locator("summary", has_text="Data race").click()
        assert seen.page.locator(".who a:visible").first.inner_text() == "Student 1"


def test_a_finding_of_the_class_is_one_click_away(browser, tmp_path):
    """The tally of findings filters the table."""
    (tmp_path / "index.html").write_text(class_html(a_class(8)), encoding="utf-8")
    with visit(browser, tmp_path / "index.html") as seen:
        seen.page.locator("summary", has_text="Data race").click()
        assert seen.page.locator(".who a:visible").all_inner_texts() == ["Student 1", "Student 5"]
        seen.page.get_by_role("button", name="Show these below").click()
        assert seen.page.locator("#shown").inner_text() == "2 shown"
        seen.page.locator("#search").fill("")
        seen.page.locator("#status").select_option("passed")
        assert seen.page.locator("#shown").inner_text() == "2 shown"
        seen.page.get_by_role("button", name="Status").click()
        assert seen.page.locator("#class tbody tr").first.locator("td").nth(1).inner_text() == "did not pass"
