"""A PrairieLearn question with an external grader: what goes into a course's repository, and the container's image."""

from __future__ import annotations

import json
import uuid
from pathlib import Path, PurePosixPath
from typing import Any

from grader.assignment import Assignment, load_assignment
from grader.courses.packages.contents import (
    IMAGE,
    grader_files,
    image_files,
    published_assignment,
    short_name,
    template,
)

FILE_NAME = "prairielearn-question.zip"
SERVER_FILES = "serverFilesCourse/cuda-grader"
EXECUTABLE = frozenset({f"{SERVER_FILES}/run.sh"})
LONGEST_SECONDS = 600
"""PrairieLearn allows no more."""
SECONDS_BESIDE = 60


def files_of(folder: Path) -> dict[str, bytes]:
    """All files by their path in the course's repository, and `image/`, of which the container is built."""
    assignment = load_assignment(folder)
    question = f"questions/{short_name(assignment)}"
    files = {f"{question}/info.json": json.dumps(_info(assignment), indent=4).encode() + b"\n"}
    files[f"{question}/question.html"] = _page(assignment)
    published = published_assignment(folder)
    starter = published.get(PurePosixPath(assignment.config.submission).as_posix())
    if starter is not None:
        files[f"{question}/{assignment.submission_name}"] = starter
    files |= {f"{question}/tests/assignment/{name}": data for name, data in published.items()}
    files[f"{SERVER_FILES}/run.sh"] = template("run_prairielearn")
    files |= {f"{SERVER_FILES}/{name}": data for name, data in grader_files().items()}
    return files | image_files()


def _info(assignment: Assignment) -> dict[str, Any]:
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


def _page(assignment: Assignment) -> bytes:
    """The question: an editor with the starter in it, and the results. A title is no markup and no Mustache tag."""
    text = template("question.html").decode("utf-8")
    title = assignment.config.assignment.translate({ord(sign): f"&#{ord(sign)};" for sign in "&<>\"'{}"})
    return text.replace("@TITLE@", title).replace("@FILE@", assignment.submission_name).encode()
