"""The command line: read arguments, call one package, print. Heavy imports wait until a command needs them.

`COMMANDS` is the table of commands. Each is a module of this package.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from grader.cli.ending import INTERRUPTED, ExitCode, Stopped, complain, failed, guarded_streams, tidy_end

__all__ = ["COMMANDS", "ExitCode", "main"]


class Command(NamedTuple):
    """A command. The module is imported only when needed; it has `add_arguments(parser)` and `run(options)`."""

    module: str
    words: str


COMMANDS = {
    "grade": Command("grader.cli.grade", "grade one submission (the command when none is named)"),
    "batch": Command("grader.cli.batch", "grade many submissions"),
    "selfcheck": Command("grader.cli.selfcheck", "is this assignment sound?"),
    "check": Command("grader.cli.check", "try any kernel, without an assignment"),
    "run": Command("grader.cli.run", "run a whole program, main() and all, without a GPU"),
    "trace": Command("grader.cli.trace", "a small run of the kernel, phase by phase, as text"),
    "doctor": Command("grader.cli.doctor", "devices, libraries, limits: what will run where"),
    "package": Command("grader.cli.package", "build a ready-to-upload autograder for a course system"),
    "init": Command("grader.cli.init", "write a new assignment into a folder"),
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
    if words and (words[0] in COMMANDS or words[0] in ("-h", "--help", "--version")):
        return words
    return ["grade", *words]


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
    for name, (path, words) in COMMANDS.items():
        command = commands.add_parser(
            name, help=words, description=words[0].upper() + words[1:] + ("" if words.endswith("?") else ".")
        )
        if wanted == name:
            module: Any = import_module(path)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
            parser.options = [text for action in command._actions for text in action.option_strings]
    return parser
