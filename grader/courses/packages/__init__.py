"""Build what a course system needs to grade by itself. This module has what all of them contain.

That is the grader's own code, its requirements, and the assignment without its solution. `uploads` builds archives,
`github` writes into a repository, `on_machine` is what runs there. Templates are in `templates/`.
"""

from __future__ import annotations

import importlib.metadata
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment
from grader.assignment.loading import assignment_files, auto_folder
from grader.errors import UsageError
from grader.files import tar_bytes, write_whole, write_zip

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DISTRIBUTION = "cuda-grader"
"""What pip calls the package `grader`: that name is another project's."""

IMAGE = "cuda-grader"
"""What the container's image is called, where an instructor builds one."""

PACKAGE = Path(__file__).resolve().parents[2]
TEMPLATES = Path(__file__).resolve().parent / "templates"
_SOLVED = (PACKAGE / "assignment" / "template", PACKAGE / "assignment" / "labs", auto_folder())
_LEFT_OUT = frozenset({"__pycache__"})
_EXTRA = re.compile(r"""(?:\s*;|\s+and)\s*extra\s*==\s*["'](?P<name>[\w-]+)["']\s*$""")


class PackagingError(UsageError):
    """The package cannot be made: a message for the instructor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What `package` was asked for: `out` is the archive, or for a repository its folder; None for the usual place."""

    assignment: Path
    out: Path | None = None
    classroom: bool = False
    force: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """The paths that were written, and remarks for the instructor."""

    paths: Sequence[Path]
    remarks: Sequence[str] = ()


Package = Callable[[Asked], Written]
"""A row of `grader.courses.PACKAGES`. Raises `PackagingError` where files cannot be written."""


def grader_files() -> dict[str, bytes]:
    """Return the grader's package, `grader/…` → bytes, without what `init` writes, as solutions are among it."""
    return {
        f"grader/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in sorted(PACKAGE.rglob("*"))
        if path.is_file() and _LEFT_OUT.isdisjoint(path.parts) and not any(folder in path.parents for folder in _SOLVED)
    }


def requirements(extra: str = "") -> list[str]:
    """Return what pip must install, from the metadata of the installed grader or from its repository.

    With an extra, what that needs and nothing else does.
    """
    pyproject = PACKAGE.parent / "pyproject.toml"
    if pyproject.is_file():
        project = tomllib.loads(pyproject.read_text(encoding="utf-8")).get("project", {})
        if project.get("name") == DISTRIBUTION:
            return list(map(str, project["optional-dependencies"][extra] if extra else project["dependencies"]))
    try:
        found = importlib.metadata.requires(DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        raise PackagingError(f"no pyproject.toml beside {PACKAGE}, and the grader is not installed") from None
    return list(needed_by(extra, found))


def needed_by(extra: str, metadata: Iterable[str]) -> Iterator[str]:
    """Yield a package's requirements that belong to an extra, or to none, as they were written."""
    for line in metadata:
        marker = _EXTRA.search(line)
        if (marker["name"] if marker else "") == extra:
            yield _EXTRA.sub("", line)


def extras_of(assignment: Assignment) -> tuple[str, ...]:
    """Return the extras without which an assignment cannot be graded: whole programs need a compiler of their own."""
    return ("programs",) if any(unit.config.whole_program for unit in assignment.units) else ()


def needed_to_grade(*extras: str) -> bytes:
    """Return what an autograder's machine must install, for pip, with mma.h's headers for submissions."""
    lines = (line for extra in ("", "wmma", *extras) for line in requirements(extra))
    return "".join(f"{line}\n" for line in lines).encode()


def pyproject(*extras: str) -> bytes:
    """Return a `pyproject.toml` with which pip can install the files of `grader_files`, with what these extras need."""
    from grader.version import __version__

    lines, wmma = (
        "".join(f"    {line!r},\n" for extra in given for line in requirements(extra))
        for given in (("", *extras), ("wmma",))
    )
    text = f"""\
[build-system]
requires = ["setuptools>=68"]
build-backend = "setuptools.build_meta"

[project]
name = "{DISTRIBUTION}"
version = "{__version__}"
requires-python = ">=3.10"
dependencies = [
{lines}]

[project.optional-dependencies]
wmma = [
{wmma}]

[tool.setuptools.packages.find]
include = ["grader*"]

[tool.setuptools.package-data]
grader = ["**/*"]
"""
    return text.encode()


def published_assignment(folder: Path) -> dict[str, bytes]:
    """Return the assignment's files for a machine that runs students' code: no solution, no mistakes.

    The naive kernel and the oracle stay, they are needed for grading; `config.yaml` no longer names the solution. The
    file to hand in is there for students to change it, where they get these files.
    """
    from grader.assignment import load_assignment

    assignment = load_assignment(folder)
    solution = Path(assignment.config.reference).as_posix()
    kept = {Path(unit.config.naive).as_posix() for unit in assignment.units}
    kept.add(Path(assignment.config.submission).as_posix())
    oracles = (unit.config.oracle for unit in assignment.units)
    kept |= {Path(oracle).as_posix() for oracle in oracles if oracle is not None}
    files = {
        name: data
        for name, data in assignment_files(folder).items()
        if name in kept or name.partition("/")[0] not in ("reference", "starter")
    }
    files.pop(solution, None)
    files["config.yaml"] = re.sub(rb"(?m)^reference:.*\n", b"", files["config.yaml"])
    missing = sorted(name for name in kept if name not in files and (folder / name).is_file())
    files.update({name: (folder / name).read_bytes() for name in missing})
    return files


def short_name(assignment: Assignment) -> str:
    """Return the assignment's name in small letters and digits, valid as a folder's name in every system."""
    name = re.sub(r"[^a-z0-9]+", "", assignment.config.assignment.lower())[:40]
    return name if name[:1].isalpha() else f"lab{name}"


def image_files(*extras: str) -> dict[str, bytes]:
    """Return the files of the image `IMAGE`, for systems that grade in the instructor's container."""
    return {"image/Dockerfile": template("Dockerfile"), "image/requirements.txt": needed_to_grade(*extras)}


def template(name: str) -> bytes:
    """Return one of the files in `templates/`."""
    return (TEMPLATES / name).read_bytes()


def write_archive(path: Path, files: Mapping[str, bytes], executable: Collection[str] = ()) -> Path:
    """Write a zip, or a tar by the path's ending, whole or not at all; `PackagingError` when it cannot be written."""
    try:
        if path.suffix == ".tar":
            write_whole(path, tar_bytes(files, executable=executable))
        else:
            write_zip(path, files, executable=executable)
    except OSError as error:
        raise PackagingError(f"{path}: cannot be written: {error.strerror or error}") from error
    return path


def write_files(root: Path, files: Mapping[str, bytes], *, executable: frozenset[str] = frozenset()) -> None:
    """Write files below a folder; raises `PackagingError` where that is not possible."""
    try:
        for name, data in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            if name in executable:
                path.chmod(0o755)
    except OSError as error:
        raise PackagingError(f"{root}: cannot be written to: {error.strerror or error}") from error
