"""An Autolab assessment, as *Install Assessment → Import from tarball* takes it, and the image that it is graded in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from grader.assignment import Assignment, Config, load_assignment
from grader.courses.packages.contents import (
    IMAGE,
    grader_files,
    image_files,
    published_assignment,
    short_name,
    template,
)
from grader.files import tar_bytes
from grader.labs import lab_of

FILE_NAME = "autolab-assessment.tar"
EXECUTABLE = frozenset({"autograde/run.sh"})
SECONDS_BESIDE = 60


def files_of(folder: Path) -> dict[str, bytes]:
    """All files of the tarball, below the one folder that Autolab expects."""
    assignment = load_assignment(folder)
    name = short_name(assignment)
    files = {
        f"{name}.yml": yaml.safe_dump(_settings(assignment, name), sort_keys=False).encode(),
        f"{name}.rb": template("assessment.rb").replace(b"@MODULE@", name.capitalize().encode())
        .replace(b"@NAME@", name.encode()),
        "autograde-Makefile": template("autograde-Makefile"),
        "autograde.tar": tar_bytes(_autograder(folder), executable=EXECUTABLE),
    }  # fmt: skip
    return {f"{name}/{path}": data for path, data in (files | image_files()).items()}


def _autograder(folder: Path) -> dict[str, bytes]:
    files = {"run.sh": template("run_autolab"), **grader_files()}
    files |= {f"assignment/{name}": data for name, data in published_assignment(folder).items()}
    return {f"autograde/{name}": data for name, data in files.items()}


def problems(assignment: Assignment) -> dict[str, float]:
    """Autolab's problems: what each rubric item is worth, by its name."""
    return {
        f"{unit.part}/{name}" if unit.part else name: worth
        for unit in assignment.units
        for name, worth in _items(unit.config).items()
        if worth
    }


def _items(config: Config) -> dict[str, float]:
    worth = config.points
    return {
        "correctness": worth.correctness, "safety": worth.safety,
        lab_of(config).requirements_item: worth.requirements, "performance": worth.performance,
    }  # fmt: skip


def _settings(assignment: Assignment, name: str) -> dict[str, Any]:
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
