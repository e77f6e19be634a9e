"""Two checkouts side by side: machine code, multiply-adds, the first verdict, a class.

    python -m benchmarks.compare BEFORE [AFTER] [--rounds N] [--sizes 256,512] [--students N]

Both are run by this interpreter, in fresh processes and in turn, so that a busy machine slows both alike: the last
column is the median of the rounds' ratios, and holds where seconds do not. AFTER is this checkout where none is named.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.batch import write_sample
from grader.processes.child import usable_cores

ROOT = Path(__file__).parents[1]
CLASS_SIZE = 16
"""Half of them right; of the faulty ones some are found soon and some not at all."""

# Children whose parent ends before them become this one's, so that their time is counted (36: PR_SET_CHILD_SUBREAPER).
ALL_AWAITED = """
import ctypes, os, subprocess, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
status = subprocess.run([sys.executable, *sys.argv[1:]]).returncode
try:
    while True:
        os.wait()
except ChildProcessError:
    sys.exit(status)
"""

# What it calls has been there under these names since the emulator was made.
EMULATOR = """
import inspect, json, sys, time
import numpy as np
from grader.compiling.frontend import compile_cuda
from grader.emulator import load

def launched(kernel, n, checkers="all", threads=1):
    known = inspect.signature(kernel.launch).parameters  # of another commit's, which may have another name
    without = {"checked": False} if "checked" in known else {"checkers": "none"}
    rng = np.random.default_rng(n)
    a, b = (rng.random((n, n), np.float32) for _ in range(2))
    blocks = -(-n // 16)
    run = kernel.launch(grid=(blocks, blocks), block=(16, 16), args=[a, b, np.empty((n, n), np.float32), n, n, n],
                        names=["A", "B", "C"], threads=threads, **(without if checkers == "none" else {}))
    assert run.finished and not run.findings, run.findings
    return run.seconds

figures = {}
for name, entry in (("tiled", "matmul_tiled"), ("naive", "matmul_naive")):
    source = open(f"reference/{name}.cu", encoding="utf-8").read()
    ptx = compile_cuda(source, filename="k.cu", kernel=entry, defines={"TILE_WIDTH": 16}).ptx
    times = []
    for _ in range(4):  # the first also starts LLVM; processor time, whatever else runs
        began = time.thread_time()
        kernels = load(ptx)
        kernel = next(kernels[each] for each in kernels if entry in each)
        launched(kernel, 16)
        times.append((time.thread_time() - began) * 1e3)
    figures[f"{name}: PTX to a first result, ms"] = times[0]
    figures[f"{name}: the same again, ms"] = min(times)
    for n in map(int, sys.argv[1].split(",")):
        for checkers, threads in (("all", 1), ("all", 2), ("none", 1)):
            spent = 0.0
            while spent < 1:  # until optimised code has taken over
                spent += launched(kernel, n, checkers, threads)
            best = min(launched(kernel, n, checkers, threads) for _ in range(3))
            how = f"{checkers}{', 2 threads' * (threads > 1)}"
            figures[f"{name} {n}, {how}: G multiply-adds/s"] = n**3 / best / 1e9
    for n in (1, 34):
        times = []
        for _ in range(200):
            began = time.thread_time()
            launched(kernel, n)
            times.append((time.thread_time() - began) * 1e3)
        figures[f"{name} {n}: a launch, ms"] = min(times)
print(json.dumps(figures))
"""


def run(tree: Path, *words: str) -> tuple[float, float, str]:
    """Seconds of a command in a checkout, those of processors, and what it printed; ends the benchmark where it fails.

    Python may keep what it compiles, as it does for everybody: else each process would compile all that it imports.
    """
    libraries = os.environ.get("PYTHONPATH", "")
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{libraries}"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, began = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", ALL_AWAITED, *words], cwd=tree, env=environment, capture_output=True, text=True
    )
    seconds = time.perf_counter() - began
    after = os.times()
    if done.returncode not in (0, 1):
        raise SystemExit(f"{tree}: {' '.join(words[:4])} failed: {done.stderr[-2000:]}")
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, spent, done.stdout


def without_sweep(tree: Path, folder: Path) -> Path:
    """The checkout's own assignment with no shapes tried beside the cases; the oldest ones know of no such shapes."""
    for name in ("testcases", "reference", "starter"):
        shutil.copytree(tree / name, folder / name)
    text = (tree / "config.yaml").read_text(encoding="utf-8")
    if (tree / "grader" / "checking" / "sweep.py").exists():
        text += "\nsweep:\n  work: 0\n  batch_work: 0\n"
    (folder / "config.yaml").write_text(text, encoding="utf-8")
    return folder


def figures(tree: Path, sizes: str, size: int) -> dict[str, float]:
    """One round of everything in one checkout, with a class of `size`."""
    *_, said = run(tree, "-c", EMULATOR, sizes)
    found: dict[str, float] = json.loads(said)
    with tempfile.TemporaryDirectory() as scratch:
        file, folder = "reference/tiled.cu", Path(scratch, "submissions")
        words = ("-m", "grader", file, "--device", "cpu", "--out", str(Path(scratch, "report")))
        little = str(without_sweep(tree, Path(scratch, "assignment")))
        for name, more in (
            ("one case", ("--case", "lesson-34-random@16")),
            ("a submission, without the sweep", ("--assignment", little)),
            ("a submission", ()),
        ):
            found[f"{name}: seconds"], found[f"{name}: of processors"], _ = run(tree, *words, *more)
        write_sample(folder, size)
        # As many jobs in both: not every checkout asks how many cores there are for it.
        batch = ("-m", "grader", "batch", str(folder), "--device", "cpu", "--jobs", str(usable_cores()), "--out")
        searches = (tree / "grader" / "diagnosis").exists()  # the oldest checkouts look for no causes
        for name, more in (("a class", ()), ("a class, no causes", ("--no-diagnosis",) if searches else ())):
            seconds, spent, _ = run(tree, *batch, str(Path(scratch, name)), *more)
            found[f"{name}: submissions/s"] = size / seconds
            found[f"{name}: of processors, each"] = spent / size
    return found


def main(arguments: Sequence[str]) -> None:
    """Run the rounds and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__.split("\n", 1)[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", default="256,512", help="matrix widths, with commas between")
    parser.add_argument("--students", type=int, default=CLASS_SIZE, help="how many are in the class")
    options = parser.parse_args(arguments)
    trees = (options.before.resolve(), options.after.resolve())
    rounds = [[figures(tree, options.sizes, options.students) for tree in trees] for _ in range(options.rounds)]
    print(f"{'':44}{'before':>10}{'after':>10}{'ratio':>8}")
    for name in rounds[0][0]:
        before, after = (statistics.median(each[place][name] for each in rounds) for place in (0, 1))
        ratio = statistics.median(each[1][name] / each[0][name] for each in rounds)
        print(f"{name:44}{before:10.3f}{after:10.3f}{ratio:8.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
