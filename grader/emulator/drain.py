"""Reads what machine code left in its tables: the third of a checker's three times."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.emulator import layout as at
from grader.emulator.checkers.base import PLACES
from grader.emulator.findings import Dim3, Finding, Party
from grader.emulator.native import records
from grader.emulator.ptx import Instruction, Location
from grader.emulator.ptx.mangling import base_name
from grader.emulator.sites import Site
from grader.emulator.working import Launch


@dataclass(frozen=True, slots=True)
class Row:
    """A used row of the findings table, with its numbers turned into what they stand for."""

    kind: str
    site: Site
    count: int
    offset: int
    object: int
    block: int
    thread: int
    other: int
    epoch: int
    extra: int
    where: str
    other_block: int | None = None

    @property
    def instruction(self) -> Instruction:
        return self.site.instruction

    @property
    def line(self) -> int:
        return self.instruction.location.line

    @property
    def access(self) -> str:
        return self.site.access

    @property
    def size(self) -> int:
        return self.site.size

    @property
    def space(self) -> str:
        return self.where

    @property
    def writes_nothing_new(self) -> bool:
        """Whether this is a store that left what it met as it was, each time."""
        return self.access == "write" and not self.extra & records.DIFFERS


class Drained:
    """The tables of one launch, as checkers read them."""

    def __init__(
        self, launch: Launch, table: np.ndarray, blocks_log: np.ndarray, object_names: dict[int, tuple[str, int]]
    ) -> None:
        self.translation = launch.translation
        self.table = table
        self.launch, self.grid, self.block_shape = launch, launch.grid, launch.block
        self.ran = np.flatnonzero(blocks_log)
        self.began = blocks_log[self.ran]
        self.object_names = object_names
        self.dynamic_bytes = launch.dynamic_bytes
        self.shared = {v.index: v for v in launch.translation.layout.shared.values()}

    # ---- for checkers

    def rows(self, kind: str) -> Iterator[Row]:
        """The sites at which a kind of finding was counted, in the order of the code."""
        base = self.translation.report_base[kind]
        sites = self.translation.tables.sites
        for number in np.flatnonzero(self.table[base : base + len(sites), 0]):
            count, offset, target, block, thread, other, epoch, extra = (int(v) for v in self.table[base + number])
            where, elsewhere = PLACES[extra >> 8 & 0xFF], (extra >> 16) - 1 if extra >> 16 else None
            site = sites[number]
            yield Row(kind, site, count, offset, target, block, thread, other, epoch, extra & 0xFF, where, elsewhere)

    def finding(self, row: Row, kind: str, message: str, other: Party | None = None, missing: str = "") -> Finding:
        """A finding from a row."""
        name, size = self.object_of(row)
        located = row.site.access != "" and bool(name)
        astray = row.site.access != "" and not name and row.space == "global"
        where = row.instruction.location
        return Finding(
            kind=kind,
            line=where.line,
            column=where.column,
            file=where.file,
            block=self.block_of(row.block),
            thread=self.thread_of(row.thread),
            access=row.access or None,
            space=row.space if row.site.access or row.space == "register" else None,
            object=name if located else None,
            offset=row.offset if located else None,
            size=row.size or None,
            object_bytes=size if located else None,
            other=other,
            count=row.count,
            message=message,
            instruction=row.instruction.text,
            missing=missing,
            address=self.address_of(row) if astray else None,
            fatal=(not name and kind == "out-of-bounds") or kind == "misaligned-access",
            same_value=row.writes_nothing_new if kind == "data-race" else False,
        )

    def address_of(self, row: Row) -> int:
        """The address of a global access, as the program computed it."""
        return row.object << records.ID_SHIFT | (row.offset + records.BIAS) & records.OFFSET_MASK

    def describe_place(self, row: Row) -> str:
        """`byte 16 of As (1,024 bytes)`; of an access that belongs to no array, its address."""
        if self.object_of(row)[0]:
            return f"byte {row.offset} of {self.describe_object(row)}"
        if row.space == "shared":
            return "no address of shared memory"
        return f"address {self.address_of(row):#x}, where there is no array"

    def describe_object(self, row: Row) -> str:
        """`As (1,024 bytes)`."""
        name, size = self.object_of(row)
        return f"{name} ({size:,} bytes)" if size else name or "no array"

    def object_of(self, row: Row) -> tuple[str, int]:
        """The array that an access was meant for, and its size; no name where there is no array."""
        if row.space == "local":
            layout = self.translation.layout
            return "local memory", layout.local_bytes if layout.stack_place is None else 0
        if row.space == "shared":
            variable = self.shared.get(row.object)
            if variable is None:
                return "", 0
            return base_name(variable.name), self.dynamic_bytes if variable.dynamic else variable.size
        return self.object_names.get(row.object, ("", 0))

    def other_instruction(self, row: Row) -> Instruction:
        """The instruction that left a stamp."""
        return self.translation.tables.sites[row.other & 0xFFFF].instruction

    def other_party(self, row: Row) -> Party:
        """Who left a stamp."""
        site = self.translation.tables.sites[row.other & 0xFFFF]
        epoch = row.other >> records.EPOCH_SHIFT << records.EPOCH_SHIFT
        block = row.other_block
        if block is None:
            block = int(self.ran[bisect.bisect_right(self.began, epoch) - 1])
        return self._party(site.instruction.location, self.block_of(block), row.other >> 16 & 0xFFFF, site.access)

    def waiting_party(self, row: Row) -> Party:
        """The thread that waits at a barrier which the row's thread does not come to."""
        site = self.translation.tables.sites[row.other & 0xFFFF]
        return self._party(site.instruction.location, self.block_of(row.block), row.other >> 16, "barrier")

    def _party(self, where: Location, block: Dim3, thread: int, access: str) -> Party:
        return Party(
            block=block,
            thread=self.thread_of(thread),
            line=where.line,
            column=where.column,
            file=where.file,
            access=access,
        )

    def block_of(self, number: int) -> Dim3:
        """A block's index from its place in the order of turns."""
        number = self.launch.turn_of(number)
        return number % self.grid[0], number // self.grid[0] % self.grid[1], number // (self.grid[0] * self.grid[1])

    def thread_of(self, number: int) -> Dim3:
        """A thread's index from its number in the block."""
        x, y, _ = self.block_shape
        return number % x, number // x % y, number // (x * y)


