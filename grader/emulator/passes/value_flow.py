"""Follow an instruction's value through registers and named variables (parameters of calls)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.emulator.matrix import MATRIX_OPCODES
from grader.emulator.passes.control_flow import results, sources
from grader.emulator.ptx import Address, Function, Instruction, Operand, Register, Symbol, Vector
from grader.emulator.ptx.nodes import TYPE_BYTES, space_of
from grader.emulator.reached import reached

ANYTHING = "*"
_VALUES_ONLY = frozenset({"setp", "set", "ld", "ldu", "atom", "shfl", "vote", "match", "redux"}) | MATRIX_OPCODES


def provenance(function: Function, names: set[str]) -> dict[str, frozenset[str]]:
    """Return for each register the variables (of `names`) whose address, or whose target's address, it may hold."""
    found: dict[str, frozenset[str]] = {}
    instructions = function.instructions
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


def readers_of(function: Function) -> dict[str, list[Instruction]]:
    """Return for each register and each named variable the instructions that read it."""
    readers: dict[str, list[Instruction]] = {}
    for item in function.instructions:
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

    def following(name: str) -> Iterator[str]:
        for reader in readers.get(name, ()):
            yield from _variable(reader, "st", 0)
            if reader.opcode not in ("st", "atom", "red", "call") and (reader.opcode != "ld" or name.startswith("[")):
                yield from results(reader)

    return any(
        reader.opcode in ("bra", "brx") or (reader.guard is not None and reader.guard.name == name)
        for name in reached(results(instruction), following)
        for reader in readers.get(name, ())
    )


_BYTES = ("u8", "s8", "b8")


def moving_loads(function: Function) -> frozenset[int]:
    """Return the single-byte loads (by `id`), from memory that may be shared, whose values are only stored."""
    loads = [
        item for item in function.instructions if item.opcode == "ld" and item.modifiers[-1] in _BYTES
        and space_of(item.modifiers) in ("shared", "generic")
    ]  # fmt: skip
    if not loads:
        return frozenset()
    readers = readers_of(function)
    return frozenset(id(load) for load in loads if all(_is_stored(name, readers, set()) for name in results(load)))


def _is_stored(name: str, readers: Mapping[str, Sequence[Instruction]], seen: set[str]) -> bool:
    """Return whether all readers store the register, or move it to one that is only stored."""
    if name in seen:
        return True
    seen.add(name)
    found = readers.get(name, [])
    return bool(found) and all(
        (each.opcode == "st" and not _is_address_of(each, name))
        or (each.opcode == "mov" and isinstance(target := each.operands[0], Register)
            and _is_stored(target.name, readers, seen))
        for each in found
    )  # fmt: skip


def _is_address_of(i: Instruction, name: str) -> bool:
    address = i.operands[0]
    return isinstance(address, Address) and isinstance(address.base, Register) and address.base.name == name
