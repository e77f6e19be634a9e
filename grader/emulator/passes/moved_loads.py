"""Bytes of shared memory that are only moved: a hole between a structure's members may be copied with the rest.

Compilers copy structures whole, byte by byte, most of all where they do not optimise. That is no fault of the source,
and so the checkers do not ask of such a load if anything was written there. (What is loaded from local memory is
followed further: `unset_values`.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.passes.control_flow import results
from grader.emulator.passes.value_flow import readers_of
from grader.emulator.ptx import Address, Function, Instruction, Register
from grader.emulator.ptx.nodes import space_of

_BYTES = ("u8", "s8", "b8")


def moving_loads(function: Function) -> frozenset[int]:
    """The loads (by `id`) of single bytes from memory that may be shared whose values go into stores alone."""
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
    """Whether all readers store it, or move it to a register of which the same is true."""
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
