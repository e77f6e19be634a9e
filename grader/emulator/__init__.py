"""A GPU emulator for single kernels: load PTX, bind arrays, launch, read findings and counters.

    from grader.emulator import load

    kernel = load(ptx)["matmul_tiled"]
    run = kernel.launch(grid=(3, 3), block=(16, 16), args=[a, b, c, 34, 34, 34])
    run.findings, run.counters, run.output

PTX becomes LLVM IR becomes machine code, with the checkers compiled in. Nothing here knows of grading.
"""

from grader.emulator.kernel import Kernel
from grader.emulator.loading import LoadedModule, load
from grader.emulator.ptx import PtxSyntaxError
from grader.emulator.run import Counters, Event, Finding, LineCounters, Party, Run
from grader.emulator.unsupported import Unsupported

__all__ = [
    "Counters",
    "Event",
    "Finding",
    "Kernel",
    "LineCounters",
    "LoadedModule",
    "Party",
    "PtxSyntaxError",
    "Run",
    "Unsupported",
    "load",
]
