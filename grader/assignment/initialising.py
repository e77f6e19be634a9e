"""`python -m grader init FOLDER`: create a new assignment from a shipped one."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from grader.assignment import AssignmentError, YamlProblem, load_assignment
from grader.assignment.loading import AUTO
from grader.assignment.yaml_source import read_yaml
from grader.errors import UsageError
from grader.files import is_free

PRODUCT = "matmul"
"""The default lab."""
_SCHEMA_FOLDER = ".schemas"
_SCHEMA = re.compile(r"\A(# yaml-language-server: \$schema=)\S*/(?=[\w-]+\.schema\.json)")


def write_assignment(folder: Path, lab: str = PRODUCT) -> Iterator[str]:
    """Write an assignment like that of `lab`; yield a line for each file written.

    Raise `AssignmentError` if the folder is not empty or cannot be written; raise `UsageError` for an unknown lab.
    """
    if lab not in _folders():
        raise UsageError(f"there is no lab '{lab}': init --lab list tells which there are")
    if not is_free(folder):
        raise AssignmentError(YamlProblem(str(folder), 0, "", "is not empty: name a new folder"))
    try:
        for name in _copy(folder, lab):
            yield f"wrote {folder / name}"
    except OSError as error:
        raise AssignmentError(
            YamlProblem(str(folder), 0, "", f"cannot be written: {error.strerror or error}")
        ) from None
    load_assignment(folder)
    yield "Next:"
    yield f"  python -m grader selfcheck --assignment {folder}"
    yield f"  python -m grader --assignment {folder}"


def shipped() -> dict[str, str]:
    """Return the shipped labs: names for `init --lab`, and titles."""
    configs = {name: lab / "config.yaml" for name, lab in _folders().items()}
    return {name: str(read_yaml(path, str(path)).data["assignment"]) for name, path in configs.items()}


def shipped_starters(name: str) -> Iterator[str]:
    """Yield the texts of the shipped starters in files of this name; a students' copy of the grader has none."""
    with contextlib.suppress(UsageError):
        for folder in _folders().values():
            if (path := folder / "starter" / name).is_file():
                yield path.read_text(encoding="utf-8")


def _folders() -> dict[str, Path]:
    """Return the labs' folders: in the package, or beside it in a clone without symbolic links."""
    package = Path(__file__).parents[1]
    places = (package / "assignment" / "labs", package.parent / "labs")
    others = next((found for place in places if (found := sorted(place.glob("*/config.yaml")))), [])
    product = package / "assignment" / "template"
    if not (product / "config.yaml").is_file():
        raise UsageError("there is nothing to begin from here: a students' copy of the grader has no templates")
    auto = {AUTO: folder} if (folder := package / "assignment" / "auto").is_dir() else {}
    return {PRODUCT: product, **auto, **{path.parent.name: path.parent for path in others}}


def _copy(folder: Path, lab: str) -> Iterator[str]:
    """Copy the lab's files, and the schemas to which its YAML files refer for editors; yield their names."""
    from grader.assignment.schema import FILES, text_of  # imports every lab, and grading looks here for starters

    template = _folders()[lab]
    for source in sorted(template.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            name = source.relative_to(template)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / name)
            if source.suffix == ".yaml":  # the schema's path is another in the new folder
                schemas = "../" * (len(name.parts) - 1) + _SCHEMA_FOLDER
                text = _SCHEMA.sub(rf"\g<1>{schemas}/", source.read_text(encoding="utf-8"))
                (folder / name).write_text(text, encoding="utf-8")
            yield str(name)
    (folder / _SCHEMA_FOLDER).mkdir(parents=True, exist_ok=True)
    for schema in FILES:
        (folder / _SCHEMA_FOLDER / schema).write_text(text_of(schema), encoding="utf-8")
        yield f"{_SCHEMA_FOLDER}/{schema}"
