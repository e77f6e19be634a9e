"""What Autolab's `make` starts: grade the student's file beside the Makefile, say so on stdout, the scores last.

Of a fault of the grader's own there are no scores.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import traceback
from pathlib import Path

from grader.assignment import Assignment, load_assignment
from grader.courses.packages.autolab import problems
from grader.courses.packages.grading import PackageGrade, graded
from grader.report.exports import autolab
from grader.report.view import View


def main(words: list[str]) -> int:
    """`FOLDER` is where the autograder was unpacked, below the folder of the student's file."""
    folder = Path(words[0])
    try:
        assignment = load_assignment(folder / "assignment")
        made = _graded(assignment, folder.resolve().parent)
        names = list(problems(assignment))
        text = (
            autolab.render(View.for_student(made.results), names)
            if made.results
            else autolab.nothing(made.problem, names)
        )
    except Exception:
        traceback.print_exc()
        text = autolab.FAULT
    sys.stdout.write(text)
    return 0


def _graded(assignment: Assignment, folder: Path) -> PackageGrade:
    """Of the file that Autolab calls as the assignment does, and of nothing else that lies there."""
    file = folder / assignment.submission_name
    with tempfile.TemporaryDirectory() as alone:
        if file.is_file() and not file.is_symlink():
            shutil.copy(file, alone)
        return graded(assignment, Path(alone))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
