"""Write docs/terminal.md: what a terminal of 80 columns shows of 12 faulty kernels and 2 right ones.

    python scripts/terminal_page.py

Each is graded as a student's `matmul.cu`; no GPU is needed.
"""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from grader.assignment import load_assignment
from grader.grading.pipeline import Session
from grader.report.terminal import terminal_summary
from grader.submissions.submission import decode_submission

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "terminal.md"
KERNELS = (
    ("A guard that asks for the wrong size", "reference/mistakes/bounds-guard-a-uses-n.cu"),
    ("Two guards on the thread's place", "reference/mistakes/bounds-guard-on-thread.cu"),
    ("No second barrier", "reference/mistakes/barrier-second-missing.cu"),
    ("Threads that leave too early", "reference/mistakes/barrier-early-return.cu"),
    ("Factors from the wrong tiles", "reference/mistakes/index-operands-exchanged.cu"),
    ("The row length of A", "reference/mistakes/index-a-stride.cu"),
    ("A sum that starts anew", "reference/mistakes/sum-restarts.cu"),
    ("A sign that is missing", "reference/mistakes/source-syntax-error.cu"),
    ("C is never stored", "reference/mistakes/output-never-stored.cu"),
    ("A reduction with no barrier in its loop", "labs/reduction/reference/mistakes/no-barrier-in-the-loop.cu"),
    ("A histogram without atomics", "labs/histogram/reference/mistakes/adds-without-atomic.cu"),
    ("A scan that does not double its steps", "labs/scan/reference/mistakes/steps-not-doubled.cu"),
    ("The tiled product, right", "reference/tiled.cu"),
    ("A reduction, right", "labs/reduction/reference/solution.cu"),
)
OPENING = """\
# What the terminal says

The first mistake, and the second where two are known, each with the student's own line, the characters that are wrong,
what was seen in this run, and why it is wrong; then the points of each item, how many cases pass, and the report. All
of it fits a terminal of 24 lines at 80 columns, and nothing is cut. The solution is not told before the last hint.

`python scripts/terminal_page.py` writes this page: 12 faulty kernels and 2 right ones.
"""


def main() -> None:
    """Grade all kernels and write the page."""
    parts = [OPENING]
    sessions: dict[Path, Session] = {}
    try:
        for title, name in KERNELS:
            folder = (ROOT / name.partition("/reference/")[0]) if name.startswith("labs/") else ROOT
            if folder not in sessions:
                sessions[folder] = Session(load_assignment(folder), device="cpu")
            parts.append(f"## {title}\n\n```text\n{shown(sessions[folder], ROOT / name)}\n```\n")
    finally:
        for session in sessions.values():
            session.close()
    PAGE.write_text("\n".join(parts), encoding="utf-8")


def shown(session: Session, path: Path) -> str:
    """What the terminal shows of one kernel, without what its header gives away."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    while lines[0].startswith("// ") or not lines[0].strip():
        lines.pop(0)
    text = "".join(line.replace("  // HERE", "") for line in lines)
    graded = session.grade(decode_submission(text.encode(), path=Path("matmul.cu")))
    results = graded.with_cause() if graded.wants_cause else graded.results
    stream = io.StringIO()
    terminal_summary(results, Console(file=stream, width=80, highlight=False, color_system=None))
    said = "\n".join(line.rstrip() for line in stream.getvalue().strip("\n").splitlines())
    return f"{said.strip()}\nReport: report/index.html"


if __name__ == "__main__":
    main()
