"""The command `python -m grader FILE`: grade one submission, print the verdict, write the report."""

from __future__ import annotations

import argparse
import contextlib
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.cli import add_define_argument, add_submission_arguments, assignment_of, define, submission_path
from grader.cli.ending import ExitCode, code_of, complain, require_writable
from grader.errors import UsageError
from grader.report.exports import EXPORTS

if TYPE_CHECKING:
    from rich.console import Console

    from grader.grading.pipeline import Session
    from grader.grading.running import CaseOutcome
    from grader.processes.forkserver import ForkServer
    from grader.results import Results

SWITCH_SECONDS = 0.0005
"""Maximum wait of a lane while another thread of this process computes; its child waits meanwhile."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_submission_arguments(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the report goes (default: report)")
    parser.add_argument("--case", default="*", metavar="GLOB", help="only these cases: tall, 'ragged-*', tall@16")
    parser.add_argument(
        "--export", action="append", choices=EXPORTS, default=[], help="write the results in this form too (repeatable)"
    )
    parser.add_argument(
        "--compiler", choices=("auto", "nvrtc", "clang"), help="what compiles (default: NVRTC where it is)"
    )
    parser.add_argument(
        "--kernel", metavar="NAME", help="the kernel to grade, or 'name<16>', instead of the assignment's"
    )
    add_define_argument(parser)
    parser.add_argument("--watch", action="store_true", help="grade again whenever the file is saved")
    parser.add_argument("--open", action="store_true", help="open the report in a browser")
    parser.add_argument("--quiet", action="store_true", help="print the verdict only")
    parser.add_argument("--verbose", action="store_true", help="print all that was found, in full")
    parser.add_argument("--json", action="store_true", help="print results.json instead of the summary")
    parser.add_argument("--lines", action="store_true", help="print a line a finding, for editors: file:line:col: …")
    parser.add_argument("--hint", action="store_true", help="tell what is wrong, one step more each time")
    parser.add_argument("--thorough", action="store_true", help="try every combination of small sizes (a minute)")
    parser.add_argument("--no-diagnosis", action="store_true", help="do not look for the cause of what is wrong")
    parser.add_argument("--for-student", action="store_true", help="count hidden cases, but show nothing of them")


def run(options: argparse.Namespace) -> int:
    """Grade once, or at every save. Return the exit code of the last verdict."""
    from grader.devices.warm import warm_process
    from grader.processes.child import load_lean

    load_lean()
    sys.setswitchinterval(SWITCH_SECONDS)
    # Start it first: it must know nothing yet, and it loads in parallel. With --watch, a rehearsal is worth its time.
    with warm_process(here=True, rehearsed=options.watch) as server:
        return _grade_with(server, options)


def _grade_with(server: ForkServer | None, options: argparse.Namespace) -> int:
    from grader.assignment import load_assignment
    from grader.grading.pipeline import Session

    assignment = load_assignment(assignment_of(options))
    if options.kernel and assignment.parts:
        raise UsageError("--kernel: this assignment asks for several kernels; config.yaml names them")
    asked = {name: getattr(options, name) for name in ("compiler", "kernel") if getattr(options, name)}
    if options.defines:
        asked["defines"] = {**assignment.config.defines, **dict(map(define, options.defines))}
    if options.thorough:
        # No limit on total time: the user asked for everything and sees the progress.
        asked["limits"] = assignment.config.limits.model_copy(update={"total_seconds": math.inf})
    assignment = assignment.configured(**asked) if asked else assignment
    path = submission_path(options, assignment)
    options.out = _report_folder(options.out)
    with Session(assignment, device=options.device, seed=options.seed, server=server) as session:
        if options.watch:
            from grader.submissions.submission import submission_file

            path = submission_file(path, assignment.submission_name)

            def again() -> int:
                code = _grade_once(session, path, options)
                session.renew()  # the next save gets fresh processes, which are already running
                return code

            return watch(path, again, options)
        return _grade_once(session, path, options)


def _report_folder(given: Path | None) -> Path:
    """Return the report's folder. Raise `UsageError` if it is not writable."""
    folder = given or Path("report")
    if given is None and folder.is_symlink():  # in another's repository, the link's target may be unwanted
        raise UsageError(f"{folder}: a link to another folder; name the report's folder with --out")
    require_writable(folder, f"{folder}: the report cannot be written there")
    return folder


