"""Write zips of feedback that a course system returns to its students, each file under the name that it knows.

Moodle takes *Upload multiple feedback files in a zip* by the number in the folder's name. Canvas takes *Re-Upload
Submissions* by the two numbers in the file's name, and shows what it gets under the name of the student's file: so it
is that file, with remarks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from grader.batch.gradebook import GRADED, GradebookRow
from grader.courses import FEEDBACK
from grader.files import write_zip
from grader.registry import Registry
from grader.results import Results
from grader.submissions import systems


class FeedbackSystem(NamedTuple):
    """A row of `grader.courses.FEEDBACK`: how it names a student's files, and a function that returns what goes back.

    `pattern` has a group `number`. `files_of` takes the name in the download and the folder of the student's report.
    """

    pattern: re.Pattern[str]
    files_of: Callable[[str, Path], Iterable[tuple[str, bytes]]]


def write_feedback(system: str, rows: Sequence[GradebookRow], out: Path) -> tuple[Path, int, list[str]]:
    """Write `out/<system>.zip`. Return its path, how many have feedback in it, and who has no name to return it by.

    Raises `OSError` where it cannot be written.
    """
    systems: Registry[FeedbackSystem] = FEEDBACK
    return systems.using(system, lambda row: _written(row, rows, out, out / f"{system}.zip"))


def _written(
    system: FeedbackSystem, rows: Sequence[GradebookRow], out: Path, path: Path
) -> tuple[Path, int, list[str]]:
    files: dict[str, bytes] = {}
    without: list[str] = []
    count = 0
    for row in rows:
        if row.status != GRADED:
            continue
        name = _name_in(row.origin, system.pattern, row.student.identifier)
        if name is None:
            without.append(row.student.name)
            continue
        count += 1
        for member, data in system.files_of(name, out / row.folder):
            files.setdefault(member, data)  # the members of a group have one folder
    write_zip(path, files)
    return path, count, without


def _name_in(origin: str, pattern: re.Pattern[str], number: str) -> str | None:
    """Return the part of a submission's path that the system named for this student, told by the number.

    An instructor's folder, or a file that a student put into an archive, may be named like another student's.
    """
    matches = (pattern.match(part) for part in PurePosixPath(origin.replace("\\", "_")).parts)
    return next((match.string for match in matches if match and match["number"] == number), None)


def _moodle(name: str, folder: Path) -> Iterator[tuple[str, bytes]]:
    from grader.report.feedback import feedback_text

    match = systems.MOODLE.pattern.match(name)
    assert match is not None
    place = name if not match["file"] else f"{match['name']}_{match['number']}_assignsubmission_file_"
    yield f"{place}/feedback.txt", feedback_text(Results.load(folder / "results.json")).encode("utf-8", "replace")
    yield f"{place}/report.html", (folder / "index.html").read_bytes()


def _canvas(name: str, folder: Path) -> Iterator[tuple[str, bytes]]:
    from grader.report.feedback import remarked_source

    yield name, remarked_source(Results.load(folder / "results.json")).encode("utf-8", "replace")


MOODLE = FeedbackSystem(systems.MOODLE.pattern, _moodle)
CANVAS = FeedbackSystem(systems.CANVAS.pattern, _canvas)
