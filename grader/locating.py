"""Where the assignment lies: of its own, so that the command line can ask before anything heavy is imported."""

from __future__ import annotations

import argparse
from pathlib import Path


def find_assignment(start: Path | None = None) -> Path:
    """The nearest folder with a config.yaml, from `start` (the current folder) upwards; `start` when there is none."""
    start = start or Path()
    here = start.absolute()
    for up, folder in enumerate((here, *here.parents)):
        if (folder / "config.yaml").is_file():
            return start.joinpath(*[".."] * up)
    return start


def assignment_of(options: argparse.Namespace) -> Path:
    """The assignment that was named or that this folder belongs to, else the one that the submission lies in."""
    named: Path = options.assignment
    given: Path | None = options.submission
    if named != Path() or (named / "config.yaml").is_file() or given is None:
        return named
    near = find_assignment(given if given.is_dir() else given.parent)
    return near if (near / "config.yaml").is_file() else named


def add_assignment_argument(parser: argparse.ArgumentParser) -> None:
    """`--assignment DIR`, by default the assignment that the current folder belongs to."""
    words = "folder of config.yaml (this one, or the nearest above it or above the submission)"
    parser.add_argument("--assignment", type=Path, default=find_assignment(), metavar="DIR", help=words)
