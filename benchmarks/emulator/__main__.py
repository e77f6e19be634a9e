"""How fast the emulator is, beside others.

    python -m benchmarks.emulator [--sizes 256,512,1024] [--rounds N] [--others] [--careful]

Rounds are interleaved, so that a busy machine slows all rows alike; the last column relates a row to the first one of
its size and kernel, and that ratio holds where seconds do not. `--others` also runs Oclgrind, PoCL and Numba's
simulator where they are installed, on sizes that suit them: they are rows of multiply-adds a second, not of the same n.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.emulator.others import OTHERS
from grader.compiling.frontend import compile_cuda
from grader.emulator import Kernel, load
from grader.emulator.native.machine_code import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]
KERNELS = {"naive": ("reference/naive.cu", "matmul_naive"), "tiled": ("reference/tiled.cu", "matmul_tiled")}
TILE = 16


@dataclass(slots=True)
class Row:
    """One line of the table: what ran, and the seconds of each round."""

    kernel: str
    size: int
    what: str
    run: Callable[[], float]
    seconds: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Multiply-adds a second of the median round, in thousands of millions."""
        return self.size**3 / statistics.median(self.seconds) / 1e9


def kernel_of(name: str) -> Kernel:
    """A reference kernel on the emulator."""
    path, entry = KERNELS[name]
    source = (ROOT / path).read_text(encoding="utf-8")
    made = compile_cuda(source, filename=Path(path).name, kernel=entry, defines={"TILE_WIDTH": TILE})
    if not made.ok:
        raise SystemExit(f"{path} does not compile: {made.diagnostics}")
    return load(made.ptx)[made.kernel_name]


def launch(
    kernel: Kernel, size: int, checked: bool = True, threads: int = 1, fast: bool | None = None
) -> Callable[[], float]:
    """A function that launches once and gives the seconds in machine code."""
    rng = np.random.default_rng(size)
    a, b = (rng.random((size, size), np.float32) for _ in range(2))
    c = np.empty((size, size), np.float32)
    blocks = -(-size // TILE)

    def run() -> float:
        outcome = kernel.launch(
            grid=(blocks, blocks), block=(TILE, TILE), args=[a, b, c, size, size, size], names=["A", "B", "C"],
            checked=checked, threads=threads, fast=fast,
        )  # fmt: skip
        if outcome.findings or not outcome.finished:
            raise SystemExit(f"a correct kernel was faulted: {outcome.findings}")
        return outcome.seconds

    return run


def optimised(run: Callable[[], float]) -> Callable[[], float]:
    """The same, once quick code has run for so long that optimised code has taken over."""
    spent = 0.0
    while spent < 4 * PATIENCE_SECONDS:
        spent += run()
    return run


def rows_of(kernel: Kernel, name: str, size: int, careful: bool) -> list[Row]:
    """The emulator's own rows."""
    cores = os.cpu_count() or 1
    kinds = [("all, 1 thread", True, 1, None), ("none, 1 thread", False, 1, None)]
    kinds += [(f"all, {threads} threads", True, threads, None) for threads in sorted({2, cores})]
    kinds += [("all, thread by thread", True, 1, False)] if careful else []
    return [Row(name, size, what, optimised(launch(kernel, size, *how))) for what, *how in kinds]


def small_launches(rounds: int) -> None:
    """What a launch takes before and after it computes: of one block, and of a matrix that takes nine."""
    print("\nA launch with all checkers, quick code, milliseconds, fastest and median of many:")
    for name in KERNELS:
        kernel = kernel_of(name)
        for size in (1, 34):
            run, times = launch(kernel, size), list[float]()
            for _ in range(100 * rounds):
                began = time.perf_counter()
                run()
                times.append((time.perf_counter() - began) * 1e3)
            print(f"  {name:8}{size:4} {min(times[rounds:]):8.3f} {statistics.median(times[rounds:]):8.3f}")


BARRIERS = {
    "bar.sync": ("", "__syncthreads()"),
    "named": ("", 'asm volatile("bar.sync 1, 256;" ::: "memory")'),
    "cuda::barrier": (
        "__shared__ cuda::barrier<cuda::thread_scope_block> all; if (!threadIdx.x && !threadIdx.y) init(&all, 256); "
        "__syncthreads();",
        "all.arrive_and_wait()",
    ),
}


def barriers(rounds: int) -> None:
    """The tiled kernel thread by thread with other barriers of the whole block, beside its own."""
    source = (ROOT / KERNELS["tiled"][0]).read_text(encoding="utf-8")
    runs, times = {}, dict[str, list[float]]()
    for name, (before, call) in BARRIERS.items():
        text = source.replace("__syncthreads()", call).replace("int phases", f"{before} int phases", 1)
        made = compile_cuda(
            f"#include <cuda/barrier>\n{text}", filename="tiled.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": TILE}
        )
        if not made.ok or (before and before not in text):
            raise SystemExit(f"the tiled kernel does not take {name}: {made.diagnostics}")
        runs[name], times[name] = launch(load(made.ptx)[made.kernel_name], 64, fast=False), []
    for _ in range(max(3, rounds)):
        for name, run in runs.items():
            times[name].append(run() * 1e3)
    print(
        "\nBarriers of the whole block, thread by thread (n = 64, T = 16), milliseconds, fastest round, and the ratio:"
    )
    for name, taken in times.items():
        print(f"  {name:16}{min(taken):8.2f}{min(taken) / min(times['bar.sync']):8.1f}")