_BARRIER = (
    "a barrier that no block has: its number must be 0 to 15, and a count of threads a multiple of 32, the threads of "
    "a warp"
)
_OPERANDS = {
    "bar": _BARRIER,
    "barrier": _BARRIER,
    "brx": "a branch to a place past the end of its table",
    "cp": "a copy that reads more bytes than it writes",
    "mbarrier": "an mbarrier for no thread, or for more than 1,048,575",
}


def abort_finding(drained: Drained, code: int, site_number: int, block: int, thread: int, text: str) -> Finding:
    """What made a launch end early, as a finding."""
    site: Sequence[Site] = drained.translation.tables.sites
    instruction = site[site_number].instruction
    endless = text or "the kernel ran longer than it may: is there a loop that does not end?"
    kind, message = {
        records.ABORT_FUEL: ("timeout", endless),
        records.ABORT_TRAP: ("device-trap", "the kernel executed a trap instruction"),
        records.ABORT_ASSERT: ("device-assert", text),
        records.ABORT_STACK: (
            "device-trap",
            f"the stack of a thread is full ({at.STACK_BYTES // 1024} KiB): is there a recursion that does not end?",
        ),
        records.ABORT_CALL: ("device-trap", "a call through a pointer that is not the address of such a function"),
        records.ABORT_OPERAND: ("device-trap", _OPERANDS.get(instruction.opcode, "")),
        records.ABORT_UNSUPPORTED: ("unsupported", f"the emulator does not know `{instruction.text}`"),
    }[code]
    found = finding_at(drained, instruction, kind, block, thread, message)
    return replace(found, missing={records.ABORT_STACK: "stack", records.ABORT_OPERAND: "operand"}.get(code, ""))


def finding_at(
    drained: Drained, instruction: Instruction, kind: str, block: int, thread: int, message: str, access: str = ""
) -> Finding:
    """What one thread did at an instruction, as a finding."""
    return Finding(
        kind=kind,
        line=instruction.location.line,
        column=instruction.location.column,
        file=instruction.location.file,
        block=drained.block_of(block),
        thread=drained.thread_of(thread),
        access=access or None,
        message=message,
        instruction=instruction.text,
        fatal=kind in ("device-trap", "device-assert"),
    )
