"""A GPU emulator for single kernels: load PTX, bind arrays, launch, read findings and counters.

    from grader.emulator import load

    kernel = load(ptx)["matmul_tiled"]
    run = kernel.launch(grid=(3, 3), block=(16, 16), args=[a, b, c, 34, 34, 34])
    run.findings, run.counters, run.output

PTX becomes LLVM IR becomes machine code, with the checkers compiled in. Nothing here knows of grading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.emulator.dump import leave
from grader.emulator.kernel import Kernel
from grader.emulator.passes.pruning import drop_unused_globals
from grader.emulator.ptx import PtxSyntaxError, parse
from grader.emulator.run import Counters, Event, Finding, LineCounters, Party, Run
from grader.emulator.running.buffers import Globals
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


class LoadedModule(Mapping[str, Kernel]):
    """The kernels of a PTX file by name; its global variables live as long as this does."""

    def __init__(self, ptx: str) -> None:
        leave("read.ptx", lambda: ptx)
        self.module = parse(ptx)
        drop_unused_globals(self.module)
        variables = Globals.of(self.module)
        self._kernels = {kernel.name: Kernel(self.module, kernel, variables) for kernel in self.module.kernels}

    def __getitem__(self, name: str) -> Kernel:
        return self._kernels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)


def load(ptx: str) -> LoadedModule:
    """Load a PTX file.

    Raises:
        PtxSyntaxError: the text is not PTX that the emulator can read.
        Unsupported: it is, and it declares more than the emulator can hold.

    """
    return LoadedModule(ptx)
