"""What `run_autograder` starts on Gradescope's machine: grade `ROOT/submission`, write `ROOT/results/results.json`.

The file is written whatever happens: a fault of the grader's own becomes a result without a score.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import traceback
from pathlib import Path

from grader.assignment import Assignment, load_assignment
from grader.collecting import Collected, collect_one, wanted_by
from grader.files import write_whole
from grader.grade import grade_submission
from grader.isolation import available
from grader.plaintext import one_line
from grader.report.exports import gradescope
from grader.submission import decode_submission


def main(words: list[str] | None = None) -> int:
    """`ROOT` grades; `--check ROOT` tells whether grading could work, for the end of `setup.sh`."""
    parser = argparse.ArgumentParser(prog="python -m grader.packaging.on_gradescope")
    parser.add_argument("root", type=Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args(words)
    if args.check:
        return _check(args.root)
    try:
        text = grade(args.root)
    except Exception as error:
        # Gradescope shows what is printed here to the instructor alone.
        traceback.print_exc()
        text = gradescope.fault(type(error).__name__)
    write_whole(args.root / "results" / "results.json", text)
    return 0


def grade(root: Path) -> str:
    """The text of `results.json` for the files in `root/submission`."""
    assignment = load_assignment(root / "source" / "assignment")
    found = collect_one(root / "submission", _student(root), wanted=wanted_by(assignment))
    if found.submission is None:
        return _nothing_to_grade(found, assignment.points)
    return gradescope.render(grade_submission(assignment, found.submission, device="cpu"))


def _student(root: Path) -> str:
    """The first submitter's name; the file is the platform's, but the name in it the student's."""
    try:
        users = json.loads((root / "submission_metadata.json").read_text(encoding="utf-8"))["users"]
        return str(users[0]["name"])
    except (OSError, ValueError, KeyError, IndexError, TypeError, RecursionError):
        return "student"


def _nothing_to_grade(found: Collected, max_score: float) -> str:
    """Nothing was graded, and the student is told what is missing: that is no fault of the grader's."""
    message = one_line(f"Nothing could be graded: {found.problem}")
    test = {"name": "The file to grade", "score": 0, "max_score": max_score, "status": "failed", "output": message}
    return json.dumps(
        {"score": 0, "output": message, "output_format": "text", "visibility": "visible", "tests": [test]}
    )


def _check(root: Path) -> int:
    """Grade the naive kernel as if a student had handed it in: compiler, emulator and walls are all there, or not."""
    assignment = load_assignment(root / "source" / "assignment")
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


if __name__ == "__main__":
    sys.exit(main())
