"""Grade what the store lacks; save each result immediately, and show the progress."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Task as BarTask
from rich.text import Text

from grader.batch.executors import Executor, ExecutorError, UnusableError
from grader.batch.gradebook import FAULT, NOT_GRADED, GradebookRow, graded_row, ungraded_row
from grader.batch.job import Task, TaskOutcome, named
from grader.batch.store import Store, key_of
from grader.plaintext import one_line, points_of
from grader.report.format import isolation_line
from grader.report.history import results_in
from grader.report.redact import for_student
from grader.results import Adjustment, Results
from grader.submissions import Collected, folder_name

MAX_ATTEMPTS = 2
_TASKS_AHEAD = 3
"""Tasks in flight for each worker: enough that none waits, few enough that memory does not grow with the class."""

_ANY_NAME = "submission.cu"
"""What the graded file is called: the compiler and the kernel (`__FILE__`) can repeat a name, and a name can be that of
the student who handed in the same text first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentEntry:
    """A student with the folder and the key of the results; `key` is empty where there is nothing to grade.

    `page_key` is that of the results at what they are worth now: the student's folder shows them.
    """

    found: Collected
    folder: str
    key: str = ""
    page_key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a batch did: rows in the order of the students, how many were graded now, the faults met on the way.

    `stopped` says why it ended before everything was graded, if it did.
    """

    rows: tuple[GradebookRow, ...]
    graded_now: int
    known: int
    faults: tuple[dict[str, object], ...] = ()
    stopped: ExecutorError | None = None


def entries_of(found: Sequence[Collected], batch: str, worth: str = "") -> list[StudentEntry]:
    """Return each student's folder and keys. Two students of one name get two folders, whatever their order.

    `batch` is the hash of what results depend on beside the submission, `worth` that of what their items are worth.
    """
    taken: dict[str, int] = {}
    entries = []
    for row in found:
        name = folder_name(row.student)
        count = taken[name.lower()] = taken.get(name.lower(), 0) + 1  # some systems do not tell `ada` from `Ada`
        folder = name if count == 1 else f"{name}~{count}"
        key = key_of(row.submission, batch) if row.submission is not None else ""
        page_key = key_of(row.submission, f"{batch}\0{worth}") if row.submission is not None else ""
        entries.append(StudentEntry(found=row, folder=folder, key=key, page_key=page_key))
    return entries


Page = Callable[[Results, Results | None], str]
"""A student's page from what they may see now, and from what they saw before."""
Adjust = Callable[[StudentEntry, Results], tuple[Adjustment, ...]]
"""What the course makes of the points that a student was graded with."""


