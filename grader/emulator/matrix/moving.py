"""Matrix instructions in the code of a thread and of its warp: what a lane brings, what the warp does, what it finds.

A lane leaves its registers in its frame, behind those that live across waiting, and finds there what it gets. Memory is
accessed once all have come (`walking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.emulator.matrix import computing
from grader.emulator.matrix.code import MatrixCode, empty_matrices, word_mover
from grader.emulator.matrix.forms import MATRIX_OPCODES, MatrixForm, UnknownFormError, read_form, require_registers
from grader.emulator.matrix.fragments import LANES, Fragment, sources
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
        code.calls[number] = _exchange(code, form, "turn")
    elif form.kind in ("fetch", "put"):
        address = next(operand for operand in i.operands if isinstance(operand, Address))
        _put(stepper, "x0", stepper.memory.address(address))
        if form.kind == "put":
            _leave(stepper, _items(i.operands[1]), "b32")
        code.calls[number] = move_rows(stepper, i, form)
    else:
        _bring_to_memory(stepper, i, form)
        code.calls[number] = move_fragment(stepper, i, form)


def _put(stepper: Stepper, field: str, value: str) -> None:
    place = stepper.b.let(f"getelementptr i8, ptr %frame, i64 {records.FRAME[field]}")
    stepper.b.do(f"store i64 {value}, ptr {place}")


def _leave(stepper: Stepper, registers: Sequence[Operand], kind: str) -> None:
    b = stepper.b
    size = 8 if kind == "f64" else 4
    for number, register in enumerate(registers):
        place = b.let(f"getelementptr i8, ptr %frame, i64 {stepper.matrices.place + size * number}")
        b.do(f"store i{8 * size} {b.src(register, f'b{8 * size}')}, ptr {place}")


def _bring_to_memory(stepper: Stepper, i: Instruction, form: MatrixForm) -> None:
    b = stepper.b
    operands = list(i.operands)
    address = next(operand for operand in operands if isinstance(operand, Address))
    stride = str(form.stride)
    if len(operands) > 2:
        stride = b.let(f"sext i32 {b.src(operands[2], 'b32')} to i64")
    _put(stepper, "x0", stepper.memory.address(address))
    _put(stepper, "x1", stride)
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
            place = stepper.b.let(f"getelementptr i8, ptr %frame, i64 {stepper.matrices.place + size * number}")
            stepper.b.dst(register, stepper.b.let(f"load i{8 * size}, ptr {place}"), f"b{8 * size}")


# ---- what the warp does


def _multiply(code: MatrixCode, form: MatrixForm) -> str:
    """Gather A, B and C, compute, scatter D."""
    product, texts, declarations = computing.product_functions(form)
    code.texts.update(texts)
    code.declarations |= declarations
    parts = (("a", form.a, form.a_type), ("b", form.b, form.b_type), ("c", form.c, form.c_type))
    lines, place = [], code.place
    origin = f"{'_'.join((form.a_type, form.b_type, form.c_type, form.d_type))}_{form.m}_{form.n}_{form.k}"
    origin += f"_{form.a.registers if form.a else 0}" + ("_saturated" if form.saturates else "")
    for name, part in (("a", form.a), ("b", form.b), ("c", form.c), ("d", form.d)):
        assert part is not None
        lines.append(f"%{name} = alloca [{part.rows * part.columns + 1} x i{max(32, part.element_bits)}], align 64")
    for name, part, kind in parts:
        assert part is not None
        size = (part.rows * part.columns + 1) * max(4, part.element_bits // 8)
        lines.append(f"call void @llvm.memset.p0.i64(ptr %{name}, i8 0, i64 {size}, i1 false)")
        lines.append(_transfer(code, "gather", name, part, kind, place, f"matrix_{name}_{origin}"))
        place += _bytes(part)
    assert form.d is not None
    lines.append(f"call void @{product}(ptr %a, ptr %b, ptr %c, ptr %d)")
    lines.append(_transfer(code, "scatter", "d", form.d, form.d_type, code.place, f"matrix_d_{origin}"))
    name = code.add_function(f"matrix_multiply_{origin}", lines)
    return f"call void @{name}(ptr %frames, i64 %have)"


def _transfer(code: MatrixCode, direction: str, matrix: str, part: Fragment, kind: str, place: int, table: str) -> str:
    past = part.rows * part.columns
    cells = []
    for lane in range(LANES):
        for number, source in enumerate(sources(part)):
            row, column = part.places[lane][number]
            repeated = direction == "gather" and source != number
            cells.append(past if repeated else row * part.columns + column)
    code.table_of(table, cells, "i16")
    function, text = computing.mover(direction, kind)
    code.texts.setdefault(function, text)
    return (
        f"call void @{function}(ptr %frames, i64 %have, i64 {place}, ptr @{table}, i64 {part.elements}, ptr %{matrix})"
    )


def _exchange(code: MatrixCode, form: MatrixForm, name: str) -> str:
    """`movmatrix`."""
    lines = [*empty_matrices(1), word_mover(code, "gather", False, 0), word_mover(code, "scatter", form.transposed, 0)]
    return f"call void @{code.add_function(f'matrix_{name}', lines)}(ptr %frames, i64 %have)"
