"""The command `batch`: its arguments and its sequence of steps."""

from __future__ import annotations

import argparse
import functools
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from rich.console import Console
from rich.text import Text

from grader.assignment import Assignment, load_assignment
from grader.assignment.loading import assignment_files
from grader.batch.coordinator import Coordinator, StudentEntry, Summary, entries_of, progress_for
from grader.batch.decisions import Decisions, Few, People, called_in, only
from grader.batch.executors import Connect, Executor, ExecutorError, LocalExecutor, UnusableError, connected
from grader.batch.gradebook import (
    FAULT,
    GRADED,
    NOT_GRADED,
    GradebookRow,
    decided,
    gradebook,
    likeness_of,
    ungraded_row,
)  # fmt: skip
from grader.batch.job import Settings
from grader.batch.store import Store, fingerprint, worth_of
from grader.cache import code_fingerprint
from grader.cli import add_assignment_argument, seed_argument
from grader.cli.ending import INTERRUPTED, NO_ROOM, ExitCode, complain, require_writable
from grader.courses import COMPARISONS, FEEDBACK, ROSTERS
from grader.files import write_whole
from grader.plaintext import one_line, points
from grader.processes.child import usable_cores
from grader.registry import Choices, PluginError
from grader.results import Replays, Results
from grader.submissions import Collected, HandedIn, Wanted, collect, wanted_by
from grader.submissions.submission import SubmissionError
from grader.submissions.systems import LAYOUTS

if TYPE_CHECKING:
    from grader.courses.exchange import Exchange

