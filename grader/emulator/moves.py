"""Copies of local memory: what nobody has written may be copied, and stays unwritten where it comes to lie.

Compilers copy structures whole, with the holes between their members, and set a bit field by reading the word around
it, most of all where they do not optimise. That is no fault of the source. So a load from local memory whose value goes
nowhere but into stores is not asked whether somebody wrote there; the store takes over what is written and what is not,
and reports the load if it leaves the thread's own memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.emulator.cfg import Graph, results, sources
from grader.emulator.checkers.base import SPACES
from grader.emulator.native import records
from grader.emulator.ptx import Instruction, Operand, Register, Vector

if TYPE_CHECKING:
    from grader.emulator.memory import Memory

_BIT_WORK = frozenset({"and", "or", "shl", "shr", "bfi", "mov", "cvt"})
BYTES = ("u8", "s8", "b8")


@dataclass(frozen=True, slots=True)
class Moved:
    """A value that is under way: the address it comes from, its bytes, the number of the load."""

    address: str
    size: int
    site: int


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


def move_written(memory: Memory, moved: Moved, target: str) -> None:
    """After a store of a moved value to `target`, an address: take over what is written and what is not."""
    known = "uninitialized-read" in memory.report_base and memory.shadow["local"].fields
    if not known or not memory.layout.local_bytes:
        return
    memory.functions["moves"] = _function(memory)
    row = memory.report_base["uninitialized-read"] + moved.site
    memory.b.do(
        f"call void @move_written(ptr %ctx, ptr %frame, i64 {moved.address}, i64 {target}, i64 {moved.size}, i64 {row})"
    )


def _function(memory: Memory) -> str:
    shadow = memory.shadow["local"]
    return _TEXT.format(
        local=records.LOCAL_BASE, room=memory.layout.local_bytes,
        shift=shadow.granule.bit_length() - 1, granule=shadow.granule,
        stride=shadow.stride, field=shadow.fields["write"], shadow=records.FRAME["local_shadow"],
        begin=records.CONTEXT["begin"], extra=SPACES.index("local") << 8,
    )  # fmt: skip


_TEXT = """
define internal void @move_written(ptr %ctx, ptr %frame, i64 %from, i64 %to, i64 %size, i64 %row) noinline {{
entry:
  %offset = sub i64 %from, {local}
  %target = sub i64 %to, {local}
  %begins = icmp ult i64 %offset, {room}
  %end = add i64 %offset, %size
  %ends = icmp ule i64 %end, {room}
  %ours = and i1 %begins, %ends
  %target_begins = icmp ult i64 %target, {room}
  %target_end = add i64 %target, %size
  %target_ends = icmp ule i64 %target_end, {room}
  %stays = and i1 %target_begins, %target_ends
  br i1 %ours, label %look, label %done
look:
  %shadow_at = getelementptr i8, ptr %frame, i64 {shadow}
  %shadow = load ptr, ptr %shadow_at
  %begin_at = getelementptr i8, ptr %ctx, i64 {begin}
  %begin = load i64, ptr %begin_at
  %first = lshr i64 %offset, {shift}
  %first_to = lshr i64 %target, {shift}
  %count_1 = add i64 %size, {granule}
  %count_2 = sub i64 %count_1, 1
  %count = lshr i64 %count_2, {shift}
  br label %granule
granule:
  %n = phi i64 [ 0, %look ], [ %next, %told ]
  %all = phi i1 [ true, %look ], [ %all_new, %told ]
  %at = add i64 %first, %n
  %record = getelementptr [{stride} x i8], ptr %shadow, i64 %at
  %field = getelementptr i8, ptr %record, i64 {field}
  %write = load i64, ptr %field
  %unset = icmp ult i64 %write, %begin
  %all_new = and i1 %all, %unset
  %forget = and i1 %unset, %stays
  br i1 %forget, label %clear, label %told
clear:
  %at_to = add i64 %first_to, %n
  %record_to = getelementptr [{stride} x i8], ptr %shadow, i64 %at_to
  %field_to = getelementptr i8, ptr %record_to, i64 {field}
  store i64 0, ptr %field_to
  br label %told
told:
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %granule, label %judge
judge:
  %leaves = xor i1 %stays, true
  %whole = icmp ugt i64 %size, 1
  %found_1 = and i1 %all_new, %leaves
  %found = and i1 %found_1, %whole
  call void @report_if(i1 %found, ptr %ctx, ptr %frame, i64 %row, i64 %offset, i64 0, i64 0, i64 {extra})
  br label %done
done:
  ret void
}}
"""
