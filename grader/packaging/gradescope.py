"""The zip that Gradescope takes as an autograder."""

from __future__ import annotations

from pathlib import Path

from grader.files import write_zip
from grader.packaging.contents import (
    PackagingError,
    grader_files,
    published_assignment,
    requirements,
    template,
)

FILE_NAME = "gradescope-autograder.zip"
EXECUTABLE = frozenset({"setup.sh", "run_autograder"})


def files_of(assignment: Path) -> dict[str, bytes]:
    """All files of the autograder by their path in the zip; Gradescope unpacks it to `/autograder/source`."""
    files = {name: template(name) for name in sorted(EXECUTABLE)}
    files["requirements.txt"] = "".join(f"{line}\n" for line in requirements()).encode()
    files |= grader_files()
    files |= {f"assignment/{name}": data for name, data in published_assignment(assignment).items()}
    return files


def write_package(assignment: Path, path: Path) -> Path:
    """Write the zip, whole or not at all; raises `PackagingError` when it cannot be written."""
    try:
        write_zip(path, files_of(assignment), executable=EXECUTABLE)
    except OSError as error:
        raise PackagingError(f"{path}: cannot be written: {error.strerror or error}") from error
    return path
