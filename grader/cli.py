"""The command line: reads arguments, calls one room, prints. Heavy imports wait until a command needs them."""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from grader.errors import UsageError
from grader.locating import add_assignment_argument, assignment_of
from grader.seeds import seed_argument

if TYPE_CHECKING:
    from rich.console import Console

    from grader.assignment import Assignment
    from grader.forkserver import ForkServer
    from grader.grade import Session
    from grader.results import Results

COMMANDS = {
    "grade": "grade one submission (the command when none is named)",
    "batch": "grade many submissions",
    "selfcheck": "is this assignment sound?",
    "trace": "a small run of the kernel, phase by phase, as text",
    "doctor": "devices, libraries, limits: what will run where",
    "package": "build a ready-to-upload autograder for Gradescope or GitHub",
    "init": "write a new assignment into a folder",
}
EXPORTS = ("gradescope", "junit", "github", "classroom", "markdown", "sarif", "lines")


class ExitCode(IntEnum):
    """What the command's end tells the shell."""

    PASSED = 0  # everything that is required passed
    FAILED = 1  # graded, and something did not pass
    USAGE = 2  # the user's input is wrong: configuration, cases, arguments, no such file
    BROKEN_PIPE = 141  # nobody reads the output any more: what a shell says of a program that SIGPIPE ended
    GRADER_FAULT = 3  # the grader itself failed: never the student's fault


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    words = _with_command(words)
    _never_fail_to_print()
    try:
        options = _parser(words[0]).parse_args(words)
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        _complain("stopped")
        return 130
    except BrokenPipeError:
        # Who reads the output has seen enough, as `head` has; nothing is written when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.BROKEN_PIPE
    except Exception as error:
        return _failed(error, verbose=bool(os.environ.get("GRADER_DEBUG")))


