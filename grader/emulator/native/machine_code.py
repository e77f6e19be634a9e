"""Make machine code of LLVM IR in this process, through llvmlite.

No fast-math, no change of rounding: results must be those of the IR to the bit.
"""

from __future__ import annotations

import ctypes
import functools
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grader.emulator.dump import leave
from grader.emulator.native.linking import Linked

_LOCK = threading.Lock()
_READY = False


def _llvm() -> Any:  # noqa: ANN401 - llvmlite has no types
    global _READY
    if not _READY:
        # Older llvmlite (0.44, LLVM 15) reads `ptr` only with this setting.
        os.environ.setdefault("LLVMLITE_ENABLE_OPAQUE_POINTERS", "1")
    import llvmlite.binding as llvm

    with _LOCK:
        if not _READY:
            _initialise(llvm)
            _READY = True
    return llvm


def prepare() -> None:
    """Load LLVM now, for all processes that will be forked from this one."""
    _llvm()


def _initialise(llvm: Any) -> None:  # noqa: ANN401
    # Newer llvmlite initialises the core itself and refuses this call.
    if int(llvm.llvm_version_info[0]) < 20:
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


PATIENCE_SECONDS = 0.2
"""Optimised code costs 40 to 100 ms to make and saves 40% of the time that quick code takes. In a class of which
half is wrong, both 0.1 s and 0.4 s took 4 to 7% longer for it all."""
USUAL_SIZE = 80_000
"""Characters of IR that this is true of; more takes longer to make, and pays after a longer time."""
MOST_LIBRARIES = 32
"""That are kept: what most kernels call differs by what is checked and recorded, and in few other ways."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """The IR's `run` as a function of this process, and the engine that keeps its code alive."""

    engine: Any
    run: Callable[[int, int, int], int]


class MachineCode:
    """IR that is written and becomes quick machine code at the first run, and optimised code after a while.

    Most kernels that a student waits for run for a few milliseconds on small cases; optimised code takes longer to
    make. Both give the same bits. The code lives as long as this object.
    """

    def __init__(self, write: Callable[[], Linked], name: str = "code") -> None:
        self._write, self.name = write, name
        self._quick: _Entry | None = None
        self._best: _Entry | None = None
        self._seconds, self._patience = 0.0, PATIENCE_SECONDS
        self._making = threading.Lock()

    @cached_property
    def linked(self) -> Linked:
        """The IR, written on first use."""
        linked = self._write()
        leave(f"{self.name}.ll", lambda: linked.text)
        self._patience *= max(1.0, len(linked.text) / USUAL_SIZE)
        return linked

    @property
    def made(self) -> bool:
        """True if it has run."""
        return self._quick is not None

    def run(self, context: int, first: int, last: int) -> int:
        """Call the IR's `run(context, first, last)`.

        Raises:
            RuntimeError: LLVM refuses the IR, which is a fault of the emulator.

        """
        best = self._best
        if best is not None:
            return int(best.run(context, first, last))
        entry = self.make()
        began = time.thread_time()  # without the time that other threads use this core
        answer = int(entry.run(context, first, last))
        self._seconds += time.thread_time() - began
        if self._seconds > self._patience:
            self.improve()
        return answer

    def stretch(self, done: int) -> int | None:
        """Return how many blocks to run after so many, so that better code may take over in between; None for all."""
        return None if self._best is not None else done + 4

    def make(self) -> _Entry:
        """Make quick code now instead of at the first run."""
        with self._making:
            if self._quick is None:
                self._quick = _compile(self.linked, f"{self.name}.quick", optimise=False)
            return self._quick

    def improve(self) -> None:
        """Make optimised code for all runs from now on."""
        with self._making:
            if self._best is None:
                self._best = _compile(self.linked, f"{self.name}.optimised", optimise=True)


def _compile(linked: Linked, name: str, *, optimise: bool) -> _Entry:
    """Make machine code of the IR: optimised, or as fast as possible.

    Optimised means stack slots in registers and well chosen instructions. Longer pipelines (combining instructions,
    simplifying the control flow) made slower code here, not faster.
    """
    llvm = _llvm()
    module, machine = _parsed(linked.own, optimise=optimise)
    # A copy: LLVM changes a module when it writes assembly.
    leave(f"{name}.s", lambda: machine.emit_assembly(llvm.parse_assembly(str(module))))
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(_library(linked.library, optimise=optimise)))
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    return _Entry(engine, kind(engine.get_function_address("run")))


LIBRARIES: dict[tuple[str, bool], bytes] = {}
"""What kernels call, by its IR and whether it is optimised, as object files that are linked to each of them."""


def _library(text: str, *, optimise: bool) -> bytes:
    """Return a library's object file, made on first use. If there is an optimised one, quick code calls it too."""
    kept = LIBRARIES.get((text, True)) or LIBRARIES.get((text, optimise))
    if kept is None:
        module, machine = _parsed(text, optimise=optimise)
        kept = LIBRARIES[text, optimise] = bytes(machine.emit_object(module))
        if len(LIBRARIES) > MOST_LIBRARIES:
            LIBRARIES.pop(next(iter(LIBRARIES)))
    return kept


def _parsed(text: str, *, optimise: bool) -> tuple[Any, Any]:
    """Return a module, and the machine that it is for."""
    llvm = _llvm()
    module = llvm.parse_assembly(text)
    cpu, features = _host()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=cpu, features=features, opt=int(optimise), jit=True
    )
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    if optimise:
        _slots_to_registers(llvm, module, machine)
    return module, machine


@functools.cache
def _host() -> tuple[str, str]:
    """Return the processor here and its features, as LLVM names them."""
    llvm = _llvm()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _slots_to_registers(llvm: Any, module: Any, machine: Any) -> None:  # noqa: ANN401
    if not hasattr(llvm.newpassmanagers.ModulePassManager, "add_sroa_pass"):
        manager = llvm.create_module_pass_manager()  # llvmlite 0.44 has this pass in LLVM's older manager only
        manager.add_sroa_pass()
        manager.run(module)
        return
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1)))
