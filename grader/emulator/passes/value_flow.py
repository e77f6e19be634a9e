"""Where the value of an instruction goes, as far as registers and named variables (parameters of calls) carry it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.passes.control_flow import results, sources
from grader.emulator.ptx import Address, Function, Instruction, Symbol
from grader.emulator.ptx.nodes import space_of


def readers_of(function: Function) -> dict[str, list[Instruction]]:
    """For each register and each named variable, the instructions that read it."""
    readers: dict[str, list[Instruction]] = {}
    for item in function.body:
        if isinstance(item, Instruction):
            for name in (*sources(item), *_variable(item, "ld", 1)):
                readers.setdefault(name, []).append(item)
    return readers


def _variable(i: Instruction, opcode: str, place: int) -> list[str]:
    """The variable that a load or store names in its address, in brackets: no register is called so."""
    operand = i.operands[place] if i.opcode == opcode and len(i.operands) > place else None
    base = operand.base if isinstance(operand, Address) else None
    return [f"[{base.name}]"] if isinstance(base, Symbol) else []


def is_put_by(instruction: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    """Whether the value goes at once into memory that may be the thread's own, where registers do not tell of it."""
    found = (reader for name in results(instruction) for reader in readers.get(name, ()))
    return any(reader.opcode == "st" and space_of(reader.modifiers) in ("generic", "local") for reader in found)


def decides_branch(instruction: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    """Whether the value goes, by way of registers and named variables, into the condition of a branch."""
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
