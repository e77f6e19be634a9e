"""The command `python -m grader check FILE 'kernel<<<grid, block>>>(arguments)'`."""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from grader.check.examining import Examined, examine
from grader.check.launches import parse_launches
from grader.cli import add_define_argument, define, seconds_argument, seed_argument
from grader.cli.ending import code_of, writing
from grader.errors import UsageError
from grader.grading.opened import resolve_seed
from grader.processes.child import usable_cores
from grader.report.terminal import found_summary

if TYPE_CHECKING:
    from rich.console import Console

    from grader.labs.lab import UnjudgedConfig

_HELP = """\
the launch, as in CUDA, in quotes: 'scale<<<4, 256>>>(x: float[1000], 2.0f, 1000)'.
Grid and block are one to three numbers, (4, 2) or dim3(4, 2); the third is bytes of shared memory.
A buffer is x: float[1000], or m: int[16, 32]. It holds random numbers, or what = says: zeros, ones, arange
(0, 1, 2, ...), a number, or empty: nothing, as after cudaMalloc, and reading that is a fault.
Several launches have ; between them and share buffers by name. A buffer that no launch passes, as in
'mask: float[25] = ones; blur<<<...>>>(...)', fills the __constant__ array of its name.
"""
_EXIT_CODES = (
    "Exit codes: 0 nothing was found, 1 a fault or it does not compile, 2 wrong input or not supported, 3 the grader"
    " failed."
)
MOST_PRINTED, ENDS_PRINTED = 256, 8
"""Maximum elements to print of one buffer; of larger ones, the number to print from each end of each dimension."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawTextHelpFormatter
    parser.epilog = _EXIT_CODES
    parser.add_argument("file", type=Path, help="the .cu file; nothing is asked of it but that it has the kernel")
    parser.add_argument("launch", help=_HELP)
    add_options(parser)
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the report as one HTML file")
    parser.add_argument("--open", action="store_true", help="open the report in a browser")
    parser.add_argument("--json", action="store_true", help="print everything as JSON instead")
    parser.add_argument(
        "--seconds", type=seconds_argument, default=20.0, metavar="S", help="that a launch may take (20)"
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the optional arguments, which the notebook has too."""
    parser.add_argument("--print", action="append", default=[], metavar="NAME", dest="shown",
                        help="print what this buffer holds afterwards (repeatable)")  # fmt: skip
    add_define_argument(parser)
    parser.add_argument("--seed", type=seed_argument, default=0, help="a number, or random: of the random buffers (0)")
    parser.add_argument(
        "--compiler",
        choices=("auto", "nvrtc", "clang"),
        default="auto",
        help="what compiles (default: NVRTC where it is)",
    )


def run(options: argparse.Namespace) -> int:
    """Check the kernel and print the findings. Return the exit code."""
    from rich.console import Console

    from grader.devices.cpu import EmulatorDevice, WorkerLimits
    from grader.report.page import write_html
    from grader.submissions.submission import read_submission

    submission, config = read_submission(options.file), launches_of(options)
    limits = WorkerLimits(seconds=options.seconds, threads=usable_cores(), compiler=options.compiler)
    with contextlib.closing(EmulatorDevice(limits)) as device:
        examined = examine(submission, config, device)
    results, console = examined.results, Console(highlight=False)
    if options.json:
        console.print(results.to_json(), markup=False, soft_wrap=True)
    else:
        show(examined, options.shown, console)
    if options.page or options.open:
        page = options.page or Path(tempfile.mkdtemp(prefix="grader-check-")) / "check.html"
        with writing(str(page)):
            write_html(results, page)
        if not options.json:
            console.print(f"Report: {page}", markup=False, soft_wrap=True)
        if options.open:
            webbrowser.open(page.resolve().as_uri())
    return code_of(results)


def launches_of(options: argparse.Namespace) -> UnjudgedConfig:
    """Return the launches that the options request, and how. Raise `UsageError`."""
    launches = parse_launches(options.launch)
    unknown = [name for name in options.shown if name not in launches.buffers]
    if unknown:
        raise UsageError(f"--print {unknown[0]}: the buffers are {', '.join(launches.buffers) or 'none'}")
    return launches.model_copy(
        update={
            "seed": resolve_seed(options.seed, 0),
            "compiler": options.compiler,
            "defines": dict(map(define, options.defines)),
        }
    )


def show(examined: Examined, names: Sequence[str], console: Console) -> None:
    """Print the findings and the contents of buffers, as NumPy prints arrays; long ones without their middle."""
    found_summary(examined.results, console)
    for name in names:
        values = examined.arrays.get(name)
        if values is None:
            text = f"{name}: no launch has passed it, or the kernel did not run"
        else:
            with np.printoptions(threshold=MOST_PRINTED, edgeitems=ENDS_PRINTED, linewidth=100, suppress=True):
                text = f"{name} =\n{values}"
        console.print(text, markup=False, soft_wrap=True)
