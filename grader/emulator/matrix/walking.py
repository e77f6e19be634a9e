"""How a warp moves matrices between memory and its lanes, lane after lane.

For fragments of `wmma` the accesses are as `accesses` says; for `ldmatrix` and `stmatrix` a row of 16 bytes by the lane
that gave its address. All of these are accesses as any other: the checkers see them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.emulator.matrix import computing
from grader.emulator.matrix.code import empty_matrices, word_mover
from grader.emulator.matrix.forms import MatrixForm
from grader.emulator.ptx import Instruction
from grader.emulator.recording import EVENT_KINDS

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper

_ROW_BYTES = 16


_LOG = """
define internal void @matrix_log(ptr %ctx, ptr %frame, i64 %site, i64 %kind) {
  %linear = word i64 <frame.linear> of %frame
  %offset = word i64 <last_offset> of %ctx
  %object = word i64 <last_object> of %ctx
  %space = word i64 <last_space> of %ctx
  %upper = shl i64 %space, 32
  %target = or i64 %object, %upper
  call void @record(ptr %ctx, i64 %linear, i64 %site, i64 %kind, i64 %offset, i64 %target, i64 0)
  ret void
}
"""


def _log(stepper: Stepper, kind: str) -> str:
    """Log the access just announced where accesses are counted; a replay, which shows values, has no room for these."""
    if not stepper.recording or stepper.stepwise:
        return ""
    stepper.matrices.texts.setdefault("matrix_log", _LOG)
    number = EVENT_KINDS.index(kind)
    return f"  call void @matrix_log(ptr %ctx, ptr %frame, i64 %site, i64 {number})\n"


_WALK = """
define internal void @{name}(ptr %ctx, ptr %frames, i64 %have, i64 %site, ptr %cells) {{
entry:
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %l_next, %lane_done ]
  %bit = lshr i64 %have, %l
  %on = trunc i64 %bit to i1
  br i1 %on, label %first, label %lane_done
first:
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %l
  %base = word i64 <frame.x0> of %frame
  %stride = word i64 <frame.x1> of %frame
  %row = mul i64 %l, {most}
  br label %access
access:
  %n = phi i64 [ 0, %first ], [ %n_next, %done ]
  %slot = add i64 %row, %n
  %place = getelementptr [2 x i32], ptr @{table}, i64 %slot
  %major_32 = load i32, ptr %place
  %is_one = icmp sge i32 %major_32, 0
  br i1 %is_one, label %move, label %done
move:
  %minor_32 = word i32 4 of %place
  %major = zext i32 %major_32 to i64
  %minor = zext i32 %minor_32 to i64
  %strides = mul i64 %major, %stride
  %element = add i64 %strides, %minor
  %offset = mul i64 %element, {size}
  %address = add i64 %base, %offset
  %pointer = call ptr @{touch}(ptr %ctx, ptr %frame, i64 %address, i64 %site)
{log}  %dense = mul i64 %major, {width}
  %number = add i64 %dense, %minor
  %cell = getelementptr i{bits}, ptr %cells, i64 %number
  %value = load i{moved}, ptr {source}, align 1
  store i{moved} %value, ptr {target}, align 1
  br label %done
done:
  step %n below {most}, label %access, label %lane_done
lane_done:
  step %l below 32, label %lane, label %end
end:
  ret void
}}
"""


def move_fragment(stepper: Stepper, i: Instruction, form: MatrixForm) -> str:
    """`wmma.load` and `wmma.store`: the elements between memory and a matrix without gaps, that between lanes."""
    code, held, loads = stepper.matrices, form.held, form.kind == "load"
    kind = "load" if loads else "store"
    moved = form.element_bytes * form.accesses.count
    touch = stepper.memory.function_for(kind, form.space, moved)
    site = stepper.tables.site(i, "read" if loads else "write", form.space, moved)
    origin = f"{form.space}_{form.part}_{held.rows}_{held.columns}_{held.element_bits}_{held.registers}"
    origin += "_by_column" if form.by_column else ""
    most, name = form.accesses.most, f"matrix_{kind}_{origin}"
    places = [cell for lane in form.accesses.places for cell in (*lane, *[(-1, 0)] * (most - len(lane)))]
    table = code.table_of(f"matrix_places_{origin}", [number for place in places for number in place], "i32")
    ends = ("%pointer", "%cell") if loads else ("%cell", "%pointer")
    code.texts.setdefault(
        f"{name}_walk",
        _WALK.format(
            name=f"{name}_walk", table=table, most=most, touch=touch, size=form.element_bytes, width=form.stride,
            bits=held.element_bits, moved=8 * moved, source=ends[0], target=ends[1], log=_log(stepper, kind),
        ),
    )  # fmt: skip
    numbers = [form.cell(place) for lane in held.places for place in lane]
    lanes = computing.plain_mover("scatter" if loads else "gather", held.element_bits)
    code.texts.setdefault(*lanes)
    cells = code.table_of(f"matrix_cells_{origin}", numbers, "i16")
    size = held.rows * held.columns * form.element_bytes
    steps = [
        f"call void @{name}_walk(ptr %ctx, ptr %frames, i64 %have, i64 %site, ptr %cells)",
        f"call void @{lanes[0]}(ptr %frames, i64 %have, i64 {code.place}, ptr @{cells}, i64 {held.elements}, "
        "ptr %cells)",
    ]
    lines = [
        f"%cells = alloca [{size} x i8], align 16",
        f"call void @llvm.memset.p0.i64(ptr %cells, i8 0, i64 {size}, i1 false)",
        *(steps if loads else reversed(steps)),
    ]
    code.add_function(name, lines, "ptr %ctx, ptr %frames, i64 %have, i64 %site")
    return f"call void @{name}(ptr %ctx, ptr %frames, i64 %have, i64 {site})"


_ROWS = """
define internal void @{name}(ptr %ctx, ptr %frames, i64 %have, i64 %site) {{
entry:
{before}
  br label %row
row:
  %r = phi i64 [ 0, %entry ], [ %r_next, %done ]
  %bit = lshr i64 %have, %r
  %on = trunc i64 %bit to i1
  br i1 %on, label %access, label %done
access:
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %r
  %address = word i64 <frame.x0> of %frame
  %pointer = call ptr @{touch}(ptr %ctx, ptr %frame, i64 %address, i64 %site)
{log}  %first = mul i64 %r, 8
  %cells = getelementptr i32, ptr %matrices, i64 %first
{move}
  br label %done
done:
  step %r below {rows}, label %row, label %end
end:
{after}
  ret void
}}
"""
_FETCH_ROW = """  %halves = load <8 x i16>, ptr %pointer, align 2
  %words = zext <8 x i16> %halves to <8 x i32>
  store <8 x i32> %words, ptr %cells, align 4"""
_PUT_ROW = """  %words = load <8 x i32>, ptr %cells, align 4
  %halves = trunc <8 x i32> %words to <8 x i16>
  store <8 x i16> %halves, ptr %pointer, align 2"""


def move_rows(stepper: Stepper, i: Instruction, form: MatrixForm) -> str:
    """`ldmatrix` and `stmatrix`: the rows between memory and matrices, the matrices between lanes."""
    code = stepper.matrices
    fetches = form.kind == "fetch"
    kind = "load" if fetches else "store"
    touch = stepper.memory.function_for(kind, form.space, _ROW_BYTES)
    site = stepper.tables.site(i, "read" if fetches else "write", form.space, _ROW_BYTES)
    lanes = [
        word_mover(code, "scatter" if fetches else "gather", form.transposed, number) for number in range(form.count)
    ]
    before, after = (empty_matrices(form.count), lanes) if fetches else ([*empty_matrices(form.count), *lanes], [])
    name = f"matrix_{form.kind}_{form.space}_{form.count}{'_turned' if form.transposed else ''}"
    code.texts.setdefault(
        name,
        _ROWS.format(
            name=name, touch=touch, rows=8 * form.count, move=_FETCH_ROW if fetches else _PUT_ROW,
            log=_log(stepper, kind),
            before="\n".join(f"  {line}" for line in before), after="\n".join(f"  {line}" for line in after),
        ),
    )  # fmt: skip
    return f"call void @{name}(ptr %ctx, ptr %frames, i64 %have, i64 {site})"
