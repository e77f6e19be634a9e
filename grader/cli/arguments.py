"""Arguments of several commands, checked."""

from __future__ import annotations

import argparse
import os
import shlex
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import COMMANDS
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.assignment import Assignment


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


class UnnamedAssignmentError(UsageError):
    """The current folder has no assignment, and one around the submission was not named; the message says how to."""


def assignment_of(options: argparse.Namespace) -> Path:
    """Return the assignment that was named or that contains the current folder.

    An assignment that only contains the submission may be the student's own copy, with its own points and an oracle
    that would run here: report it, never use it. Raise `UnnamedAssignmentError`.
    """
    from grader.assignment.loading import AUTO, has_auto

    named: Path = options.assignment
    given: Path | None = options.submission
    if named != Path() or (named / "config.yaml").is_file() or given is None:
        return named
    near = find_assignment(given if given.is_dir() else given.parent)
    if (near / "config.yaml").is_file():
        raise UnnamedAssignmentError(
            "this folder belongs to no assignment. The submission lies in one; if it is yours and not a student's"
            f" copy, name it: --assignment {near}"
        )
    file = shlex.quote(str(given))
    product = f"\n  Any tiled product:  python -m grader --assignment {AUTO} {file}" if has_auto() else ""
    raise UnnamedAssignmentError(
        f"this folder belongs to no assignment: name one with --assignment DIR.{product}"
        f"\n  Any other kernel:   python -m grader check {file} 'name<<<4, 256>>>(x: float[1000], 9)'"
    )


def assignment_folder(text: str) -> Path:
    """Return the folder for `--assignment`; `auto` is the shipped one, unless a folder here has that name."""
    from grader.assignment.loading import AUTO, auto_folder

    named = Path(text)
    return named if text != AUTO or (named / "config.yaml").is_file() else auto_folder()


def add_assignment_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--assignment DIR` or `auto`; the default is the assignment that contains the current folder."""
    words = "the folder with config.yaml (default: this one, or the nearest above it), or auto: any tiled product"
    parser.add_argument("--assignment", type=assignment_folder, default=find_assignment(), metavar="DIR", help=words)
