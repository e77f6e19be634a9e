"""Which stores another thread can notice: none to an array that the kernel never loads from, as most results are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.emulator.passes.pointer_origins import ANYTHING, provenance
from grader.emulator.ptx import Address, Function, Instruction, Register

_PRIVATE = frozenset({"local", "param"})


def seen_by_others(function: Function) -> Callable[[Instruction], bool]:
    """For one function: says of an instruction whether it stores what another thread may load.

    What a parameter points to is told from what others do by the parameters alone: no array is handed over twice.
    """
    origins = provenance(function, {parameter.name for parameter in function.parameters})
    items = [item for item in function.body if isinstance(item, Instruction)]
    calls = bool(function.outlined) or any(item.opcode == "call" for item in items)
    looked_at = [frozenset({ANYTHING})] if calls else [_pointer(item, origins) for item in items if _looks(item)]
    loaded = frozenset().union(*looked_at)
    unknown = any(not pointer - {ANYTHING} for pointer in looked_at)

    def seen(i: Instruction) -> bool:
        if i.opcode not in ("st", "atom", "red") or _PRIVATE & set(i.modifiers):
            return False
        pointer = _pointer(i, origins) - {ANYTHING}
        mute = i.opcode == "st" and "global" in i.modifiers and len(pointer) == 1 and not unknown
        return not mute or bool(pointer & loaded)

    return seen


def _looks(i: Instruction) -> bool:
    """Whether it may read memory that threads share, other than the block's."""
    return i.opcode != "st" and any(isinstance(each, Address) for each in i.operands) and not _elsewhere(i)


def _elsewhere(i: Instruction) -> bool:
    return bool(_PRIVATE & set(i.modifiers)) or ("shared" in i.modifiers and i.opcode in ("ld", "atom", "red"))


def _pointer(i: Instruction, origins: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Where the addresses of an instruction come from."""
    bases = [each.base for each in i.operands if isinstance(each, Address)]
    known = [origins.get(base.name, frozenset()) for base in bases if isinstance(base, Register)]
    return frozenset().union(*known) if len(known) == len(bases) else frozenset({ANYTHING})
