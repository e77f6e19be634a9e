"""The command `python -m grader package PLATFORM`: build autograders that are ready to upload."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from rich.console import Console

from grader.cli.locating import add_assignment_argument
from grader.courses.packages.contents import PackagingError

_ARCHIVES = ("gradescope", "prairielearn", "autolab")
"""Each is a module in `courses/packages`, with `FILE_NAME`, `EXECUTABLE` and `files_of(assignment)`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `package`."""
    parser.add_argument("platform", choices=(*_ARCHIVES, "github"))
    add_assignment_argument(parser)
    parser.add_argument(
        "--out", type=Path, metavar="PATH", help="the archive to write; for github the repository's folder"
    )
    words = "github: hand the points to GitHub Classroom"
    parser.add_argument("--classroom", action="store_true", help=words)
    parser.add_argument("--force", action="store_true", help="replace a workflow and an action that were edited")


def run(args: argparse.Namespace) -> int:
    """Write the package. Return 0, or 2 if the assignment is wrong or the files cannot be written."""
    console = Console(highlight=False)
    try:
        for path in _write(args):
            console.print(str(path), markup=False, soft_wrap=True)
    except PackagingError as error:
        _remark(str(error))
        return 2
    return 0


def _remark(text: str) -> None:
    Console(stderr=True).print(f"grader: {text}", markup=False, soft_wrap=True)


def _write(args: argparse.Namespace) -> list[Path]:
    if args.platform == "github":
        from grader.assignment import load_assignment
        from grader.courses.packages import github

        repository = args.out or args.assignment
        own = (repository / github.CONFIG).is_file()
        # A workflow for an assignment that does not load would fail on every push.
        assignment = load_assignment(repository if own else args.assignment)
        written = github.write_into(repository, args.assignment, force=args.force, classroom=args.classroom)
        for name in github.solutions_in(repository, assignment):
            _remark(f"{name} is in this repository: remove it from what students get; grading does without")
        return written
    from grader.courses.packages.contents import write_archive

    platform = importlib.import_module(f"grader.courses.packages.{args.platform}")
    return [
        write_archive(args.out or Path(platform.FILE_NAME), platform.files_of(args.assignment), platform.EXECUTABLE)
    ]
