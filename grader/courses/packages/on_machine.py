"""Grade one submission on a course system's own machine: `python -m grader.courses.packages.on_machine SYSTEM FOLDER`.

Results are written whatever happens: a fault of the grader's own becomes a result that costs nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment, load_assignment
from grader.courses.packages import problems
from grader.files import write_whole
from grader.grading.pipeline import grade_submission
from grader.plaintext import one_line
from grader.processes.sandbox import available
from grader.report.exports import course_systems as systems
from grader.report.view import View
from grader.submissions import ListingError, collect_one, wanted_by
from grader.submissions.submission import decode_submission


def graded(assignment: Assignment, folder: Path, student: str = "student") -> View | str:
    """Grade the student's file in the folder, on the emulator. Raise what is the grader's own fault.

    Return what the student may see, or the problem that leaves nothing to grade, which is no fault of the grader's.
    """
    try:
        found = collect_one(folder, student, wanted=wanted_by(assignment))
        submission, problem = found.submission, found.problem
    except ListingError as error:  # too many files: the student's problem, not the grader's
        submission, problem = None, str(error)
    if submission is None:
        return one_line(f"Nothing could be graded: {problem}")
    return View.for_student(grade_submission(assignment, submission, device="cpu"))


def _on_gradescope(root: Path, assignment: Assignment) -> str:
    name = "student"
    with contextlib.suppress(OSError, ValueError, KeyError, IndexError, TypeError, RecursionError):
        # the platform writes the file, but the student chose the name in it
        metadata = json.loads((root / "submission_metadata.json").read_text(encoding="utf-8"))
        name = str(metadata["users"][0]["name"])
    made = graded(assignment, root / "submission", name)
    if isinstance(made, str):
        return systems.nothing_for_gradescope(made, assignment.points)
    return systems.GRADESCOPE.render(made)


def _on_prairielearn(root: Path, assignment: Assignment) -> str:
    made = graded(assignment, root / "student")
    return systems.ungradable(made) if isinstance(made, str) else systems.PRAIRIELEARN.render(made)


def _on_autolab(root: Path, assignment: Assignment) -> str:
    """Grade the file that has the assignment's name, beside the Makefile, and nothing else that lies there."""
    file = root.resolve().parent / assignment.submission_name
    with tempfile.TemporaryDirectory() as alone:
        if file.is_file() and not file.is_symlink():
            shutil.copy(file, alone)
        made = graded(assignment, Path(alone))
    names = list(problems(assignment))
    return systems.nothing_for_autolab(made, names) if isinstance(made, str) else systems.autolab(made, names)


@dataclass(frozen=True, slots=True)
class Platform:
    """What a system's machine differs in: the assignment's folder, the file of the results (none: standard output)."""

    assignment: str
    results: str
    grade: Callable[[Path, Assignment], str]
    fault: Callable[[Exception], str]


PLATFORMS = {
    "gradescope": Platform(
        "source/assignment", "results/results.json", _on_gradescope,
        lambda error: systems.fault_for_gradescope(type(error).__name__),
    ),
    "prairielearn": Platform(
        "tests/assignment", "results/results.json", _on_prairielearn, lambda _: systems.PRAIRIELEARN_FAULT
    ),
    "autolab": Platform("assignment", "", _on_autolab, lambda _: systems.AUTOLAB_FAULT),
}  # fmt: skip


def main(words: list[str] | None = None) -> int:
    """Grade, or with `--check` report whether grading could work, for the end of a set-up."""
    parser = argparse.ArgumentParser(prog="python -m grader.courses.packages.on_machine")
    parser.add_argument("system", choices=PLATFORMS)
    parser.add_argument("root", type=Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args(words)
    platform = PLATFORMS[args.system]
    if args.check:
        return check(args.root / platform.assignment)
    try:
        text = platform.grade(args.root, load_assignment(args.root / platform.assignment))
    except Exception as error:
        traceback.print_exc()  # for the instructor: no system shows it to students
        text = platform.fault(error)
    if platform.results:
        write_whole(args.root / platform.results, text)
    else:
        sys.stdout.write(text)
    return 0


def check(folder: Path) -> int:
    """Grade the naive kernel as a student's, to see whether compiler, emulator and walls are there."""
    assignment = load_assignment(folder)
    submission = decode_submission(_naive_as_submission(assignment).encode(), path=Path(assignment.submission_name))
    results = grade_submission(assignment, submission, device="cpu", cases=assignment.cases()[0].label)
    fault = results.fault
    lines = [f"The naive kernel was graded: {results.verdict}" if fault is None else f"The grader failed: {fault}"]
    lines += [f"In force: {text}" for text in available().in_force]
    lines += [f"Not offered by this machine: {text}" for text in available().missing]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if fault is None else 1


def _naive_as_submission(assignment: Assignment) -> str:
    """Return the naive kernel under the name that students' kernels have."""
    source = assignment.text(assignment.config.naive)
    if len(assignment.config.kernels) > 1:
        return source
    kernel = assignment.config.kernels[0]
    name = kernel if isinstance(kernel, str) else kernel[0]
    if not name.isidentifier() or name == "auto":
        return source
    return re.sub(r"(__global__\s+void\s+)\w+", rf"\g<1>{name}", source, count=1)


if __name__ == "__main__":
    sys.exit(main())
