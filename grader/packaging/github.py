"""What an assignment repository on GitHub needs: a workflow, a composite action, and the grader that it installs."""

from __future__ import annotations

from pathlib import Path

from grader.packaging.contents import grader_files, pyproject, template, write_files

WORKFLOW = ".github/workflows/grade.yml"
ACTION = ".github/actions/grade/action.yml"
GRADER = ".github/grader"


def files_of() -> dict[str, bytes]:
    """All files by their path in the repository. The grader comes along: no other repository has to be reached."""
    files = {WORKFLOW: template("grade.yml"), ACTION: template("action.yml")}
    files[f"{GRADER}/pyproject.toml"] = pyproject()
    return files | {f"{GRADER}/{name}": data for name, data in grader_files().items()}


def write_into(repository: Path) -> list[Path]:
    """Write the files into a repository; the two that people may edit come first in the answer."""
    write_files(repository, files_of())
    return [repository / WORKFLOW, repository / ACTION, repository / GRADER]
