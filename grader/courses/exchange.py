"""What a batch takes from course systems and gives back to them: rosters, feedback, submissions to compare.

Imported only for a batch that was asked for one of these. Feedback goes into a zip that a system returns to its
students, each file under the name that it knows. Moodle takes *Upload multiple feedback files in a zip* by the number
in the folder's name. Canvas takes *Re-Upload Submissions* by the two numbers in the file's name, and shows what it gets
under the name of the student's file: so it is that file, with remarks. Tools that compare submissions get a folder;
nothing is uploaded, and the tool's command is named.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from grader.assignment import Assignment
from grader.batch.gradebook import GRADED, GradebookRow
from grader.courses import COMPARISONS, FEEDBACK, ROSTERS
from grader.courses.rosters import FilledRoster, check_roster, fill_roster, write_roster
from grader.errors import UsageError
from grader.files import write_whole, write_zip
from grader.plaintext import one_line, plain
from grader.registry import PluginError, Registry
from grader.report.exports.course_systems import FINDINGS_TOLD, feedback_text
from grader.report.view import View
from grader.results import Results, Severity
from grader.submissions import systems


class Exchange:
    """Rosters, feedback and comparisons of one batch.

    `lines` are for the instructor. `problems` are plug-ins that failed after grading: everything else is written.
    """

    def __init__(
        self,
        exports: Sequence[str],
        feedback: Sequence[str],
        assignment: Assignment,
        out: Path,
        roster: Path | None,
        column: str | None,
    ) -> None:
        """Check all that can be checked before grading. Raise `UsageError` or `PluginError`."""
        self._rosters = [name for name in exports if name in ROSTERS]
        self._tools = [name for name in dict.fromkeys(exports) if name in COMPARISONS]
        self._feedback = feedback
        self._assignment = assignment
        self._title = assignment.config.assignment
        self._out = out
        self._column = column
        self.lines: list[str] = []
        self.problems: list[str] = []
        if roster is not None and not roster.is_file():
            raise UsageError(f"--roster {roster}: no such file")
        if roster is not None and not self._rosters:
            raise UsageError(f"--roster needs --export, one of {', '.join(ROSTERS.names)}")
        if roster is None and self._rosters:
            needed = "needs --roster FILE, the file that the learning system exported"
            raise UsageError(f"--export {self._rosters[0]} {needed}")
        self._roster = roster or Path()
        for name in self._rosters:
            check_roster(name, self._roster, self._title, out, column)
        for registry, names in ((COMPARISONS, self._tools), (FEEDBACK, feedback)):
            for name in names:
                registry[name]  # a plug-in that cannot be loaded is reported before grading

    def matched(self, rows: Sequence[GradebookRow]) -> FilledRoster | None:
        """Return the first roster with its lines matched to the rows; None without a roster."""
        if not self._rosters:
            return None
        return fill_roster(self._rosters[0], self._roster, rows, self._title, self._column)

    def write_rosters(self, rows: Sequence[GradebookRow]) -> list[GradebookRow]:
        """Write all rosters. Return the rows under the roster's names, with a row for each other student in it."""
        made: list[FilledRoster] = []
        for name in self._rosters:
            with self._tried():
                path, filled = write_roster(name, self._roster, rows, self._title, self._out, self._column)
                made.append(filled)
                self.lines += [f"{path}: {filled.filled} grades entered", *(f"  {note}" for note in filled.notes)]
                left = (
                    ("not in the roster", filled.matched.unknown),
                    ("more than one line or student fits, so not entered", filled.matched.ambiguous),
                    ("in the roster, without a grade", filled.without_grade),
                )
                self.lines += [f"  {words}: {', '.join(names)}" for words, names in left if names]
        return made[0].complete(rows) if made else list(rows)

    def write_feedback(self, rows: Sequence[GradebookRow]) -> None:
        """Write the zips that go back to students."""
        known: Registry[FeedbackSystem] = FEEDBACK
        for name in self._feedback:
            write = partial(_feedback_zip, rows=rows, out=self._out, path=self._out / f"{name}.zip")
            with self._tried():
                self.lines += known.using(name, write)

    def write_comparisons(self, rows: Sequence[GradebookRow]) -> None:
        """Write the folders for tools that compare submissions."""
        known: Registry[Comparison] = COMPARISONS
        for name in self._tools:
            write = partial(_comparison, rows=rows, assignment=self._assignment, folder=self._out / name)
            with self._tried():
                self.lines.append(known.using(name, write))

    @contextlib.contextmanager
    def _tried(self) -> Iterator[None]:
        """Write one thing; a plug-in's failure waits for the end, as grades must not depend on it."""
        try:
            yield
        except PluginError as error:
            self.problems.append(str(error))


# -- feedback ----------------------------------------------------------------------------------------------------------

LINES_TOLD = 4000


