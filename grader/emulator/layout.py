"""The layout of a kernel's memory: virtual addresses (`native/records.h`), places of variables, a GPU's limits.

A read outside every array returns a mark that cannot be taken for a result: the bytes F1 FF repeated. As a float of 16
bits or more that is NaN, whose sums and products are NaN. As an integer of 32 bits it is -917,519. It is odd: a product
with it is zero only if the other factor is, modulo any power of two, so it does not act like padding with zeros. It is
large, so it does not look like a sum, as -1 might. It is negative, so a loop up to it ends at once. On a GPU the read
returns whatever lies there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from grader.emulator.native import records
from grader.emulator.ptx.mangling import base_name
from grader.emulator.ptx.nodes import (
    Function,
    Immediate,
    Module,
    Register,
    Symbol,
    Variable,
    leaves,
    reached,
)
from grader.emulator.result import TooLarge, Unsupported

StrayReads = Literal["mark", "zero"]

MARK = b"\xf1\xff"
# Every byte of shared memory when a block begins, unless a launch says otherwise: NaN, −1.
POISON = 0xFF
MOST_BYTES = 64


def stray_bytes(size: int, reads: StrayReads = "mark") -> bytes:
    """Return what a read of `size` bytes (at most MOST_BYTES) outside every array returns."""
    return bytes(size) if reads == "zero" else (MARK * -(-size // 2))[:size]


# What a thread may have on its stack: variables of functions that are called, and registers saved there. A GPU's
# default is 1 KiB, of frames that its compiler has packed; this is more, so that only what is endless is accused.
STACK_BYTES = 32 * 1024
# What a thread may have of local memory (CUDA C++ Programming Guide, technical specifications), and a kernel of
# parameters.
MOST_LOCAL, MOST_PARAMETERS = 512 * 1024, 32764
# Bytes that a module's own variables may take: each has a shadow that is several times as large.
MOST_GLOBAL = 1 << 26
# The largest access in bytes, and so the most records of shadow memory for one access.
MOST_ACCESS = 32
# Addresses of functions, far from those of all buffers.
FUNCTIONS = 1 << 52
FUNCTION_STEP = 16

# In these a kernel finds the memory through which the blocks of a cooperative launch meet (`grid.sync()`): the upper
# and the lower half of its address.
WORKSPACE = ("%envreg1", "%envreg2")
WORKSPACE_BYTES = 64

# Spaces with shadow memory; the number of a space is its place here.
SPACES = ("global", "shared", "local")
# Where a finding may be. Registers have no shadow, and checkers do not judge them.
PLACES = (*SPACES, "register")


def align_up(value: int, align: int) -> int:
    """Return the next multiple of `align`."""
    return -(-value // align) * align


def shadow_bytes(size: int, granule: int, stride: int) -> int:
    """Return the bytes of shadow memory for `size` bytes. An access outside its array may look at any record."""
    return (-(-size // granule) + MOST_ACCESS) * stride


@dataclass(frozen=True, slots=True)
class SharedVariable:
    """A shared array: its number, its place in the block's memory and its size (0 for the dynamic one)."""

    name: str
    index: int
    place: int
    size: int
    dynamic: bool

    @property
    def address(self) -> int:
        """The virtual address of its first byte."""
        return (self.index + 1) << records.SHARED_SHIFT | records.SHARED_BIAS

    @property
    def length(self) -> str:
        """Its size in the code of a kernel: a number, or where the launch's size is."""
        return "%dynamic" if self.dynamic else str(self.size)


@dataclass(slots=True)
class MemoryLayout:
    """The places of one kernel's variables."""

    shared: dict[str, SharedVariable] = field(default_factory=dict)
    dynamic_place: int = 0
    locals: dict[str, tuple[int, int]] = field(default_factory=dict)
    local_bytes: int = 0
    globals: dict[str, int] = field(default_factory=dict)
    constants: tuple[int, ...] = ()
    params: dict[str, tuple[int, int]] = field(default_factory=dict)
    params_bytes: int = 0
    call_parameters: set[str] = field(default_factory=set)
    # Variables of called functions: their place after the function's base, and their size.
    activation: dict[str, tuple[int, int]] = field(default_factory=dict)
    record_bytes: dict[str, int] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)
    stack_place: int | None = None

    @property
    def names(self) -> set[str]:
        """All variables."""
        return {*self.shared, *self.locals, *self.globals, *self.params, *self.activation}

    def symbol_address(self, name: str) -> int | None:
        """Return the virtual address of a variable, or None for an unknown name."""
        if name in self.shared:
            return self.shared[name].address
        if name in self.locals:
            return records.LOCAL_BASE + self.locals[name][0]
        if name in self.params:
            return records.PARAM_ID << records.ID_SHIFT | (records.BIAS + self.params[name][0])
        if name in self.globals:
            return self.globals[name] << records.ID_SHIFT | records.BIAS
        return self.functions.get(name)


