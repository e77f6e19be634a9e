"""Matrix instructions that access memory, for all lanes of a warp that have come: what they call of the runtime.

For fragments of `wmma` the accesses are as `accesses` says; for `ldmatrix` and `stmatrix` a row of 16 bytes by the lane
that gave its address. All of these are accesses as any other: the checkers see them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.emulator.matrix.forms import MatrixForm
from grader.emulator.native import records
from grader.emulator.ptx import Instruction
from grader.emulator.recording import EVENT_KINDS

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper

_ROW_BYTES = 16


def _event(stepper: Stepper, kind: str) -> int:
    """What is logged where accesses are counted; a replay, which shows values, has no room for these."""
    return EVENT_KINDS.index(kind) if stepper.recording and not stepper.stepwise else -1


def move_fragment(stepper: Stepper, i: Instruction, form: MatrixForm) -> str:
    """`wmma.load` and `wmma.store`: the elements between memory and a matrix without gaps, that between lanes."""
    code, held, loads, walk = stepper.matrices, form.held, form.kind == "load", form.accesses
    kind = "load" if loads else "store"
    moved = form.element_bytes * walk.count
    site = stepper.tables.site(i, "read" if loads else "write", form.space, moved)
    part = code.fragment([form.cell(place) for lane in held.places for place in lane], form.d_type)
    places = [cell for lane in walk.places for cell in (*lane, *[(-1, 0)] * (walk.most - len(lane)))]
    fields: dict[str, int | str] = {
        "places": code.table([number for place in places for number in place], "i32"),
        "most": walk.most, "count": walk.count, "row_elements": form.stride,
        "touch": f"@{stepper.memory.function_for(kind, form.space, moved)}", "event": _event(stepper, kind),
    }  # fmt: skip
    what = f"ptr {part}, ptr {code.record(records.ACCESSES, fields)}"
    return f"call void @matrix_{form.kind}(ptr %ctx, ptr %frames, i64 %have, i64 {site}, i64 {code.place}, {what})"


def move_rows(stepper: Stepper, i: Instruction, form: MatrixForm) -> str:
    """`ldmatrix` and `stmatrix`: the rows between memory and matrices, the matrices between lanes."""
    code, fetches = stepper.matrices, form.kind == "fetch"
    kind = "load" if fetches else "store"
    touch = stepper.memory.function_for(kind, form.space, _ROW_BYTES)
    site = stepper.tables.site(i, "read" if fetches else "write", form.space, _ROW_BYTES)
    part = code.halves(transposed=form.transposed)
    what = f"i64 {form.count}, ptr {part}, ptr @{touch}, i64 {_event(stepper, kind)}"
    return f"call void @matrix_{form.kind}(ptr %ctx, ptr %frames, i64 %have, i64 {site}, i64 {code.place}, {what})"