class FeedbackSystem(NamedTuple):
    """A row of `grader.courses.FEEDBACK`: how it names a student's files, and a function that returns what goes back.

    `pattern` has a group `number`. `files_of` takes the name in the download and the folder of the student's report.
    """

    pattern: re.Pattern[str]
    files_of: Callable[[str, Path], Iterable[tuple[str, bytes]]]


def _feedback_zip(system: FeedbackSystem, rows: Sequence[GradebookRow], out: Path, path: Path) -> Iterable[str]:
    """Write the zip. Return how many have feedback in it, and who has no name to return it by, in words."""
    files: dict[str, bytes] = {}
    without: list[str] = []
    graded = [row for row in rows if row.status == GRADED]
    for row in graded:
        # An instructor's folder, or a file that a student put into an archive, may be named like another student's: the
        # number tells.
        matches = (system.pattern.match(part) for part in PurePosixPath(row.origin.replace("\\", "_")).parts)
        match = next((each for each in matches if each and each["number"] == row.student.identifier), None)
        if match is None:
            without.append(row.student.name)
            continue
        for member, data in system.files_of(match.string, out / row.folder):
            files.setdefault(member, data)  # the members of a group have one folder
    write_zip(path, files)
    names = [f"  nothing in their names to return it by: {', '.join(without)}"] if without else []
    return [f"{path}: feedback for {len(graded) - len(without)}", *names]


def _moodle(name: str, folder: Path) -> Iterator[tuple[str, bytes]]:
    match = systems.MOODLE.pattern.match(name)
    assert match is not None
    place = name if not match["file"] else f"{match['name']}_{match['number']}_assignsubmission_file_"
    yield (
        f"{place}/feedback.txt",
        feedback_text(View.of(Results.load(folder / "results.json"))).encode("utf-8", "replace"),
    )
    yield f"{place}/report.html", (folder / "index.html").read_bytes()


def _canvas(name: str, folder: Path) -> Iterator[tuple[str, bytes]]:
    yield name, remarked_source(Results.load(folder / "results.json")).encode("utf-8", "replace")


def remarked_source(results: Results) -> str:
    """Return the student's file with the feedback above it, and each finding below its line, as comments."""
    remarks: dict[int, list[str]] = defaultdict(list)
    for each in results.compile.diagnostics:
        if each.severity == "error":
            remarks[each.line].append(each.message)
    for finding in results.findings[:FINDINGS_TOLD]:
        if finding.severity is not Severity.GRADER and finding.line:
            remarks[finding.line].append(finding.message)
            for further in finding.related:
                remarks[0 if further.file else further.line].append(further.label)
    head = [f"// {line}".rstrip() for line in feedback_text(View.of(results)).splitlines()]
    source = plain(results.submission.source, 1 << 20).split("\n")[:LINES_TOLD]
    body: list[str] = []
    for number, line in enumerate(source, 1):
        body.append(line)
        body += [f"// ^^^ line {number}: {one_line(words)}" for words in dict.fromkeys(remarks[number])]
    return "\n".join([*head, "//", *body]).rstrip("\n") + "\n"


MOODLE = FeedbackSystem(systems.MOODLE.pattern, _moodle)
CANVAS = FeedbackSystem(systems.CANVAS.pattern, _canvas)


# -- comparisons -------------------------------------------------------------------------------------------------------


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


def _comparison(tool: Comparison, rows: Sequence[GradebookRow], assignment: Assignment, folder: Path) -> str:
    """Write what was graded, a folder for each submission, and what all began with. Return where, and the command.

    Raise `UsageError` where something lies that is not this export's.
    """
    if folder.exists() and not (folder / _NOTE).is_file():
        raise UsageError(f"{folder} is not an export of an earlier batch; move it away, or choose another --out")
    for part in ("submissions", "base"):
        shutil.rmtree(folder / part, ignore_errors=True)
    name = PurePosixPath(assignment.submission_name).name
    first = {(row.origin, row.sha256): row for row in reversed(rows) if row.source}  # of a group, one is enough
    for row in first.values():
        write_whole(folder / "submissions" / row.folder / name, row.source)
    names = {part for unit in assignment.units for part in (unit.config.submission, unit.config.naive)}
    paths = sorted({PurePosixPath(part).name: assignment.path(part) for part in names}.items())
    given = {}  # what students were given: the starter and the naive kernel
    for number, (part, path) in enumerate((part, path) for part, path in paths if path.is_file()):
        given[f"base/{number}-{part}"] = path
        write_whole(folder / f"base/{number}-{part}", path.read_bytes())
    command = " ".join(tool.command.format(bases=" ".join(f"-b {place}" for place in given)).split())
    write_whole(folder / _NOTE, f"In this folder:\n\n    {command}\n\n{tool.note}\n")
    return f"In {folder}, where nothing was uploaded: {command}"
