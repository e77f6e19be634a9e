"""The command `batch`: its arguments and its sequence of steps."""

from __future__ import annotations

import argparse
import errno
import functools
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from rich.console import Console
from rich.text import Text

from grader.assignment import Assignment, AssignmentError, load_assignment
from grader.assignment.loading import assignment_files
from grader.batch.comparing import TOOLS, likeness_of, write_for
from grader.batch.coordinator import Coordinator, StudentEntry, Summary, entries_of
from grader.batch.executors import Executor, ExecutorError, LocalExecutor, UnusableError
from grader.batch.gradebook import FAULT, GRADED, NOT_GRADED, GradebookRow, decided, gradebook, ungraded_row
from grader.batch.lateness import Lateness, read_rules
from grader.batch.names import People, called_in
from grader.batch.overrides import check_picks, keep_picks, read_overrides, with_picks
from grader.batch.progress import progress_for
from grader.batch.regrades import keep_rows, kept_rows, only
from grader.batch.store import Store, fingerprint, worth_of
from grader.batch.tasks import Settings
from grader.cache import code_fingerprint
from grader.cli.locating import add_assignment_argument
from grader.cli.seeds import seed_argument
from grader.courses.feedback import FEEDBACK, write_feedback
from grader.courses.people import read_people
from grader.courses.rosters import FORMATS, FilledRoster, RosterError, check_roster, fill_roster, write_roster
from grader.errors import UsageError
from grader.files import write_whole
from grader.plaintext import one_line, plain, points
from grader.processes.cores import usable_cores
from grader.report.classpage import Likeness
from grader.results import Replays, Results
from grader.submissions import Collected, HandedIn, Wanted, collect, wanted_by
from grader.submissions.submission import SubmissionError
from grader.submissions.systems import LAYOUTS

