"""Other ways to run a GPU kernel without a GPU, where they are installed.

Each runs the same tiled product at T = 16 in its own language. What is missing says how to install it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# A product and a sum, not `fma`: where the driver's library calls a function for that, it takes five times as long.
OPENCL = """
#define T 16
kernel __attribute__((reqd_work_group_size(T, T, 1)))
void tiled(global const float *A, global const float *B, global float *C, int n) {
    local float As[T][T], Bs[T][T];
    int tx = get_local_id(0), ty = get_local_id(1), row = get_global_id(1), col = get_global_id(0);
    float sum = 0.0f;
    for (int p = 0; p < n / T; ++p) {
        As[ty][tx] = A[row * n + p * T + tx];
        Bs[ty][tx] = B[(p * T + ty) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < T; ++k) sum += As[ty][k] * Bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[row * n + col] = sum;
}
"""

POCL = """
import sys, time
import numpy as np, pyopencl as cl
n, source = int(sys.argv[1]), sys.stdin.read()
devices = [d for p in cl.get_platforms() if "Portable" in p.name for d in p.get_devices()]
assert devices, "OpenCL knows of no PoCL here (pip install pocl-binary-distribution)"
context = cl.Context(devices[:1]); queue = cl.CommandQueue(context)
program = cl.Program(context, source).build()
a = np.random.default_rng(0).random((n, n), np.float32); c = np.empty_like(a)
flags = cl.mem_flags
buffers = [cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=x) for x in (a, a, c)]
kernel, best = cl.Kernel(program, "tiled"), 1e9
for _ in range(5):
    begin = time.perf_counter()
    kernel(queue, (n, n), (16, 16), *buffers, np.int32(n)); queue.finish()
    best = min(best, time.perf_counter() - begin)
print(best)
"""

NUMBA = """
import sys, time
import numpy as np
from numba import cuda, float32
n, T = int(sys.argv[1]), 16
@cuda.jit
def tiled(A, B, C):
    As, Bs = cuda.shared.array((T, T), float32), cuda.shared.array((T, T), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)
    s = np.float32(0)
    for p in range(A.shape[0] // T):
        As[ty, tx] = A[row, p * T + tx]; Bs[ty, tx] = B[p * T + ty, col]
        cuda.syncthreads()
        for k in range(T): s += As[ty, k] * Bs[k, tx]
        cuda.syncthreads()
    C[row, col] = s
a = np.ones((n, n), np.float32); c = np.zeros_like(a)
begin = time.perf_counter(); tiled[(n // T, n // T), (T, T)](a, a, c); print(time.perf_counter() - begin)
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """Multiply-adds a second at some size, or a note that says why there is none."""

    size: int = 0
    rate: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Other:
    """One way: its name and how to measure it."""

    name: str
    measure: Callable[[], Answer]


def _failed(what: str, done: subprocess.CompletedProcess[str]) -> Answer:
    words = (done.stderr or done.stdout).strip().splitlines()
    return Answer(note=f"{what} failed: {words[-1] if words else done.returncode}")


def _oclgrind(*options: str) -> Answer:
    program = shutil.which("oclgrind-kernel")
    if program is None:
        return Answer(note="not installed (Debian: apt install oclgrind)")
    n = 64
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "tiled.cl").write_text(OPENCL, encoding="utf-8")
        buffer = f"<size={4 * n * n} float fill=1>"
        simulation = f"tiled.cl\ntiled\n{n} {n} 1\n16 16 1\n\n{buffer}\n{buffer}\n{buffer}\n<size=4 int>\n{n}\n"
        Path(folder, "tiled.sim").write_text(simulation, encoding="utf-8")
        began = time.perf_counter()
        done = subprocess.run(
            [program, "--num-threads", "1", *options, "tiled.sim"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=300,
        )
        seconds = time.perf_counter() - began
    if done.returncode:
        return _failed("oclgrind-kernel", done)
    return Answer(n, n**3 / seconds, "1 thread, with its start")


def _python(script: str, n: int, text: str, environment: dict[str, str], install: str, module: str) -> Answer:
    probe = subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True, text=True)
    if probe.returncode:
        return Answer(note=f"not installed ({install})")
    done = subprocess.run(
        [sys.executable, "-c", script, str(n)], input=text, capture_output=True, text=True, timeout=600,
        env={**os.environ, **environment},
    )  # fmt: skip
    if done.returncode:
        return _failed(module, done)
    return Answer(n, n**3 / float(done.stdout.split()[-1]), "")


def _pocl() -> Answer:
    install = "pip install pyopencl pocl-binary-distribution"
    return _python(
        POCL, 512, OPENCL, {"POCL_MAX_PTHREAD_COUNT": "1", "POCL_CPU_MAX_CU_COUNT": "1"}, install, "pyopencl"
    )


def _numba() -> Answer:
    return _python(NUMBA, 32, "", {"NUMBA_ENABLE_CUDASIM": "1"}, "pip install numba", "numba")


OTHERS = (
    Other("Oclgrind, no checks", _oclgrind),
    Other("Oclgrind, --data-races", lambda: _oclgrind("--data-races")),
    Other("PoCL, no checks, 1 thread", _pocl),
    Other("Numba's simulator, no checks", _numba),
)
