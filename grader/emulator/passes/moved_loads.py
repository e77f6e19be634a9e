"""Loads whose values are only moved: what nobody has written may be copied, and stays unwritten where it comes to lie.

Compilers copy structures whole, with the holes between their members, and set a bit field by reading the word around
it, most of all where they do not optimise. That is no fault of the source. So a load from local memory whose value goes
nowhere but into stores is not asked whether somebody wrote there; the store takes over what is written and what is not,
and reports the load if it leaves the thread's own memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.emulator.passes.control_flow import Graph, results, sources
from grader.emulator.ptx import Instruction, Operand, Register, Vector

_BIT_WORK = frozenset({"and", "or", "shl", "shr", "bfi", "mov", "cvt"})
BYTES = ("u8", "s8", "b8")


def moving_loads(graph: Graph) -> frozenset[int]:
    """The loads (by `id`) whose values go into stores of the same block alone, or back into the word they are of.

    Single bytes, of which holes between members are copied, may take any way that moves them.
    """
    uses = _Uses.of(graph)
    loads = (item for block in graph.blocks for item in block.instructions if item.opcode == "ld")
    return frozenset(id(load) for load in loads if all(uses.moves(load, name) for name in _registers(load.operands[0])))


@dataclass(frozen=True, slots=True)
class _Uses:
    """Who reads a register, how often it is written, and the block that an instruction is in."""

    readers: dict[str, list[Instruction]]
    writes: dict[str, int]
    home: dict[int, int]

    @classmethod
    def of(cls, graph: Graph) -> _Uses:
        made = cls({}, {}, {})
        for block in graph.blocks:
            for item in (*block.instructions, *((block.last,) if block.last else ())):
                made.home[id(item)] = block.index
                for name in sources(item):
                    made.readers.setdefault(name, []).append(item)
                for name in results(item):
                    made.writes[name] = made.writes.get(name, 0) + 1
        return made

    def moves(self, load: Instruction, name: str) -> bool:
        """Whether what a load puts into a register is only moved."""
        if load.modifiers[-1] in BYTES:
            return self._carried(name, set())
        return self._stays(load, name, changed=False)

    def _carried(self, name: str, seen: set[str]) -> bool:
        """All readers store it, or move it to a register of which the same is true."""
        if name in seen:
            return True
        seen.add(name)
        readers = self.readers.get(name, [])
        return bool(readers) and all(
            (each.opcode == "st" and name not in _address_registers(each))
            or (each.opcode == "mov" and isinstance(target := each.operands[0], Register)
                and self._carried(target.name, seen))
            for each in readers
        )  # fmt: skip

    def _stays(self, load: Instruction, name: str, *, changed: bool) -> bool:
        readers = self.readers.get(name, [])
        return bool(readers) and self.writes.get(name) == 1 and all(
            self._ends(load, each, name, changed=changed) for each in readers
        )  # fmt: skip

    def _ends(self, load: Instruction, reader: Instruction, name: str, *, changed: bool) -> bool:
        if self.home[id(reader)] != self.home[id(load)]:
            return False
        if reader.opcode == "st":
            same_place = reader.operands[0] == load.operands[1]
            return name not in _address_registers(reader) and (same_place or not changed)
        if reader.opcode in _BIT_WORK and isinstance(reader.operands[0], Register) and reader.pair is None:
            return self._stays(load, reader.operands[0].name, changed=True)
        return False


def _registers(operand: Operand) -> list[str]:
    items = operand.items if isinstance(operand, Vector) else (operand,)
    return [item.name for item in items if isinstance(item, Register)]


def _address_registers(i: Instruction) -> Iterator[str]:
    base = getattr(i.operands[0], "base", None)
    if isinstance(base, Register):
        yield base.name
