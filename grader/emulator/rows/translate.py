"""A kernel as machine code for rows of threads, where that can be done."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import Any

from grader.emulator.layout import MemoryLayout
from grader.emulator.native.linking import linked
from grader.emulator.native.machine_code import MachineCode
from grader.emulator.passes.control_flow import Ending
from grader.emulator.ptx import Function
from grader.emulator.rows.row import RowStepper

WIDTHS = (16, 8)


# What rows of any kernel may call: see `native/rows/`.
_CALLED = (
    "row_load_8", "row_load_16", "row_load_one", "row_store_8", "row_store_16", "row_global", "row_shared",
    "row_make_mbarrier", "row_arrive",
)  # fmt: skip
# Blocks given back before the fast way is tried no longer, and the share of blocks that they may make up.
_PATIENCE, _SHARE = 8, 8


@dataclass(slots=True)
class Experience:
    """How many blocks were run the fast way, and how many of them it gave back."""

    tried: int = 0
    returned: int = 0

    def learn(self, other: Experience) -> None:
        """Add what another launch, or another host thread, has seen."""
        self.tried += other.tried
        self.returned += other.returned

    @property
    def tired(self) -> bool:
        """Whether the careful way alone would have been faster."""
        return self.returned > _PATIENCE and self.returned * _SHARE > self.tried


@dataclass(frozen=True, slots=True)
class RowTranslation:
    """Machine code that runs `width` threads as one, and what became of it in the launches so far.

    `idle` holds what launches with such blocks and so much dynamic shared memory have left for others to use again.
    """

    code: MachineCode
    width: int
    frame_bytes: int
    blocks: int
    trails: int
    experience: Experience = field(default_factory=Experience)
    idle: defaultdict[tuple[tuple[int, int, int], int], SimpleQueue[Any]] = field(
        default_factory=lambda: defaultdict(SimpleQueue)
    )


def row_width(block_x: int) -> int | None:
    """How many threads make a row for a block that is this wide, or None when rows would be uneven."""
    return next((width for width in WIDTHS if block_x % width == 0), None)


def translate_rows(
    kernel: Function, layout: MemoryLayout, width: int, *, watch: bool, lockstep: bool = False
) -> RowTranslation:
    """Translate a kernel (after inlining) for rows, which in `lockstep` take turns around stores as threads do.

    `watch` is False when no checker is asked for: then there are no sentinels on shared memory.

    Raises:
        Unsupported: something in it needs the careful way.

    """
    stepper = RowStepper(kernel, layout, width, watch=watch, lockstep=lockstep)
    step = stepper.lower()
    barriers = sum(block.ending is Ending.SUSPEND for block in stepper.graph.blocks)
    numbers = {
        "frame_bytes": stepper.registers.frame_bytes,
        "watched": int(watch),
        "last_barrier": barriers,
        "last_phase": len(stepper.suspension_of) - stepper.meetings,
    }
    write = partial(linked, step, stepper.b.declarations, numbers, entry="run_rows", always=_CALLED)
    code = MachineCode(write, f"{kernel.name}.rows-of-{width}")
    return RowTranslation(code, width, stepper.registers.frame_bytes, len(stepper.graph.blocks), stepper.trails)
