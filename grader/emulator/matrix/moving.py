"""Matrix instructions in the code of a thread and of its warp: what a lane brings, what the warp does, what it finds.

A lane leaves its registers in its frame, behind those that live across waiting, and finds there what it gets. Memory is
accessed once all have come, lane after lane: for fragments of `wmma` as `accesses` says, for `ldmatrix` and `stmatrix`
a row of 16 bytes by the lane that gave its address. All of these are accesses as any other: the checkers see them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.emulator import layout as at
from grader.emulator.matrix import computing
from grader.emulator.matrix.forms import MATRIX_OPCODES, MatrixForm, UnknownFormError, read_form
from grader.emulator.matrix.fragments import LANES, Fragment, sources, word_of_row
from grader.emulator.ptx import Address, Function, Instruction, Operand, Vector
from grader.emulator.recording import EVENT_KINDS

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper

_ROW_BYTES = 16


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


class MatrixCode:
    """What the matrix instructions of one kernel add to its IR, beside the code of a thread."""

    def __init__(self, place: int) -> None:
        """`place` is where the area for matrix registers begins in a frame."""
        self.place = place
        self.texts: dict[str, str] = {}
        self.declarations: set[str] = set()
        self.calls: dict[int, str] = {}

    def table_of(self, name: str, numbers: Sequence[int], kind: str) -> str:
        """A table of constants, written once; its name."""
        listed = ", ".join(f"{kind} {number}" for number in numbers)
        self.texts.setdefault(name, f"@{name} = internal constant [{len(numbers)} x {kind}] [{listed}]\n")
        return name


# ---- what a lane brings


def bring(stepper: Stepper, i: Instruction, number: int) -> None:
    """Leave the operands in the frame, and write what the warp does at suspension `number`."""
    form = read_form(i)
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
        code.calls[number] = _move_rows(stepper, i, form)
    else:
        _bring_to_memory(stepper, i, form)
        code.calls[number] = _move_fragment(stepper, i, form)


def _put(stepper: Stepper, field: str, value: str) -> None:
    place = stepper.b.let(f"getelementptr i8, ptr %frame, i64 {at.FRAME_OFFSET[field]}")
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


def _function(code: MatrixCode, name: str, lines: Sequence[str], parameters: str = "ptr %frames, i64 %have") -> str:
    body = "\n".join(f"  {line}" for line in lines)
    code.texts.setdefault(name, f"define internal void @{name}({parameters}) {{\n{body}\n  ret void\n}}\n")
    return name


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
    name = _function(code, f"matrix_multiply_{origin}", lines)
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


def _halves(code: MatrixCode, *, transposed: bool) -> str:
    """The table of where a lane's two halves of a word lie in an 8 × 8 matrix."""
    cells = [0] * (2 * LANES)
    for row in range(8):
        for column in range(8):
            lane, half = word_of_row(row, column)
            cells[2 * lane + half] = 8 * column + row if transposed else 8 * row + column
    return code.table_of(f"matrix_halves{'_turned' if transposed else ''}", cells, "i16")


def _words(code: MatrixCode, direction: str, form_transposed: bool, number: int) -> str:
    """Move the lanes' word `number` from or to the `number`-th matrix of halves (each in 32 bits)."""
    function, text = computing.mover(direction, "f16")
    code.texts.setdefault(function, text)
    table = _halves(code, transposed=form_transposed)
    return (
        f"call void @{function}(ptr %frames, i64 %have, i64 {code.place + 4 * number}, ptr @{table}, i64 2, "
        f"ptr %matrix{number})"
    )


def _matrices(count: int) -> list[str]:
    lines = [f"%matrices = alloca [{64 * count} x i32], align 64"]
    lines.append(f"call void @llvm.memset.p0.i64(ptr %matrices, i8 0, i64 {256 * count}, i1 false)")
    return lines + [f"%matrix{n} = getelementptr i32, ptr %matrices, i64 {64 * n}" for n in range(count)]


def _exchange(code: MatrixCode, form: MatrixForm, name: str) -> str:
    """`movmatrix`."""
    lines = [*_matrices(1), _words(code, "gather", False, 0), _words(code, "scatter", form.transposed, 0)]
    return f"call void @{_function(code, f'matrix_{name}', lines)}(ptr %frames, i64 %have)"


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


def _move_fragment(stepper: Stepper, i: Instruction, form: MatrixForm) -> str:
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
    _function(code, name, lines, "ptr %ctx, ptr %frames, i64 %have, i64 %site")
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


def _move_rows(stepper: Stepper, i: Instruction, form: MatrixForm) -> str:
    """`ldmatrix` and `stmatrix`: the rows between memory and matrices, the matrices between lanes."""
    code = stepper.matrices
    fetches = form.kind == "fetch"
    kind = "load" if fetches else "store"
    touch = stepper.memory.function_for(kind, form.space, _ROW_BYTES)
    site = stepper.tables.site(i, "read" if fetches else "write", form.space, _ROW_BYTES)
    lanes = [_words(code, "scatter" if fetches else "gather", form.transposed, number) for number in range(form.count)]
    before, after = (_matrices(form.count), lanes) if fetches else ([*_matrices(form.count), *lanes], [])
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
