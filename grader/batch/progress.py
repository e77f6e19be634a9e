"""How a batch is going: a bar with rate and time left on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from grader.plaintext import one_line

SECONDS_BETWEEN_LINES = 10.0


class BatchProgress(Protocol):
    """Told of each submission as it is done."""

    def done(self, student: str, message: str = "", *, failed: str = "") -> None:
        """One more is done; `message` is for what needs an eye: a fault; `failed` says what did not pass."""
        ...

    def skip(self, student: str, message: str = "") -> None:
        """One less to do: known from before, or (the message says why) with nothing to grade."""
        ...

    def note(self, message: str) -> None:
        """Something that is not about one submission."""
        ...

    def __enter__(self) -> BatchProgress: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def progress_for(console: Console, total: int, *, quiet: bool = False) -> BatchProgress:
    """The bar where there is a terminal to draw on."""
    if console.is_terminal and not quiet:
        return _Bar(console, total)
    return PlainLines(console, total, quiet=quiet)


class _Rate(ProgressColumn):
    """Submissions a second, over the last ones."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.1f}/s", style="progress.data.speed")


class _Bar:
    def __init__(self, console: Console, total: int) -> None:
        self._progress = Progress(
            TextColumn("grading"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn(), console=console
        )
        self._total = total
        self._task = self._progress.add_task("grading", total=total)

    def done(self, student: str, message: str = "", *, failed: str = "") -> None:
        if message or failed:
            self.note(f"{student}: {message or failed}")
        self._progress.advance(self._task)

    def skip(self, student: str, message: str = "") -> None:
        if message:
            self.note(f"{student}: {message}")
        self._total -= 1
        self._progress.update(self._task, total=self._total)

    def note(self, message: str) -> None:
        self._progress.console.print(Text(one_line(message, 300)))

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


class PlainLines:
    """A line now and then, for logs; what needs an eye at once."""

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
        """See `BatchProgress`."""
        self._count += 1
        if message:
            self.note(f"{student}: {message}")
        elif failed and not self._quiet:
            self.note(f"{student}: {failed}")
        now = self._clock()
        if now - self._last >= SECONDS_BETWEEN_LINES or self._count == self._total:
            self._last = now
            self._say(now - self._start)

    def skip(self, student: str, message: str = "") -> None:
        """See `BatchProgress`."""
        self._total -= 1
        if message:
            self.note(f"{student}: {message}")

    def note(self, message: str) -> None:
        """See `BatchProgress`."""
        self._console.print(Text(one_line(message, 300)), soft_wrap=True)

    def __enter__(self) -> PlainLines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def _say(self, seconds: float) -> None:
        if self._quiet:
            return
        rate = self._count / seconds if seconds > 0 else 0.0
        left = f", about {(self._total - self._count) / rate:.0f} s left" if rate and self._count < self._total else ""
        self.note(f"{self._count} of {self._total} graded, {rate:.1f} a second{left}")
