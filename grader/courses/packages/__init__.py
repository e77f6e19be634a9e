"""Build what a course system needs to grade by itself: archives to upload for Gradescope, PrairieLearn and Autolab.

All contain the grader's own code, its requirements, and the assignment without its solution. `github` writes the same
into a repository, `on_machine` is what runs there. What does not change is in `templates/`.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import sys
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from grader.assignment import Assignment, load_assignment
from grader.assignment.loading import assignment_files, auto_folder
from grader.errors import UsageError
from grader.files import tar_bytes, write_whole, write_zip
from grader.labs import lab_of
from grader.version import __version__

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DISTRIBUTION = "cuda-grader"
"""What pip calls the package `grader`: that name is another project's."""

PACKAGE = Path(__file__).resolve().parents[2]
TEMPLATES = Path(__file__).resolve().parent / "templates"
_SOLVED = (PACKAGE / "assignment" / "template", PACKAGE / "assignment" / "labs", auto_folder())
_LEFT_OUT = frozenset({"__pycache__"})
_EXTRA = re.compile(r"""(?:\s*;|\s+and)\s*extra\s*==\s*["'](?P<name>[\w-]+)["']\s*$""")


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
"""A row of `grader.courses.PACKAGES`. Raises `UsageError` where files cannot be written."""


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
        raise UsageError(f"no pyproject.toml beside {PACKAGE}, and the grader is not installed") from None
    return needed_by(extra, found)


def needed_by(extra: str, metadata: Sequence[str]) -> list[str]:
    """Return a package's requirements that belong to an extra, or to none, as they were written."""
    marked = ((line, _EXTRA.search(line)) for line in metadata)
    return [_EXTRA.sub("", line) for line, marker in marked if (marker["name"] if marker else "") == extra]


def extras_of(assignment: Assignment) -> tuple[str, ...]:
    """Return the extras without which an assignment cannot be graded: whole programs need a compiler of their own."""
    return ("programs",) if any(unit.config.whole_program for unit in assignment.units) else ()


def needed_to_grade(*extras: str) -> bytes:
    """Return what an autograder's machine must install, for pip, with mma.h's headers for submissions."""
    lines = (line for extra in ("", "wmma", *extras) for line in requirements(extra))
    return "".join(f"{line}\n" for line in lines).encode()


def pyproject(*extras: str) -> bytes:
    """Return a `pyproject.toml` with which pip can install the files of `grader_files`, with what these extras need."""
    needed, wmma = (
        "".join(f"    {line!r},\n" for extra in given for line in requirements(extra))
        for given in (("", *extras), ("wmma",))
    )
    return filled("pyproject.txt", NAME=DISTRIBUTION, VERSION=__version__, DEPENDENCIES=needed, WMMA=wmma)


def published_assignment(folder: Path) -> dict[str, bytes]:
    """Return the assignment's files for a machine that runs students' code: no solution, no mistakes.

    The naive kernel and the oracle stay, they are needed for grading; `config.yaml` no longer names the solution. The
    file to hand in is there for students to change it, where they get these files.
    """
    assignment = load_assignment(folder)
    kept = {Path(unit.config.naive).as_posix() for unit in assignment.units}
    kept.add(Path(assignment.config.submission).as_posix())
    oracles = (unit.config.oracle for unit in assignment.units)
    kept |= {Path(oracle).as_posix() for oracle in oracles if oracle is not None}
    files = {
        name: data
        for name, data in assignment_files(folder).items()
        if name in kept or name.partition("/")[0] not in ("reference", "starter")
    }
    files.pop(Path(assignment.config.reference).as_posix(), None)
    files["config.yaml"] = re.sub(rb"(?m)^reference:.*\n", b"", files["config.yaml"])
    missing = sorted(name for name in kept if name not in files and (folder / name).is_file())
    files.update({name: (folder / name).read_bytes() for name in missing})
    return files


def short_name(assignment: Assignment) -> str:
    """Return the assignment's name in small letters and digits, valid as a folder's name in every system."""
    name = re.sub(r"[^a-z0-9]+", "", assignment.config.assignment.lower())[:40]
    return name if name[:1].isalpha() else f"lab{name}"


def image_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of the image, for systems that grade in the instructor's container."""
    return {
        "image/Dockerfile": template("Dockerfile"),
        "image/requirements.txt": needed_to_grade(*extras_of(assignment)),
    }


def template(name: str) -> bytes:
    """Return one of the files in `templates/`."""
    return (TEMPLATES / name).read_bytes()


def filled(name: str, **values: str) -> bytes:
    """Return a template with values in the places that are named `@LIKE_THIS@`."""
    return re.sub(r"@(\w+)@", lambda place: values[place[1]], template(name).decode("utf-8")).encode()


@dataclass(frozen=True, slots=True)
class Archive:
    """A platform's archive: its usual name, a function that returns its files, and which of them are programs."""

    file_name: str
    files_of: Callable[[Path], dict[str, bytes]]
    executable: frozenset[str]

    def __call__(self, asked: Asked) -> Written:
        """Write a zip, or a tar by the path's ending, whole or not at all."""
        path, files = asked.out or Path(self.file_name), self.files_of(asked.assignment)
        try:
            if path.suffix == ".tar":
                write_whole(path, tar_bytes(files, executable=self.executable))
            else:
                write_zip(path, files, executable=self.executable)
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from error
        return Written((path,))