def _grade_once(session: Session, path: Path, options: argparse.Namespace) -> int:
    from grader.grading.shapes import thorough_effort, usual_effort
    from grader.submissions.submission import read_submission

    submission = read_submission(path, name=session.assignment.submission_name)
    on_case = None
    if options.watch:
        if options.lines and not (options.quiet or options.json):
            print(f"Grading {submission.path}", flush=True)
        elif not (options.quiet or options.json):  # in place of the last verdict
            console = _console()
            console.clear()  # on a terminal only: a file keeps every verdict
            console.print(f"Grading {submission.path} …", markup=False)
        on_case = news_of_cases(session.count(options.case), options)
    effort = thorough_effort if options.thorough else usual_effort
    with sweep_bars(options) as on_sweep:
        graded = session.grade(
            submission, cases=options.case, effort=effort, on_case=on_case, on_sweep=on_sweep, meanwhile=_load_report
        )
    from grader.report.history import read_previous

    previous = read_previous(options.out)
    results = graded.results
    if not options.no_diagnosis and graded.wants_cause:
        console = _console()
        looking: contextlib.AbstractContextManager[object] = contextlib.nullcontext()
        if console.is_terminal and not (options.quiet or options.json or options.lines):
            from rich.text import Text  # the points are known before the cause

            words = f"{_as_shown(results, options).verdict} Looking for the cause …"
            looking = console.status(Text(words))
        with looking:
            results = graded.with_cause()
        shown = _as_shown(results, options)
        show_verdict(shown, previous, options)
    else:
        show_verdict(_as_shown(results, options), previous, options)
        results = results if options.no_diagnosis else graded.with_next_steps()
        shown = _as_shown(results, options)
    from grader.check.launches import is_foreign, way_on
    from grader.report.exports import write_export
    from grader.report.page import write_report

    page = write_report(shown, options.out, watch=options.watch)
    for name in dict.fromkeys(options.export):  # exports decide for themselves what their readers may see
        write_export(name, results, options.out)

    further = way_on(session.emulators[0], session.assignment, submission) if is_foreign(results) else ""
    show_end(shown, page, options, way_on=further)
    return code_of(results)


def _load_report() -> None:
    """Load the modules that are needed after grading."""
    with contextlib.suppress(ImportError):  # raised again, and reported, where they are needed
        import grader.grading.next_steps
        import grader.report.history
        import grader.report.terminal  # noqa: F401
        from grader.report.page import prepare

        prepare()


def _as_shown(results: Results, options: argparse.Namespace) -> Results:
    if not options.for_student:
        return results
    from grader.report.redact import for_student

    return for_student(results)


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


def show_verdict(results: Results, previous: Results | None, options: argparse.Namespace) -> None:
    """Print what was found."""
    if options.lines:
        from grader.report.exports.tools import LINES
        from grader.report.view import View

        print(f"{LINES.render(View.for_student(results))}{results.verdict}", flush=True)
    elif options.quiet:
        print(results.verdict)
    elif not options.json:
        from grader.report.terminal import terminal_summary

        console = _console()
        if options.watch:
            console.clear()
        terminal_summary(results, console, previous=previous, verbose=options.verbose)


def show_end(results: Results, page: Path, options: argparse.Namespace, *, way_on: str) -> None:
    """Print a hint where it is asked for, and the report's path."""
    if options.json:
        print(results.to_json())
    elif not options.quiet and not options.lines:
        from grader.report.history import next_hint
        from grader.report.terminal import hint

        console = _console()
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


LOOK_SECONDS = 0.02


def watch(path: Path, grade: Callable[[], int], options: argparse.Namespace) -> int:
    """Grade at every save until interrupted. Return the last verdict's exit code."""
    from grader.submissions.submission import SubmissionError

    code: int = ExitCode.FAILED
    graded, before = None, _state(path)
    while True:
        state = _state(path)
        # A save is complete when two looks in a row find the same state: never grade half a file.
        if state is not None and state != graded and (state == before or graded is None):
            graded = state
            try:
                code = grade()
            except SubmissionError as error:  # removed or replaced since the last look; the next save restores it
                complain(str(error))
            if not options.quiet and not options.json:
                print(f"Watching {path}; Ctrl+C ends.", flush=True)
        before = state
        try:
            time.sleep(LOOK_SECONDS)
        except KeyboardInterrupt:
            return code


def _state(path: Path) -> tuple[int, int] | None:
    """Return what changes when a file is saved; None while an editor replaces it."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
