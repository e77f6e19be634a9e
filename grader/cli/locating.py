"""Where the assignment lies: of its own, so that the command line can ask before anything heavy is imported."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from grader.errors import UsageError

AUTO = "auto"
"""The name of the shipped assignment for files that belong to none."""


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
    file = shlex.quote(str(given))
    product = f"\n  Any tiled product:  python -m grader --assignment {AUTO} {file}" if has_auto() else ""
    raise UnnamedAssignmentError(
        f"this folder belongs to no assignment: name one with --assignment DIR.{product}"
        f"\n  Any other kernel:   python -m grader check {file} 'name<<<4, 256>>>(x: float[1000], 9)'"
    )


def auto_folder() -> Path:
    """Where the assignment for files that belong to none lies."""
    return Path(__file__).parents[1] / "assignment" / AUTO


def has_auto() -> bool:
    """Whether it ships with this grader: a students' copy is without what holds a solution."""
    return (auto_folder() / "config.yaml").is_file()


def assignment_folder(text: str) -> Path:
    """The folder that `--assignment` names; `auto` is the shipped one, where no folder here is called so."""
    named = Path(text)
    return named if text != AUTO or (named / "config.yaml").is_file() else auto_folder()


def add_assignment_argument(parser: argparse.ArgumentParser) -> None:
    """`--assignment DIR`, `auto` or by default the assignment that the current folder belongs to."""
    words = "the folder with config.yaml (default: this one, or the nearest above it), or auto: any tiled product"
    parser.add_argument("--assignment", type=assignment_folder, default=find_assignment(), metavar="DIR", help=words)
