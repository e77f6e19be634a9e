"""Submissions a second and memory of a batch: `python -m benchmarks.batch [--counts 100 1000] [--jobs 1 2] [--dask]`.

Each with the search for causes and without, and then once more: as it was, with other points, with one in a hundred
handed in again.

The submissions are generated: the reference, its common mistakes, the naive kernel and files that do not compile, each
made different by a comment, so that nothing is known from before. Memory is the proportional set size of the whole
process tree (shared pages count once), sampled once a second: looking takes 20 ms of a core.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BROKEN = "__global__ void matmul_tiled(const float *A) { A[0] = }\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One batch: `early_mb` and `late_mb` are the largest memory in the second and in the last quarter."""

    name: str
    count: int
    seconds: float
    peak_mb: float
    early_mb: float
    late_mb: float

    @property
    def rate(self) -> float:
        return self.count / self.seconds


def sources() -> list[str]:
    """What a class hands in, in a fixed order: half of them right."""
    right = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
    wrong = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "reference" / "mistakes").glob("*.cu"))]
    naive = (ROOT / "reference" / "naive.cu").read_text(encoding="utf-8").replace("matmul_naive", "matmul_tiled")
    skeleton = (ROOT / "starter" / "matmul.cu").read_text(encoding="utf-8")
    others = [naive, skeleton, BROKEN, *wrong]
    return [text for other in others for text in (right, other)]


def write_sample(folder: Path, count: int) -> None:
    """A class of that many, its faulty ones taken evenly from all of them."""
    right, faulty = sources()[0], sources()[1::2]
    chosen = (faulty[number * 2 * len(faulty) // count] for number in range(count // 2))
    write_class(folder, count, [text for each in chosen for text in (right, each)])


def write_class(folder: Path, count: int, texts: Sequence[str] = ()) -> None:
    """`count` files, no two alike."""
    folder.mkdir()
    for number, text in zip(range(count), itertools.cycle(texts or sources()), strict=False):
        (folder / f"student{number:05}.cu").write_text(f"{text}\n// {number}\n", encoding="utf-8")


def tree_memory_mb(pid: int) -> float:
    """Proportional set size of a process and all below it; 0 where the system does not tell."""
    total = 0.0
    for process in [pid, *descendants(pid)]:
        try:
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024
    return total


def descendants(pid: int) -> list[int]:
    """Process ids below `pid`."""
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(word) for word in path.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *descendants(child)]
    return found


def copied_assignment(folder: Path) -> Path:
    """The assignment in a folder where it can be changed."""
    folder.mkdir()
    for name in ("config.yaml", "testcases", "reference", "starter"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    return folder


def one_case_assignment(folder: Path) -> Path:
    """The assignment with one family at one tile width: many submissions in little time, to see what memory does."""
    copied_assignment(folder)
    for path in (folder / "testcases").glob("*.yaml"):
        if path.stem != "lesson":
            path.unlink()
    config = folder / "config.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("widths: [16, 32]", "widths: [16]"), encoding="utf-8")
    return folder


def measure(
    name: str, submissions: Path, count: int, words: list[str], workers: list[int], assignment: Path, out: Path
) -> Measured:
    """Run one batch from a cold start to its end; `out` keeps what is known for the next."""
    command = [sys.executable, "-m", "grader", "batch", str(submissions), "--assignment", str(assignment)]
    command += ["--device", "cpu", "--out", str(out), "--quiet", *words]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    samples = []
    while process.poll() is None:
        samples.append(sum(tree_memory_mb(pid) for pid in [process.pid, *workers]))
        with suppress(subprocess.TimeoutExpired):
            process.wait(1.0)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    quarter = max(1, len(samples) // 4)
    return Measured(
        name=name,
        count=count,
        seconds=seconds,
        peak_mb=max(samples, default=0.0),
        early_mb=max(samples[quarter : 2 * quarter], default=0.0),
        late_mb=max(samples[-quarter:], default=0.0),
    )


@contextmanager
def dask_cluster(workers: int) -> Iterator[tuple[str, list[int]]]:
    """A scheduler's address and the process ids of it and its workers, all on this machine."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder) / "scheduler.json"
        pids = []

        def start(module: str, *words: str) -> None:
            command = [sys.executable, "-m", module, "--scheduler-file", str(file), "--no-dashboard", *words]
            process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ}
            )
            pids.append(process.pid)
            stack.callback(lambda: (process.kill(), process.wait()))

        start("distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1")
        while not file.exists():
            time.sleep(0.1)
        for _ in range(workers):
            start("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--local-directory", folder)
        yield json.loads(file.read_text())["address"], pids


def main() -> None:
    """Measure, and print a Markdown table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.batch")
    parser.add_argument("--counts", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--one-case", action="store_true", help="one family at one tile width instead of all")
    parser.add_argument("--dask", action="store_true", help="also on a Dask cluster of this machine")
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores; load before: {os.getloadavg()[0]:.1f}\n")
    print("| batch | submissions | seconds | a second | peak MB | 2nd quarter MB | last quarter MB |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for count in args.counts:
        with tempfile.TemporaryDirectory() as folder:
            submissions = Path(folder) / "class"
            write_class(submissions, count)
            assignment = (one_case_assignment if args.one_case else copied_assignment)(Path(folder) / "assignment")
            outs = (Path(folder) / f"graded{number}" for number in itertools.count())
            for jobs in args.jobs:
                for name, words in (("", []), (", no search", ["--no-diagnosis"])):
                    name, words = f"{jobs} job{'s' * (jobs > 1)}{name}", ["--jobs", str(jobs), *words]
                    show(measure(name, submissions, count, words, [], assignment, out := next(outs)))
            for jobs in args.jobs if args.dask else []:
                with dask_cluster(jobs) as (address, pids):
                    name = f"Dask, {jobs} worker{'s' * (jobs > 1)}"
                    show(measure(name, submissions, count, ["--scheduler", address], pids, assignment, next(outs)))
            for name in rounds(submissions, assignment):
                show(measure(name, submissions, count, words, [], assignment, out))


def rounds(submissions: Path, assignment: Path) -> Iterator[str]:
    """What a course does with a class that is graded: before each name is given, it is done."""
    yield "the same again"
    config = assignment / "config.yaml"
    text = config.read_text(encoding="utf-8")
    more = re.sub(r"performance: (\d+)", lambda found: f"performance: {int(found[1]) + 1}", text)
    config.write_text(more, encoding="utf-8")
    yield "other points"
    for path in sorted(submissions.iterdir())[::100]:
        path.write_text(path.read_text(encoding="utf-8") + "// again\n", encoding="utf-8")
    yield "one in 100 changed"


def show(row: Measured) -> None:
    """One line of the table, at once."""
    memory = f"{row.peak_mb:.0f} | {row.early_mb:.0f} | {row.late_mb:.0f}"
    print(f"| {row.name} | {row.count} | {row.seconds:.1f} | {row.rate:.2f} | {memory} |", flush=True)


if __name__ == "__main__":
    main()
