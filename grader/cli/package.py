"""The command `python -m grader package SYSTEM`: build an autograder that is ready to upload."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from grader.cli import add_assignment_argument
from grader.courses import PACKAGES
from grader.registry import Registry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("platform", choices=PACKAGES)
    add_assignment_argument(parser)
    parser.add_argument(
        "--out", type=Path, metavar="PATH", help="the archive to write; for github the repository's folder"
    )
    words = "github: hand the points to GitHub Classroom"
    parser.add_argument("--classroom", action="store_true", help=words)
    parser.add_argument("--force", action="store_true", help="replace a workflow and an action that were edited")


def run(options: argparse.Namespace) -> int:
    """Write the package and print its paths. Return 0."""
    from grader.courses.packages import Asked, Package

    asked = Asked(
        assignment=options.assignment, out=options.out, classroom=options.classroom, force=options.force
    )  # fmt: skip
    systems: Registry[Package] = PACKAGES
    written = systems.using(options.platform, lambda package: package(asked))
    for path in written.paths:
        Console(highlight=False).print(str(path), markup=False, soft_wrap=True)
    for remark in written.remarks:
        Console(stderr=True).print(f"grader: {remark}", markup=False, soft_wrap=True)
    return 0
