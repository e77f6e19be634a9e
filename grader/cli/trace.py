"""The command `python -m grader trace`: print a small run of the kernel, phase by phase."""

from __future__ import annotations

import argparse

from grader.cli import add_submission_arguments, assignment_of, sizes_argument, submission_path
from grader.cli.ending import ExitCode, complain
from grader.errors import UsageError
from grader.results.base import variant_named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_submission_arguments(parser)
    parser.add_argument(
        "--shape",
        type=lambda text: sizes_argument(text, range(1, 9), 1),
        default=(),
        metavar="SIZE,…",
        help="the sizes, in the assignment's order (default: those of its replay; 4,4,4 of a product)",
    )
    parser.add_argument(
        "--variant",
        "--tile-width",
        dest="tile_width",
        type=variant_named,
        metavar="VALUE",
        help="the value of the assignment's macro, as the tile width; of several macros 16x8"
        " (default: that of its replay; 2 of a product)",
    )
    parser.add_argument(
        "--part", default="", metavar="NAME", help="of an assignment with several kernels (default: the first)"
    )
    parser.add_argument(
        "--block",
        type=lambda text: sizes_argument(text, range(2, 3), 0),
        default=(0, 0),
        metavar="X,Y",
        help="the block to follow (default: 0,0)",
    )
    parser.add_argument("--launch", type=int, default=1, metavar="N", help="which of several launches (default: 1)")


def run(options: argparse.Namespace) -> int:
    """Print the recording. Return 1 if there is none."""
    from grader.assignment import load_assignment
    from grader.grading.replays import record_kernel
    from grader.report.trace import trace_text
    from grader.submissions.submission import read_submission

    assignment = load_assignment(assignment_of(options)).unit(options.part)
    if assignment.config.whole_program:
        raise UsageError("trace shows a kernel that the grader launches; a whole program launches its own")
    submission = read_submission(submission_path(options, assignment), name=assignment.submission_name)
    recording, traffic, problems = record_kernel(
        assignment, submission, shape=options.shape, tile_width=options.tile_width, block=options.block,
        launch=max(1, options.launch) - 1, seed=options.seed,
    )  # fmt: skip
    for problem in problems:
        complain(problem)
    if recording is None:
        return ExitCode.FAILED
    print(trace_text(recording, traffic), end="")
    return ExitCode.PASSED
