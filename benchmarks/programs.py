"""Whole programs: what a launch costs beyond its work, and what a start costs, in two checkouts side by side.

    python -m benchmarks.programs BEFORE [AFTER] [--rounds N] [--launches N]

Figures are seconds of processor of all processes together; both checkouts are run by this interpreter and in turn, so
the last column, the median of the rounds' ratios, holds where seconds do not. AFTER is this checkout where none is
named. A launch's cost is the difference of two runs of one program, over the launches that one of them makes more.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.compare import ROOT, run

PROGRAM = """
#include <stdlib.h>
#include <time.h>
__global__ void step(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1]);
}
int main(int argc, char **argv) {
  int times = atoi(argv[1]), n = atoi(argv[2]), block = atoi(argv[3]), swap = atoi(argv[4]), wait = atoi(argv[5]);
  int back = argc != 7;
  clock_t begin = argc > 7 ? clock() : 0;
  float *a, *b, *h = (float *)malloc(4 * n);
  if (cudaMalloc(&a, 4 * n) || cudaMalloc(&b, 4 * n)) return 2;
  if (cudaMemset(a, 0, 4 * n) || cudaMemset(b, 0, 4 * n)) return 2;
  for (int i = 0; i < times; i++) {
    step<<<(n + block - 1) / block, block>>>(a, b, n);
    if (swap) { float *c = a; a = b; b = c; }
    if (wait && cudaDeviceSynchronize()) return 2;
  }
  if (back && cudaMemcpy(h, a, 4 * n, cudaMemcpyDeviceToHost)) return 2;
  if (back && cudaMemcpy(h, b, 4 * n, cudaMemcpyDeviceToHost)) return 2;
  if (argc > 7 && (cudaDeviceSynchronize() || clock() < begin)) return 2;
  return cudaDeviceSynchronize() || cudaFree(a) || cudaFree(b);
}
"""
# Elements, threads of a block, whether two arrays change places, whether the host waits for each launch. With one more
# the results are not copied back, with two more they are, and the host reads a clock before and after.
LAUNCHES = {
    "one block of 64 threads": ("64", "64", "0", "0"),
    "4 blocks of 256 threads": ("1024", "256", "0", "0"),
    "4 blocks, arrays change places": ("1024", "256", "1", "0"),
    "4 blocks, and the host waits": ("1024", "256", "0", "1"),
}


def figures(tree: Path, folder: Path, launches: int) -> dict[str, float]:
    """Return one round of everything in one checkout."""
    program = folder / "step.cu"
    program.write_text(PROGRAM, encoding="utf-8")

    def spent(times: int, words: Sequence[str]) -> float:
        return run(tree, "-m", "grader", "run", str(program), "--", str(times), *words)[1]

    few = launches // 10
    first, *_ = LAUNCHES.values()
    spent(few, first)  # builds the program, and keeps it
    found = {"a start, nothing changed: ms": 1e3 * spent(1, first)}
    spent(1, (*first, "without"))
    found["a start, and a warning to tell: ms"] = 1e3 * spent(1, (*first, "without"))
    spent(1, (*first, "with", "a clock"))
    found["a start, and the host reads a clock: ms"] = 1e3 * spent(1, (*first, "with", "a clock"))
    spent(1, first)
    for name, words in LAUNCHES.items():
        found[f"a launch, {name}: µs"] = 1e6 * (spent(launches + few, words) - spent(few, words)) / launches
    return found


def main(arguments: Sequence[str]) -> None:
    """Run the rounds and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.programs", description=__doc__.split("\n", 1)[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--launches", type=int, default=5000)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        trees = (options.before.resolve(), options.after.resolve())
        rounds = [[figures(tree, Path(scratch), options.launches) for tree in trees] for _ in range(options.rounds)]
    print(f"{'':50}{'before':>10}{'after':>10}{'ratio':>8}")
    for name in rounds[0][0]:
        before, after = (statistics.median(each[place][name] for each in rounds) for place in (0, 1))
        ratio = statistics.median(each[1][name] / each[0][name] for each in rounds)
        print(f"{name:50}{before:10.0f}{after:10.0f}{ratio:8.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
