"""`--watch`: repeat whenever a file is saved."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from grader.cli.ending import ExitCode, complain

LOOK_SECONDS = 0.02


def watch(path: Path, grade: Callable[[], int], options: argparse.Namespace) -> int:
    """Grade at every save until interrupted. Return the last verdict's exit code."""
    from grader.submissions.submission import SubmissionError

    code: int = ExitCode.FAILED
    graded, before = None, _state(path)
    while True:
        state = _state(path)
        # A save is complete when two looks in a row find the same state: never grade half a file.
        if state is not None and state != graded and (state == before or graded is None):
            graded = state
            try:
                code = grade()
            except SubmissionError as error:  # removed or replaced since the last look; the next save restores it
                complain(str(error))
            if not options.quiet and not options.json:
                print(f"Watching {path}; Ctrl+C ends.", flush=True)
        before = state
        try:
            time.sleep(LOOK_SECONDS)
        except KeyboardInterrupt:
            return code


def _state(path: Path) -> tuple[int, int] | None:
    """Return what changes when a file is saved; None while an editor replaces it."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
