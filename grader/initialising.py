"""`python -m grader init FOLDER`: a new assignment of the same form as this one, ready to be changed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from grader.assignment import AssignmentError, Problem, load_assignment
from grader.assignment.schema import FILES, text_of

_SCHEMA_FOLDER = ".schemas"
_TEMPLATE = "template"


def write_assignment(folder: Path) -> Iterator[str]:
    """Write the assignment, and say what was written, line by line.

    Raises `AssignmentError` when the folder holds anything already, or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AssignmentError(Problem(str(folder), 0, "", "is not empty: name a new folder"))
    try:
        for name in _copy(folder):
            yield f"wrote {folder / name}"
    except OSError as error:
        raise AssignmentError(Problem(str(folder), 0, "", f"cannot be written: {error.strerror or error}")) from None
    load_assignment(folder)
    yield "Next:"
    yield f"  python -m grader selfcheck --assignment {folder}"
    yield f"  python -m grader --assignment {folder}"


def _copy(folder: Path) -> Iterator[str]:
    """The template's files, and the schemas that its YAML files name for editors."""
    with resources.as_file(resources.files("grader.assignment") / _TEMPLATE) as template:
        for source in sorted(template.rglob("*")):
            if source.is_file():
                name = source.relative_to(template)
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, folder / name)
                yield str(name)
    (folder / _SCHEMA_FOLDER).mkdir(parents=True, exist_ok=True)
    for schema in FILES:
        (folder / _SCHEMA_FOLDER / schema).write_text(text_of(schema), encoding="utf-8")
        yield f"{_SCHEMA_FOLDER}/{schema}"
