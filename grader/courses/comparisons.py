"""Write a class's submissions for tools that compare them closely. Nothing is uploaded; the tool's command is named."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from grader.assignment import Assignment
from grader.batch.gradebook import GradebookRow
from grader.courses import COMPARISONS
from grader.errors import UsageError
from grader.files import write_whole
from grader.registry import Registry


class Comparison(NamedTuple):
    """A row of `grader.courses.COMPARISONS`: the tool's command, run in its folder, and a note for the instructor.

    `{bases}` in the command becomes `-b FILE` for each file that all students were given.
    """

    command: str
    note: str


MOSS = Comparison(
    "moss -l cc -d {bases} submissions/*/*.cu",
    "This sends submissions/ and base/ to a server in Stanford. Ask first whether your rules allow it.",
)
JPLAG = Comparison(  # the options since its version 5
    "java -jar jplag.jar -l cpp -p .cu -bc base -r result submissions",
    "JPlag runs on your own machine. A file that its C++ reader does not understand is left out, and named.",
)
_NOTE = "README.txt"


def write_for(tool: str, rows: Sequence[GradebookRow], assignment: Assignment, out: Path) -> tuple[Path, str]:
    """Write what was graded, a folder for each submission, and what all began with. Return the folder and the command.

    Raise `UsageError` where something lies that is not this export's.
    """
    folder = out / tool
    if folder.exists() and not (folder / _NOTE).is_file():
        raise UsageError(f"{folder} is not an export of an earlier batch; move it away, or choose another --out")
    for part in ("submissions", "base"):
        shutil.rmtree(folder / part, ignore_errors=True)
    name = PurePosixPath(assignment.submission_name).name
    written: set[tuple[str, str]] = set()
    for row in rows:
        if row.source and (row.origin, row.sha256) not in written:  # of a group, one is enough
            written.add((row.origin, row.sha256))
            write_whole(folder / "submissions" / row.folder / name, row.source)
    given = {f"base/{number}-{each}": data for number, (each, data) in enumerate(given_out(assignment).items())}
    for place, data in given.items():
        write_whole(folder / place, data)
    bases = " ".join(f"-b {place}" for place in given)
    tools: Registry[Comparison] = COMPARISONS
    command, note = tools.using(tool, lambda row: (" ".join(row.command.format(bases=bases).split()), row.note))
    write_whole(folder / _NOTE, f"In this folder:\n\n    {command}\n\n{note}\n")
    return folder, command


def given_out(assignment: Assignment) -> Mapping[str, bytes]:
    """Return the files that students were given, by name: the starter and the naive kernel."""
    names = {name for unit in assignment.units for name in (unit.config.submission, unit.config.naive)}
    paths = {PurePosixPath(name).name: assignment.path(name) for name in names}
    return {name: path.read_bytes() for name, path in sorted(paths.items()) if path.is_file()}
