"""What an assignment repository on GitHub needs: a workflow, a composite action, and the grader that it installs."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import Assignment
from grader.packaging.contents import (
    PackagingError,
    grader_files,
    published_assignment,
    pyproject,
    template,
    write_files,
)

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

    A repository without a `config.yaml` gets the assignment as well, without its solution. Raises `PackagingError`
    before anything is written where an edited workflow or action would be lost, unless forced.
    """
    files = files_of(classroom=classroom)
    written = [repository / WORKFLOW, repository / ACTION, repository / GRADER]
    if not (repository / CONFIG).is_file():
        files |= published_assignment(assignment, with_starter=True)
        written.insert(0, repository / CONFIG)
    lost = [name for name in (WORKFLOW, ACTION) if _differs(repository / name, files[name])]
    if lost and not force:
        raise PackagingError(f"{' and '.join(lost)}: there already and edited, or of another version; use --force")
    write_files(repository, files)
    return written


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
