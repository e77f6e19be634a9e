"""Collect names that a function uses, and remove unused module variables.

CUDA's own headers (cooperative groups, libcu++) declare hundreds of unused one-byte globals, and buffer numbers have
only eight bits.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.emulator.ptx import Module
from grader.emulator.ptx.nodes import (
    Address,
    Function,
    Immediate,
    Instruction,
    Operand,
    OperandGroup,
    Register,
    Symbol,
    Vector,
)


def operand_names(operand: Operand) -> Iterator[str]:
    """Yield the symbols in an operand."""
    if isinstance(operand, Symbol):
        yield operand.name
    elif isinstance(operand, Address):
        yield from operand_names(operand.base)
    elif isinstance(operand, (Vector, OperandGroup)):
        for item in operand.items:
            yield from operand_names(item)


def used_names(function: Function) -> set[str]:
    """Return every symbol that a function's instructions name."""
    operands = [operand for item in function.body if isinstance(item, Instruction) for operand in item.operands]
    others = (operand for operand in operands if not isinstance(operand, (Register, Immediate)))
    return {name for operand in others for name in operand_names(operand)}


def drop_unused_globals(module: Module) -> None:
    """Remove global and constant variables that neither a function nor a kept variable's initial value names."""
    kept = set().union(*(used_names(function) for function in module.functions.values()))
    waiting = list(kept)
    while waiting:
        variable = module.variables.get(waiting.pop())
        if variable is not None:
            pointed = {name for _, name, _ in variable.pointers} - kept
            kept |= pointed
            waiting += pointed
    for name, variable in list(module.variables.items()):
        if variable.space in ("global", "const") and name not in kept:
            del module.variables[name]
