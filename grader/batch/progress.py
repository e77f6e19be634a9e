"""Show the progress of a batch: a bar with rate and time left on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from grader.plaintext import one_line

SECONDS_BETWEEN_LINES = 10.0


def progress_for(console: Console, total: int, *, quiet: bool = False) -> PlainLines:
    """Return a bar if there is a terminal to draw on, else lines."""
    return _Bar(console, total) if console.is_terminal and not quiet else PlainLines(console, total, quiet=quiet)


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

    def __enter__(self) -> PlainLines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

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

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.1f}/s", style="progress.data.speed")


class _Bar(PlainLines):
    """A bar below the notes."""

    def __init__(self, console: Console, total: int) -> None:
        super().__init__(console, total)
        self._progress = Progress(
            TextColumn("grading"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn(), console=console
        )
        self._task = self._progress.add_task("grading", total=total)

    def skip(self, student: str, message: str = "") -> None:
        super().skip(student, message)
        self._progress.update(self._task, total=self._total)

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def _show(self) -> None:
        self._progress.update(self._task, completed=self._count)