def _never_fail_to_print() -> None:
    """A terminal or a file of an old encoding gets `?` for a sign that it lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _with_command(words: list[str]) -> list[str]:
    """`grade` is understood where no command is named; a file that is called like a command needs `./` before it."""
    if words and (words[0] in COMMANDS or words[0] in ("-h", "--help", "--version")):
        return words
    return ["grade", *words]


def _failed(error: Exception, *, verbose: bool) -> int:
    if verbose:
        import traceback

        traceback.print_exception(error)
    if isinstance(error, ModuleNotFoundError) and not str(error.name).startswith("grader"):
        _complain(
            f"the Python package '{error.name}' is not installed for {sys.executable}.\n"
            f"  Is the virtual environment active?   . .venv/bin/activate\n"
            f"  Is everything installed?             pip install -e ."
        )
        return ExitCode.USAGE
    if isinstance(error, UsageError):
        _complain(str(error))
        return ExitCode.USAGE
    _complain(
        f"the grader itself failed; this is not the fault of the submission.\n"
        f"  {type(error).__name__}: {str(error)[:2000]}\n"
        f"  (GRADER_DEBUG=1 shows where)"
    )
    return ExitCode.GRADER_FAULT


def _complain(message: str) -> None:
    print(f"grader: {message}", file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """A parser that guesses which of its command's `options` was meant by one that it does not know."""

    options: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with exit code 2."""
        unknown = [word.split("=")[0] for word in message.split() if word.startswith("--")]
        if message.startswith("unrecognized arguments") and unknown:
            close = get_close_matches(unknown[0], self.options, n=1)
            message += f"; did you mean {close[0]}?" if close else ""
        super().error(message)


# -- arguments ---------------------------------------------------------------------------------------------------------


def _parser(wanted: str) -> argparse.ArgumentParser:
    """The parser; only the wanted command gets its arguments, because asking a room for them imports it."""
    from grader.version import __version__

    parser = Parser(
        prog="python -m grader",
        description="Grades a CUDA matrix multiplication kernel, with or without a GPU.",
        epilog="Exit codes: 0 passed, 1 something did not pass, 2 wrong input, 3 the grader itself failed.",
    )
    parser.add_argument("--version", action="version", version=f"grader {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    fill: dict[str, Callable[[argparse.ArgumentParser], None]] = {
        "grade": _grade_arguments,
        "trace": _trace_arguments,
        "doctor": _room_arguments("grader.doctor"),
        "batch": _room_arguments("grader.batch"),
        "selfcheck": _selfcheck_arguments,
        "package": _room_arguments("grader.packaging"),
        "init": _init_arguments,
    }
    for name, words in COMMANDS.items():
        command = commands.add_parser(name, help=words, description=_sentence(words))
        if wanted == name:
            fill[name](command)
            parser.options = [text for action in command._actions for text in action.option_strings]
    return parser


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:] + ("" if words.endswith("?") else ".")


def _common_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("submission", nargs="?", type=Path, help="the .cu file, or a folder that holds it")
    add_assignment_argument(parser)
    parser.add_argument("--device", choices=("auto", "gpu", "cpu"), help="where to run (config.yaml's device)")
    parser.add_argument("--seed", type=seed_argument, help="a number, or random: of the random inputs")


def _grade_arguments(parser: argparse.ArgumentParser) -> None:
    _common_arguments(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="for the report (report/)")
    parser.add_argument("--case", default="*", metavar="GLOB", help="only these cases: tall, 'ragged-*', tall@16")
    parser.add_argument("--export", action="append", choices=EXPORTS, default=[], help="write this too (repeatable)")
    parser.add_argument("--compiler", choices=("auto", "nvrtc", "clang"), help="the CUDA front end")
    parser.add_argument("--watch", action="store_true", help="grade again whenever the file is saved")
    parser.add_argument("--open", action="store_true", help="open the report in a browser")
    parser.add_argument("--quiet", action="store_true", help="print the verdict only")
    parser.add_argument("--verbose", action="store_true", help="print all that was found, in full")
    parser.add_argument("--json", action="store_true", help="print results.json instead of the summary")
    parser.add_argument("--lines", action="store_true", help="print a line a finding, for editors: file:line:col: …")
    parser.add_argument("--hint", action="store_true", help="tell one step more of the cause each time")
    parser.add_argument("--thorough", action="store_true", help="try every combination of small sizes (a minute)")
    parser.add_argument("--no-diagnosis", action="store_true", help="do not look for the cause of what is wrong")
    parser.add_argument("--for-student", action="store_true", help="count hidden cases, but show nothing of them")
    parser.set_defaults(run=_grade)


def _trace_arguments(parser: argparse.ArgumentParser) -> None:
    _common_arguments(parser)
    parser.add_argument(
        "--shape", type=_shape, default=(), metavar="M,K,N", help="the sizes, in the assignment's order (4,4,4)"
    )
    parser.add_argument("--tile-width", type=int, metavar="T", help="the tile width, or the variant (2)")
    parser.add_argument("--part", default="", metavar="NAME", help="of an assignment with several kernels (the first)")
    parser.add_argument("--block", type=_block, default=(0, 0), metavar="X,Y", help="the block to follow (0,0)")
    parser.add_argument("--launch", type=int, default=1, metavar="N", help="which of several launches (1)")
    parser.set_defaults(run=_trace)


def _selfcheck_arguments(parser: argparse.ArgumentParser) -> None:
    add_assignment_argument(parser)
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the matrix of mistakes as a page")
    parser.add_argument("--no-mutants", action="store_true", help="leave out the mechanical changes of the reference")
    parser.set_defaults(run=_selfcheck)


def _init_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, nargs="?", help="a new or empty folder")
    parser.add_argument("--lab", default="matmul", help="what it is to ask for; `list` tells the labs that ship")
    parser.add_argument("--for-students", action="store_true", help="a copy of an assignment without its solution")
    add_assignment_argument(parser)
    parser.set_defaults(run=_init)


def _room_arguments(module: str) -> Callable[[argparse.ArgumentParser], None]:
    """The arguments of a room that brings its own `add_arguments(parser)` and `run(options)`."""

    def fill(parser: argparse.ArgumentParser) -> None:
        room: Any = import_module(module)
        room.add_arguments(parser)
        parser.set_defaults(run=room.run)

    return fill


def _sizes(text: str, counts: range, smallest: int) -> tuple[int, ...]:
    try:
        sizes = tuple(int(part) for part in text.split(","))
    except ValueError:
        sizes = ()
    if len(sizes) not in counts or min(sizes) < smallest:
        many = f"{counts[0]} whole numbers" if len(counts) == 1 else "whole numbers"
        raise argparse.ArgumentTypeError(f"expected {many} from {smallest} up, got '{text}'")
    return sizes


def _shape(text: str) -> tuple[int, ...]:
    return _sizes(text, range(1, 9), 1)


def _block(text: str) -> tuple[int, ...]:
    return _sizes(text, range(2, 3), 0)


# -- grade -------------------------------------------------------------------------------------------------------------


def _grade(options: argparse.Namespace) -> int:
    from grader.devices.warm import warm_process

    # Before NumPy is loaded: what this process multiplies is small, and idle BLAS threads turn in circles.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with warm_process() as server:  # first of all: it loads beside this process, which has as much to load
        return _grade_with(server, options)


def _grade_with(server: ForkServer | None, options: argparse.Namespace) -> int:
    from grader.assignment import load_assignment
    from grader.grade import Session

    assignment = _with_compiler(load_assignment(assignment_of(options)), options.compiler)
    if options.thorough:
        assignment = _with_time(assignment)
    path = _submission_path(options, assignment)
    options.out = _report_folder(options.out)
    _import_meanwhile("grader.report.history", "grader.report.terminal")
    with Session(assignment, device=options.device, seed=options.seed, server=server) as session:
        if options.watch:
            return _watch(session, path, options)
        return _grade_once(session, path, options)


def _import_meanwhile(*modules: str) -> None:
    """Import what is needed after grading while the worker processes start: this process would only wait for them."""

    def load() -> None:
        for module in modules:
            with contextlib.suppress(ImportError):  # met again, and reported, where it is needed
                import_module(module)

    threading.Thread(target=load, name="grader-imports", daemon=True).start()


def _with_compiler(assignment: Assignment, compiler: str | None) -> Assignment:
    return assignment if compiler is None else assignment.configured(compiler=compiler)


def _with_time(assignment: Assignment) -> Assignment:
    """No limit on all of a submission: who asks for everything waits for it, and sees how far it is."""
    return assignment.configured(limits=assignment.config.limits.model_copy(update={"total_seconds": math.inf}))


def _submission_path(options: argparse.Namespace, assignment: Assignment) -> Path:
    given: Path | None = options.submission
    if given is not None and not given.exists():
        close = get_close_matches(str(given), COMMANDS, n=1)
        if close:
            raise UsageError(f"{given}: no such file, and no such command; did you mean '{close[0]}'?")
    return given or Path(os.path.relpath(assignment.path(assignment.config.submission)))


def _report_folder(given: Path | None) -> Path:
    """Where the report goes; fails before the work, not after it, when it cannot be written there."""
    folder = given or Path("report")
    if given is None and folder.is_symlink():  # who grades in somebody's repository did not mean another folder
        raise UsageError(f"{folder}: a link to another folder; name the report's folder with --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UsageError(f"{folder}: the report cannot be written there: {error.strerror or error}") from None
    return folder


def _announce(path: Path, options: argparse.Namespace) -> None:
    """Between save and verdict, a terminal shows that there is work, and nothing of the verdict before."""
    if options.quiet or options.json:
        return
    if options.lines:
        print(f"Grading {path}", flush=True)
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.clear()  # a terminal only: a file keeps every verdict
    console.print(f"Grading {path} …", markup=False)


def _grade_once(session: Session, path: Path, options: argparse.Namespace) -> int:
    from grader.checking.shapes import thorough_effort, usual_effort
    from grader.report.history import read_previous
    from grader.submission import read_submission

    submission = read_submission(path, name=session.assignment.submission_name)
    if options.watch:
        _announce(submission.path, options)
    effort = thorough_effort if options.thorough else usual_effort
    with _sweep_bars(options) as on_sweep:
        results = session.grade(submission, cases=options.case, effort=effort, on_sweep=on_sweep)
    previous = read_previous(options.out)
    searching = not options.no_diagnosis and session.wants_diagnosis(results)
    _show(_as_shown(results, options), previous, options, last=not searching)
    if searching:
        results = session.diagnosed(results)
    shown = _as_shown(results, options)
    page = _write_outputs(results, shown, options)
    _show_end(shown, page, options, last=searching)
    return exit_code(results)


@contextlib.contextmanager
def _sweep_bars(options: argparse.Namespace) -> Iterator[Callable[[int, int, int], None]]:
    """A bar for each tile width while everything is tried, where there is a terminal to draw it on."""
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


def _as_shown(results: Results, options: argparse.Namespace) -> Results:
    if not options.for_student:
        return results
    from grader.visibility import for_student

    return for_student(results)


def exit_code(results: Results) -> ExitCode:
    """The exit code that a graded submission asks for."""
    if results.fault is not None:
        return ExitCode.GRADER_FAULT
    return ExitCode.PASSED if results.passed else ExitCode.FAILED


def _write_outputs(results: Results, shown: Results, options: argparse.Namespace) -> Path:
    """The report of what is shown; exports know by themselves what their readers may see."""
    from grader.report.history import write_report

    page = write_report(shown, options.out, watch=options.watch)
    for name in dict.fromkeys(options.export):
        from grader.report.exports import write_export

        write_export(name, results, options.out)
    return page


def _show(results: Results, previous: Results | None, options: argparse.Namespace, *, last: bool) -> None:
    """The verdict; what to fix first comes with it where nobody looks for the cause any more."""
    if options.lines:
        from grader.report.exports import lines

        print(f"{lines.render(results)}{results.verdict}", flush=True)
    elif options.quiet:
        print(results.verdict)
    elif not options.json:
        from grader.report.terminal import terminal_summary

        console = _console()
        if options.watch:
            console.clear()
        terminal_summary(results, console, previous=previous, verbose=options.verbose, last=last)


def _show_end(results: Results, page: Path, options: argparse.Namespace, *, last: bool) -> None:
    """What is known only after the search for the cause, and where the report lies."""
    if options.json:
        print(results.to_json())
    elif not options.quiet and not options.lines:
        from grader.report.history import next_hint
        from grader.report.terminal import last_words

        console = _console()
        shown = next_hint(options.out, results) if options.hint else 0
        if last or shown:
            last_words(results, console, steps_shown=shown)
        console.print(f"Report: {page}", markup=False)
    if options.open:
        import webbrowser

        webbrowser.open(page.resolve().as_uri())
        options.open = False  # once, not at every save


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _watch(session: Session, path: Path, options: argparse.Namespace) -> int:
    """Grade at every save until interrupted; the last verdict's exit code."""
    from grader.submission import SubmissionError, submission_file

    path = submission_file(path, session.assignment.submission_name)
    code: int = ExitCode.FAILED
    graded, before = None, _state(path)
    while True:
        state = _state(path)
        # A save is over when the file has stayed as it is from one look to the next: half a file is not graded.
        if state is not None and state != graded and (state == before or graded is None):
            graded = state
            try:
                code = _grade_once(session, path, options)
                session.renew()  # what is saved next meets fresh processes, which wait for it
            except SubmissionError as error:  # it was removed or replaced after the look at it; a save brings it back
                _complain(str(error))
            if not options.quiet and not options.json:
                print(f"Watching {path}; Ctrl+C ends.", flush=True)
        before = state
        try:
            time.sleep(0.05)
        except KeyboardInterrupt:
            return code


