"""The terminal output of `grade`: start, progress, verdict, and the report's path."""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from grader.grading.running import CaseOutcome
    from grader.results import Results


def announce(path: Path, options: argparse.Namespace) -> None:
    """Replace the last verdict in the terminal by a message that grading has begun."""
    if options.quiet or options.json:
        return
    if options.lines:
        print(f"Grading {path}", flush=True)
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.clear()  # on a terminal only: a file keeps every verdict
    console.print(f"Grading {path} …", markup=False)


def news_of_cases(count: int, options: argparse.Namespace) -> Callable[[CaseOutcome], None]:
    """Return a callback that prints, after `count` cases, how many show no fault. The verdict comes later."""
    if options.quiet or options.json or options.lines:
        return lambda _: None
    from grader.report.format import plural

    console, lock = _console(), threading.Lock()
    clean: list[bool] = []

    def on_case(outcome: CaseOutcome) -> None:
        with lock:
            clean.append(outcome.is_faultless)
            if len(clean) == count:
                console.print(f"{sum(clean)} of {plural(count, 'case')} without a fault; looking further …")

    return on_case


@contextlib.contextmanager
def sweep_bars(options: argparse.Namespace) -> Iterator[Callable[[int, int, int], None]]:
    """Run the block with a progress bar per tile width, if there is a terminal and everything is tried."""
    console = _console()
    if not options.thorough or options.quiet or options.json or not console.is_terminal:
        yield lambda *_: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bars: dict[int, Any] = {}
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:

        def on_sweep(width: int, done: int, total: int) -> None:
            if width not in bars:
                bars[width] = progress.add_task(f"shapes at {width}", total=total)
            progress.update(bars[width], completed=done)

        yield on_sweep


def show_verdict(results: Results, previous: Results | None, options: argparse.Namespace, *, last: bool) -> None:
    """Print the verdict, and what to fix first unless the search for the cause will follow."""
    if options.lines:
        from grader.report.exports import lines
        from grader.report.view import View

        print(f"{lines.render(View.for_student(results))}{results.verdict}", flush=True)
    elif options.quiet:
        print(results.verdict)
    elif not options.json:
        from grader.report.terminal import terminal_summary

        console = _console()
        if options.watch:
            console.clear()
        terminal_summary(results, console, previous=previous, verbose=options.verbose, last=last)


def show_end(results: Results, page: Path, options: argparse.Namespace, *, last: bool, way_on: str) -> None:
    """Print what only the search for the cause found, and the report's path."""
    if options.json:
        print(results.to_json())
    elif not options.quiet and not options.lines:
        from grader.report.history import next_hint
        from grader.report.terminal import hint, last_words

        console = _console()
        if last:
            last_words(results, console)
        if options.hint:
            hint(results, console, steps_shown=next_hint(options.out, results))
        if way_on:
            console.print(way_on, markup=False, soft_wrap=True)
        console.print(f"Report: {page}", markup=False)
    if options.open:
        import webbrowser

        webbrowser.open(page.resolve().as_uri())
        options.open = False  # once, not at every save


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)
