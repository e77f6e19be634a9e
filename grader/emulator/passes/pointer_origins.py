"""Find which array an address comes from, if the code alone shows it.

A register's provenance is the set of variables whose address may be part of its value. With exactly one name, the
access can be checked against that array, however far off it is; otherwise the array is resolved at run time. A pointer
loaded from memory may lead anywhere (`*`); for one from a parameter, the parameter is recorded too.
"""

from __future__ import annotations

from grader.emulator.matrix import MATRIX_OPCODES
from grader.emulator.passes.control_flow import results, sources
from grader.emulator.ptx import Address, Function, Instruction, Operand, Register, Symbol, Vector
from grader.emulator.ptx.nodes import TYPE_BYTES

ANYTHING = "*"
_VALUES_ONLY = frozenset({"setp", "set", "ld", "ldu", "atom", "shfl", "vote", "match", "redux"}) | MATRIX_OPCODES


def provenance(function: Function, names: set[str]) -> dict[str, frozenset[str]]:
    """Return for each register the variables (of `names`) whose address, or whose target's address, it may hold."""
    found: dict[str, frozenset[str]] = {}
    instructions = [item for item in function.body if isinstance(item, Instruction)]
    changed = True
    while changed:
        changed = False
        for instruction in instructions:
            origin = _origin(instruction, found, names)
            if not origin:
                continue
            for name in results(instruction):
                known = found.get(name, frozenset())
                if not origin <= known:
                    found[name] = known | origin
                    changed = True
    return found


def _origin(instruction: Instruction, found: dict[str, frozenset[str]], names: set[str]) -> frozenset[str]:
    if instruction.opcode in _VALUES_ONLY:
        kind = instruction.modifiers[-1] if instruction.modifiers else ""
        pointer_sized = TYPE_BYTES.get(kind, 0) == 8 and instruction.opcode in ("ld", "ldu", "atom", "shfl")
        return frozenset({ANYTHING}) | _parameter(instruction, names) if pointer_sized else frozenset()
    origin: frozenset[str] = frozenset()
    for name in sources(instruction):
        origin |= found.get(name, frozenset())
    for operand in instruction.operands[1:]:
        origin |= _symbols(operand, names)
    return origin


def _parameter(instruction: Instruction, names: set[str]) -> frozenset[str]:
    """Return the parameter that is loaded, if it is one."""
    place = instruction.operands[1] if "param" in instruction.modifiers else None
    return _symbols(place.base, names) if isinstance(place, Address) else frozenset()


def _symbols(operand: Operand, names: set[str]) -> frozenset[str]:
    if isinstance(operand, Symbol) and operand.name in names:
        return frozenset({operand.name})
    if isinstance(operand, Vector):
        return frozenset().union(*(_symbols(item, names) for item in operand.items))
    return frozenset()


def of_address(address: Address, found: dict[str, frozenset[str]]) -> str | None:
    """Return the one variable that an address belongs to, or None."""
    if isinstance(address.base, Symbol):
        return address.base.name
    if isinstance(address.base, Register):
        origin = found.get(address.base.name, frozenset())
        if len(origin) == 1 and ANYTHING not in origin:
            return next(iter(origin))
    return None
