"""LLVM IR as text becomes machine code in this process, through llvmlite.

No fast-math, no change of rounding: results must be those of the IR to the bit.
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Any

_LOCK = threading.Lock()
_READY = False


def _llvm() -> Any:  # noqa: ANN401 - llvmlite has no types
    global _READY
    if not _READY:
        # Older llvmlite (0.44, LLVM 15) reads `ptr` only when asked to.
        os.environ.setdefault("LLVMLITE_ENABLE_OPAQUE_POINTERS", "1")
    import llvmlite.binding as llvm

    with _LOCK:
        if not _READY:
            _initialise(llvm)
            _READY = True
    return llvm


def _initialise(llvm: Any) -> None:  # noqa: ANN401
    # Newer llvmlite initialises the core itself and refuses to be asked.
    if int(llvm.llvm_version_info[0]) < 20:
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


class MachineCode:
    """IR that becomes machine code when it is first run; the code lives as long as this does."""

    def __init__(self, text: str, optimise: int) -> None:
        self.text, self._optimise = text, optimise
        self._engine: Any = None
        self._run: Any = None
        self._making = threading.Lock()

    def run(self, context: int, first: int, last: int) -> int:
        """Call the IR's `run(context, first, last)`.

        Raises:
            RuntimeError: LLVM refuses the IR, which is a fault of the emulator.

        """
        self.make()
        return int(self._run(context, first, last))

    def make(self) -> None:
        """Compile now instead of at the first run."""
        with self._making:
            if self._run is None:
                self._engine, self._run = _compile(self.text, self._optimise)


def _compile(text: str, optimise: int) -> tuple[Any, Any]:
    llvm = _llvm()
    module = llvm.parse_assembly(text)
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=optimise, jit=True
    )
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    if optimise:
        _optimise(llvm, module, machine)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    return engine, kind(engine.get_function_address("run"))


def _optimise(llvm: Any, module: Any, machine: Any) -> None:  # noqa: ANN401
    """A short pipeline: stack slots to SSA, simplification, common subexpressions. Longer ones cost a student more
    waiting than they save on the small cases that grading runs.
    """
    if not hasattr(llvm.newpassmanagers.ModulePassManager, "add_sroa_pass"):
        _optimise_by_legacy_passes(llvm, module)
        return
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    builder = llvm.create_pass_builder(machine, options)
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_instruction_combine_pass()
    manager.add_simplify_cfg_pass()
    manager.run(module, builder)


def _optimise_by_legacy_passes(llvm: Any, module: Any) -> None:  # noqa: ANN401
    """The same three passes: llvmlite 0.44 offers SROA through LLVM's older pass manager only."""
    manager = llvm.create_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_instruction_combining_pass()
    manager.add_cfg_simplification_pass()
    manager.run(module)
