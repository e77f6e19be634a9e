"""A process that has loaded what `python -m grader run` loads, and forks a child for each such command.

Loading it, in the command and in the server that this starts, takes almost half of the processor time of a run. A child
begins where a fresh interpreter is once it has loaded everything, and ends as that one does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Asked(NamedTuple):
    """One command: its words, where and with which environment it runs, and the files for its two outputs."""

    words: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    outputs: Sequence[str]


class Preloaded:
    """The process, as tests see it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> tuple[int, str, str]:
        """Run `python -m grader` with these words. Return its exit code and what it printed on both outputs."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with tempfile.TemporaryDirectory(prefix="grader-tests-said-") as said:
            outputs = [Path(said) / name for name in ("output", "errors")]
            asked = Asked(words, str(folder), environment, [str(path) for path in outputs])
            print(json.dumps(asked), file=self._process.stdin, flush=True)
            code = int(self._process.stdout.readline())
            output, errors = (path.read_text(encoding="utf-8") for path in outputs)
        return code, output, errors

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def load() -> None:
    """Load everything, and do what is done once for all pages and kernels."""
    from grader.processes.child import load_lean

    load_lean()
    import rich.console  # noqa: F401

    import grader.check
    import grader.cli.run
    import grader.compiling.clang
    import grader.report.terminal
    import grader.search.run_cause  # noqa: F401
    from grader.compiling.nvrtc import supported_architectures
    from grader.programs import server, telling
    from grader.report import page

    server.load()
    telling.load()
    page.prepare()
    supported_architectures()


def main() -> int:
    """Fork a child for each line of the standard input, and tell its exit code; in a child, run the command."""
    load()
    for line in sys.stdin:
        asked = Asked(*json.loads(line))
        child = os.fork()
        if not child:
            return _run(asked)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()
    return 0


def _run(asked: Asked) -> int:
    from grader.cli import main

    files = [os.open(os.devnull, os.O_RDONLY), *(os.open(path, os.O_WRONLY | os.O_CREAT) for path in asked.outputs)]
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked.folder)
    os.environ.clear()
    os.environ.update(asked.environment)
    return main(asked.words)


if __name__ == "__main__":
    raise SystemExit(main())
