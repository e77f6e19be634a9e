"""`python -m grader package gradescope|github`: autograders that are ready to upload."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from grader.locating import add_assignment_argument
from grader.packaging.contents import PackagingError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `package`."""
    parser.add_argument("platform", choices=("gradescope", "github"))
    add_assignment_argument(parser)
    parser.add_argument(
        "--out", type=Path, metavar="PATH", help="the zip for gradescope, the repository's folder for github"
    )


def run(args: argparse.Namespace) -> int:
    """Write the package. 0, or 2 when the assignment is wrong or the files cannot be written."""
    console = Console(highlight=False)
    try:
        for path in _write(args):
            console.print(str(path), markup=False, soft_wrap=True)
    except PackagingError as error:
        Console(stderr=True).print(f"grader: {error}", markup=False, soft_wrap=True)
        return 2
    return 0


def _write(args: argparse.Namespace) -> list[Path]:
    if args.platform == "github":
        from grader.assignment import load_assignment
        from grader.packaging import github

        load_assignment(args.assignment)  # a workflow for an assignment that does not load would fail on every push
        return github.write_into(args.out or args.assignment)
    from grader.packaging import gradescope

    return [gradescope.write_zip(args.assignment, args.out or Path(gradescope.FILE_NAME))]


if __name__ == "__main__":
    _parser = argparse.ArgumentParser(prog="python -m grader.packaging")
    add_arguments(_parser)
    sys.exit(run(_parser.parse_args()))
