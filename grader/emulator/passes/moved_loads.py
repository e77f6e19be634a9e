"""Find bytes of shared memory that are only moved: padding in a structure may be copied with the rest.

Compilers copy whole structures byte by byte, above all without optimisation. This is no fault of the source, so the
checkers do not ask whether the byte of such a load was written. (Loads from local memory are followed further:
`unset_values`.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.passes.control_flow import results
from grader.emulator.passes.value_flow import readers_of
from grader.emulator.ptx import Address, Function, Instruction, Register
from grader.emulator.ptx.nodes import space_of

_BYTES = ("u8", "s8", "b8")


def moving_loads(function: Function) -> frozenset[int]:
    """Return the single-byte loads (by `id`), from memory that may be shared, whose values are only stored."""
    loads = [
        item for item in function.body
        if isinstance(item, Instruction) and item.opcode == "ld" and item.modifiers[-1] in _BYTES
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
