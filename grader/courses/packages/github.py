"""What an assignment repository on GitHub needs: a workflow, a composite action, and the grader that it installs."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import Assignment, load_assignment
from grader.courses.packages.contents import (
    PackagingError,
    grader_files,
    pyproject,
    template,
    write_files,
)
from grader.courses.packages.students import around_it, students_assignment
from grader.files import is_free

WORKFLOW = ".github/workflows/grade.yml"
ACTION = ".github/actions/grade/action.yml"
GRADER = ".github/grader"
CONFIG = "config.yaml"


def files_of(*, classroom: bool = False) -> dict[str, bytes]:
    """All files by their path in the repository. The grader comes along: no other repository has to be reached.

    With `classroom` the workflow hands the points to GitHub Classroom.
    """
    files = {WORKFLOW: _workflow(classroom), ACTION: template("action.yml")}
    files[f"{GRADER}/pyproject.toml"] = pyproject()
    return files | {f"{GRADER}/{name}": data for name, data in grader_files().items()}


def _workflow(classroom: bool) -> bytes:
    text = template("grade.yml")
    if not classroom:
        return text
    permission = b"  contents: read\n"
    return text.replace(permission, permission + b"  actions: read\n  checks: write\n") + template("classroom.yml")


def write_into(repository: Path, assignment: Path, *, force: bool = False, classroom: bool = False) -> list[Path]:
    """Write the files into a repository; what people may edit comes first in the answer.

    A repository without a `config.yaml` gets the students' copy of the assignment as well. Raises `PackagingError`
    before anything is written where an edited workflow or action would be lost, unless forced.
    """
    files = files_of(classroom=classroom)
    written = [repository / name for name in (WORKFLOW, ACTION, GRADER)]
    if not (repository / CONFIG).is_file():
        files |= students_assignment(assignment)
        around = around_it(load_assignment(assignment))
        new = {name: data for name, data in around.items() if not (repository / name).exists()}
        files |= new
        written = [repository / CONFIG, *(repository / name for name in new), *written]
    lost = [name for name in (WORKFLOW, ACTION) if _differs(repository / name, files[name])]
    if lost and not force:
        raise PackagingError(f"{' and '.join(lost)}: there already and edited, or of another version; use --force")
    write_files(repository, files)
    return written


def write_students_copy(folder: Path, assignment: Path) -> list[Path]:
    """Write what students get into a new or empty folder, ready to be pushed as a template repository.

    Raises `PackagingError` where something is in the folder already.
    """
    if not is_free(folder):
        raise PackagingError(f"{folder}: is not empty: name a new folder")
    return write_into(folder, assignment)


def solutions_in(repository: Path, assignment: Assignment) -> list[str]:
    """Files of the repository that give the solution away to whoever gets a copy; grading does without them."""
    reference = assignment.config.reference
    candidates = (reference, f"{Path(reference).parent.as_posix()}/mistakes")
    return [name for name in candidates if (repository / name).exists()]


def _differs(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() != data
    except OSError:
        return False