SECONDS_BESIDE = 360.0
"""Time for a task beyond the submission's limit: compiling, recording, writing its page."""
WORTH_A_REHEARSAL = 6
"""Minimum number of submissions: a rehearsal takes a second or two and saves some tenths of a second on each."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="folders, archives or files to grade")
    add_assignment_argument(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the gradebook and reports go")
    parser.add_argument(
        "--jobs", type=int, default=usable_cores(), metavar="N", help="submissions at a time (default: one a core)"
    )
    parser.add_argument("--device", choices=("auto", "gpu", "cpu"), default="auto")
    words = "of the random inputs: a number, or random (default), which is drawn once for DIR"
    parser.add_argument("--seed", type=seed_argument, metavar="N", help=words)
    parser.add_argument("--scheduler", metavar="ADDRESS", help="grade on the Dask cluster at this address")
    again = parser.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="keep what is graded already (the default)")
    again.add_argument("--fresh", action="store_true", help="forget earlier results in DIR and grade everything")
    words = "grade these students again (a name, login, e-mail or pattern), and keep everybody else's grade; repeatable"
    again.add_argument("--only", action="append", default=[], metavar="NAME", help=words)
    words = "which file of a student's counts, now and in later rounds; repeatable"
    parser.add_argument("--pick", action="append", default=[], metavar="NAME=FILE", help=words)
    layouts = ", ".join(LAYOUTS)
    parser.add_argument(
        "--layout", default="auto", metavar="LAYOUT", help=f"{layouts}, or a pattern such as 'hw1/{{student}}/*.cu'"
    )
    tools = ", ".join(COMPARISONS)
    words = f"fill the roster of this system; or write the submissions for a tool that compares them ({tools})"
    parser.add_argument("--export", action="append", default=[], choices=Choices(ROSTERS, COMPARISONS), help=words)
    parser.add_argument(
        "--lateness", type=Path, metavar="FILE", help="deadline, penalties, extensions (the assignment's lateness.yaml)"
    )
    parser.add_argument("--roster", type=Path, metavar="FILE", help="the file that the learning system exported")
    parser.add_argument(
        "--feedback", action="append", default=[], choices=FEEDBACK, help="a zip that this system gives its students"
    )
    parser.add_argument("--people", type=Path, metavar="FILE", help="table of students: login, name, email, id, team")
    parser.add_argument("--column", metavar="NAME", help="the roster's column for grades (Canvas: the assignment's)")
    words = "whose page replays a small run of the kernel: faulty ones (default), which takes less time, or all"
    parser.add_argument("--no-diagnosis", action="store_true", help="do not look for the cause of what is wrong")
    parser.add_argument("--replays", choices=get_args(Replays), default="faulty", help=words)
    parser.add_argument("--quiet", action="store_true", help="only what needs an eye")
    parser.set_defaults(factory=Settings.__dataclass_fields__["factory"].default, score=_rescored)


def run(args: argparse.Namespace, console: Console | None = None) -> int:
    """Grade a batch and write its tables. Return 0: all graded; 2: wrong input; 3: the grader failed on some."""
    console = console or Console()
    try:
        return _run(args, console)
    except ExecutorError as error:
        complain(str(error))
        return ExitCode.USAGE if isinstance(error, UnusableError) else ExitCode.GRADER_FAULT
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        where = Path(str(error.filename)).parent if error.filename else args.out
        folder = args.out if where.resolve().is_relative_to(args.out.resolve()) else where
        complain(
            f"No room is left on the disk of {folder}. What is graded is kept; with room made, the same command goes "
            "on where it stopped."
        )
        return ExitCode.GRADER_FAULT
    except KeyboardInterrupt:
        complain("Interrupted. What is graded is kept; the same command goes on from here.")
        return INTERRUPTED


def _run(args: argparse.Namespace, console: Console) -> int:
    start = time.monotonic()
    connect = _check(args)
    assignment = load_assignment(args.assignment)
    exchange: Exchange | None = None
    if args.export or args.feedback or args.roster:  # else nothing of course systems is imported
        from grader.courses.exchange import Exchange

        exchange = Exchange(args.export, args.feedback, assignment, args.out, args.roster, args.column)
    decisions = Decisions(args.out, assignment.points, args.pick, args.lateness, args.assignment)
    wanted = replace(wanted_by(assignment), picks=decisions.picks)
    found, strangers = _collected(args, wanted)
    # Check all names before anything is deleted, graded or written.
    before = Store(args.out).kept_rows()
    kept = {folder: row for folder, row in before.items() if args.only and not row.in_roster_alone}
    alone = [row for row in before.values() if row.in_roster_alone]
    people, absent, told = _everybody(exchange, entries_of(found, ""), kept, alone)
    decisions.resolve(people, found)
    store = Store(args.out, fresh=args.fresh)
    settings = Settings(
        assignment=str(args.assignment.resolve()), seed=store.seed(None if args.seed == "random" else args.seed),
        device=args.device, replays=args.replays, diagnosis=not args.no_diagnosis, factory=args.factory,
    )  # fmt: skip
    batch = fingerprint(
        assignment, device=args.device, seed=settings.seed, replays=args.replays, diagnosis=settings.diagnosis
    )
    entries = decisions.applied(entries_of(found, batch, worth_of(assignment)), told)
    few = only(args.only, entries, kept, people) if args.only else Few(entries=tuple(entries))
    decisions.keep_picks()
    with progress_for(console, len(few.entries), quiet=args.quiet) as progress:
        score = functools.partial(args.score, assignment=assignment)
        coordinator = Coordinator(store, progress, _page, score, decisions.adjustments)
        executor = _executor(args, settings, assignment, connect, progress.note)
        summary = few.told(coordinator.run(few.entries, executor, few.keys))
    given = [row for row in absent if decisions.of(row.folder)]
    store.keep_rows((*summary.rows, *given))
    rows = [decided(row, decisions.of(row.folder), assignment.points) for row in (*summary.rows, *given)]
    whole = summary.stopped is None
    table = exchange.write_rosters(rows) if exchange and whole else rows
    write_whole(args.out / "gradebook.csv", gradebook(table))
    from grader.batch.classpage import class_html

    alike = likeness_of(table, wanted.given.values())
    write_whole(args.out / "index.html", class_html(table, assignment.config.assignment, alike))
    if exchange:
        if whole:
            exchange.write_feedback(rows)
        exchange.write_comparisons(table)
        _say(console, *exchange.lines)
    _say_summary(summary, args.out, console, time.monotonic() - start)
    if given and args.roster is None:
        names = ", ".join(row.student.name for row in given)
        _say(console, f"{decisions.path}: only a roster has {names}; add --roster FILE to fill that in, too")
    _say(console, *decisions.notes, *strangers)
    if summary.stopped is not None:
        raise summary.stopped
    if exchange and exchange.problems:
        raise PluginError("; ".join(exchange.problems))
    return ExitCode.GRADER_FAULT if any(row.status == FAULT for row in summary.rows) else ExitCode.PASSED


def _collected(args: argparse.Namespace, wanted: Wanted) -> tuple[list[Collected], list[str]]:
    """Return the submissions, restricted to the table of students if given, and a note on those not in it."""
    people = None
    if args.people is not None:
        from grader.courses.tables import read_people

        people = read_people(args.people)  # before anything is opened
    found = collect(args.paths, wanted=wanted, layout=args.layout, without=args.out)
    if not found:
        raise SubmissionError(f"no submissions in {', '.join(str(path) for path in args.paths)}")
    if people is None:
        return found, []
    found, strangers = people.known(found)
    return found, [f"not in {args.people.name}: {', '.join(strangers)}"] if strangers else []


def _everybody(
    exchange: Exchange | None,
    entries: Sequence[StudentEntry],
    kept: Mapping[str, GradebookRow],
    alone: Sequence[GradebookRow],
) -> tuple[People, list[GradebookRow], dict[str, HandedIn]]:
    """Return the names of all students in download and roster, the rows of students only in the roster, and the times
    that the roster gives for the others' submissions. Without a roster, use students who were `alone` in it before and
    have points.
    """
    known = {entry.folder: ungraded_row(entry.found, entry.folder, NOT_GRADED, "") for entry in entries}
    rows = list({**kept, **known}.values())
    people = {row.folder: called_in(row.student, row.folder) for row in rows}
    filled = exchange.matched(rows) if exchange else None
    told = {}
    if filled is None:
        absent = [row for row in alone if row.folder not in people]
    else:
        for number, row in filled.matched.found.items():
            people[row.folder] |= called_in(filled.lines[number].student, row.folder)
            told[row.folder] = filled.lines[number].when
        absent = filled.complete(rows)[len(rows) :]
    return people | {row.folder: called_in(row.student, row.folder) for row in absent}, absent, told


def _check(args: argparse.Namespace) -> Connect | None:
    """Check arguments and the output folder. Return what connects with the cluster that is asked for."""
    if args.jobs < 1:
        raise SubmissionError(f"--jobs {args.jobs}: expected at least 1")
    if all(path.is_dir() and path.resolve() == args.out.resolve() for path in args.paths):
        raise SubmissionError(f"--out {args.out}: these are the submissions; give a folder of its own")
    connect = connected(args.scheduler) if args.scheduler is not None else None
    require_writable(args.out, f"--out {args.out}: cannot be written to")
    return connect


def _page(results: Results, before: Results | None) -> str:
    from grader.report.page import html

    return html(results, before)


def _rescored(results: Results, assignment: Assignment) -> Results:
    from grader.grading.rubric import rescored  # imports much, and only a second run needs it

    return rescored(results, assignment)


def _executor(
    args: argparse.Namespace,
    settings: Settings,
    assignment: Assignment,
    connect: Connect | None,
    note: Callable[[str], None],
) -> Callable[[int], Executor]:
    """Return a function that creates the executor for a given number of submissions."""
    # Grading ends soon after the submission's own time limit; this limit is for a grader that hangs.
    seconds = SECONDS_BESIDE + 2 * assignment.config.limits.total_seconds

    def on_this_machine(count: int) -> Executor:
        if args.device == "gpu":  # once for the batch; on a cluster, the workers' GPUs count
            from grader.devices.gpu_sharing import NoGpuError, usable_gpus

            try:
                usable_gpus("gpu")
            except NoGpuError as error:
                raise UnusableError(str(error)) from error
        return LocalExecutor(
            settings, min(args.jobs, count), seconds_a_task=seconds, rehearsed=count >= WORTH_A_REHEARSAL
        )

    if connect is None:
        return on_this_machine
    travelling = replace(settings, files=assignment_files(args.assignment), code=code_fingerprint())
    return lambda _: connect(travelling, note)


def _say_summary(summary: Summary, out: Path, console: Console, seconds: float) -> None:
    rows = summary.rows
    graded = [row for row in rows if row.status == GRADED]
    scores = sorted(row.final for row in graded if row.final is not None)
    _say(console, f"{len(graded)} of {len(rows)} graded in {seconds:.1f} s ({summary.known} known from before)")
    if scores:
        passed = sum(row.passed for row in graded)
        low, high = points(scores[0]), points(scores[-1])
        told = f"scores {low} to {high}, median {points(statistics.median(scores))}"
        if low == high:
            told = f"{'everybody has' if len(scores) > 1 else 'it has'} {low} points"
        _say(console, f"{f'{passed} passed everything' if passed else 'Nobody passed everything'}; {told}")
    late = sum(row.when.late for row in rows)
    if late:
        _say(console, f"{late} handed in late")
    for status, words in ((NOT_GRADED, "could not be graded"), (FAULT, "met a grader fault, which costs no points")):
        count = sum(row.status == status for row in rows)
        if count:
            _say(console, f"{count} {words}; see gradebook.csv")
    _say(console, f"{out / 'index.html'} and {out / 'gradebook.csv'}")


def _say(console: Console, *lines: str) -> None:
    for text in lines:
        console.print(Text(one_line(text, 2000)), soft_wrap=True)
