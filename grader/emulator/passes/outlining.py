"""Decide which device functions are not inlined: they may call themselves, or a pointer may hold them.

Functions with several call sites are not inlined either, if the copies would make the kernel very long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from grader.emulator.passes.pruning import operand_names
from grader.emulator.ptx import Function, Instruction, Module, Symbol
from grader.emulator.ptx.nodes import OperandGroup, Register

LONG = 5000
"""Above this many instructions after inlining, functions with several call sites are no longer copied."""


def callee(instruction: Instruction) -> Symbol | None:
    """Return the function that a call names, or None for a call through a register."""
    for operand in instruction.operands:
        if isinstance(operand, Symbol):
            return operand
        if isinstance(operand, Register):
            return None
    return None


def call_arguments(instruction: Instruction) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parameter variables that a call returns into, and those that it passes."""
    groups: list[tuple[str, ...]] = []
    before_name: tuple[str, ...] = ()
    named = False
    for operand in instruction.operands:
        if isinstance(operand, OperandGroup):
            names = tuple(item.name for item in operand.items if isinstance(item, (Symbol, Register)))
            if named:
                groups.append(names)
            else:
                before_name = names
        elif not named:
            named = True
    return before_name, groups[0] if groups else ()


def by_address(module: Module) -> list[str]:
    """Return the defined functions whose address is in an initial value or in an instruction other than a call."""
    named = {name for variable in module.variables.values() for _, name, _ in variable.pointers}
    for function in module.functions.values():
        for item in _instructions(function):
            operands = item.operands[1:] if item.opcode != "call" else ()
            named.update(*(operand_names(operand) for operand in operands))
    return [name for name, function in module.functions.items() if function.defined and name in named]


def outlined_names(module: Module, kernel: Function) -> list[str]:
    """Return the functions that a kernel may call and that must stay functions, in the module's order."""
    pointed = by_address(module)
    calls: dict[str, set[str]] = {}
    waiting = [kernel.name]
    while waiting:
        name = waiting.pop()
        if name not in calls:
            calls[name] = _called(module, module.functions[name], pointed)
            waiting += calls[name]
    through_pointer = any(_is_indirect(item) for name in calls for item in _instructions(module.functions[name]))
    kept = set(pointed) if through_pointer else set()
    kept |= {name for name in calls if name in _reached(calls, name)}
    sites = {name: _call_sites(module.functions[name]) for name in calls}
    if _pasted_length(module, kernel.name, sites, kept) > LONG:
        often = sum(sites.values(), Counter[str]())
        kept |= {name for name in calls if often[name] > 1}
    return [name for name in module.functions if name in kept and name in calls]


def _call_sites(function: Function) -> Counter[str]:
    """Count the direct calls of each function in this function's text."""
    targets = (callee(item) for item in _instructions(function) if item.opcode == "call")
    return Counter(target.name for target in targets if target is not None)


def _pasted_length(module: Module, kernel: str, sites: Mapping[str, Mapping[str, int]], kept: Collection[str]) -> int:
    """Return a kernel's length after inlining all functions except those in `kept`."""
    lengths = dict.fromkeys(kept, 0)
    waiting = [kernel]
    while waiting:
        name = waiting[-1]
        pasted = {called: count for called, count in sites[name].items() if called in sites}
        missing = [called for called in pasted if called not in lengths]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        own = len(module.functions[name].body)
        lengths[name] = own + sum(count * lengths[called] for called, count in pasted.items())
    return lengths[kernel]


def _called(module: Module, function: Function, pointed: list[str]) -> set[str]:
    names: set[str] = set()
    for item in _instructions(function):
        target = callee(item) if item.opcode == "call" else None
        if target is not None and target.name in module.functions and module.functions[target.name].defined:
            names.add(target.name)
        elif _is_indirect(item):
            names |= set(pointed)
    return names


def _is_indirect(item: Instruction) -> bool:
    return item.opcode == "call" and callee(item) is None


def _reached(calls: dict[str, set[str]], start: str) -> set[str]:
    """Return the functions that `start` calls, directly or indirectly."""
    found: set[str] = set()
    waiting = list(calls[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += calls[name]
    return found


def _instructions(function: Function) -> Iterator[Instruction]:
    return (item for item in function.body if isinstance(item, Instruction))
