"""The warm process: it loads compiler and emulator once; each emulator's child is a fork of it."""

from __future__ import annotations

import contextlib
import socket
import tempfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from grader.processes.child import Start, child_environment
from grader.processes.forkserver import AVAILABLE, ForkServer

if TYPE_CHECKING:
    from grader.devices.cpu import WorkerLimits
    from grader.emulator import Kernel

_KERNEL = """
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float seen[16][16], turned[16][16];
    int x = threadIdx.x, y = threadIdx.y, down = blockIdx.y * 16 + y, right = blockIdx.x * 16 + x;
    float most = 0.0f;
    seen[y][x] = down < M && right < K ? A[down * K + right] : 1.0f;
    turned[x][y] = down < N && right < K ? B[down * K + right] : 1.0f;
    __syncthreads();
    for (int place = x; place < K; ++place)
        most += seen[place % 16][x] * turned[y][place % 16] - most;
    if (down < M && right < N)
        C[down * N + right] = most;
}
"""
"""Not a matrix product, because students get this file; but it calls what most kernels call."""


@contextlib.contextmanager
def warm_process(*, rehearsed: bool = False, here: bool = False, at: int | None = None) -> Iterator[ForkServer | None]:
    """Run a warm process that loads while the caller continues; yield None where the system cannot fork.

    `rehearsed`: first run a kernel in every way that grading uses; worth it for a server of many children. `here`: load
    first what both processes need, then fork the warm process from this one; for a caller that has just started. `at`:
    descriptor of a socket to an existing warm process, another's twin.
    """
    if not AVAILABLE:
        yield None
        return
    tasks = [f"{__name__}:load", *([f"{__name__}:rehearse"] if rehearsed else [])]
    with contextlib.closing(ForkServer(tasks, child_environment(tempfile.gettempdir()))) as server:
        if here:
            load_shared()
        if at is None:
            server.start(here=here)
        else:
            server.adopt(socket.socket(fileno=at))
        yield server


def forked_from(server: ForkServer) -> Callable[[WorkerLimits], Start]:
    """Return a function that starts an emulator's child as a fork of the warm process."""
    return lambda limits: server.starter("grader.devices.worker", limits.arguments())


def load_shared() -> None:
    """Load what the grader's own process and the emulator's children both need."""
    import grader.devices.worker  # noqa: F401
    from grader.devices.base import Compiled, CompileRequest
    from grader.devices.requests import AllLaunched, LaunchesRequest
    from grader.devices.wire import make_ready

    make_ready(CompileRequest, Compiled, LaunchesRequest, AllLaunched)


def load() -> None:
    """Load in the warm process everything that compiling and emulating import, and NVRTC itself."""
    from grader.compiling.nvrtc import supported_architectures
    from grader.compiling.values import CompilerUnavailableError
    from grader.devices.worker import preload
    from grader.processes.child import hide_gpus
    from grader.processes.sandbox import prepare

    load_shared()
    hide_gpus()
    preload()
    prepare()
    with contextlib.suppress(CompilerUnavailableError):  # reported when something is compiled
        supported_architectures()


def rehearse() -> None:
    """Do the one-time work of NVRTC, LLVM, parser and emulator.

    Launches a kernel in every way that grading uses, so that the code all kernels call is compiled to machine code.
    """
    from grader.compiling.values import CompileOptions
    from grader.devices.base import WITH_FIGURES, CompileRequest
    from grader.devices.front_end import compile_request
    from grader.devices.worker import load_kernels
    from grader.edits.syntax import SyntaxTree
    from grader.emulator.dump import nobody_looks

    options = CompileOptions(filename="warm_up.cu", kernel="matmul_tiled", arch=WITH_FIGURES)
    request = CompileRequest(source=_KERNEL, tile_width=16, options=options)
    # A fault here also occurs with the first submission, and is reported there.
    with nobody_looks(), contextlib.suppress(Exception):
        SyntaxTree(_KERNEL)
        for each in (request, request.without_figures(debug=True, hasty=True)):
            compiled, ptx = compile_request(each)
            _run_once(*load_kernels([ptx], [compiled.kernel_name]), plain=each is not request)


def _run_once(kernel: Kernel, *, plain: bool) -> None:
    """Launch once in each way; `plain` (unoptimised) code has only one."""
    import numpy as np

    a, b, c = (np.zeros((32, 32), np.float32) for _ in range(3))
    place: dict[str, Any] = {"grid": (2, 2), "block": (16, 16), "args": [a, b, c, 32, 32, 32], "threads": 1}
    kernel.launch(**place, fast=False)
    if plain:
        return
    kernel.launch(**place)
    kernel.improve()
    kernel.launch(**place, checked=False)
    kernel.launch(**place, checked=False, turns="lockstep")
    kernel.launch(**place, checked=False, turns="lockstep", fast=False)
    kernel.launch(**place, record=(0, 0, 0))
    del place["threads"]
    kernel.profile(**place, blocks=[(1, 1)], warps=[0])