def function_addresses(module: Module) -> dict[str, int]:
    """Return the address of every function, for pointers to them."""
    return {name: FUNCTIONS + FUNCTION_STEP * number for number, name in enumerate(module.functions)}


def lay_out(module: Module, kernel: Function, used: set[str]) -> MemoryLayout:
    """Give every variable that the kernel uses a place. Shared ones are packed as declared, dynamic memory last.

    Raises:
        TooLarge: a thread would have more local memory, or the kernel more parameters, than a GPU allows.
        Unsupported: the kernel has too many shared arrays.

    """
    layout = MemoryLayout()
    variables = [*module.variables.values(), *kernel.variables]
    _place_shared(layout, [v for v in variables if v.space == "shared" and v.name in used])
    place = 0
    for variable in variables:
        if variable.space == "local" or (variable.space == "param" and variable in kernel.variables):
            place = align_up(place, max(variable.align, 8))
            layout.locals[variable.name] = (place, variable.size)
            place += variable.size
            if variable.space == "param":
                layout.call_parameters.add(variable.name)
    layout.local_bytes = align_up(place, 16)
    _place_stack(layout, kernel)
    layout.functions = function_addresses(module)
    place = 0
    for parameter in kernel.parameters:
        place = align_up(place, parameter.align)
        layout.params[parameter.name] = (place, parameter.size)
        place += parameter.size
    layout.params_bytes = place
    _require(layout.local_bytes, MOST_LOCAL + STACK_BYTES, "bytes of local memory a thread")
    _require(max(layout.record_bytes.values(), default=0), MOST_LOCAL, "bytes of local memory a thread")
    _require(layout.params_bytes, MOST_PARAMETERS, "bytes of parameters")
    if len(layout.shared) >= records.MOST_SHARED:
        raise Unsupported(f"{len(layout.shared):,} shared arrays; the most is {records.MOST_SHARED - 1}")
    numbered = [v for v in module.variables.values() if v.space in ("global", "const")]
    layout.globals = {variable.name: records.FIRST_BUFFER_ID + number for number, variable in enumerate(numbered)}
    layout.constants = tuple(layout.globals[variable.name] for variable in numbered if variable.space == "const")
    return layout


def _require(count: int, most: int, what: str) -> None:
    if count > most:
        raise TooLarge(f"{count:,} {what}; the most is {most:,}")


def _place_stack(layout: MemoryLayout, kernel: Function) -> None:
    opcodes = {item.opcode for item in kernel.instructions}
    if not kernel.outlined and not opcodes & {"alloca", "stacksave", "stackrestore"}:
        return
    layout.stack_place = layout.local_bytes
    layout.local_bytes += STACK_BYTES
    for function in kernel.outlined:
        mailbox = (*function.parameters, *function.returns)
        place = 0
        for each in mailbox:  # callers know only a prototype
            layout.activation[each.name] = (place, each.size)
            place += align_up(each.size, 8)
        for variable in function.variables:
            place = align_up(place, max(variable.align, 8))
            layout.activation[variable.name] = (place, variable.size)
            place += variable.size
        layout.call_parameters |= {each.name for each in (*mailbox, *function.variables) if each.space == "param"}
        layout.record_bytes[function.name] = align_up(place, 16)


def _place_shared(layout: MemoryLayout, variables: list[Variable]) -> None:
    place = 0
    for variable in (v for v in variables if not _dynamic(v)):
        place = align_up(place, variable.align)
        layout.shared[variable.name] = SharedVariable(variable.name, len(layout.shared), place, variable.size, False)
        place += variable.size
    layout.dynamic_place = align_up(place, 16)
    for variable in filter(_dynamic, variables):
        index = len(layout.shared)
        layout.shared[variable.name] = SharedVariable(variable.name, index, layout.dynamic_place, 0, True)


def _dynamic(variable: Variable) -> bool:
    """Return whether the launch decides a shared array's size."""
    return variable.extern and variable.size == 0


def used_names(function: Function) -> set[str]:
    """Return every symbol that a function's instructions name."""
    operands = (operand for item in function.instructions for operand in item.operands)
    others = (operand for operand in operands if not isinstance(operand, (Register, Immediate)))
    return {leaf.name for operand in others for leaf, _ in leaves(operand) if isinstance(leaf, Symbol)}


def drop_unused_globals(module: Module, named: Collection[str] = ()) -> None:
    """Remove global and constant variables that no function and no kept variable's initial value names.

    Those with these source names stay: a program's host half names them.

    CUDA's own headers (cooperative groups, libcu++) declare hundreds of unused one-byte globals, and buffer numbers
    have only eight bits.
    """

    def pointed(name: str) -> list[str]:
        variable = module.variables.get(name)
        return [other for _, other, _ in variable.pointers] if variable else []

    by_host = {name for name in module.variables if base_name(name) in named}
    kept = reached(by_host.union(*map(used_names, module.functions.values())), pointed)
    for name, variable in list(module.variables.items()):
        if variable.space in ("global", "const") and name not in kept:
            del module.variables[name]
