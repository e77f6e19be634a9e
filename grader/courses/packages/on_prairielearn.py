"""What `run.sh` starts in PrairieLearn's container: grade `ROOT/student`, write `ROOT/results/results.json`.

The file is written whatever happens; a fault of the grader's own costs no attempt.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from grader.assignment import load_assignment
from grader.courses.packages.grading import graded
from grader.files import write_whole
from grader.report.exports import prairielearn
from grader.report.view import View


def main(words: list[str]) -> int:
    """`ROOT` is the folder that PrairieLearn calls `/grade`."""
    root = Path(words[0])
    try:
        made = graded(load_assignment(root / "tests" / "assignment"), root / "student")
        text = (
            prairielearn.render(View.for_student(made.results))
            if made.results
            else prairielearn.ungradable(made.problem)
        )
    except Exception:
        traceback.print_exc()  # kept with the grading job, for the instructor
        text = prairielearn.ungradable(prairielearn.FAULT)
    write_whole(root / "results" / "results.json", text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
