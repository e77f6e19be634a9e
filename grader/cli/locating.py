"""Find the assignment's folder. Separate so that the command line starts fast."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from grader.errors import UsageError

AUTO = "auto"
"""Name of the shipped assignment for files without one."""


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
    """Return the folder of the assignment for files without one."""
    return Path(__file__).parents[1] / "assignment" / AUTO


def has_auto() -> bool:
    """Return whether it is shipped: a students' copy omits it, because it contains a solution."""
    return (auto_folder() / "config.yaml").is_file()


def assignment_folder(text: str) -> Path:
    """Return the folder for `--assignment`; `auto` is the shipped one, unless a folder here has that name."""
    named = Path(text)
    return named if text != AUTO or (named / "config.yaml").is_file() else auto_folder()


def add_assignment_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--assignment DIR` or `auto`; the default is the assignment that contains the current folder."""
    words = "the folder with config.yaml (default: this one, or the nearest above it), or auto: any tiled product"
    parser.add_argument("--assignment", type=assignment_folder, default=find_assignment(), metavar="DIR", help=words)
