"""The table in which machine code counts findings, as checkers read it after a launch."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.emulator.layout import PLACES, SharedVariable
from grader.emulator.native import records
from grader.emulator.ptx.mangling import base_name
from grader.emulator.ptx.nodes import Instruction, SourceLocation
from grader.emulator.result import Dim3, Party, RunFinding
from grader.emulator.site_table import Site


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A used row of the findings table, with its numbers decoded."""

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
        # A register whose value was followed from a load on was local memory there.
        return "local" if self.where == "register" and self.access else self.where


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsTable:
    """The findings that machine code counted in one launch, as checkers read them.

    `cells` has a row for each kind of finding and site; those of a kind begin at `report_base`. `used` are the rows
    with a count, in order. `began` are the stamps at which the blocks of the turns in `ran` began. `arrays` has the
    name and size of each global array by its number, `shared` each shared variable by its number. `block_at` returns
    the block of a turn. `causal` says that fences and flags order this kernel's threads.
    """

    cells: np.ndarray
    used: np.ndarray
    report_base: Mapping[str, int]
    sites: Sequence[Site]
    ran: np.ndarray
    began: np.ndarray
    grid: Dim3
    block: Dim3
    block_at: Callable[[int], int]
    arrays: Mapping[int, tuple[str, int]]
    shared: Mapping[int, SharedVariable]
    dynamic_bytes: int
    local_bytes: int
    causal: bool

    def rows(self, kind: str) -> Iterator[FindingRow]:
        """Yield the sites at which a kind of finding was counted, in the order of the code."""
        base = self.report_base[kind]
        first, last = np.searchsorted(self.used, (base, base + len(self.sites)))
        used = self.used[first:last]
        for number, cells in zip(used.tolist(), self.cells[used].tolist(), strict=True):
            count, offset, target, block, thread, other, epoch, extra = cells
            where, elsewhere = PLACES[extra >> 8 & 0xFF], (extra >> 16) - 1 if extra >> 16 else None
            site = self.sites[number - base]
            yield FindingRow(site, count, offset, target, block, thread, other, epoch, extra & 0xFF, where, elsewhere)

    def finding(
        self, row: FindingRow, kind: str, message: str, other: Party | None = None, missing: str = ""
    ) -> RunFinding:
        """Return a finding for a row."""
        name, size = self.object_of(row)
        located = row.site.access != "" and bool(name) and row.where != "register"
        astray = row.site.access != "" and not name
        writes_nothing_new = row.access == "write" and not row.extra & records.DIFFERS
        return self.at(
            row.instruction,
            kind,
            row.block,
            row.thread,
            message,
            access=row.access or None,
            space=row.space if row.site.access or row.space == "register" else None,
            object=name if located else None,
            offset=row.offset if located else None,
            size=row.size or None,
            object_bytes=size if located else None,
            other=other,
            count=row.count,
            missing=missing,
            address=self.address_of(row) if row.space == "global" and (located or astray) else None,
            fatal=(not name and kind == "out-of-bounds") or kind == "misaligned-access",
            same_value=writes_nothing_new if kind == "data-race" else False,
        )

    def at(
        self,
        instruction: Instruction,
        kind: str,
        block: int,
        thread: int,
        message: str,
        **more: Any,  # noqa: ANN401 - further fields of a finding
    ) -> RunFinding:
        """Return a finding for one thread at an instruction."""
        where = instruction.location
        return RunFinding(
            kind=kind, line=where.line, column=where.column, file=where.file, block=self.block_of(block),
            thread=self.thread_of(thread), message=message, instruction=instruction.text, **more,
        )  # fmt: skip

    def address_of(self, row: FindingRow) -> int:
        """Return the address of a global access, as the program computed it."""
        return row.object << records.ID_SHIFT | (row.offset + records.BIAS) & records.OFFSET_MASK

    def describe_place(self, row: FindingRow) -> str:
        """Return `byte 16 of As (1,024 bytes)`, or the address of an access to no array."""
        if self.object_of(row)[0]:
            return f"byte {row.offset} of {self.describe_object(row)}"
        if row.space == "shared":
            return "no address of shared memory"
        return f"address {self.address_of(row):#x}, where there is no array"

    def describe_object(self, row: FindingRow) -> str:
        """Return `As (1,024 bytes)`."""
        name, size = self.object_of(row)
        return f"{name} ({size:,} bytes)" if size else name or "no array"

    def object_of(self, row: FindingRow) -> tuple[str, int]:
        """Return the name and size of the array that an access was meant for; no name if there is no array."""
        if row.space == "local":
            return "local memory", self.local_bytes
        if row.space == "shared":
            variable = self.shared.get(row.object)
            if variable is None:
                return "", 0
            return base_name(variable.name), self.dynamic_bytes if variable.dynamic else variable.size
        return self.arrays.get(row.object, ("", 0))

    def other_instruction(self, row: FindingRow) -> Instruction:
        """Return the instruction that left a stamp."""
        return self.sites[row.other & 0xFFFF].instruction

    def other_party(self, row: FindingRow) -> Party:
        """Return the party that left a stamp."""
        site = self.sites[row.other & 0xFFFF]
        epoch = row.other >> records.EPOCH_SHIFT << records.EPOCH_SHIFT
        block = row.other_block
        if block is None:
            block = int(self.ran[bisect.bisect_right(self.began, epoch) - 1])
        return self._party(site.instruction.location, self.block_of(block), row.other >> 16 & 0xFFFF, site.access)

    def waiting_party(self, row: FindingRow) -> Party:
        """Return the thread that waits at a barrier which the row's thread does not reach."""
        site = self.sites[row.other & 0xFFFF]
        return self._party(site.instruction.location, self.block_of(row.block), row.other >> 16, "barrier")

    def _party(self, where: SourceLocation, block: Dim3, thread: int, access: str) -> Party:
        return Party(
            block=block, thread=self.thread_of(thread), line=where.line, column=where.column, file=where.file,
            access=access,
        )  # fmt: skip

    def block_of(self, number: int) -> Dim3:
        """Return a block's index from its place in the order of turns."""
        number = self.block_at(number)
        return number % self.grid[0], number // self.grid[0] % self.grid[1], number // (self.grid[0] * self.grid[1])

    def thread_of(self, number: int) -> Dim3:
        """Return a thread's index from its number in the block."""
        x, y, _ = self.block
        return number % x, number // x % y, number // (x * y)
