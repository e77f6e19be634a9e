"""Arguments of several commands, checked."""

from __future__ import annotations

import argparse
import os
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.commands import COMMANDS
from grader.cli.locating import add_assignment_argument
from grader.cli.seeds import seed_argument
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.assignment import Assignment


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
