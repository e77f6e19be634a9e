"""The zip that Gradescope takes as an autograder."""

from __future__ import annotations

from pathlib import Path

from grader.courses.packages.contents import grader_files, needed_to_grade, published_assignment, template

FILE_NAME = "gradescope-autograder.zip"
EXECUTABLE = frozenset({"setup.sh", "run_autograder"})


def files_of(assignment: Path) -> dict[str, bytes]:
    """All files of the autograder by their path in the zip; Gradescope unpacks it to `/autograder/source`."""
    files = {name: template(name) for name in sorted(EXECUTABLE)}
    files["requirements.txt"] = needed_to_grade()
    files |= grader_files()
    files |= {f"assignment/{name}": data for name, data in published_assignment(assignment).items()}
    return files
