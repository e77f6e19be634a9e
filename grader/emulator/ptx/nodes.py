"""Classes of parsed PTX. Names follow the PTX ISA manual, chapters 4 and 5."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeVar

from grader.emulator.result import Unsupported

Value = TypeVar("Value")


class Known(dict[str, Value]):
    """A table of everything known of one sort; it raises `Unsupported` for other keys."""

    def __missing__(self, key: str) -> Value:
        raise Unsupported(f"`{key}` here")


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """A place in the CUDA source, from `.loc`; line 0: not given by the compiler.

    `caller` is the call site if the compiler inlined the function that contains this place.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    caller: SourceLocation | None = None

    def within(self, file: str) -> SourceLocation:
        """Return this place if it is in `file`, else the innermost call in `file` that led to it, else this place."""
        place: SourceLocation | None = self
        while place is not None and place.file != file:
            place = place.caller
        return place or self


NOWHERE = SourceLocation()


@dataclass(frozen=True, slots=True)
class Register:
    """A virtual or special register (`%tid.x`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Immediate:
    """A constant. `bits` is an integer as written, or the bit pattern of a float constant of `float_bits` width."""

    bits: int
    float_bits: int = 0


@dataclass(frozen=True, slots=True)
class Symbol:
    """The name of a variable, function or label, plus `offset` bytes (`tab+4`)."""

    name: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Address:
    """`[base+offset]`; `offset` is in bytes."""

    base: Register | Symbol | Immediate
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Vector:
    """`{%f1, %f2}`."""

    items: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class OperandGroup:
    """A parenthesised list in a call, `(param0, param1)`."""

    items: tuple[Operand, ...]


Operand = Register | Immediate | Symbol | Address | Vector | OperandGroup


def leaves(operand: Operand) -> list[tuple[Register | Immediate | Symbol, bool]]:
    """Return the registers, constants and symbols in an operand, each with whether it is the base of an address."""
    if isinstance(operand, Address):
        return [(operand.base, True)]
    if isinstance(operand, (Vector, OperandGroup)):
        return [leaf for item in operand.items for leaf in leaves(item)]
    return [(operand, False)]


CARRY = Register("%cc")
"""The condition code. PTX does not write it as an operand. Here it is an ordinary register: the `pair` of an
instruction that writes it, the last operand of one that reads it.
"""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction. `opcode` is `ld`, `modifiers` are `("shared", "f32")`; `pair` is the second result of `a|b`."""

    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple[Operand, ...]
    guard: Register | None = None
    guard_negated: bool = False
    location: SourceLocation = NOWHERE
    text: str = ""
    pair: Operand | None = None
    # Cached by `passes/control_flow.py`, since many passes need them.
    written: tuple[str, ...] | None = field(default=None, init=False, compare=False, repr=False)
    read: tuple[str, ...] | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def name(self) -> str:
        """Opcode and modifiers, as written."""
        return ".".join((self.opcode, *self.modifiers))


