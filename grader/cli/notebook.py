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

from grader.cli import add_assignment_argument, seed_argument
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
        from grader.assignment import load_assignment
        from grader.grading.pipeline import Session
        from grader.report.page import html as page_of
        from grader.report.redact import for_student
        from grader.report.terminal import terminal_summary

        parser = _Parser(prog="%%grade", add_help=False)
        add_assignment_argument(parser)
        parser.add_argument("--case", default="*", metavar="GLOB")
        parser.add_argument("--device", choices=("auto", "gpu", "cpu"))
        parser.add_argument("--seed", type=seed_argument)
        parser.add_argument("--no-diagnosis", action="store_true")
        parser.add_argument("--for-student", action="store_true")
        options = parser.parse_options(line)
        folder: Path = options.assignment.resolve()
        key = folder, options.device, str(options.seed)
        if key not in self._sessions:
            self._sessions[key] = Session(load_assignment(folder), device=options.device, seed=options.seed)
        session = self._sessions[key]
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
        from grader.cli.check import add_options, launches_of, show
        from grader.devices.cpu import EmulatorDevice, WorkerLimits
        from grader.report.page import html as page_of

        parser = _Parser(prog="%%check", add_help=False)
        parser.add_argument("launch", nargs="+")
        add_options(parser)
        options = parser.parse_options(line)
        options.launch = " ".join(options.launch)
        if self._device is None:
            self._device = EmulatorDevice(WorkerLimits())
        examined = examine(_submission("check", cell), launches_of(options), self._device)
        text = _text(lambda console: show(examined, options.shown, console))
        return Shown(text, page_of(examined.results), options.height)


class _Parser(argparse.ArgumentParser):
    """A parser that raises instead of ending the program."""

    def parse_options(self, line: str) -> argparse.Namespace:
        """Parse the magic's line, which may say how high the report's frame is."""
        self.add_argument("--height", type=int, default=640, help="of the report's frame, in pixels (640)")
        return self.parse_args(shlex.split(line))

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\n{self.format_usage()}")


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
