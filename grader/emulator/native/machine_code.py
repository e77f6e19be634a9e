"""Join one kernel's IR to the runtime, and make machine code of it in this process, through llvmlite.

`scripts/build_runtime.py` compiled the runtime from C. Only functions that are called are taken, and those that they
call: machine code of the rest would take longer to make than that of most kernels. What kernels have in common stays
apart from one kernel's own IR, so that its machine code is made once for many kernels.

No fast-math, no change of rounding: results must be those of the IR to the bit.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any

from grader.emulator.dump import leave
from grader.emulator.ptx.nodes import reached

_ITEM = re.compile(
    r"^(?:define [^@\n]*(?P<function>@[\w.]+)\(.*?^\}|(?:declare [^@\n]*)?(?P<line>[@%][\w.]+)[^\n]*)\n",
    re.MULTILINE | re.DOTALL,
)
_HEAD = re.compile(r"^define (?P<head>[^@\n]*(?P<name>@[\w.]+)\([^)\n]*\))", re.MULTILINE)
_PARAMETER = re.compile(r" %[\w.]+(?=[,)])")
# The function that Python calls; and branch weights: the first way is nearly never, or nearly always, taken.
_RUN = """
define i64 @run(ptr %ctx, i64 %first, i64 %last) {{
  %answer = call i64 @{entry}(ptr %ctx, i64 %first, i64 %last)
  ret i64 %answer
}}
"""
_LIKELY = """
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 2000, i32 1}
"""
_NAME = re.compile(r"@[\w.]+|%struct\.\w+")


@dataclass(frozen=True, slots=True)
class Linked:
    """The IR of one kernel, whose `run` Python calls, and that of its library, often the same for many kernels."""

    own: str
    library: str

    @property
    def text(self) -> str:
        """Both, for a reader; LLVM gets them separately."""
        return f"{self.own}\n{self.library}"


def linked(
    text: str,
    declarations: Iterable[str],
    numbers: Mapping[str, int],
    *,
    shared: Sequence[str] = (),
    always: Collection[str] = (),
    entry: str,
    ordered: bool = False,
) -> Linked:
    """Return a kernel's IR with the runtime functions that it calls, and `run`, by the runtime's `entry`.

    `shared` are functions that many kernels have word for word. `numbers` are the kernel's own; both parts and the
    runtime read them. Names in `always` are added, called or not, to make one library for all kernels. `ordered` says
    whether accesses are ordered by more than barriers of the block. LLVM refuses undefined names.
    """
    runtime = _runtime(ordered)
    own = text + _RUN.format(entry=entry)
    named = {name for item in shared for name in _NAME.findall(item)}
    mine = set(_NAME.findall(own))
    called = {name for name in runtime.keys() & mine if not name.startswith("@llvm.")}
    names = reached(
        named | called | {f"@{name}" for name in always}, lambda name: runtime[name][1] if name in runtime else ()
    )
    added = [runtime[name][0] for name in sorted(names & runtime.keys())]
    known = {item for item in added if item.startswith("declare")}
    types = [item for item in added if item.startswith("%")]
    common = [item for item in added if item not in known and item not in types] + list(shared)
    needed = known | {f"{line}\n" for line in declarations}
    return Linked(
        own="".join([
            *sorted(needed),
            *(f"@{name} = constant i64 {number}\n" for name, number in numbers.items()),
            *_declared(common, mine), own, _LIKELY,
        ]),
        library="".join([
            *sorted(known), *types,
            *(f"@{name} = external constant i64\n" for name in numbers if f"@{name}" in names),
            *_declared([own], names), "\n".join(common), _LIKELY,
        ]),
    )  # fmt: skip


def _declared(texts: Iterable[str], names: Collection[str]) -> Iterator[str]:
    """Yield declarations of the functions of these names that the texts define."""
    for text in texts:
        for found in _HEAD.finditer(text):
            if found["name"] in names:
                yield f"declare {_PARAMETER.sub('', found['head'])}\n"


@functools.cache
def _runtime(ordered: bool) -> dict[str, tuple[str, frozenset[str]]]:
    """Return the text of every function, table and type of the runtime, by name, and the names in it."""
    # The order of accesses, or the same names for kernels that need none.
    left_out = "unordered" if ordered else "ordering"
    apart = (left_out, "instructions")  # these stand in the kernel's own IR (`isa/opcodes.py`)
    rooms = [room for room in resources.files(__package__).iterdir() if room.is_dir() and room.name not in apart]
    files = [file for room in rooms for file in room.iterdir() if file.name.endswith(".ll")]
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for file in sorted(files, key=lambda file: file.name):
        for item in _ITEM.finditer(file.read_text(encoding="utf-8")):
            # A kernel and its library are two modules.
            name, text = item["function"] or item["line"], item[0].replace("define internal", "define", 1)
            # LLVM's own functions are only declared.
            if name.startswith("@llvm.") or not (text.startswith("declare") or " = external " in text):
                found[name] = text, frozenset(_NAME.findall(text)) - {name}
    return found


@functools.cache
def _llvm() -> Any:  # noqa: ANN401 - llvmlite has no types
    # Older llvmlite (0.44, LLVM 15) reads `ptr` only with this setting.
    os.environ.setdefault("LLVMLITE_ENABLE_OPAQUE_POINTERS", "1")
    import llvmlite.binding as llvm

    # Newer llvmlite initialises the core itself and refuses this call. All may be called again, by another thread.
    if int(llvm.llvm_version_info[0]) < 20:
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def prepare() -> None:
    """Load LLVM now, for all processes that will be forked from this one."""
    _llvm()


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
    key = (text, optimise or (text, True) in LIBRARIES)
    kept = LIBRARIES.pop(key, None)
    if kept is None:
        module, machine = _parsed(text, optimise=optimise)
        kept = bytes(machine.emit_object(module))
        if len(LIBRARIES) >= MOST_LIBRARIES:
            LIBRARIES.pop(next(iter(LIBRARIES)))
    LIBRARIES[key] = kept  # last, because the first is dropped when there are too many
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
