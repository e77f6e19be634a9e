"""Matrix instructions in the code of a thread and of its warp: what a lane brings, what the warp does, what it finds.

A lane leaves its registers in its frame, behind those that live across waiting, and finds there what it gets. Memory is
accessed once all have come (`walking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.emulator.matrix.code import MatrixCode
from grader.emulator.matrix.forms import MATRIX_OPCODES, MatrixForm, UnknownFormError, read_form, require_registers
from grader.emulator.matrix.fragments import Fragment, sources
from grader.emulator.matrix.rounding import Rounding, rounding_of
from grader.emulator.matrix.walking import move_fragment, move_rows
from grader.emulator.native import records
from grader.emulator.ptx import Address, Function, Instruction, Operand, Vector

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper


def frame_bytes(function: Function) -> int:
    """Bytes that the matrix instructions of a kernel need in each thread's frame; 0 when it has none."""
    most = 0
    for item in function.body:
        if isinstance(item, Instruction) and item.opcode in MATRIX_OPCODES:
            try:
                most = max(most, _area(read_form(item)))
            except UnknownFormError:
                continue
    return most


def _area(form: MatrixForm) -> int:
    if form.kind == "multiply":
        brought = sum(_bytes(part) for part in (form.a, form.b, form.c) if part)
        return max(brought, _bytes(form.d) if form.d else 0)
    return _bytes(form.held) if form.kind in ("load", "store") else 4 * form.count


def narrowest_access(i: Instruction) -> int:
    """Bytes of the narrowest access that a lane makes for a `wmma` instruction, 4 if it makes none."""
    try:
        form = read_form(i)
    except UnknownFormError:
        return 4
    return form.element_bytes * form.accesses.count if form.kind in ("load", "store") else 4


def _bytes(fragment: Fragment) -> int:
    return fragment.registers * fragment.register_bits // 8


def _items(operand: Operand) -> Sequence[Operand]:
    return operand.items if isinstance(operand, Vector) else (operand,)


# ---- what a lane brings


def bring(stepper: Stepper, i: Instruction, number: int) -> None:
    """Leave the operands in the frame, and write what the warp does at suspension `number`."""
    form = read_form(i)
    require_registers(i, form)
    code = stepper.matrices
    if form.kind == "multiply":
        _leave(stepper, [item for operand in i.operands[1:4] for item in _items(operand)], form.a_type)
        code.calls[number] = _multiply(code, form)
    elif form.kind == "turn":
        _leave(stepper, _items(i.operands[1]), "b32")
        code.calls[number] = _turn(code, form)
    elif form.kind in ("fetch", "put"):
        address = next(operand for operand in i.operands if isinstance(operand, Address))
        stepper.b.set_frame("x0", stepper.memory.address(address))
        if form.kind == "put":
            _leave(stepper, _items(i.operands[1]), "b32")
        code.calls[number] = move_rows(stepper, i, form)
    else:
        _bring_to_memory(stepper, i, form)
        code.calls[number] = move_fragment(stepper, i, form)


def _leave(stepper: Stepper, registers: Sequence[Operand], kind: str) -> None:
    b = stepper.b
    size = 8 if kind == "f64" else 4
    for number, register in enumerate(registers):
        value = b.src(register, f"b{8 * size}")
        b.store(value, "%frame", stepper.matrices.place + size * number, f"i{8 * size}")


def _bring_to_memory(stepper: Stepper, i: Instruction, form: MatrixForm) -> None:
    b = stepper.b
    operands = list(i.operands)
    address = next(operand for operand in operands if isinstance(operand, Address))
    stride = str(form.stride)
    if len(operands) > 2:
        stride = b.let(f"sext i32 {b.src(operands[2], 'b32')} to i64")
    stepper.b.set_frame("x0", stepper.memory.address(address))
    stepper.b.set_frame("x1", stride)
    if form.kind == "store":
        _leave(stepper, _items(operands[1]), form.d_type)


# ---- what it finds


def take(stepper: Stepper, i: Instruction) -> None:
    """Write the results to their registers."""
    try:
        form = read_form(i)
    except UnknownFormError:
        return  # the thread that comes here has ended the launch
    if form.kind not in ("store", "put"):
        size = 8 if form.d_type == "f64" else 4
        for number, register in enumerate(_items(i.operands[0])):
            value = stepper.b.load("%frame", stepper.matrices.place + size * number, f"i{8 * size}")
            stepper.b.dst(register, value, f"b{8 * size}")


# ---- what the warp does


def _multiply(code: MatrixCode, form: MatrixForm) -> str:
    """A, B and C are gathered, their product is computed, and D scattered."""
    parts = ((form.a, form.a_type), (form.b, form.b_type), (form.c, form.c_type), (form.d, form.d_type))
    names = [code.fragment(_cells(part, brought=part is not form.d), kind) for part, kind in parts if part is not None]
    rules = rounding_of(form.opcode, form.a_type) if form.is_floating else Rounding(0, 0)
    shape = {"m": form.m, "n": form.n, "k": form.k, "saturates": int(form.saturates)}
    product = code.record(records.PRODUCT, {**shape, "step": rules.step, "extra_bits": rules.extra_bits})
    kind = "floats" if form.is_floating else "doubles" if form.a_type == "f64" else "integers"
    what = ", ".join(f"ptr {name}" for name in (*names, product))
    return f"call void @matrix_multiply_{kind}(ptr %frames, i64 %have, i64 {code.place}, {what})"


def _cells(part: Fragment, *, brought: bool) -> list[int]:
    """Where each lane's elements are in the matrix, row by row; of what is brought, repetitions are nowhere."""
    return [
        records.MOST_CELLS if brought and source != number else row * part.columns + column
        for lane in part.places
        for number, (source, (row, column)) in enumerate(zip(sources(part), lane, strict=True))
    ]


def _turn(code: MatrixCode, form: MatrixForm) -> str:
    """`movmatrix`."""
    parts = f"ptr {code.halves(transposed=False)}, ptr {code.halves(transposed=form.transposed)}"
    return f"call void @matrix_turn(ptr %frames, i64 %have, i64 {code.place}, {parts})"
