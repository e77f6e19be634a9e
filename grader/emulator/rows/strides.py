"""How a register's value varies along a row of threads: not at all, evenly, or anyhow.

`stride` 0 is uniform: one scalar serves the row. Another number is affine: lane n holds base + n · stride, again one
scalar. None is a vector. Since rows whose threads part ways are given up, control flow cannot make a value vary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from grader.emulator.passes.control_flow import Graph, results, sources
from grader.emulator.ptx import Address, Function, Immediate, Instruction, Operand, Register

Stride = int | None
_MOST_ROUNDS = 20
_SAME = frozenset({"mov", "cvta"})
_LINEAR = frozenset({"add", "sub", "mul", "mad", "shl", "cvt"})
_INTEGER = frozenset({"u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64"})


def classify(
    function: Function, graph: Graph, masked: dict[int, int], special: Callable[[str], Stride]
) -> dict[str, Stride]:
    """The stride of every register, to a fixed point. `masked` maps a masked block to the block that joins after it."""
    found: dict[str, Stride] = {}
    blended = {
        name
        for index, join in masked.items()
        for instruction in graph.blocks[index].instructions
        for name in results(instruction)
        if graph.blocks[join].live_in >> graph.bits.get(name, 0) & 1 and name in graph.bits
    }
    for name in blended:
        found[name] = None
    instructions = [
        item for block in graph.blocks for item in (*block.instructions, *((block.last,) if block.last else ()))
    ]
    written = Counter(name for instruction in instructions for name in results(instruction))
    for _ in range(_MOST_ROUNDS):
        changed = False
        for instruction in instructions:
            stride = _result(instruction, found, special)
            for name in results(instruction):
                if name not in function.registers or (name in found and found[name] in (None, stride)):
                    continue
                found[name] = None if name in found and written[name] > 1 else stride
                changed = True
        if not changed:
            return found
    return dict.fromkeys(function.registers)


def _result(i: Instruction, found: dict[str, Stride], special: Callable[[str], Stride]) -> Stride:
    def of(operand: Operand) -> Stride:
        if not isinstance(operand, Register):
            return 0
        return found[operand.name] if operand.name in found else special(operand.name)

    strides = [found[name] if name in found else special(name) for name in sources(i)]
    if i.opcode == "mbarrier":
        # Lanes arrive one after another, and find over the same phase.
        return None if None in strides else -1 if "arrive" in i.modifiers else 0
    if all(stride == 0 for stride in strides):
        return 0
    if i.opcode == "ld" and isinstance(i.operands[1], Address):
        return None
    if None in strides or not i.modifiers:
        return None
    if i.opcode in _SAME:
        return of(i.operands[1]) if len(i.operands) == 2 else None
    if i.opcode in _LINEAR and set(i.modifiers[-1:]) <= _INTEGER:
        return _linear(i, of)
    return None


def _linear(i: Instruction, of: Callable[[Operand], Stride]) -> Stride:
    if {"sat", "cc", "hi"} & set(i.modifiers):
        return None
    first = of(i.operands[1])
    if i.opcode == "cvt":
        return first if _widens(i) else None
    second = of(i.operands[2])
    if first is None or second is None:
        return None
    if i.opcode in ("add", "sub"):
        return first + second if i.opcode == "add" else first - second
    factor = i.operands[2]
    if i.opcode == "shl":
        return first << factor.bits if isinstance(factor, Immediate) and 0 <= factor.bits < 32 else None
    product = _product(i.operands[1], first, factor, second)
    if i.opcode == "mul" or product is None:
        return product
    addend = of(i.operands[3])
    return None if addend is None else product + addend


def _product(left: Operand, first: int, right: Operand, second: int) -> Stride:
    if first == 0 and second == 0:
        return 0
    if isinstance(right, Immediate) and second == 0:
        return first * right.bits
    if isinstance(left, Immediate) and first == 0:
        return second * left.bits
    return None


def _widens(i: Instruction) -> bool:
    """A conversion from 32 to 64 bits, or between signs of one width."""
    to, source = i.modifiers[-2:]
    return to in _INTEGER and source in _INTEGER and source[1:] == "32" and to[1:] in ("32", "64")


def may_wrap(i: Instruction) -> bool:
    """Whether an affine operand is widened here, which is right only if no lane wraps around."""
    if i.opcode == "cvt":
        return i.modifiers[-2][1:] != i.modifiers[-1][1:]
    return "wide" in i.modifiers
