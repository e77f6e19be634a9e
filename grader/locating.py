"""Where the assignment lies: of its own, so that the command line can ask before anything heavy is imported."""

from __future__ import annotations

import argparse
from pathlib import Path

from grader.errors import UsageError


def find_assignment(start: Path | None = None) -> Path:
    """The nearest folder with a config.yaml, from `start` (the current folder) upwards; `start` when there is none."""
    start = start or Path()
    here = start.absolute()
    for up, folder in enumerate((here, *here.parents)):
        if (folder / "config.yaml").is_file():
            return start.joinpath(*[".."] * up)
    return start


class UnnamedAssignmentError(UsageError):
    """There is no assignment here, and one around the submission that nobody has named; the message says how."""


def assignment_of(options: argparse.Namespace) -> Path:
    """The assignment that was named, or that this folder belongs to.

    One that only the submission lies in may be the student's own copy, with points, and an oracle that would run here,
    as the student likes: it is told of, and never used. Raises `UnnamedAssignmentError`.
    """
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
    return named


def add_assignment_argument(parser: argparse.ArgumentParser) -> None:
    """`--assignment DIR`, by default the assignment that the current folder belongs to."""
    words = "the folder with config.yaml (default: this one, or the nearest above it)"
    parser.add_argument("--assignment", type=Path, default=find_assignment(), metavar="DIR", help=words)
