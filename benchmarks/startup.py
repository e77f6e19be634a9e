"""How long a student waits: from the shell's prompt to the verdict, and where the time goes.

    python -m benchmarks.startup [--rounds N] [SUBMISSION]

Every row is a fresh process and pays its own imports; rounds are interleaved, so that a busy machine slows all rows
alike. The last column relates a row to the whole command of the same round: that ratio holds where seconds do not.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

COMPILE = """
from grader.compiling import compile_cuda
source = open({path!r}, encoding="utf-8").read()
made = compile_cuda(source, filename="kernel.cu", kernel="matmul_tiled", defines={{"TILE_WIDTH": 16}})
assert made.ok, made.diagnostics
open({ptx!r}, "w", encoding="utf-8").write(made.kernel_name + "\\n" + made.ptx)
"""

EMULATE = """
import numpy as np
from grader.emulator import load
name, _, ptx = open({ptx!r}, encoding="utf-8").read().partition("\\n")
a, b, c = (np.ones((34, 34), np.float32) for _ in range(3))
run = load(ptx)[name].launch(grid=(3, 3), block=(16, 16), args=[a, b, c, 34, 34, 34])
assert run.finished
"""


@dataclass(frozen=True, slots=True)
class Step:
    """A fresh process to time."""

    title: str
    words: tuple[str, ...]


def steps(submission: Path, scratch: Path) -> list[Step]:
    """From an empty interpreter to the whole command, which is last."""
    path, ptx = str(submission), str(scratch / "kernel.ptx")
    grade = ("-m", "grader", path, "--out", str(scratch / "report"), "--device", "cpu", "--quiet")
    return [
        Step("an empty interpreter", ("-c", "pass")),
        Step("reading the assignment", ("-c", "from grader.assignment import load_assignment; load_assignment('.')")),
        Step("importing the report", ("-c", "import grader.report; from rich.console import Console; Console()")),
        Step("compiling one kernel", ("-c", COMPILE.format(path=path, ptx=ptx))),
        Step("emulating it at 34×34", ("-c", EMULATE.format(ptx=ptx))),
        Step("grading one case", (*grade, "--case", "lesson-34-random@16")),
        Step("grading everything", grade),
    ]


def seconds(step: Step) -> float:
    """Wall-clock seconds of one fresh process; raises `RuntimeError` when it fails."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *step.words], cwd=ROOT, capture_output=True, text=True, check=False)
    took = time.perf_counter() - start
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{step.title}: exit status {done.returncode}: {done.stderr.strip()[-500:]}")
    return took


def measure(rounds: int, submission: Path) -> list[tuple[Step, list[float]]]:
    """Seconds of every step in every round; a first round, which fills the disk's cache, is thrown away."""
    with tempfile.TemporaryDirectory(prefix="grader-benchmark-") as scratch:
        todo = steps(submission, Path(scratch))
        took: list[list[float]] = [[] for _ in todo]
        for number in range(rounds + 1):
            for times, step in zip(took, todo, strict=True):
                spent = seconds(step)
                if number:
                    times.append(spent)
        return list(zip(todo, took, strict=True))


def table(measured: Sequence[tuple[Step, list[float]]]) -> str:
    """Median and extremes of each step, and its share of the whole command."""
    whole = measured[-1][1]
    lines = [f"{'':24} {'median':>8} {'least':>8} {'most':>8}   of the whole"]
    for step, times in measured:
        share = statistics.median(mine / all_of_it for mine, all_of_it in zip(times, whole, strict=True))
        middle = statistics.median(times)
        lines.append(f"{step.title:24} {middle:7.2f}s {min(times):7.2f}s {max(times):7.2f}s {share:14.0%}")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.startup", description="Cold start to verdict.")
    parser.add_argument("submission", nargs="?", type=Path, default=Path("reference/tiled.cu"))
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    options = parser.parse_args()
    measured = measure(max(1, options.rounds), options.submission)
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{options.submission}, {options.rounds} rounds, {os.cpu_count()} cores{load}")
    print(table(measured))


if __name__ == "__main__":
    main()
