"""How long a student waits: from the prompt to the verdict, from a save to the verdict, and where the time goes.

    python -m benchmarks.startup [--rounds N] [SUBMISSION]

Every row is a fresh process and pays its own imports; rounds are interleaved, so that a busy machine slows all rows
alike. `of processor` adds up all processes of a row. The last column relates a row's wall clock to the whole command of
the same round: that ratio holds where seconds do not. The rows of `--watch` are one process that sees one save a round;
their processor time goes on to the report.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]

COMPILE = """
from grader.compiling.frontend import compile_cuda
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

NO_SWEEP = "\nsweep: {work: 0, batch_work: 0}\n"


@dataclass(frozen=True, slots=True)
class Step:
    """A fresh process to time."""

    title: str
    words: tuple[str, ...]


@dataclass(slots=True)
class Row:
    """Seconds by the clock and of processor, one of each a round."""

    title: str
    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)


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
        Step("grading without the sweep", (*grade, "--assignment", str(without_sweep(scratch)))),
        Step("grading everything", grade),
    ]


def without_sweep(scratch: Path) -> Path:
    """The repository's assignment, which tries no shapes beside its cases."""
    folder = scratch / "without-sweep"
    if not folder.exists():
        for name in ("testcases", "reference", "starter"):
            shutil.copytree(ROOT / name, folder / name)
        config = (ROOT / "config.yaml").read_text(encoding="utf-8")
        (folder / "config.yaml").write_text(config + NO_SWEEP, encoding="utf-8")
    return folder


def run(step: Step, row: Row | None) -> None:
    """Time one fresh process; raises `RuntimeError` when it fails."""
    start, before = time.perf_counter(), children_seconds()
    done = subprocess.run([sys.executable, *step.words], cwd=ROOT, capture_output=True, text=True, check=False)
    if row is not None:
        row.wall.append(time.perf_counter() - start)
        row.processor.append(children_seconds() - before)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{step.title}: exit status {done.returncode}: {done.stderr.strip()[-500:]}")


def children_seconds() -> float:
    """Seconds of processor that all processes which this one started, and theirs, have had when they ended."""
    times = os.times()
    return times.children_user + times.children_system


class Watched:
    """`--watch` in a process of its own, and saves of the file that it watches."""

    def __init__(self, submission: Path, scratch: Path) -> None:
        self._path = scratch / "watched.cu"
        self._source = submission.read_text(encoding="utf-8")
        self._path.write_text(self._source, encoding="utf-8")
        self._saves = 0
        words = ("--watch", "--device", "cpu", "--out", str(scratch / "watched"))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "grader", str(self._path), *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        self._until("Watching")

    def save(self, cases: Row, verdict: Row) -> None:
        """Time one save: until the cases are known, and until the verdict stands there."""
        before = processor_seconds(self._process.pid)
        self._saves += 1
        new = self._path.with_suffix(".new")
        new.write_text(f"{self._source}// save {self._saves}\n", encoding="utf-8")
        start = time.perf_counter()
        new.replace(self._path)
        self._until("looking further")
        cases.wall.append(time.perf_counter() - start)
        self._until("Report:")
        verdict.wall.append(time.perf_counter() - start)
        self._until("Watching")
        time.sleep(0.5)  # fresh processes get ready
        verdict.processor.append(processor_seconds(self._process.pid) - before)

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.communicate()

    def _until(self, words: str) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if words in line:
                return
        raise RuntimeError(f"--watch ended before it said '{words}'")


def processor_seconds(pid: int) -> float:
    """What a process and all below it have had, those that have ended and been waited for included; Linux only."""
    ticks = 0
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
        ticks = sum(map(int, fields[11:15]))
        below = [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in _children(task)]
        return ticks / os.sysconf("SC_CLK_TCK") + sum(map(processor_seconds, below))
    return 0.0


def _children(task: Path) -> Iterator[str]:
    yield from (task / "children").read_text(encoding="utf-8").split()


def measure(rounds: int, submission: Path) -> list[Row]:
    """Every step and a save in every round; a first round, which fills the disk's cache, is thrown away."""
    with tempfile.TemporaryDirectory(prefix="grader-benchmark-") as scratch:
        todo = steps(submission, Path(scratch))
        rows = [Row(step.title) for step in todo]
        for number in range(rounds + 1):
            for row, step in zip(rows, todo, strict=True):
                run(step, row if number else None)
        saves = Row("a save: the cases"), Row("a save: the verdict")
        with contextlib.closing(Watched(submission, Path(scratch))) as watched:
            for _ in range(rounds):
                watched.save(*saves)
        return [*saves, *rows]


def table(rows: Sequence[Row]) -> str:
    """Median and extremes of each row, and its share of the whole command, which is last."""
    whole = rows[-1].wall
    lines = [f"{'':26} {'median':>8} {'least':>8} {'most':>8} {'of processor':>13}   of the whole"]
    for row in rows:
        share = statistics.median(mine / all_of_it for mine, all_of_it in zip(row.wall, whole, strict=True))
        middle = statistics.median(row.wall)
        spent = f"{statistics.median(row.processor):.2f}s" if row.processor else ""
        lines.append(
            f"{row.title:26} {middle:7.2f}s {min(row.wall):7.2f}s {max(row.wall):7.2f}s {spent:>13} {share:14.0%}"
        )
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
