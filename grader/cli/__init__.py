"""The command line: read arguments, call one package, print. Heavy imports wait until a command needs them.

Each command in `COMMANDS` is a module of its name in this package, imported only when needed, that has
`add_arguments(parser)` and `run(options)`. Below are the arguments that several have.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from grader.cli.ending import INTERRUPTED, ExitCode, Stopped, complain, failed, guarded_streams, tidy_end
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.assignment import Assignment


COMMANDS = {
    "grade": "grade one submission (the command when none is named)",
    "batch": "grade many submissions",
    "selfcheck": "is this assignment sound?",
    "check": "try any kernel, without an assignment",
    "run": "run a whole program, main() and all, without a GPU",
    "trace": "a small run of the kernel, phase by phase, as text",
    "doctor": "devices, libraries, limits: what will run where",
    "package": "build a ready-to-upload autograder for a course system",
    "init": "write a new assignment into a folder",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    with guarded_streams(), tidy_end():
        try:
            Path.cwd()
        except FileNotFoundError:
            complain("the current folder is not there any more; change into one that is")
            return ExitCode.USAGE
        return _run(_with_command(words))


def _run(words: list[str]) -> int:
    try:
        # argparse gives what is behind `--` to no positional argument where an option stands between them.
        end = words.index("--") if words[0] == "run" and "--" in words else len(words)
        options = _parser(words[0]).parse_args(words[:end])
        if words[0] == "run":
            options.arguments += words[end + 1 :]
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt as error:
        complain("stopped")
        return error.code if isinstance(error, Stopped) else INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has closed it, as `head` does; write nothing when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.BROKEN_PIPE
    except Exception as error:
        return failed(error, verbose=bool(os.environ.get("GRADER_DEBUG")))


def _with_command(words: list[str]) -> list[str]:
    """Use `grade` if no command is named. A file named like a command needs `./` before its name."""
    named = words and (words[0] in COMMANDS or words[0] in ("-h", "--help", "--version"))
    return words if named else ["grade", *words]


class Parser(argparse.ArgumentParser):
    """A parser that suggests one of its command's `options` for an unknown one."""

    options: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with code 2."""
        unknown = [word.split("=")[0] for word in message.split() if word.startswith("--")]
        if message.startswith("unrecognized arguments") and unknown:
            close = get_close_matches(unknown[0], self.options, n=1)
            message += f"; did you mean {close[0]}?" if close else ""
        super().error(message)


def _parser(wanted: str) -> argparse.ArgumentParser:
    """Return the parser; only the wanted command gets its arguments, because they require importing its module."""
    from grader.version import __version__

    parser = Parser(
        prog="python -m grader",
        description="Grades CUDA kernels, on any machine, with or without a GPU.",
        epilog="Exit codes: 0 passed, 1 something did not pass, 2 wrong input or not supported, 3 the grader failed.",
    )
    parser.add_argument("--version", action="version", version=f"grader {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in COMMANDS.items():
        command = commands.add_parser(
            name, help=words, description=words[0].upper() + words[1:] + ("" if words.endswith("?") else ".")
        )
        if wanted == name:
            module: Any = import_module(f"{__name__}.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
            parser.options = [text for action in command._actions for text in action.option_strings]
    return parser


# -- arguments of several commands, checked ----------------------------------------------------------------------------

MOST_SECONDS = 3_600


def add_submission_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for submission, assignment, device and seed."""
    parser.add_argument("submission", nargs="?", type=Path, help="the .cu file, or a folder that holds it")
    add_assignment_argument(parser)
    parser.add_argument("--device", choices=("auto", "gpu", "cpu"), help="where to run (default: as config.yaml says)")
    parser.add_argument("--seed", type=seed_argument, metavar="N", help="of the random inputs: a number, or random")


def submission_path(options: argparse.Namespace, assignment: Assignment) -> Path:
    """Return the given file, or where the assignment expects it. Raise `UsageError` for a mistyped command."""
    given: Path | None = options.submission
    if given is not None and not given.exists():
        close = get_close_matches(str(given), COMMANDS, n=1)
        if close:
            raise UsageError(f"{given}: no such file, and no such command; did you mean '{close[0]}'?")
    return given or Path(os.path.relpath(assignment.path(assignment.config.submission)))


