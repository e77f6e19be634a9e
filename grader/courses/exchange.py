"""What a batch takes from course systems and gives back to them: rosters, feedback, submissions to compare.

Imported only for a batch that was asked for one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from grader.assignment import Assignment
from grader.batch.gradebook import GradebookRow
from grader.courses import COMPARISONS, FEEDBACK, ROSTERS
from grader.courses.comparisons import write_for
from grader.courses.feedback import write_feedback
from grader.courses.rosters import FilledRoster, RosterError, check_roster, fill_roster, write_roster
from grader.registry import PluginError

T = TypeVar("T")


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
        """Check all that can be checked before grading. Raise `RosterError` or `PluginError`."""
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
            raise RosterError(f"--roster {roster}: no such file")
        if roster is not None and not self._rosters:
            raise RosterError(f"--roster needs --export, one of {', '.join(ROSTERS.names)}")
        if roster is None and self._rosters:
            needed = "needs --roster FILE, the file that the learning system exported"
            raise RosterError(f"--export {self._rosters[0]} {needed}")
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
        made = [self._tried(partial(self._write_roster, name, rows)) for name in self._rosters]
        filled = next((roster for roster in made if roster is not None), None)
        return filled.complete(rows) if filled is not None else list(rows)

    def _write_roster(self, name: str, rows: Sequence[GradebookRow]) -> FilledRoster:
        path, filled = write_roster(name, self._roster, rows, self._title, self._out, self._column)
        self.lines += [f"{path}: {filled.filled} grades entered", *(f"  {note}" for note in filled.notes)]
        left = (
            ("not in the roster", filled.unknown),
            ("more than one line or student fits, so not entered", filled.ambiguous),
            ("in the roster, without a grade", filled.without_grade),
        )
        self.lines += [f"  {words}: {', '.join(names)}" for words, names in left if names]
        return filled

    def write_feedback(self, rows: Sequence[GradebookRow]) -> None:
        """Write the zips that go back to students."""
        for system in self._feedback:
            if (made := self._tried(partial(write_feedback, system, rows, self._out))) is None:
                continue
            path, count, without = made
            self.lines.append(f"{path}: feedback for {count}")
            self.lines += [f"  nothing in their names to return it by: {', '.join(without)}"] if without else []

    def write_comparisons(self, rows: Sequence[GradebookRow]) -> None:
        """Write the folders for tools that compare submissions."""
        for tool in self._tools:
            made = self._tried(partial(write_for, tool, rows, self._assignment, self._out))
            if made is not None:
                self.lines.append(f"In {made[0]}, where nothing was uploaded: {made[1]}")

    def _tried(self, write: Callable[[], T]) -> T | None:
        """Write one thing; a plug-in's failure waits for the end, as grades must not depend on it."""
        try:
            return write()
        except PluginError as error:
            self.problems.append(str(error))
            return None