_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
SECONDS_BESIDE = 360.0
"""Time for a task beyond the submission's limit: compiling, recording, writing its page."""
WORTH_A_REHEARSAL = 6
"""Minimum number of submissions: a rehearsal takes a second or two and saves some tenths of a second on each."""
EXIT_DONE, EXIT_INPUT, EXIT_FAULT, EXIT_INTERRUPTED = 0, 2, 3, 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `batch`."""
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
    words = (
        f"fill the roster of this system; or write the submissions for a tool that compares them ({', '.join(TOOLS)})"
    )
    parser.add_argument("--export", action="append", default=[], choices=(*FORMATS, *TOOLS), help=words)
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
    errors = Console(stderr=True)
    try:
        return _run(args, console)
    except AssignmentError as error:  # one mistake per line; the instructor wrote everything it quotes
        errors.print(Text(plain(str(error))), soft_wrap=True)
        return EXIT_INPUT
    except UsageError as error:
        errors.print(Text(one_line(str(error), 600)), soft_wrap=True)
        return EXIT_INPUT
    except ExecutorError as error:
        errors.print(Text(one_line(str(error), 1000)), soft_wrap=True)
        return EXIT_INPUT if isinstance(error, UnusableError) else EXIT_FAULT
    except OSError as error:
        if error.errno not in _FULL:
            raise
        errors.print(Text(_no_room(error, args.out)), soft_wrap=True)
        return EXIT_FAULT
    except KeyboardInterrupt:
        errors.print("Interrupted. What is graded is kept; the same command goes on from here.")
        return EXIT_INTERRUPTED


def _run(args: argparse.Namespace, console: Console) -> int:
    start = time.monotonic()
    tools = [name for name in dict.fromkeys(args.export) if name in TOOLS]
    args.export = [name for name in args.export if name in FORMATS]
    _check(args)
    assignment = load_assignment(args.assignment)
    title = assignment.config.assignment
    for name in args.export:
        check_roster(name, args.roster, title, args.out, args.column)
    overrides = with_picks(read_overrides(args.out, assignment.points), args.pick)
    rules = read_rules(args.lateness, args.assignment)
    wanted = replace(wanted_by(assignment), picks=overrides.picks)
    found, strangers = _collected(args, wanted)
    # Check all names before anything is deleted, graded or written.
    before = kept_rows(Store(args.out))
    kept = {folder: row for folder, row in before.items() if args.only and not row.in_roster_alone}
    alone = [row for row in before.values() if row.in_roster_alone]
    people, absent, told = _everybody(args, entries_of(found, ""), kept, alone, title)
    decided_on = {folder: entry.adjustments for folder, entry in overrides.of(people).items()}
    check_picks(overrides, found)
    lateness = Lateness(*rules, people)
    store = Store(args.out, fresh=args.fresh)
    seed = store.seed(None if args.seed == "random" else args.seed)
    batch = fingerprint(
        assignment, device=args.device, seed=seed, replays=args.replays, diagnosis=not args.no_diagnosis
    )
    entries = lateness.applied(entries_of(found, batch, worth_of(assignment)), told)
    few = only(args.only, entries, kept, people) if args.only else None
    keep_picks(overrides)
    todo = entries if few is None else few.entries
    with progress_for(console, len(todo), quiet=args.quiet) as progress:
        coordinator = Coordinator(
            store, progress, _page, functools.partial(args.score, assignment=assignment),
            lambda entry, results: (
                lateness.adjustments(entry.found.when, results) + decided_on.get(entry.folder, ())
            ),
        )  # fmt: skip
        summary = coordinator.run(
            todo, _executor(args, _settings(args, seed), assignment, progress.note), None if few is None else few.keys
        )
    summary = summary if few is None else few.told(summary)
    given = [row for row in absent if decided_on.get(row.folder)]
    keep_rows(store, (*summary.rows, *given))
    rows = [decided(row, decided_on.get(row.folder, ()), assignment.points) for row in (*summary.rows, *given)]
    table = _write_tables(args, rows, title, wanted, console, rosters=summary.stopped is None)
    for tool in tools:
        folder, command = write_for(tool, table, assignment, args.out)
        _say(console, f"In {folder}, where nothing was uploaded: {command}")
    _say_summary(summary, args.out, console, time.monotonic() - start)
    if given and not args.export:
        names = ", ".join(row.student.name for row in given)
        _say(console, f"{overrides.path}: only a roster has {names}; add --roster FILE to fill that in, too")
    for note in (*lateness.notes, *strangers):
        _say(console, note)
    if summary.stopped is not None:
        raise summary.stopped
    return EXIT_FAULT if any(row.status == FAULT for row in summary.rows) else EXIT_DONE


def _collected(args: argparse.Namespace, wanted: Wanted) -> tuple[list[Collected], list[str]]:
    """Return the submissions, restricted to the table of students if given, and a note on those not in it."""
    people = read_people(args.people) if args.people is not None else None  # before anything is opened
    found = collect(args.paths, wanted=wanted, layout=args.layout, without=args.out)
    if not found:
        raise SubmissionError(f"no submissions in {', '.join(str(path) for path in args.paths)}")
    if people is None:
        return found, []
    found, strangers = people.known(found)
    return found, [f"not in {args.people.name}: {', '.join(strangers)}"] if strangers else []


def _settings(args: argparse.Namespace, seed: int) -> Settings:
    return Settings(
        assignment=str(args.assignment.resolve()), seed=seed, device=args.device, replays=args.replays,
        diagnosis=not args.no_diagnosis, factory=args.factory,
    )  # fmt: skip


def _everybody(
    args: argparse.Namespace,
    entries: Sequence[StudentEntry],
    kept: Mapping[str, GradebookRow],
    alone: Sequence[GradebookRow],
    title: str,
) -> tuple[People, list[GradebookRow], dict[str, HandedIn]]:
    """Return the names of all students in download and roster, the rows of students only in the roster, and the times
    that the roster gives for the others' submissions. Without a roster, use students who were `alone` in it before and
    have points.
    """
    known = {entry.folder: ungraded_row(entry.found, entry.folder, NOT_GRADED, "") for entry in entries}
    rows = list({**kept, **known}.values())
    people = {row.folder: called_in(row.student, row.folder) for row in rows}
    if not args.export:
        absent = [row for row in alone if row.folder not in people]
        return people | {row.folder: called_in(row.student, row.folder) for row in absent}, absent, {}
    filled = fill_roster(args.export[0], args.roster, rows, title, args.column)
    for number, row in filled.found.items():
        people[row.folder] |= called_in(filled.lines[number].student, row.folder)
    absent = filled.complete(rows)[len(rows) :]
    told = {row.folder: filled.lines[number].when for number, row in filled.found.items()}
    return people | {row.folder: called_in(row.student, row.folder) for row in absent}, absent, told


def _no_room(error: OSError, out: Path) -> str:
    where = Path(str(error.filename)).parent if error.filename else out
    folder = out if where.resolve().is_relative_to(out.resolve()) else where
    return one_line(
        f"No room is left on the disk of {folder}. What is graded is kept; with room made, the same command goes on "
        "where it stopped.", 1000,
    )  # fmt: skip


def _check(args: argparse.Namespace) -> None:
    if args.jobs < 1:
        raise SubmissionError(f"--jobs {args.jobs}: expected at least 1")
    if args.export and args.roster is None:
        raise RosterError(f"--export {args.export[0]} needs --roster FILE, the file that the learning system exported")
    if args.roster is not None and not args.roster.is_file():
        raise RosterError(f"--roster {args.roster}: no such file")
    if args.roster is not None and not args.export:
        raise RosterError(f"--roster needs --export, one of {', '.join(FORMATS)}")
    if all(path.is_dir() and path.resolve() == args.out.resolve() for path in args.paths):
        raise SubmissionError(f"--out {args.out}: these are the submissions; give a folder of its own")
    if args.scheduler is not None:
        from grader.courses.cluster import scheduler_address

        scheduler_address(args.scheduler)
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        write_whole(args.out / ".writable", "")
        (args.out / ".writable").unlink()
    except OSError as error:
        if error.errno in _FULL:
            raise
        raise SubmissionError(f"--out {args.out}: cannot be written to: {error.strerror or error}") from error


def _page(results: Results, before: Results | None) -> str:
    from grader.report.page import html

    return html(results, before)


def _rescored(results: Results, assignment: Assignment) -> Results:
    from grader.grading.rubric import rescored  # imports much, and only a second run needs it

    return rescored(results, assignment)


def _executor(
    args: argparse.Namespace, settings: Settings, assignment: Assignment, note: Callable[[str], None]
) -> Callable[[int], Executor]:
    """Return a function that creates the executor for a given number of submissions."""
    # Grading ends soon after the submission's own time limit; this limit is for a grader that hangs.
    seconds = SECONDS_BESIDE + 2 * assignment.config.limits.total_seconds

    def on_this_machine(count: int) -> Executor:
        if args.device == "gpu":
            _require_gpu()
        return LocalExecutor(
            settings, min(args.jobs, count), seconds_a_task=seconds, rehearsed=count >= WORTH_A_REHEARSAL
        )

    def on_a_cluster(_count: int) -> Executor:
        from grader.courses.cluster import DaskExecutor

        travelling = replace(settings, files=assignment_files(args.assignment), code=code_fingerprint())
        return DaskExecutor(travelling, args.scheduler, note)

    return on_this_machine if args.scheduler is None else on_a_cluster


def _require_gpu() -> None:
    """Check once for the batch. On a cluster, the workers' GPUs count."""
    from grader.devices.gpu_sharing import NoGpuError, usable_gpus

    try:
        usable_gpus("gpu")
    except NoGpuError as error:
        raise UnusableError(str(error)) from error


