"""A GPU emulator for single kernels: load PTX, bind arrays, launch, read findings and counters.

    from grader.emulator import load

    kernel = load(ptx)["matmul_tiled"]
    run = kernel.launch(grid=(3, 3), block=(16, 16), args=[a, b, c, 34, 34, 34])
    run.findings, run.counters, run.output

PTX becomes LLVM IR becomes machine code, with the checkers compiled in. Nothing here knows of grading.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from grader.emulator.result import Counters, Event, LineCounters, Party, Run, RunFinding, Unsupported

if TYPE_CHECKING:
    from grader.emulator.kernel import Kernel, LoadedModule, load
    from grader.emulator.ptx.statements import PtxSyntaxError

__all__ = [
    "Counters",
    "Event",
    "Kernel",
    "LineCounters",
    "LoadedModule",
    "Party",
    "PtxSyntaxError",
    "Run",
    "RunFinding",
    "Unsupported",
    "load",
]

_HOMES = {"Kernel": "kernel", "LoadedModule": "kernel", "PtxSyntaxError": "ptx.statements", "load": "kernel"}


def __getattr__(name: str) -> object:
    """Load what launches kernels on first use: readers of results do not need it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