class Coordinator:
    """Grades the entries with an executor and keeps the results in a store.

    `score` says what kept results are worth, `adjust` what counts of it.
    """

    def __init__(
        self,
        store: Store,
        progress: PlainLines,
        page: Page,
        score: Callable[[Results], Results] = lambda results: results,
        adjust: Adjust = lambda _entry, _results: (),
    ) -> None:
        self._store = store
        self._progress = progress
        self._page = page
        self._score = score
        self._adjust = adjust
        self._seals: dict[str, str] = {}  # of the pages that are of this batch's results, by folder
        self._noted: set[str] = set()
        self._faults: list[dict[str, object]] = []
        self._unkept: dict[str, tuple[Results | None, str]] = {}
        self._stopped: ExecutorError | None = None
        self._rows: dict[str, GradebookRow] = {}  # of those with results, by folder

    def run(
        self, entries: Sequence[StudentEntry], executor: Callable[[int], Executor], only: frozenset[str] | None = None
    ) -> Summary:
        """Grade what is not known yet, or `only` what has these keys, known or not. Then other students' pages stay.

        The executor is made, of the number of texts to grade, only when there is something to grade.

        Raises what making it raises; when it fails later, the summary has what was graded until then.
        """
        by_key: dict[str, list[StudentEntry]] = {}
        for entry in entries:
            if entry.key:
                by_key.setdefault(entry.key, []).append(entry)
        unknown = []
        for key, of_one_text in by_key.items():
            results = None if key in (only or ()) else self._store.load(key)
            if results is None:
                unknown.append(key)
            else:  # complete results are kept: write the folders that a `kill -9` left out
                self._rows |= self._written(of_one_text, self._score(results), known=True)
        todo = [key for key in unknown if only is None or key in only]
        for entry in entries:
            if entry.key not in todo:
                self._progress.skip(entry.found.student.name, entry.found.problem or "")
        if todo:
            self._grade(iter(todo), len(todo), by_key, executor)
        self._store.record_faults(self._faults)
        # Pages without a grade in the tables to be written are mostly of files that are gone.
        removed = self._store.remove_students(
            self._seals, None if only is None else [entry.folder for entry in entries]
        )
        if removed:
            names = ", ".join(removed[:10]) + (", …" if len(removed) > 10 else "")
            self._progress.note(f"pages of earlier runs removed, whose files have changed or gone: {names}")
        return Summary(
            rows=tuple(self._row(entry) for entry in entries),
            graded_now=len(todo),
            known=len(by_key) - len(todo),
            faults=tuple(self._faults),
            stopped=self._stopped,
        )

    def _adjusted(self, entry: StudentEntry, results: Results) -> Results:
        adjustments = self._adjust(entry, results)
        return results.model_copy(update={"adjustments": adjustments}) if adjustments else results

    def _grade(
        self,
        todo: Iterator[str],
        count: int,
        by_key: dict[str, list[StudentEntry]],
        executor: Callable[[int], Executor],
    ) -> None:
        running = executor(count)
        in_flight = 0
        try:
            while count:
                for key in islice(todo, max(0, running.workers * _TASKS_AHEAD - in_flight)):
                    running.submit(self._task(key, by_key[key][0], 1))
                    in_flight += 1
                outcome = running.next_outcome()
                entries = by_key[outcome.key]
                if outcome.stops:
                    raise UnusableError(outcome.fault or "no submission can be graded")
                if outcome.fault is not None:
                    name = entries[0].found.student.name
                    self._faults.append({"student": name, "attempt": outcome.attempt, "fault": outcome.fault})
                    if outcome.attempt < MAX_ATTEMPTS:
                        running.submit(self._task(outcome.key, entries[0], outcome.attempt + 1))
                        continue
                count -= 1
                in_flight -= 1
                self._keep(outcome, entries)
        except ExecutorError as error:
            self._stopped = error
        finally:
            running.close()

    def _keep(self, outcome: TaskOutcome, entries: list[StudentEntry]) -> None:
        """Write the students' folders first and the result last: a kept result is complete."""
        results = Results.from_json(outcome.results_json) if outcome.results_json else None
        rows = {} if results is None else self._written(entries, results, outcome.page)
        if outcome.fault is None and results is not None:
            self._store.save(outcome.key, outcome.results_json)
            self._rows |= rows
        else:
            self._unkept[outcome.key] = (results, outcome.fault or "the grader gave no result")
        fault = f"grader fault: {outcome.fault}" if outcome.fault else ""
        failed = ""  # a short line: points, and what to fix first
        if results is not None and not results.passed:
            reason = one_line(results.fix_first or results.verdict, 120)
            failed = f"{points_of(results.score, results.max_score)} points; {reason}"
        for entry in entries:
            self._progress.done(entry.found.student.name, fault, failed=failed)

    def _written(
        self, entries: Sequence[StudentEntry], results: Results, page: str = "", *, known: bool = False
    ) -> dict[str, GradebookRow]:
        """Write the folders of all who handed in this text; `page` is the first one's, as graded. Their rows.

        Of `known` results only those folders that do not show them.
        """
        rows = {}
        # Once, for most submissions meet the same machine: what does not stand around the students' code.
        walls = isolation_line(results.device.missing_walls)
        if walls and walls not in self._noted:
            self._noted.add(walls)
            self._progress.note(walls)
        for index, entry in enumerate(entries):
            theirs = self._adjusted(entry, results)
            seal = entry.page_key  # the key of what the student's folder shows
            if theirs.adjustments:
                seal = hashlib.sha256(f"{seal}\0{theirs.adjustments}".encode()).hexdigest()[:40]
            self._seals[entry.folder] = seal
            if not (known and self._store.has_student(entry.folder, seal)):
                own = page if index == 0 and not theirs.adjustments else ""
                # What the student may see; the page says what has changed since the results before.
                shown = for_student(named(theirs, entry.found.student.name, _file_name(entry)))
                before = self._store.begin_student(entry.folder, seal if known else "")
                own = own or self._page(shown, results_in(before))
                self._store.write_student(entry.folder, own, shown.to_json(), seal)
            rows[entry.folder] = graded_row(entry.found, entry.folder, theirs)
        return rows

    def _row(self, entry: StudentEntry) -> GradebookRow:
        if entry.folder in self._rows:
            return self._rows[entry.folder]
        if entry.key not in self._unkept:
            why = "the batch stopped before" if self._stopped else "only others were asked for"
            problem = f"not graded yet: {why}" if entry.key else entry.found.problem or ""
            return ungraded_row(entry.found, entry.folder, NOT_GRADED, problem)
        results, fault = self._unkept[entry.key]
        first_line = fault.strip().splitlines()[-1] if fault.strip() else "the grader failed"
        if results is None:
            return ungraded_row(entry.found, entry.folder, FAULT, first_line)
        row = graded_row(entry.found, entry.folder, self._adjusted(entry, results))
        return replace(row, status=FAULT, message=first_line)

    def _task(self, key: str, entry: StudentEntry, attempt: int) -> Task:
        assert entry.found.submission is not None
        nameless = replace(entry.found.submission, path=Path(_ANY_NAME), student=None)
        before = self._store.shown_before(entry.folder)
        return Task(
            key=key, submission=nameless, attempt=attempt, student=entry.found.student.name,
            shown_as=_file_name(entry), before=before,
        )  # fmt: skip