def sizes_argument(text: str, counts: range, smallest: int) -> tuple[int, ...]:
    """Parse comma-separated whole numbers. Raise `argparse.ArgumentTypeError` for anything else, or a wrong count."""
    try:
        sizes = tuple(int(part) for part in text.split(","))
    except ValueError:
        sizes = ()
    if len(sizes) not in counts or min(sizes) < smallest:
        many = f"{counts[0]} whole numbers" if len(counts) == 1 else "whole numbers"
        raise argparse.ArgumentTypeError(f"expected {many} from {smallest} up, got '{text}'")
    return sizes


def seconds_argument(text: str) -> float:
    """Parse a limit of time. Raise `argparse.ArgumentTypeError` for anything but seconds, up to an hour."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"expected seconds, up to {MOST_SECONDS:,}, got '{text}'")
    return seconds


def add_define_argument(parser: argparse.ArgumentParser) -> None:
    """Add `-D NAME=VALUE`, repeatable."""
    parser.add_argument("-D", action="append", default=[], metavar="NAME=VALUE", dest="defines",
                        help="define a macro that the file takes from where it is compiled (repeatable)")  # fmt: skip


def define(text: str) -> tuple[str, str]:
    """Return name and value of one `-D`. Raise `UsageError` if it is invalid."""
    name, _, value = text.partition("=")
    if not name.isidentifier():
        raise UsageError(f"-D {text}: expected NAME=VALUE")
    return name, value or "1"


def seed_argument(text: str) -> int | str:
    """Return a number from 0 to 2⁶³ − 1, or `random`. Raise `argparse.ArgumentTypeError` for anything else."""
    from grader.assignment.models import LARGEST_SEED

    if text == "random":
        return text
    try:
        seed = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number or 'random', got '{text}'") from None
    if not 0 <= seed <= LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to {LARGEST_SEED}, got {text}")
    return seed


def find_assignment(start: Path | None = None) -> Path:
    """Return the nearest folder with a config.yaml, from `start` (default: the current one) upwards; else `start`."""
    start = start or Path()
    here = start.absolute()
    for up, folder in enumerate((here, *here.parents)):
        if (folder / "config.yaml").is_file():
            return start.joinpath(*[".."] * up)
    return start


def assignment_of(options: argparse.Namespace) -> Path:
    """Return the assignment that was named or that contains the current folder.

    An assignment that only contains the submission may be the student's own copy, with its own points and an oracle
    that would run here: report it, never use it. Raise `UsageError`.
    """
    from grader.assignment.loading import AUTO, has_auto

    named: Path = options.assignment
    given: Path | None = options.submission
    if named != Path() or (named / "config.yaml").is_file() or given is None:
        return named
    near = find_assignment(given if given.is_dir() else given.parent)
    if (near / "config.yaml").is_file():
        raise UsageError(
            "this folder belongs to no assignment. The submission lies in one; if it is yours and not a student's"
            f" copy, name it: --assignment {near}"
        )
    file = shlex.quote(str(given))
    product = f"\n  Any tiled product:  python -m grader --assignment {AUTO} {file}" if has_auto() else ""
    raise UsageError(
        f"this folder belongs to no assignment: name one with --assignment DIR.{product}"
        f"\n  Any other kernel:   python -m grader check {file} 'name<<<4, 256>>>(x: float[1000], 9)'"
    )


def add_assignment_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--assignment DIR` or `auto`; the default is the assignment that contains the current folder."""

    def folder(text: str) -> Path:
        from grader.assignment.loading import AUTO, auto_folder

        named = Path(text)  # `auto` is the shipped one, unless a folder here has that name
        return named if text != AUTO or (named / "config.yaml").is_file() else auto_folder()

    words = "the folder with config.yaml (default: this one, or the nearest above it), or auto: any tiled product"
    parser.add_argument("--assignment", type=folder, default=find_assignment(), metavar="DIR", help=words)
