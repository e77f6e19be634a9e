"""Count the modules and functions of the grader that are entered while a kernel is graded.

Run `python scripts/count_entered.py [KERNEL] [--case GLOB]`. It prints the counts of the parent process alone, each
from a fresh start: of the whole command line, and of a `Session` that grades without the sweep.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import multiprocessing
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

ROOT = Path(__file__).resolve().parents[1]


def entered(run: Callable[[], None]) -> str:
    """Return how many modules and functions `run` enters, in all threads that it starts.

    Importing enters none, so bodies of classes do not count, nor do templates of pages. A comprehension belongs to the
    function that it is in.
    """
    codes: dict[CodeType, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes[frame.f_code] = None

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    own = [
        code
        for code in [*codes]
        if code.co_filename.startswith(f"{ROOT}/grader/")
        and code.co_filename.endswith(".py")
        and code.co_flags & inspect.CO_OPTIMIZED
        and not code.co_name.startswith("<")
    ]
    functions = {(code.co_filename, getattr(code, "co_qualname", code.co_firstlineno)) for code in own}
    return f"{len({code.co_filename for code in own})} modules, {len(functions)} functions"


def whole(kernel: Path, case: str) -> None:
    """Grade as `python -m grader` does."""
    from grader.cli import main as grade

    with tempfile.TemporaryDirectory() as out, contextlib.redirect_stdout(io.StringIO()):
        grade([str(kernel), "--assignment", str(ROOT), "--case", case, "--out", out])


def session_alone(kernel: Path, case: str) -> None:
    """Grade without the sweep, and write nothing."""
    from grader.assignment import load_assignment
    from grader.grading.pipeline import Session
    from grader.submissions.submission import read_submission

    assignment = load_assignment(ROOT)
    assignment = assignment.configured(sweep=assignment.config.sweep.model_copy(update={"work": 0}))
    with Session(assignment, device="cpu") as session:
        session.grade(read_submission(kernel, name=assignment.submission_name), cases=case)


def main() -> None:
    """Grade twice, each in a process of its own, and print what was entered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernel", nargs="?", type=Path, default=ROOT / "reference/tiled.cu")
    parser.add_argument("--case", default="*")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    for words, run in (("whole", whole), ("Session.grade", session_alone)):
        fresh = multiprocessing.get_context("fork").Process(
            target=lambda words=words, run=run: print(f"{words}: {entered(lambda: run(options.kernel, options.case))}")
        )
        fresh.start()
        fresh.join()


if __name__ == "__main__":
    main()
