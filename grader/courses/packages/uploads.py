"""Autograders that are uploaded as one archive: for Gradescope, PrairieLearn and Autolab."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from grader.assignment import Assignment, Config, load_assignment
from grader.courses.packages import (
    IMAGE,
    Asked,
    Written,
    extras_of,
    grader_files,
    image_files,
    needed_to_grade,
    published_assignment,
    short_name,
    template,
    write_archive,
)  # fmt: skip
from grader.files import tar_bytes
from grader.labs import lab_of

SECONDS_BESIDE = 60
"""Time of the system's limit beyond the assignment's: to start, and to write the results."""


@dataclass(frozen=True, slots=True)
class Archive:
    """A platform's archive: its usual name, a function that returns its files, and which of them are programs."""

    file_name: str
    files_of: Callable[[Path], dict[str, bytes]]
    executable: frozenset[str]

    def __call__(self, asked: Asked) -> Written:
        """Write the archive."""
        path = asked.out or Path(self.file_name)
        return Written((write_archive(path, self.files_of(asked.assignment), self.executable),))


# -- Gradescope --------------------------------------------------------------------------------------------------------

_GRADESCOPE_PROGRAMS = frozenset({"setup.sh", "run_autograder"})


def _gradescope(assignment: Path) -> dict[str, bytes]:
    """Return all files by their path in the zip; Gradescope unpacks it to `/autograder/source`."""
    files = {name: template(name) for name in sorted(_GRADESCOPE_PROGRAMS)}
    files["requirements.txt"] = needed_to_grade(*extras_of(load_assignment(assignment)))
    files |= grader_files()
    files |= {f"assignment/{name}": data for name, data in published_assignment(assignment).items()}
    return files


GRADESCOPE = Archive("gradescope-autograder.zip", _gradescope, _GRADESCOPE_PROGRAMS)


# -- PrairieLearn ------------------------------------------------------------------------------------------------------

SERVER_FILES = "serverFilesCourse/cuda-grader"
LONGEST_SECONDS = 600
"""PrairieLearn allows no more."""


def _prairielearn(folder: Path) -> dict[str, bytes]:
    """Return all files by their path in the course's repository, and `image/` for the container."""
    assignment = load_assignment(folder)
    question = f"questions/{short_name(assignment)}"
    files = {f"{question}/info.json": json.dumps(_question_settings(assignment), indent=4).encode() + b"\n"}
    files[f"{question}/question.html"] = _question_page(assignment)
    published = published_assignment(folder)
    starter = published.get(PurePosixPath(assignment.config.submission).as_posix())
    if starter is not None:
        files[f"{question}/{assignment.submission_name}"] = starter
    files |= {f"{question}/tests/assignment/{name}": data for name, data in published.items()}
    files[f"{SERVER_FILES}/run.sh"] = template("run_prairielearn")
    files |= {f"{SERVER_FILES}/{name}": data for name, data in grader_files().items()}
    return files | image_files(*extras_of(assignment))


def _question_settings(assignment: Assignment) -> dict[str, Any]:
    title = assignment.config.assignment
    seconds = int(assignment.config.limits.total_seconds) + SECONDS_BESIDE
    return {
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"cuda-grader/{title}")),
        "title": title,
        "topic": "CUDA",
        "tags": ["code"],
        "type": "v3",
        "singleVariant": True,
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": IMAGE,
            "entrypoint": f"/grade/{SERVER_FILES}/run.sh",
            "serverFilesCourse": [f"{PurePosixPath(SERVER_FILES).name}/"],
            "timeout": min(LONGEST_SECONDS, seconds),
        },
    }


def _question_page(assignment: Assignment) -> bytes:
    """Return the question's page: an editor with the starter, and the results. The title is escaped."""
    text = template("question.html").decode("utf-8")
    title = assignment.config.assignment.translate({ord(sign): f"&#{ord(sign)};" for sign in "&<>\"'{}"})
    return text.replace("@TITLE@", title).replace("@FILE@", assignment.submission_name).encode()


PRAIRIELEARN = Archive("prairielearn-question.zip", _prairielearn, frozenset({f"{SERVER_FILES}/run.sh"}))


# -- Autolab -----------------------------------------------------------------------------------------------------------

_AUTOLAB_PROGRAMS = frozenset({"autograde/run.sh"})


def _autolab(folder: Path) -> dict[str, bytes]:
    """Return all files of the tarball, below the one folder that Autolab expects."""
    assignment = load_assignment(folder)
    name = short_name(assignment)
    files = {
        f"{name}.yml": yaml.safe_dump(_assessment(assignment, name), sort_keys=False).encode(),
        f"{name}.rb": template("assessment.rb").replace(b"@MODULE@", name.capitalize().encode())
        .replace(b"@NAME@", name.encode()),
        "autograde-Makefile": template("autograde-Makefile"),
        "autograde.tar": tar_bytes(_autograder(folder), executable=_AUTOLAB_PROGRAMS),
    }  # fmt: skip
    return {f"{name}/{path}": data for path, data in (files | image_files(*extras_of(assignment))).items()}


def _autograder(folder: Path) -> dict[str, bytes]:
    files = {"run.sh": template("run_autolab"), **grader_files()}
    files |= {f"assignment/{name}": data for name, data in published_assignment(folder).items()}
    return {f"autograde/{name}": data for name, data in files.items()}


def problems(assignment: Assignment) -> dict[str, float]:
    """Return Autolab's problems: what each rubric item is worth, by its name."""
    return {
        f"{unit.part}/{name}" if unit.part else name: worth
        for unit in assignment.units
        for name, worth in _items(unit.config).items()
        if worth
    }


def _items(config: Config) -> dict[str, float]:
    worth = config.points
    return {
        "correctness": worth.correctness, **{item.name: item.points for item in lab_of(config).safety_items(config)},
        lab_of(config).requirements_item: worth.requirements, "performance": worth.performance,
    }  # fmt: skip


def _assessment(assignment: Assignment, name: str) -> dict[str, Any]:
    worth = problems(assignment)
    return {
        "general": {
            "name": name, "description": "", "display_name": assignment.config.assignment,
            "handin_filename": assignment.submission_name, "handin_directory": "handin", "max_grace_days": 0,
            "handout": "", "writeup": "", "max_submissions": -1, "disable_handins": False, "max_size": 2,
            "has_svn": False, "category_name": "Lab",
        },
        "problems": [
            {"name": item, "description": "", "max_score": float(most), "optional": False}
            for item, most in worth.items()
        ],
        "autograder": {
            "autograde_timeout": int(assignment.config.limits.total_seconds) + SECONDS_BESIDE,
            "autograde_image": IMAGE, "release_score": True,
        },
    }  # fmt: skip


AUTOLAB = Archive("autolab-assessment.tar", _autolab, _AUTOLAB_PROGRAMS)
