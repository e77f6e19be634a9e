"""PTX text becomes kernels that can be launched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.emulator.dump import leave
from grader.emulator.kernel import Kernel
from grader.emulator.passes.pruning import drop_unused_globals
from grader.emulator.ptx import parse
from grader.emulator.running.buffers import Globals


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
