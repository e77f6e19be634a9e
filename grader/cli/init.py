"""The command `python -m grader init FOLDER`: write a new assignment, or its students' copy."""

from __future__ import annotations

import argparse
from pathlib import Path

from grader.cli import add_assignment_argument
from grader.cli.ending import ExitCode
from grader.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, nargs="?", help="a new or empty folder")
    parser.add_argument(
        "--lab",
        default="matmul",
        metavar="NAME",
        help="a lab to begin with (default: matmul); list tells which there are",
    )
    parser.add_argument("--for-students", action="store_true", help="a copy of an assignment without its solution")
    add_assignment_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Write the files and print their names."""
    from grader.assignment.loading import shipped, write_assignment

    if options.lab == "list":
        for name, title in shipped().items():
            print(f"{name:<16} {title}")
        return ExitCode.PASSED
    if options.folder is None:
        raise UsageError("name a new folder: python -m grader init my-assignment")
    if options.for_students:
        from grader.courses.packages.github import write_students_copy

        for path in write_students_copy(options.folder, options.assignment):
            print(f"wrote {path}")
        return ExitCode.PASSED
    for line in write_assignment(options.folder, options.lab):
        print(line)
    return ExitCode.PASSED
