"""The command `python -m grader selfcheck`: is this assignment sound?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from grader.assignment import load_assignment
from grader.cli import add_assignment_argument
from grader.selfcheck.check import check_assignment
from grader.selfcheck.showing import html, print_check


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_assignment_argument(parser)
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the matrix of mistakes as a page")
    parser.add_argument("--no-mutants", action="store_true", help="leave out the mechanical changes of the reference")


def run(options: argparse.Namespace) -> int:
    """Run the command. Return 0 if the assignment is sound, 1 if not."""
    assignment = load_assignment(options.assignment)
    notes = Console(stderr=True, highlight=False)
    interactive = sys.stderr.isatty()
    with notes.status("selfcheck") as status:
        check = check_assignment(
            assignment,
            mutants=not options.no_mutants,
            progress=lambda name: status.update(name) if interactive else None,
        )
    print_check(check, Console(highlight=False, soft_wrap=True))
    if options.html:
        Path(options.html).write_text(html(check), encoding="utf-8")
    return 0 if check.sound else 1
