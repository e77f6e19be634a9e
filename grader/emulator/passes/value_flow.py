"""Follow an instruction's value through registers and named variables (parameters of calls)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.passes.control_flow import results, sources
from grader.emulator.ptx import Address, Function, Instruction, Symbol
from grader.emulator.ptx.nodes import space_of


def readers_of(function: Function) -> dict[str, list[Instruction]]:
    """Return for each register and each named variable the instructions that read it."""
    readers: dict[str, list[Instruction]] = {}
    for item in function.body:
        if isinstance(item, Instruction):
            for name in (*sources(item), *_variable(item, "ld", 1)):
                readers.setdefault(name, []).append(item)
    return readers


def _variable(i: Instruction, opcode: str, place: int) -> list[str]:
    """Return the variable in a load's or store's address, in brackets so that it cannot be a register's name."""
    operand = i.operands[place] if i.opcode == opcode and len(i.operands) > place else None
    base = operand.base if isinstance(operand, Address) else None
    return [f"[{base.name}]"] if isinstance(base, Symbol) else []


def is_put_by(instruction: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    """Return whether the value is stored directly to memory that may be the thread's own, where it is not followed."""
    found = (reader for name in results(instruction) for reader in readers.get(name, ()))
    return any(reader.opcode == "st" and space_of(reader.modifiers) in ("generic", "local") for reader in found)


def decides_branch(instruction: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    """Return whether the value reaches a branch condition through registers and named variables."""
    seen: set[str] = set()
    waiting = list(results(instruction))
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for reader in readers.get(name, ()):
            if reader.opcode in ("bra", "brx") or (reader.guard is not None and reader.guard.name == name):
                return True
            waiting += _variable(reader, "st", 0)
            if reader.opcode not in ("st", "atom", "red", "call") and (reader.opcode != "ld" or name.startswith("[")):
                waiting += results(reader)
    return False
