"""The class page of a large class: `python -m benchmarks.classpage [--students 1000]`.

Time to compare the submissions, time to make the page, its size, and in Chromium (with the `browser` extra) the time
until it can be used, and what a filter and an order take. Rows are made up: 48 cases each, a third of them faulty.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path

from grader.batch.classpage import class_html
from grader.batch.gradebook import GRADED, GradebookRow
from grader.batch.similarity import alike
from grader.results import RubricItem, Status
from grader.submissions import student

ROOT = Path(__file__).resolve().parents[1]
CASES = [f"case-{number}@{width}" for width in (16, 32) for number in range(24)]
CAUSES = ("guard added", "barrier added", "other axis", "one more or less", "another variable")
USED = """() => { const [page] = performance.getEntriesByType("navigation");
  return [page.domInteractive, page.loadEventEnd]; }"""
FILTER = """() => { const box = document.getElementById("search"), start = performance.now(); box.value = "data race";
  box.dispatchEvent(new Event("input")); document.body.offsetHeight; return performance.now() - start; }"""
ORDER = """() => { const start = performance.now(); document.querySelectorAll("#class thead button")[1].click();
  document.body.offsetHeight; return performance.now() - start; }"""


RUBRIC = tuple(
    RubricItem(name=title, title=title, status=Status.PASSED, points=points, max_points=most)
    for title, points, most in (("Right results", 40, 60), ("Safe", 15, 15), ("Tiled", 15, 15), ("Fast", 10, 10))
)


def some_class(students: int) -> list[GradebookRow]:
    """Rows of every fate."""
    return [
        GradebookRow(
            student=student(f"Student {number:04}"), folder=f"student-{number:04}", status=GRADED,
            score=number * 37 % 101, max_score=100,
            passed=number % 3 > 0, message="12 of 48 cases fail: 61 of 100 points.",
            by_label={
                label: Status.FAILED if number % 3 == 0 and (number + index) % 4 == 0 else Status.PASSED
                for index, label in enumerate(CASES)
            },
            findings=("wrong-result", "data-race")[: number % 2 + 1] if number % 3 == 0 else (),
            cause=CAUSES[number % 5] if number % 3 == 0 else "", traffic_ratio=16.0,
            rubric=RUBRIC,
        )
        for number in range(students)
    ]  # fmt: skip


def texts(students: int) -> list[str]:
    """As many kernels of different texts: the reference, and lines that tell each from the others."""
    source = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
    own = (
        " ".join(f"if (a{n} {'<>+-*/'[number // 6**n % 6]} b) c[{n}]++;" for n in range(8))
        for number in range(students)
    )
    return [f"{source}\nvoid mine() {{ {text} }}\n" for text in own]


def in_browser(page: Path) -> list[tuple[str, float]]:
    """Milliseconds until the page can be used, until all is drawn, for a filter, for an order."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = next(path for name in ("chromium", "google-chrome") if (path := shutil.which(name)))
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-quic"]
        )
        opened = browser.new_page()
        opened.goto(page.as_uri())
        usable, drawn = opened.evaluate(USED)
        told = [("usable after", usable), ("drawn after", drawn)]
        told += [("a filter", opened.evaluate(FILTER)), ("an order", opened.evaluate(ORDER))]
        browser.close()
    return told


def main() -> None:
    """Measure, and print a line each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classpage")
    parser.add_argument("--students", type=int, default=1000)
    parser.add_argument("--no-browser", action="store_true", help="without Chromium")
    args = parser.parse_args()
    start = time.perf_counter()
    found = alike(texts(args.students), [])
    seconds = time.perf_counter() - start
    print(f"{args.students} texts compared in {seconds:.1f} s, {len(found.found)} alike {found.problem}")
    rows = some_class(args.students)
    class_html(rows[:1])  # templates are compiled once
    start = time.perf_counter()
    text = class_html(rows, alike=found)
    print(f"page made in {time.perf_counter() - start:.2f} s, {len(text.encode()) / 1000:.0f} kB")
    if not args.no_browser:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "index.html"
            page.write_text(text, encoding="utf-8")
            for words, milliseconds in in_browser(page):
                print(f"{words} {milliseconds:.0f} ms")


if __name__ == "__main__":
    main()
