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


def add_assignment_argument(parser: argparse.ArgumentParser) -> None:
    """`--assignment DIR`, by default the assignment that the current folder belongs to."""
    words = "folder of config.yaml (this one, or the nearest above it)"
    parser.add_argument("--assignment", type=Path, default=find_assignment(), metavar="DIR", help=words)
