"""What `run_autograder` starts on Gradescope's machine: grade `ROOT/submission`, write `ROOT/results/results.json`.

The file is written whatever happens: a fault of the grader's own becomes a result without a score.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from pathlib import Path

from grader.assignment import load_assignment
from grader.courses.packages.grading import check, graded
from grader.files import write_whole
from grader.report.exports import gradescope
from grader.report.view import View


def main(words: list[str] | None = None) -> int:
    """`ROOT` grades; `--check ROOT` tells whether grading could work, for the end of `setup.sh`."""
    parser = argparse.ArgumentParser(prog="python -m grader.courses.packages.on_gradescope")
    parser.add_argument("root", type=Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args(words)
    if args.check:
        return check(args.root / "source" / "assignment")
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
    made = graded(load_assignment(root / "source" / "assignment"), root / "submission", _student(root))
    if made.results is None:
        return gradescope.nothing(made.problem, made.max_score)
    return gradescope.render(View.for_student(made.results))


def _student(root: Path) -> str:
    """The first submitter's name; the file is the platform's, but the name in it the student's."""
    try:
        users = json.loads((root / "submission_metadata.json").read_text(encoding="utf-8"))["users"]
        return str(users[0]["name"])
    except (OSError, ValueError, KeyError, IndexError, TypeError, RecursionError):
        return "student"


if __name__ == "__main__":
    sys.exit(main())