def _state(path: Path) -> tuple[int, int] | None:
    """What changes when a file is saved; None while an editor replaces it."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size


# -- the other commands ------------------------------------------------------------------------------------------------


def _trace(options: argparse.Namespace) -> int:
    from grader.assignment import load_assignment
    from grader.report.trace import trace_text
    from grader.submission import read_submission
    from grader.tracing import record_kernel

    assignment = load_assignment(assignment_of(options)).unit(options.part)
    submission = read_submission(_submission_path(options, assignment), name=assignment.submission_name)
    recording, traffic, problems = record_kernel(
        assignment, submission, shape=options.shape, tile_width=options.tile_width, block=options.block,
        launch=max(1, options.launch) - 1, seed=options.seed,
    )  # fmt: skip
    for problem in problems:
        _complain(problem)
    if recording is None:
        return ExitCode.FAILED
    print(trace_text(recording, traffic), end="")
    return ExitCode.PASSED


def _selfcheck(options: argparse.Namespace) -> int:
    from grader.selfcheck import run

    return int(run(options))


def _init(options: argparse.Namespace) -> int:
    from grader.initialising import shipped, write_assignment

    if options.lab == "list":
        for name, title in shipped().items():
            print(f"{name:<16} {title}")
        return ExitCode.PASSED
    if options.folder is None:
        raise UsageError("name a new folder: python -m grader init my-assignment")
    if options.for_students:
        from grader.packaging.github import write_students_copy

        for path in write_students_copy(options.folder, options.assignment):
            print(f"wrote {path}")
        return ExitCode.PASSED
    for line in write_assignment(options.folder, options.lab):
        print(line)
    return ExitCode.PASSED
