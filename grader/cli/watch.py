"""`--watch`: the same again whenever a file is saved."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from grader.cli.ending import ExitCode, complain

LOOK_SECONDS = 0.02


def watch(path: Path, grade: Callable[[], int], options: argparse.Namespace) -> int:
    """Grade at every save until interrupted; the last verdict's exit code."""
    from grader.submissions.submission import SubmissionError

    code: int = ExitCode.FAILED
    graded, before = None, _state(path)
    while True:
        state = _state(path)
        # A save is over when the file has stayed as it is from one look to the next: half a file is not graded.
        if state is not None and state != graded and (state == before or graded is None):
            graded = state
            try:
                code = grade()
            except SubmissionError as error:  # it was removed or replaced after the look at it; a save brings it back
                complain(str(error))
            if not options.quiet and not options.json:
                print(f"Watching {path}; Ctrl+C ends.", flush=True)
        before = state
        try:
            time.sleep(LOOK_SECONDS)
        except KeyboardInterrupt:
            return code


def _state(path: Path) -> tuple[int, int] | None:
    """What changes when a file is saved; None while an editor replaces it."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
