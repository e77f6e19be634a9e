"""A kernel as machine code for rows of threads, where that can be done."""

from __future__ import annotations

from dataclasses import dataclass

from grader.emulator.isa.builder import Unsupported
from grader.emulator.jit import MachineCode
from grader.emulator.layout import MemoryLayout
from grader.emulator.ptx import Function
from grader.emulator.rows.runtime import rows_runtime
from grader.emulator.rows.sentinels import even_function, global_functions, shared_functions
from grader.emulator.rows.stepping import RowStepper

WIDTHS = (16, 8)


@dataclass(frozen=True, slots=True)
class RowTranslation:
    """Machine code that runs `width` threads as one."""

    code: MachineCode
    width: int
    frame_bytes: int
    blocks: int


def row_width(block_x: int) -> int | None:
    """How many threads make a row for a block that is this wide, or None when rows would be uneven."""
    return next((width for width in WIDTHS if block_x % width == 0), None)


def translate_rows(kernel: Function, layout: MemoryLayout, width: int, watch: bool) -> RowTranslation | None:
    """Translate a kernel (after inlining) for rows, or give None when something in it needs the careful way.

    `watch` is False when no checker is asked for: then there are no sentinels on shared memory.
    """
    try:
        stepper = RowStepper(kernel, layout, width, watch)
        step = stepper.lower()
    except (Unsupported, KeyError, ValueError, AssertionError, IndexError):
        return None
    text = "\n".join(
        [
            *sorted(stepper.b.declarations),
            rows_runtime(stepper.registers.frame_bytes),
            shared_functions(width, watch),
            global_functions(width),
            even_function(width),
            step,
        ]
    )
    return RowTranslation(
        MachineCode(text, optimise=2), width, stepper.registers.frame_bytes, len(stepper.graph.blocks)
    )
