"""Shadow memory: what checkers ask to be remembered of each granule of memory, and how that is laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.emulator.checkers import Checker
from grader.emulator.layout import SPACES
from grader.emulator.lowering.traits import Traits
from grader.emulator.matrix.forms import narrowest_access
from grader.emulator.native import records
from grader.emulator.ptx import Function, Instruction
from grader.emulator.ptx.nodes import TYPE_BYTES, space_of


@dataclass(frozen=True, slots=True)
class Shadow:
    """How shadow memory is laid out in one space: bytes a granule covers, bytes of its record, places of fields."""

    granule: int
    stride: int
    fields: Mapping[str, int]


def shadows(checkers: Sequence[Checker], granules: Mapping[str, int], traits: Traits) -> dict[str, Shadow]:
    """The shadow records that these checkers ask for; `write` always exists for global memory."""
    answer = {}
    for space in SPACES:
        names = ["write"] if space == "global" and checkers else []
        for checker in checkers:
            wanted = [*checker.fields.get(space, ())]
            wanted += checker.atomic_fields.get(space, ()) if traits.atomics else ()
            if traits.interleaved and checker.interleaved_fields is not None:
                wanted = [*checker.interleaved_fields.get(space, ())]
            names += [name for name in wanted if name not in names]
        sizes = [records.HISTORY_BYTES if name == "history" else 8 for name in names]
        fields = {name: sum(sizes[:n]) for n, name in enumerate(names)}
        answer[space] = Shadow(granules.get(space, 4), max(8, sum(sizes)), fields)
    return answer


def granules_of(function: Function) -> dict[str, int]:
    """Bytes that one shadow record covers: 4, or as few as the narrowest access to the space.

    All accesses are aligned to their size, so with granules no wider than the narrowest one nothing is blurred.
    """
    narrowest = dict.fromkeys(SPACES, 4)
    for item in function.body:
        if not isinstance(item, Instruction) or item.opcode not in ("ld", "st", "atom", "red", "ldu", "cp", "wmma"):
            continue
        width = TYPE_BYTES.get(item.modifiers[-1], 4) if item.modifiers else 4
        width = narrowest_access(item) if item.opcode == "wmma" else width
        space = space_of(item.modifiers)
        # Variables that calls pass lie in local memory.
        for touched in SPACES if space == "generic" else ("local" if space == "param" else space,):
            if touched in narrowest:
                narrowest[touched] = min(narrowest[touched], width)
    return narrowest
