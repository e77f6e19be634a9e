"""Lower matrix instructions: what a lane brings, what the warp does, and what the lane gets.

A lane leaves its registers in its frame, behind those that live across waiting, and finds the results there. Memory is
accessed once all lanes have come, by accesses that checkers see like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.emulator.checkers import LOAD, STORE, AccessKind
from grader.emulator.lowering.emitter import EVENT_KINDS, Emitter
from grader.emulator.matrix.code import MatrixCode, Rounding, rounding_of
from grader.emulator.matrix.forms import MatrixForm, UnknownFormError, read_form, require_registers
from grader.emulator.matrix.fragments import Fragment, sources
from grader.emulator.native import records
from grader.emulator.ptx import Address, Instruction, Operand, Vector


def _items(operand: Operand) -> Sequence[Operand]:
    return operand.items if isinstance(operand, Vector) else (operand,)


_ROW_BYTES = 16


# ---- what a lane brings


def bring(emitter: Emitter, i: Instruction, number: int) -> None:
    """Leave the operands in the frame, and write what the warp does at suspension `number`."""
    form = read_form(i)
    require_registers(i, form)
    code = emitter.matrices
    if form.kind == "multiply":
        _leave(emitter, [item for operand in i.operands[1:4] for item in _items(operand)], form.a_type)
        code.calls[number] = _multiply(code, form)
    elif form.kind == "turn":
        _leave(emitter, _items(i.operands[1]), "b32")
        code.calls[number] = _turn(code, form)
    elif form.kind in ("fetch", "put"):
        address = next(operand for operand in i.operands if isinstance(operand, Address))
        emitter.b.set_frame("x0", emitter.memory.address(address))
        if form.kind == "put":
            _leave(emitter, _items(i.operands[1]), "b32")
        code.calls[number] = _move_rows(emitter, i, form)
    else:
        _bring_to_memory(emitter, i, form)
        code.calls[number] = _move_fragment(emitter, i, form)


def _leave(emitter: Emitter, registers: Sequence[Operand], kind: str) -> None:
    b = emitter.b
    size = 8 if kind == "f64" else 4
    for number, register in enumerate(registers):
        value = b.src(register, f"b{8 * size}")
        b.store(value, "%frame", emitter.matrices.place + size * number, f"i{8 * size}")


def _bring_to_memory(emitter: Emitter, i: Instruction, form: MatrixForm) -> None:
    b = emitter.b
    operands = list(i.operands)
    address = next(operand for operand in operands if isinstance(operand, Address))
    stride = str(form.stride)
    if len(operands) > 2:
        stride = b.let(f"sext i32 {b.src(operands[2], 'b32')} to i64")
    emitter.b.set_frame("x0", emitter.memory.address(address))
    emitter.b.set_frame("x1", stride)
    if form.kind == "store":
        _leave(emitter, _items(operands[1]), form.d_type)


# ---- what it gets


def take(emitter: Emitter, i: Instruction) -> None:
    """Write the results to their registers."""
    try:
        form = read_form(i)
    except UnknownFormError:
        return  # a thread that comes here has ended the launch
    if form.kind not in ("store", "put"):
        size = 8 if form.d_type == "f64" else 4
        for number, register in enumerate(_items(i.operands[0])):
            value = emitter.b.load("%frame", emitter.matrices.place + size * number, f"i{8 * size}")
            emitter.b.dst(register, value, f"b{8 * size}")


# ---- what the warp does


def _multiply(code: MatrixCode, form: MatrixForm) -> str:
    """Gather A, B and C, compute their product, and scatter D."""
    parts = ((form.a, form.a_type), (form.b, form.b_type), (form.c, form.c_type), (form.d, form.d_type))
    names = [code.fragment(_cells(part, brought=part is not form.d), kind) for part, kind in parts if part is not None]
    rules = rounding_of(form.opcode, form.a_type) if form.is_floating else Rounding(0, 0)
    shape = {"m": form.m, "n": form.n, "k": form.k, "saturates": int(form.saturates)}
    product = code.record(records.PRODUCT, {**shape, "step": rules.step, "extra_bits": rules.extra_bits})
    kind = f"{form.c_type}_{form.d_type}"
    what = ", ".join(f"ptr {name}" for name in (*names, product))
    return f"call void @matrix_multiply_{kind}(ptr %frames, i64 %have, i64 {code.place}, {what})"


def _cells(part: Fragment, *, brought: bool) -> list[int]:
    """Return the place of each lane's elements in the matrix, row by row; repetitions in operands have none."""
    return [
        records.MOST_CELLS if brought and source != number else row * part.columns + column
        for lane in part.places
        for number, (source, (row, column)) in enumerate(zip(sources(part), lane, strict=True))
    ]


def _turn(code: MatrixCode, form: MatrixForm) -> str:
    """`movmatrix`."""
    parts = f"ptr {code.halves(transposed=False)}, ptr {code.halves(transposed=form.transposed)}"
    return f"call void @matrix_turn(ptr %frames, i64 %have, i64 {code.place}, {parts})"


def _event(emitter: Emitter, kind: AccessKind) -> int:
    """Return the kind of event to log when accesses are counted. A replay shows values and logs none of these."""
    return EVENT_KINDS.index(kind.deed.value) if emitter.recording and not emitter.stepwise else -1


def _move_fragment(emitter: Emitter, i: Instruction, form: MatrixForm) -> str:
    """`wmma.load` and `wmma.store`: move elements between memory, a matrix without gaps, and lanes."""
    code, held, loads, walk = emitter.matrices, form.held, form.kind == "load", form.accesses
    kind = LOAD if loads else STORE
    moved = form.element_bytes * walk.count
    site = emitter.tables.site(i, "read" if loads else "write", form.space, moved)
    part = code.fragment([form.cell(place) for lane in held.places for place in lane], form.d_type)
    places = [cell for lane in walk.places for cell in (*lane, *[(-1, 0)] * (walk.most - len(lane)))]
    fields: dict[str, int | str] = {
        "places": code.table([number for place in places for number in place], "i32"),
        "most": walk.most, "count": walk.count, "row_elements": form.stride,
        "touch": f"@{emitter.memory.function_for(kind, form.space, moved)}", "event": _event(emitter, kind),
    }  # fmt: skip
    what = f"ptr {part}, ptr {code.record(records.ACCESSES, fields)}"
    return f"call void @matrix_{form.kind}(ptr %ctx, ptr %frames, i64 %have, i64 {site}, i64 {code.place}, {what})"


def _move_rows(emitter: Emitter, i: Instruction, form: MatrixForm) -> str:
    """`ldmatrix` and `stmatrix`: move rows between memory and matrices, and the matrices between lanes."""
    code, fetches = emitter.matrices, form.kind == "fetch"
    kind = LOAD if fetches else STORE
    touch = emitter.memory.function_for(kind, form.space, _ROW_BYTES)
    site = emitter.tables.site(i, "read" if fetches else "write", form.space, _ROW_BYTES)
    part = code.halves(transposed=form.transposed)
    what = f"i64 {form.count}, ptr {part}, ptr @{touch}, i64 {_event(emitter, kind)}"
    return f"call void @matrix_{form.kind}(ptr %ctx, ptr %frames, i64 %have, i64 {site}, i64 {code.place}, {what})"
