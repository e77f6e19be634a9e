"""`%load_ext grader`: the cell magics `%%grade` and `%%check` in Jupyter, Colab and Visual Studio Code.

They show the report below the cell: the terminal's text, then the whole page in a frame. IPython loads this module and
is not used before a magic runs.
"""

from __future__ import annotations

import argparse
import atexit
import html
import io
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from grader.cli.arguments import add_assignment_argument, seed_argument
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.devices.cpu import EmulatorDevice
    from grader.grading.pipeline import Session
    from grader.submissions.submission import SubmissionFile

CELL = Path("cell.cu")
"""The file name of a cell in messages."""
TEXT_WIDTH = 100
_FRAME = (
    '<pre style="overflow-x: auto">{text}</pre>'
    '<iframe title="Report" sandbox="allow-scripts" srcdoc="{page}"'
    ' style="width: 100%; height: {height}px; border: 1px solid #8884"></iframe>'
)


class Shown:
    """Output below a cell: `text` for front ends that show no pages, `html` with text and page for others."""

    def __init__(self, text: str, page: str, height: int) -> None:
        self.text = text
        self.html = _FRAME.format(text=html.escape(text), page=html.escape(page), height=height)


def load_ipython_extension(ipython: Any) -> None:  # noqa: ANN401 (IPython's shell)
    """Register the cell magics `%%grade` and `%%check`; `%load_ext grader` calls this."""
    workbench = Workbench()
    atexit.register(workbench.close)
    for name in ("grade", "check"):
        ipython.register_magic_function(_told(getattr(workbench, name)), "cell", name)


def _told(magic: Callable[[str, str], Shown]) -> Callable[[str, str], None]:
    """Wrap a magic so that wrong input shows one line, not a traceback."""

    def run(line: str, cell: str) -> None:
        from IPython.core.error import UsageError as ShownError
        from IPython.display import display

        try:
            shown = magic(line, cell)
        except UsageError as error:
            raise ShownError(str(error)) from None
        display({"text/plain": shown.text, "text/html": shown.html}, raw=True)  # type: ignore[no-untyped-call]

    run.__doc__ = magic.__doc__
    return run


class Workbench:
    """Keeps the grading processes between cells."""

    def __init__(self) -> None:
        self._sessions: dict[tuple[Path, str | None, str], Session] = {}
        self._device: EmulatorDevice | None = None

    def close(self) -> None:
        """End the processes."""
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()
        if self._device is not None:
            self._device.close()
            self._device = None

    def grade(self, line: str, cell: str) -> Shown:
        """%%grade [--assignment DIR] [--case GLOB] [--device auto|gpu|cpu] [--seed N] …: grade the cell."""
        from grader.report.page import html as page_of
        from grader.report.redact import for_student
        from grader.report.terminal import terminal_summary

        options = _grade_parser().parse_args(shlex.split(line))
        session = self._session(options)
        try:
            graded = session.grade(_submission("grade", cell), cases=options.case)
            results = graded.results
            if not options.no_diagnosis:
                results = graded.with_cause() if graded.wants_cause else graded.with_next_steps()
        finally:
            session.renew()  # the next cell gets fresh processes
        if options.for_student:
            results = for_student(results)
        return Shown(_text(lambda console: terminal_summary(results, console)), page_of(results), options.height)

    def check(self, line: str, cell: str) -> Shown:
        """%%check 'kernel<<<grid, block>>>(x: float[1000], 1000)' [--print NAME]: try a kernel of the cell."""
        from grader.check.examining import examine
        from grader.cli.check import asked_for, show
        from grader.report.page import html as page_of

        options = _check_parser().parse_args(shlex.split(line))
        options.launch = " ".join(options.launch)
        examined = examine(asked_for(options, _submission("check", cell)), self._emulator())
        text = _text(lambda console: show(examined, options.shown, console))
        return Shown(text, page_of(examined.results), options.height)

    def _session(self, options: argparse.Namespace) -> Session:
        """Return the session for this assignment, device and seed."""
        from grader.assignment import load_assignment
        from grader.grading.pipeline import Session

        folder: Path = options.assignment.resolve()
        key = folder, options.device, str(options.seed)
        if key not in self._sessions:
            self._sessions[key] = Session(load_assignment(folder), device=options.device, seed=options.seed)
        return self._sessions[key]

    def _emulator(self) -> EmulatorDevice:
        from grader.devices.cpu import EmulatorDevice, WorkerLimits

        if self._device is None:
            self._device = EmulatorDevice(WorkerLimits())
        return self._device


class _Parser(argparse.ArgumentParser):
    """A parser that raises instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\n{self.format_usage()}")


def _grade_parser() -> _Parser:
    parser = _Parser(prog="%%grade", add_help=False)
    add_assignment_argument(parser)
    parser.add_argument("--case", default="*", metavar="GLOB")
    parser.add_argument("--device", choices=("auto", "gpu", "cpu"))
    parser.add_argument("--seed", type=seed_argument)
    parser.add_argument("--no-diagnosis", action="store_true")
    parser.add_argument("--for-student", action="store_true")
    _add_height(parser)
    return parser


def _check_parser() -> _Parser:
    from grader.cli.check import add_options

    parser = _Parser(prog="%%check", add_help=False)
    parser.add_argument("launch", nargs="+")
    add_options(parser)
    _add_height(parser)
    return parser


def _add_height(parser: _Parser) -> None:
    parser.add_argument("--height", type=int, default=640, help="of the report's frame, in pixels (640)")


def _submission(magic: str, cell: str) -> SubmissionFile:
    """Return the cell's text after the magic's line as a comment, so that line numbers match the notebook's."""
    from grader.submissions.submission import decode_submission

    return decode_submission(f"// %%{magic}\n{cell}".encode(), path=CELL)


def _text(show: Callable[[Any], None]) -> str:
    """Return what a terminal would show, without colours."""
    from rich.console import Console

    stream = io.StringIO()
    show(Console(file=stream, width=TEXT_WIDTH, highlight=False, force_jupyter=False, color_system=None))
    return "\n".join(line.rstrip() for line in stream.getvalue().strip("\n").split("\n")) + "\n"