def _file_name(entry: StudentEntry) -> str:
    """Return what a student sees of the file's path: its name, not where the instructor keeps it."""
    assert entry.found.submission is not None
    return entry.found.submission.path.name


# -- progress: a bar with rate and time left on a terminal, plain lines elsewhere --------------------------------------

SECONDS_BETWEEN_LINES = 10.0


@contextlib.contextmanager
def progress_for(console: Console, total: int, *, quiet: bool = False) -> Iterator[PlainLines]:
    """Show a bar while the block runs if there is a terminal to draw on, else lines."""
    if quiet or not console.is_terminal:
        yield PlainLines(console, total, quiet=quiet)
        return
    columns = TextColumn("grading"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn()
    with Progress(*columns, console=console) as bar:
        yield _Bar(console, total, bar)


class PlainLines:
    """Lines for logs: at once what needs attention, and now and then how many are done."""

    def __init__(
        self, console: Console, total: int, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._console = console
        self._total = total
        self._quiet = quiet
        self._clock = clock
        self._count = 0
        self._start = self._last = clock()

    def done(self, student: str, message: str = "", *, failed: str = "") -> None:
        """Count one more. `message` is a fault of the grader; `failed` says what did not pass."""
        self._count += 1
        if message or (failed and not self._quiet):
            self.note(f"{student}: {message or failed}")
        self._show()

    def skip(self, student: str, message: str = "") -> None:
        """Count one less to do: known from before, or (the message says why) with nothing to grade."""
        self._total -= 1
        if message:
            self.note(f"{student}: {message}")

    def note(self, message: str) -> None:
        """Print a line."""
        self._console.print(Text(one_line(message, 300)), soft_wrap=True)

    def _show(self) -> None:
        now = self._clock()
        if self._quiet or (now - self._last < SECONDS_BETWEEN_LINES and self._count != self._total):
            return
        self._last, seconds = now, now - self._start
        rate = self._count / seconds if seconds > 0 else 0.0
        left = f", about {(self._total - self._count) / rate:.0f} s left" if rate and self._count < self._total else ""
        self.note(f"{self._count} of {self._total} graded, {rate:.1f} a second{left}")


class _Rate(ProgressColumn):
    """Submissions a second, over the last ones."""

    def render(self, task: BarTask) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.1f}/s", style="progress.data.speed")


class _Bar(PlainLines):
    """A bar below the notes."""

    def __init__(self, console: Console, total: int, bar: Progress) -> None:
        super().__init__(console, total)
        self._bar, self._task = bar, bar.add_task("grading", total=total)

    def skip(self, student: str, message: str = "") -> None:
        super().skip(student, message)
        self._bar.update(self._task, total=self._total)

    def _show(self) -> None:
        self._bar.update(self._task, completed=self._count)
