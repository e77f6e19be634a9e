"""The zip that Gradescope takes as an autograder."""

from __future__ import annotations

import zipfile
from pathlib import Path

from grader.packaging.contents import (
    PackagingError,
    grader_files,
    published_assignment,
    requirements,
    template,
)

FILE_NAME = "gradescope-autograder.zip"
EXECUTABLE = frozenset({"setup.sh", "run_autograder"})
_EPOCH = (2020, 1, 1, 0, 0, 0)  # the same files make the same zip


def files_of(assignment: Path) -> dict[str, bytes]:
    """All files of the autograder by their path in the zip; Gradescope unpacks it to `/autograder/source`."""
    files = {name: template(name) for name in sorted(EXECUTABLE)}
    files["requirements.txt"] = "".join(f"{line}\n" for line in requirements()).encode()
    files |= grader_files()
    files |= {f"assignment/{name}": data for name, data in published_assignment(assignment).items()}
    return files


def write_zip(assignment: Path, path: Path) -> Path:
    """Write the zip, whole or not at all; raises `PackagingError` when it cannot be written."""
    files = files_of(assignment)
    partial = path.with_name(f".{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                info = zipfile.ZipInfo(name, _EPOCH)
                info.external_attr = (0o100755 if name in EXECUTABLE else 0o100644) << 16
                info.create_system = 3
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, data)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise PackagingError(f"{path}: cannot be written: {error.strerror or error}") from error
    return path
