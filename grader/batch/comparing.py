"""The class's submissions beside each other: what is alike, and folders for the tools that look more closely.

Nothing is uploaded: `--export moss` and `--export jplag` write files and tell the command.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from grader.assignment import Assignment
from grader.batch.gradebook import GradebookRow
from grader.courses.similarity import alike
from grader.errors import UsageError
from grader.files import write_whole
from grader.report.classpage import Likeness
from grader.submissions import Wanted

COMMANDS = {
    "moss": "moss -l cc -d {bases} submissions/*/*.cu",
    "jplag": "java -jar jplag.jar -l cpp -p .cu -bc base -r result submissions",
}
"""Where each tool is run in its own folder: the options of Moss's script, and of JPlag since its version 5."""
TOOLS = tuple(COMMANDS)
_NOTE = "README.txt"
_NOTES = {
    "moss": "This sends submissions/ and base/ to a server in Stanford. Ask first whether your rules allow it.",
    "jplag": "JPlag runs on your own machine. A file that its C++ reader does not understand is left out, and named.",
}


def likeness_of(rows: Sequence[GradebookRow], wanted: Wanted) -> Likeness:
    """Which of the class page's rows are alike, by their place on it; a group's one file is compared once."""
    pages = [row for row in rows if row.on_page is not None]
    first: dict[tuple[str, str], int] = {}
    for index, row in enumerate(pages):
        if row.source:
            first.setdefault((row.origin, row.sha256), index)
    places = list(first.values())
    found = alike([pages[index].source for index in places], _texts(wanted.given))
    groups = [([places[index] for index in group], share) for group, share in found.found]
    return Likeness(found=groups, threshold=found.threshold, problem=found.problem)


def _texts(files: Mapping[str, bytes]) -> list[str]:
    return [data.decode("utf-8", "replace") for data in files.values()]


def given_out(assignment: Assignment) -> dict[str, bytes]:
    """The files that students were given, by name: the starter and the naive kernel."""
    names = {name for unit in assignment.units for name in (unit.config.submission, unit.config.naive)}
    paths = {PurePosixPath(name).name: assignment.path(name) for name in names}
    return {name: path.read_bytes() for name, path in sorted(paths.items()) if path.is_file()}


def write_for(tool: str, rows: Sequence[GradebookRow], assignment: Assignment, out: Path) -> tuple[Path, str]:
    """Write what was graded, a folder a submission, and what all began with; the folder, and the tool's command.

    Raises `UsageError` where something that is not this export's lies there.
    """
    folder = out / tool
    if folder.exists() and not (folder / _NOTE).is_file():
        raise UsageError(f"{folder} is not an export of an earlier batch; move it away, or choose another --out")
    for part in ("submissions", "base"):
        shutil.rmtree(folder / part, ignore_errors=True)
    name, base = PurePosixPath(assignment.submission_name).name, given_out(assignment)
    written: set[tuple[str, str]] = set()
    for row in rows:
        if row.source and (row.origin, row.sha256) not in written:  # of a group, one is enough
            written.add((row.origin, row.sha256))
            write_whole(folder / "submissions" / row.folder / name, row.source)
    given = {f"base/{number}-{each}": data for number, (each, data) in enumerate(base.items())}
    for place, data in given.items():
        write_whole(folder / place, data)
    bases = " ".join(f"-b {place}" for place in given)
    command = " ".join(COMMANDS[tool].format(bases=bases).split())
    write_whole(folder / _NOTE, f"In this folder:\n\n    {command}\n\n{_NOTES[tool]}\n")
    return folder, command