def latency(rounds: int) -> None:
    """From PTX to machine code with all checkers, for the tiled kernel: where each millisecond goes."""
    source = (ROOT / KERNELS["tiled"][0]).read_text(encoding="utf-8")
    steps: dict[str, list[float]] = {"NVRTC": [], "read PTX": [], "write IR": [], "LLVM": []}
    for _ in range(max(3, rounds)):
        began = time.perf_counter()
        made = compile_cuda(source, filename="tiled.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": TILE})
        marks = [began, time.perf_counter()]
        kernel = load(made.ptx)[made.kernel_name]
        marks.append(time.perf_counter())
        code = kernel.translation().code
        assert "@step" in code.linked.own
        marks.append(time.perf_counter())
        code.make()
        marks.append(time.perf_counter())
        for step, start, end in zip(steps, marks, marks[1:], strict=False):
            steps[step].append((end - start) * 1e3)
    print("\nFrom source to machine code with all checkers (tiled, T = 16), milliseconds, fastest and median round:")
    for step, times in steps.items():
        print(f"  {step:10} {min(times):7.1f} {statistics.median(times):7.1f}")


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.emulator", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sizes", default="256,512,1024", help="matrix widths, with commas between")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--others", action="store_true", help="also Oclgrind, PoCL and Numba's simulator")
    parser.add_argument("--careful", action="store_true", help="also thread by thread, as small launches run")
    options = parser.parse_args(arguments)
    print(f"{'kernel':8}{'n':>6}  {'checkers':32}{'G multiply-adds/s':>18}{'ratio':>8}")
    for name in KERNELS:
        kernel = kernel_of(name)
        for size in (int(part) for part in options.sizes.split(",")):
            rows = rows_of(kernel, name, size, options.careful and size <= 512)
            for row in rows:
                row.run()
            for _ in range(options.rounds):
                for row in rows:
                    row.seconds.append(row.run())
            for row in rows:
                print(f"{name:8}{size:6}  {row.what:32}{row.rate:18.3f}{row.rate / rows[0].rate:8.2f}", flush=True)
    if options.others:
        for other in OTHERS:
            answer = other.measure()
            shown = f"{answer.rate / 1e9:18.4f}" if answer.rate else " " * 18
            print(f"{'tiled':8}{answer.size or '':>6}  {other.name:32}{shown}  {answer.note}", flush=True)
    small_launches(options.rounds)
    barriers(options.rounds)
    latency(options.rounds)


if __name__ == "__main__":
    main(sys.argv[1:])