def _write_tables(
    args: argparse.Namespace,
    rows: Sequence[GradebookRow],
    title: str,
    wanted: Wanted,
    console: Console,
    *,
    rosters: bool,
) -> list[GradebookRow]:
    """Write gradebook and class page, and with `rosters` the rosters. Return the gradebook's rows."""
    exported = args.export if rosters else ()
    filled = [write_roster(name, args.roster, rows, title, args.out, args.column) for name in exported]
    told = filled[0][1].complete(rows) if filled else list(rows)
    write_whole(args.out / "gradebook.csv", gradebook(told))
    _write_class_page(told, title, likeness_of(told, wanted), args.out / "index.html")
    for path, roster in filled:
        _say_roster(path, roster, console)
    for system in args.feedback if rosters else ():
        path, count, without = write_feedback(system, rows, args.out)
        _say(console, f"{path}: feedback for {count}")
        if without:
            _say(console, f"  nothing in their names to return it by: {', '.join(without)}")
    return told


def _say_roster(path: Path, filled: FilledRoster, console: Console) -> None:
    _say(console, f"{path}: {filled.filled} grades entered")
    for note in filled.notes:
        _say(console, f"  {note}")
    if filled.unknown:
        _say(console, f"  not in the roster: {', '.join(filled.unknown)}")
    if filled.ambiguous:
        _say(console, f"  more than one line or student fits, so not entered: {', '.join(filled.ambiguous)}")
    if filled.without_grade:
        _say(console, f"  in the roster, without a grade: {', '.join(filled.without_grade)}")


def _write_class_page(rows: Sequence[GradebookRow], title: str, likeness: Likeness, path: Path) -> None:
    from grader.report.classpage import write_class_page

    write_class_page([row.on_page for row in rows if row.on_page is not None], path, title, likeness)


def _say_summary(summary: Summary, out: Path, console: Console, seconds: float) -> None:
    rows = summary.rows
    graded = [row for row in rows if row.status == GRADED]
    scores = sorted(row.final for row in graded if row.final is not None)
    _say(console, f"{len(graded)} of {len(rows)} graded in {seconds:.1f} s ({summary.known} known from before)")
    if scores:
        passed = sum(row.passed for row in graded)
        _say(console, f"{f'{passed} passed everything' if passed else 'Nobody passed everything'}; {_scores(scores)}")
    late = sum(row.when.late for row in rows)
    if late:
        _say(console, f"{late} handed in late")
    for status, words in ((NOT_GRADED, "had nothing to grade"), (FAULT, "met a grader fault, which costs no points")):
        count = sum(row.status == status for row in rows)
        if count:
            _say(console, f"{count} {words}; see gradebook.csv")
    _say(console, f"{out / 'index.html'} and {out / 'gradebook.csv'}")


def _scores(scores: Sequence[float]) -> str:
    """Return the sorted points of a class in words."""
    low, high = points(scores[0]), points(scores[-1])
    if low == high:
        return f"{'everybody has' if len(scores) > 1 else 'it has'} {low} points"
    return f"scores {low} to {high}, median {points(statistics.median(scores))}"


def _say(console: Console, text: str) -> None:
    console.print(Text(one_line(text, 2000)), soft_wrap=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m grader.cli.batch")
    add_arguments(parser)
    sys.exit(run(parser.parse_args()))
