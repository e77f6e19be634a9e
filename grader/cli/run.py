"""The command `python -m grader run FILE [-- ARGUMENTS]`: a whole program, `main()` and all, with a GPU or without."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path

from grader.cli import add_define_argument, define, seconds_argument
from grader.cli.ending import ExitCode, writing
from grader.errors import GpuUnavailable, NotCompiledError, UsageError

_EXIT_CODES = (
    "Exit codes: the program's own, or 1 where a fault was found; 2 wrong input, or something that is not supported;"
    " 3 the grader failed."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EXIT_CODES
    parser.add_argument("file", type=Path, help="the .cu file with main(); headers beside it are found")
    parser.add_argument("arguments", nargs="*", help="what the program gets; put -- before them")
    add_define_argument(parser)
    parser.add_argument(
        "--with", dest="more", type=Path, action="append", default=[], metavar="FILE",
        help="another source file of the program (.cu, .cpp)",
    )  # fmt: skip
    parser.add_argument(
        "-I", dest="folders", type=Path, action="append", default=[], metavar="DIR", help="look for headers here, too"
    )
    parser.add_argument(
        "--seconds", type=seconds_argument, default=60.0, metavar="S", help="of processor time that it may take (60)"
    )
    parser.add_argument(
        "--device", choices=("gpu", "cpu"), default="cpu",
        help="run the kernels on the emulator, which finds their faults (cpu), or on the GPU",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the report and results.json into this folder")
    parser.add_argument("--json", action="store_true", help="print the results as JSON at the end, instead of in words")


def run(options: argparse.Namespace) -> int:
    """Build and run the program, then tell what was found. Return the exit code."""
    if sys.platform != "linux":
        raise UsageError("whole programs run on Linux only")
    from grader.processes.child import load_lean

    load_lean()
    from grader.compiling.values import CompilerUnavailableError
    from grader.devices.gpu_sharing import claim, usable_gpus
    from grader.programs.building import build, found, recalled
    from grader.programs.running import Printed, Programs, Ran, complaint_in, server_forks
    from grader.programs.sources import read_program

    brief = not (options.json or options.out)
    source = read_program(options.file, dict(map(define, options.defines)), options.folders, options.more)
    folder, cause, complaint = options.file.resolve().parent, None, ""
    try:
        before = found(source)
        with server_forks(quiet=before is not None and recalled(before).quiet) as forks:
            built = before or build(source, lambda words: print(f"grader: {words}", file=sys.stderr, flush=True))
            claimed = claim(usable_gpus("gpu")) if options.device == "gpu" else None
            with (
                claimed.held() if claimed else contextlib.nullcontext(),
                contextlib.closing(Programs(forks, built, gpu=claimed.ordinal if claimed else -1)) as programs,
            ):
                printed = Printed(target=sys.stdout), Printed(target=sys.stderr)
                ran = programs.run(
                    source, options.arguments, folder, seconds=options.seconds, output=printed, brief=brief
                )
                said = "".join(each.getvalue() for each in printed)
                complaint = complaint_in(said)
                if brief and ran.said is None and not (ran.code or ran.late or complaint):
                    return 0  # what tells of a run takes longer to load than most programs take to run
                if claimed is None:
                    from grader.search.run_cause import find_by_its_own_check

                    cause = find_by_its_own_check(source, options.arguments, folder, ran, said, programs, forks)
                if brief and ran.said is None and not ran.late and cause is None:
                    _say_that_nothing_was_found(complaint)
                    return ran.code
                ended: Ran | NotCompiledError = ran
    except NotCompiledError as error:
        ended = error
    except GpuUnavailable as error:
        raise UsageError(f"no GPU can be used: {error}") from None
    except CompilerUnavailableError as error:
        raise UsageError(f"{error} Whole programs need it: pip install 'cuda-grader[programs]'") from None
    from grader.check import results_of

    results = results_of(options.file, source, ended, cause, complaint)
    if options.json:
        print(results.to_json())
    elif results.findings:
        from rich.console import Console

        from grader.report.terminal import found_summary

        found_summary(results, Console(stderr=True, highlight=False), counted=False)
    if results.passed:
        _say_that_nothing_was_found(complaint)
    if options.out:
        from grader.report.page import write_html

        with writing(str(options.out)):
            options.out.mkdir(parents=True, exist_ok=True)
            (options.out / "results.json").write_text(results.to_json(), encoding="utf-8")
            write_html(results, options.out / "index.html")
    if results.fault is not None:
        return ExitCode.GRADER_FAULT
    if not results.passed:
        return ExitCode.FAILED
    return ExitCode.FAILED if isinstance(ended, NotCompiledError) else ended.code


def _say_that_nothing_was_found(complaint: str) -> None:
    """Print that no fault was found where the program itself has one; nothing without a `complaint` of the program."""
    if complaint:
        from grader.words import words

        print(f"\ngrader: {words('program')['nothing_found'](said=complaint)}", file=sys.stderr)