SECONDS_BESIDE = 60
"""Time of the system's limit beyond the assignment's: to start, and to write the results."""


# -- Gradescope --------------------------------------------------------------------------------------------------------

_GRADESCOPE_PROGRAMS = frozenset({"setup.sh", "run_autograder"})


def _gradescope(folder: Path) -> dict[str, bytes]:
    """Return all files by their path in the zip; Gradescope unpacks it to `/autograder/source`."""
    files = {name: template(name) for name in sorted(_GRADESCOPE_PROGRAMS)}
    files["requirements.txt"] = needed_to_grade(*extras_of(load_assignment(folder)))
    files |= grader_files()
    return files | {f"assignment/{name}": data for name, data in published_assignment(folder).items()}


GRADESCOPE = Archive("gradescope-autograder.zip", _gradescope, _GRADESCOPE_PROGRAMS)


# -- PrairieLearn ------------------------------------------------------------------------------------------------------

SERVER_FILES = "serverFilesCourse/cuda-grader"
LONGEST_SECONDS = 600
"""PrairieLearn allows no more."""


def _prairielearn(folder: Path) -> dict[str, bytes]:
    """Return all files by their path in the course's repository, and `image/` for the container."""
    assignment = load_assignment(folder)
    title, file = assignment.config.assignment, assignment.submission_name
    question = f"questions/{short_name(assignment)}"
    settings: dict[str, Any] = json.loads(template("info.json"))
    settings |= {"uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"cuda-grader/{title}")), "title": title}
    seconds = int(assignment.config.limits.total_seconds) + SECONDS_BESIDE
    settings["externalGradingOptions"]["timeout"] = min(LONGEST_SECONDS, seconds)
    escaped = title.translate({ord(sign): f"&#{ord(sign)};" for sign in "&<>\"'{}"})
    files = {
        f"{question}/info.json": json.dumps(settings, indent=4).encode() + b"\n",
        f"{question}/question.html": filled("question.html", TITLE=escaped, FILE=file),
    }
    published = published_assignment(folder)
    starter = published.get(PurePosixPath(assignment.config.submission).as_posix())
    if starter is not None:
        files[f"{question}/{file}"] = starter
    files |= {f"{question}/tests/assignment/{name}": data for name, data in published.items()}
    files[f"{SERVER_FILES}/run.sh"] = template("run_prairielearn")
    files |= {f"{SERVER_FILES}/{name}": data for name, data in grader_files().items()}
    return files | image_files(assignment)


PRAIRIELEARN = Archive("prairielearn-question.zip", _prairielearn, frozenset({f"{SERVER_FILES}/run.sh"}))


# -- Autolab -----------------------------------------------------------------------------------------------------------

_AUTOLAB_PROGRAMS = frozenset({"autograde/run.sh"})


def _autolab(folder: Path) -> dict[str, bytes]:
    """Return all files of the tarball, below the one folder that Autolab expects."""
    assignment = load_assignment(folder)
    name = short_name(assignment)
    settings: dict[str, Any] = yaml.safe_load(template("assessment.yml"))
    title, file = assignment.config.assignment, assignment.submission_name
    settings["general"] |= {"name": name, "display_name": title, "handin_filename": file}
    settings["problems"] = [
        {"name": item, "description": "", "max_score": float(most), "optional": False}
        for item, most in problems(assignment).items()
    ]
    settings["autograder"]["autograde_timeout"] = int(assignment.config.limits.total_seconds) + SECONDS_BESIDE
    on_machine = {"run.sh": template("run_autolab"), **grader_files()}
    on_machine |= {f"assignment/{path}": data for path, data in published_assignment(folder).items()}
    archive = {f"autograde/{path}": data for path, data in on_machine.items()}
    files = {
        f"{name}.yml": yaml.safe_dump(settings, sort_keys=False).encode(),
        f"{name}.rb": filled("assessment.rb", MODULE=name.capitalize(), NAME=name),
        "autograde-Makefile": template("autograde-Makefile"),
        "autograde.tar": tar_bytes(archive, executable=_AUTOLAB_PROGRAMS),
    }
    return {f"{name}/{path}": data for path, data in (files | image_files(assignment)).items()}


def problems(assignment: Assignment) -> dict[str, float]:
    """Return Autolab's problems: what each rubric item is worth, by its name."""
    worth: dict[str, float] = {}
    for unit in assignment.units:
        config, lab, before = unit.config, lab_of(unit.config), f"{unit.part}/" if unit.part else ""
        items = {
            "correctness": config.points.correctness,
            **{item.name: item.points for item in lab.safety_items(config)},
            lab.requirements_item: config.points.requirements,
            "performance": config.points.performance,
        }
        worth |= {f"{before}{name}": most for name, most in items.items() if most}
    return worth


AUTOLAB = Archive("autolab-assessment.tar", _autolab, _AUTOLAB_PROGRAMS)