@dataclass(frozen=True, slots=True)
class Label:
    """A branch target."""

    name: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable in a state space. `initial` holds its bytes; if it is shorter than `size`, the rest is zero.

    `pointers` are the places in `initial` that hold another symbol's address: (offset, symbol, addend).
    """

    name: str
    space: str
    size: int
    align: int = 1
    initial: bytes = b""
    pointers: tuple[tuple[int, str, int], ...] = ()
    extern: bool = False


@dataclass(frozen=True, slots=True)
class PtxParameter:
    """A parameter of a kernel or a function; `type` is the PTX type without the dot, `size` is in bytes."""

    name: str
    type: str
    size: int
    align: int
    is_array: bool = False


@dataclass(frozen=True, slots=True)
class Outlined:
    """A device function that is called, not inlined: its code stands once in the kernel's body, from `entry` on.

    Each call gets new copies of its variables (parameters, results, and in its body call parameters and arrays).
    `address` is its number among the module's functions, if a pointer may hold it.
    """

    name: str
    entry: str
    parameters: tuple[Variable, ...]
    returns: tuple[Variable, ...]
    variables: tuple[Variable, ...]
    address: int | None = None


@dataclass(slots=True)
class Function:
    """A kernel (`.entry`) or a device function, with the variables declared in its body."""

    name: str
    is_entry: bool
    parameters: tuple[PtxParameter, ...] = ()
    returns: tuple[PtxParameter, ...] = ()
    body: list[Instruction | Label] = field(default_factory=list)
    registers: dict[str, str] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    branch_targets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    max_threads: int | None = None
    defined: bool = False
    outlined: tuple[Outlined, ...] = ()
    cluster: int = 1

    @property
    def instructions(self) -> list[Instruction]:
        """The body without labels."""
        return [item for item in self.body if isinstance(item, Instruction)]


@dataclass(slots=True)
class Module:
    """A PTX file."""

    version: str = ""
    target: str = ""
    functions: dict[str, Function] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    files: Mapping[int, str] = field(default_factory=dict)

    @property
    def kernels(self) -> list[Function]:
        """The functions that can be launched."""
        return [function for function in self.functions.values() if function.is_entry and function.defined]

    @property
    def optimised(self) -> bool:
        """False for debug code, which keeps everything that the source has."""
        return not re.search(r"\bdebug\b", self.target)


TYPE_BYTES = Known({
    "pred": 1, "b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "bf16": 2,
    "b32": 4, "u32": 4, "s32": 4, "f32": 4, "f16x2": 4, "bf16x2": 4, "tf32": 4,
    "b64": 8, "u64": 8, "s64": 8, "f64": 8, "b128": 16,
})  # fmt: skip


def space_of(modifiers: Sequence[str]) -> str:
    """Return the state space that an access names, or `generic`."""
    for word in modifiers:
        name = word.split("::")[0]
        if name in ("global", "shared", "local", "param", "const"):
            return name
    return "generic"


def lanes_of(modifiers: Sequence[str]) -> int:
    """Return the number of elements that a load or store moves."""
    return next((int(word[1:]) for word in modifiers if word in ("v2", "v4", "v8")), 1)


def reached(first: Iterable[Value], following: Callable[[Value], Iterable[Value]]) -> set[Value]:
    """Return the first items, those that follow them, those that follow these, and so on."""
    found: set[Value] = set()
    waiting = list(first)
    while waiting:
        item = waiting.pop()
        if item not in found:
            found.add(item)
            waiting += following(item)
    return found


def written(function: Function) -> str:
    """Return a function as PTX, with the source location as a comment above each run of instructions."""
    returns = f"({_parameters(function.returns)}) " if function.returns else ""
    head = f".{'entry' if function.is_entry else 'func'} {returns}{function.name}({_parameters(function.parameters)})"
    return "\n".join([head, "{", *_declarations(function), *_body(function), "}", ""])


def _parameters(parameters: tuple[PtxParameter, ...]) -> str:
    return ", ".join(_parameter(item) for item in parameters)


def _parameter(item: PtxParameter) -> str:
    if item.is_array:
        return f".param .align {item.align} .b8 {item.name}[{item.size}]"
    return f".param .align {item.align} .{item.type} {item.name}"


def _declarations(function: Function) -> Iterator[str]:
    registers = [(kind, name) for name, kind in function.registers.items() if name != CARRY.name]
    for kind, group in groupby(registers, lambda item: item[0]):
        yield f"  .reg .{kind} {', '.join(name for _, name in group)};"
    yield from (f"  {_variable(variable)};" for variable in function.variables)
    for name, labels in function.branch_targets.items():
        yield f"{name}: .branchtargets {', '.join(labels)};"


def _variable(variable: Variable) -> str:
    """Write a variable's space, alignment and size; no pass changes its initial value."""
    return f".{variable.space} .align {variable.align} .b8 {variable.name}[{variable.size}]"


def _body(function: Function) -> Iterator[str]:
    place = ""
    for item in function.body:
        if isinstance(item, Label):
            yield f"{item.name}:"
            continue
        here = f"  // {item.location.file}:{item.location.line}"
        if here != place:
            place = here
            yield here
        yield f"  {_instruction(item)};"


def _instruction(item: Instruction) -> str:
    guard = f"@{'!' * item.guard_negated}{item.guard.name} " if item.guard else ""
    operands = [_operand(operand) for operand in item.operands if operand != CARRY]
    if item.pair not in (None, CARRY):
        operands[0] += f"|{_operand(item.pair)}"
    return f"{guard}{item.name} {', '.join(operands)}".rstrip()


def _operand(operand: Operand | None) -> str:
    if isinstance(operand, (Register, Symbol)):
        return operand.name + (f"{operand.offset:+}" if isinstance(operand, Symbol) and operand.offset else "")
    if isinstance(operand, Immediate):
        sign = {32: "0f%08X", 64: "0d%016X"}.get(operand.float_bits, "%d")
        return sign % operand.bits
    if isinstance(operand, Address):
        return f"[{_operand(operand.base)}{f'{operand.offset:+}' if operand.offset else ''}]"
    if isinstance(operand, (Vector, OperandGroup)):
        items = ", ".join(_operand(item) for item in operand.items)
        return f"{{{items}}}" if isinstance(operand, Vector) else f"({items})"
    return "_"
