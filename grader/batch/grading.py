"""The real grading of a batch: one session a process, one fresh child a submission, forked where the system can."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.assignment import load_assignment
from grader.batch.tasks import Grade, Settings
from grader.checking.shapes import batch_effort
from grader.children import Start, child_environment
from grader.compiling.values import CompileOptions
from grader.devices.base import WITH_FIGURES, CompileRequest
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.forkserver import AVAILABLE, ForkServer
from grader.grade import Session
from grader.isolation import prepare
from grader.report import html
from grader.results import Results
from grader.submission import SubmissionFile

if TYPE_CHECKING:
    from grader.emulator import Kernel

_WARM_UP_KERNEL = """
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float tile[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = row < M && col < K ? A[row * K + col] : 0.0f;
    __syncthreads();
    C[row * N + col] = tile[threadIdx.x][threadIdx.y] * B[col];
}
"""


class SessionGrade:
    """A session whose devices forget everything between two submissions: each has a process of its own."""

    def __init__(self, settings: Settings) -> None:
        self._server = _fork_server() if AVAILABLE else None
        assignment = load_assignment(Path(settings.assignment))
        self._diagnosis = settings.diagnosis
        self._session = Session(
            assignment, device=settings.device, seed=settings.seed, workers=1, replays=settings.replays,
            open_device=self._open,
        )  # fmt: skip

    def __call__(self, submission: SubmissionFile) -> Results:
        """See `Grade`."""
        try:
            results = self._session.grade(submission, effort=batch_effort(self._session.assignment.config))
            return self._session.diagnosed(results) if self._diagnosis else results
        finally:
            self._session.renew()

    def page(self, results: Results) -> str:
        """See `Grade`."""
        return html(results)

    def close(self) -> None:
        """See `Grade`."""
        self._session.close()
        if self._server is not None:
            self._server.close()

    def _open(self, limits: WorkerLimits) -> EmulatorDevice:
        return EmulatorDevice(limits) if self._server is None else EmulatorDevice(limits, _forked(self._server))


def grade_in_process(settings: Settings) -> Grade:
    """The factory that `Settings` names."""
    return SessionGrade(settings)


def _forked(server: ForkServer) -> Callable[[WorkerLimits], Start]:
    return lambda limits: server.starter("grader.devices.worker", limits.arguments())


def _fork_server() -> ForkServer:
    server = ForkServer(["grader.batch.grading:warm_up"], child_environment(tempfile.gettempdir()))
    server.start()
    return server


def warm_up() -> None:
    """Called once in the fork server: what NVRTC, LLVM, parser and emulator do only once is done before the first fork.

    So the kernel is launched in every way that grading uses: threads in rows, one by one, recorded, profiled.
    """
    from grader.devices.front_end import compile_request
    from grader.devices.worker import hide_gpus, load_kernels, preload
    from grader.edits.syntax import Source
    from grader.emulator.dump import nobody_looks

    hide_gpus()
    preload()
    prepare()
    options = CompileOptions(filename="warm_up.cu", kernel="matmul_tiled", arch=WITH_FIGURES)
    request = CompileRequest(source=_WARM_UP_KERNEL, tile_width=16, options=options)
    # A fault here meets the first submission as well, and is reported there.
    with nobody_looks(), contextlib.suppress(Exception):
        Source(_WARM_UP_KERNEL)
        compiled, ptx = compile_request(request)
        _run_once(*load_kernels([ptx], [compiled.kernel_name]))


def _run_once(kernel: Kernel) -> None:
    import numpy as np

    a, b, c = (np.zeros((32, 32), np.float32) for _ in range(3))
    place: dict[str, Any] = {"grid": (2, 2), "block": (16, 16), "args": [a, b, c, 32, 32, 32]}
    kernel.launch(**place, threads=1)
    kernel.launch(**place, threads=1, record=(0, 0, 0))
    kernel.launch(**place, threads=1, fast=False)
    kernel.profile(**place, blocks=[(1, 1)], warps=[0])
