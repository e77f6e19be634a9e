"""What every platform's machine does: grade what one student handed in, and tell beforehand whether that could work."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment, load_assignment
from grader.grading.pipeline import grade_submission
from grader.plaintext import one_line
from grader.processes.sandbox import available
from grader.results import Results
from grader.submissions import ListingError, collect_one, wanted_by
from grader.submissions.submission import decode_submission


@dataclass(frozen=True, slots=True)
class PackageGrade:
    """The results, or in words why there is nothing to grade, which is no fault of the grader's."""

    results: Results | None
    problem: str
    max_score: float


def graded(assignment: Assignment, folder: Path, student: str = "student") -> PackageGrade:
    """Grade what lies in the folder, on the emulator; raises whatever is the grader's own fault."""
    try:
        found = collect_one(folder, student, wanted=wanted_by(assignment))
    except ListingError as error:  # more files than anybody hands in: the student's, who learns of it
        return PackageGrade(None, one_line(f"Nothing could be graded: {error}"), assignment.points)
    if found.submission is None:
        return PackageGrade(None, one_line(f"Nothing could be graded: {found.problem}"), assignment.points)
    return PackageGrade(grade_submission(assignment, found.submission, device="cpu"), "", assignment.points)


def check(folder: Path) -> int:
    """Grade the naive kernel as if a student had handed it in: compiler, emulator and walls are all there, or not."""
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
    """The naive kernel under the name that students' kernels have."""
    source = assignment.text(assignment.config.naive)
    if len(assignment.config.kernels) > 1:
        return source
    kernel = assignment.config.kernels[0]
    name = kernel if isinstance(kernel, str) else kernel[0]
    if not name.isidentifier() or name == "auto":
        return source
    return re.sub(r"(__global__\s+void\s+)\w+", rf"\g<1>{name}", source, count=1)
