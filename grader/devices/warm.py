"""The warm process: it loads what compiles and emulates once, and each emulator's child is a fork of it."""

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
"""No product, for students get this file; but of the kind that most kernels are: what it calls, they call."""


@contextlib.contextmanager
def warm_process(*, rehearsed: bool = False, here: bool = False, at: int | None = None) -> Iterator[ForkServer | None]:
    """A warm process that loads while the caller goes on; None where the system cannot fork.

    `rehearsed` pays where it serves many: it has run a kernel in every way that grading uses before its first fork.
    `here` is for who begins with this: what both processes need is loaded first, and the warm one is a fork of this.
    `at` is the descriptor of a socket at whose other end there is one already, the twin of another's.
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
    """How to start an emulator's child as a fork of the warm process."""
    return lambda limits: server.starter("grader.devices.worker", limits.arguments())


def load_shared() -> None:
    """What the grader's own process needs as well as those that compile and emulate."""
    import grader.devices.worker  # noqa: F401
    from grader.devices.base import Compiled, CompileRequest
    from grader.devices.requests import AllLaunched, LaunchesRequest
    from grader.devices.wire import make_ready

    make_ready(CompileRequest, Compiled, LaunchesRequest, AllLaunched)


def load() -> None:
    """Called in the warm process: all that compiling and emulating import, and NVRTC itself."""
    from grader.compiling import CompilerUnavailableError, supported_architectures
    from grader.devices.worker import hide_gpus, preload
    from grader.processes.sandbox import prepare

    load_shared()
    hide_gpus()
    preload()
    prepare()
    with contextlib.suppress(CompilerUnavailableError):  # reported where something is to be compiled
        supported_architectures()


def rehearse() -> None:
    """Do what NVRTC, LLVM, parser and emulator do only once.

    So a kernel is launched in every way that grading uses. What all kernels call in that way is machine code then.
    """
    from grader.compiling.values import CompileOptions
    from grader.devices.base import WITH_FIGURES, CompileRequest
    from grader.devices.front_end import compile_request
    from grader.devices.worker import load_kernels
    from grader.edits.syntax import SyntaxTree
    from grader.emulator.dump import nobody_looks

    options = CompileOptions(filename="warm_up.cu", kernel="matmul_tiled", arch=WITH_FIGURES)
    request = CompileRequest(source=_KERNEL, tile_width=16, options=options)
    # A fault here meets the first submission as well, and is reported there.
    with nobody_looks(), contextlib.suppress(Exception):
        SyntaxTree(_KERNEL)
        for each in (request, request.without_figures(debug=True)):
            compiled, ptx = compile_request(each)
            _run_once(*load_kernels([ptx], [compiled.kernel_name]), plain=each is not request)


def _run_once(kernel: Kernel, *, plain: bool) -> None:
    """A launch of each kind; of the `plain` code, which is not optimised, only the one there is."""
    import numpy as np

    a, b, c = (np.zeros((32, 32), np.float32) for _ in range(3))
    place: dict[str, Any] = {"grid": (2, 2), "block": (16, 16), "args": [a, b, c, 32, 32, 32], "threads": 1}
    kernel.launch(**place, fast=False)
    if plain:
        return
    kernel.launch(**place)
    kernel.improve()
    kernel.launch(**place, checkers="none")
    kernel.launch(**place, checkers="none", turns="lockstep")
    kernel.launch(**place, checkers="none", turns="lockstep", fast=False)
    kernel.launch(**place, record=(0, 0, 0))
    del place["threads"]
    kernel.profile(**place, blocks=[(1, 1)], warps=[0])
