"""Draw the pictures of the README and the documentation: real gradings, opened in the machine's Chromium.

    pip install -e '.[browser]'
    python scripts/screenshots.py [NAME…]

Without names all are drawn. Needs Chromium or Chrome; no GPU.
"""

from __future__ import annotations

import functools
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from grader.assignment import load_assignment
from grader.batch.classpage import class_html
from grader.batch.gradebook import graded_row
from grader.grading.pipeline import Session
from grader.report.page import write_html
from grader.results import Results
from grader.submissions import Collected, student
from grader.submissions.submission import read_submission

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
MISTAKES = ROOT / "reference" / "mistakes"
STUDENTS = (
    "Abreu", "Berg", "Chen", "Dimitrov", "Eriksen", "Fontaine", "Gupta", "Haddad", "Ito", "Jansen", "Kovács", "Lopez",
    "Mbeki", "Novak", "Okafor", "Petrova", "Quispe", "Rossi", "Sato", "Tanaka", "Ueda", "Vargas", "Weber", "Yilmaz",
)  # fmt: skip


@functools.cache
def graded(session: Session, path: Path) -> Results:
    """One kernel's results with the cause of its fault, as if it were the student's `matmul.cu`.

    A mistake's header would give it away, so it is left out.
    """
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    if lines[0].startswith("// mistake:"):
        while lines[0].startswith("// ") or not lines[0].strip():
            lines.pop(0)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "matmul.cu"
        copy.write_text("".join(lines).replace("  // HERE", ""), encoding="utf-8")
        return session.grade(read_submission(copy)).with_cause()


def report_of(path: Path) -> Callable[[Session, Path], None]:
    """Writes the report of one kernel."""
    return lambda session, page: write_html(graded(session, path), page)


def whole_class(session: Session, page: Path) -> None:
    """Writes a class page: some solutions and some mistakes."""
    kernels = [ROOT / "reference" / "tiled.cu"] * 7 + sorted(MISTAKES.glob("*.cu"))[::4]
    rows = []
    for number, name in enumerate(STUDENTS):
        chosen = kernels[number * 7 % len(kernels)]  # steps of 7 spread the solutions over the alphabet
        found = Collected(student=student(name), origin=name, submission=read_submission(chosen))
        rows.append(graded_row(found, name, graded(session, chosen)))
    page.write_text(class_html(rows, "Tiled matrix multiplication"), encoding="utf-8")


def to_section(name: str) -> str:
    return f"document.getElementById('{name}').scrollIntoView({{ block: 'start', behavior: 'instant' }})"


TO_THE_RACE = """
    const player = graderReplay.show(0), said = document.querySelector('.sentence');
    const last = player.data.steps.length - 1;
    while (!/multiplies.*race:/.test(said.textContent) && player.at < last) player.go(player.at + 1);
"""

PICTURES: dict[str, tuple[Callable[[Session, Path], None], dict[str, Any]]] = {
    "reference": (report_of(ROOT / "reference" / "tiled.cu"), {"height": 900}),
    "missing-barrier": (report_of(MISTAKES / "barrier-second-missing.cu"), {"height": 1350}),
    "boundary-bug": (
        report_of(MISTAKES / "bounds-one-guard-for-both.cu"),
        {"height": 900, "script": to_section("cases")},
    ),
    "replay": (
        report_of(MISTAKES / "barrier-second-missing.cu"),
        {"height": 1180, "script": TO_THE_RACE + to_section("replay")},
    ),
    "traffic": (
        report_of(ROOT / "reference" / "tiled.cu"),
        {"height": 960, "script": to_section("traffic"), "color_scheme": "dark"},
    ),
    "class": (whole_class, {"height": 1200}),
}


def main(names: list[str]) -> None:
    """Grade, open, photograph."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    browser_path = next(
        path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))
    )
    with (
        Session(load_assignment(ROOT), device="cpu", seed=2026) as session,
        sync_playwright() as driver,
        tempfile.TemporaryDirectory() as folder,
    ):
        browser = driver.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        for name in names or PICTURES:
            write, options = PICTURES[name]
            page_path = Path(folder) / f"{name}.html"
            write(session, page_path)
            page = browser.new_page(
                viewport={"width": 1120, "height": options["height"]},
                color_scheme=options.get("color_scheme", "light"),
            )
            page.goto(page_path.as_uri())
            if "script" in options:
                page.evaluate(f"() => {{ {options['script']} }}")
            page.screenshot(path=IMAGES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
