"""Lower waiting (`passes/suspensions.py`): a thread leaves operands in its frame and finds the answer there.

Also here: what the runtime calls of one kernel besides `step`: sites of suspensions, and operations of warps. For a
matrix instruction a lane leaves its registers in its frame, behind those that live across waiting, and finds the
results there. Memory is accessed once all lanes have come, by accesses that checkers see like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.checkers.checkers import LOAD, STORE, AccessKind
from grader.emulator.isa.builder import Builder
from grader.emulator.lowering.emitter import EVENT_KINDS, Emitter
from grader.emulator.lowering.mbarriers import ask_again
from grader.emulator.lowering.registers import WARP_SIZE
from grader.emulator.lowering.unset_values import bring_mark, take_mark
from grader.emulator.matrix.forms import MATRIX_OPCODES, MatrixForm, UnknownFormError, read_form, require_registers
from grader.emulator.matrix.fragments import Fragment, MatrixCode, Rounding, rounding_of, sources
from grader.emulator.native import records
from grader.emulator.passes.suspensions import Suspension, Wait, is_block_barrier
from grader.emulator.ptx.nodes import Address, Immediate, Instruction, Known, Operand, Register, Vector
from grader.emulator.result import Unsupported


def suspension_site(sites: Mapping[int, int]) -> str:
    """Write the function that returns the site of a suspension, by its number."""
    answers = {number: [f"ret i64 {site}"] for number, site in sites.items()}
    return _by_state("i64 @suspension_site(i64 %state)", answers, "ret i64 0")


def operation_of(operations: Sequence[tuple[int, Instruction]]) -> str:
    """Write the function that returns the first suspension with the same operation as this one.

    Threads meet in a warp operation if it is the same one, wherever it stands in the code.
    """
    first: dict[str, int] = {}
    for number, instruction in operations:
        first.setdefault(instruction.name, number)
    answers = {number: [f"ret i64 {first[instruction.name]}"] for number, instruction in operations}
    return _by_state("i64 @operation_of(i64 %state)", answers, "ret i64 %state")


def perform(operations: Sequence[tuple[int, Instruction]], matrices: MatrixCode) -> str:
    """Write the function that does the operation of a suspension, for the lanes of a warp that have come."""
    done = {}
    for number, instruction in operations:
        try:
            calls = [matrices.calls[number]] if number in matrices.calls else calls_of(instruction)
        except Unsupported:
            # A thread that comes here has already ended the launch.
            continue
        done[number] = [*calls, "ret void"]
    return matrices.text + _by_state("void @perform(ptr %ctx, ptr %frames, i64 %have, i64 %state)", done, "ret void")


def _by_state(head: str, cases: Mapping[int, Sequence[str]], other: str) -> str:
    b = Builder()
    b.switch("%state", {number: f"at{number}" for number in cases}, "other")
    for number, statements in cases.items():
        b.label(f"at{number}")
        for statement in statements:
            b.do(statement)
    b.label("other")
    b.do(other)
    return b.defined(head)


# Each has a number for each mode: `SHUFFLE_UP` of `native/records.h`.
_FAMILIES = Known({"shfl": "SHUFFLE_", "vote": "VOTE_", "match": "MATCH_", "redux": "REDUCE_"})
_FUNCTIONS = {"shfl": "warp_shuffle", "vote": "warp_vote", "match": "warp_match", "redux": "warp_reduce"}


def calls_of(i: Instruction) -> list[str]:
    """Return the calls for an operation of a warp (`native/scheduling/operations.c`) and for what its threads know
    then.

    Raises:
        Unsupported: the operation has an unknown form.

    """
    if i.opcode in ("elect", "activemask"):
        return [f"call void @warp_{'elect' if i.opcode == 'elect' else 'active'}(ptr %frames, i64 %have)"]
    if i.opcode in ("bar", "barrier"):
        return ["call void @order_warp(ptr %ctx, ptr %frames, i64 %have)"]
    words = [word for word in i.modifiers if word != "sync"]
    mode = "_".join(words) if words[0] in ("min", "max") else words[0]
    number = getattr(records, f"{_FAMILIES[i.opcode]}{mode.upper()}", None)
    if number is None:
        raise Unsupported(i.name)
    return [f"call void @{_FUNCTIONS[i.opcode]}(ptr %frames, i64 %have, i64 {number})"]


_EVERY_LANE = 0xFFFFFFFF


# ---- what a thread brings


def _wide(emitter: Emitter, operand: Operand, ptx: str) -> str:
    kind, bits = ("pred", "i1") if ptx == "pred" else (f"b{ptx[1:]}", f"i{ptx[1:]}")
    return emitter.b.reinterpret(emitter.b.src(operand, kind), bits, "i64")


def bring(emitter: Emitter, suspension: Suspension, site: int) -> None:
    """Leave the operands in the frame."""
    i = suspension.instruction
    if suspension.wait.of_block:
        operands = list(i.operands[1:] if "red" in i.modifiers else i.operands)
        if "red" in i.modifiers:
            emitter.b.set_frame("x0", _wide(emitter, operands.pop(), "pred"))
        emitter.b.set_frame("barrier", _barrier_of(emitter, operands[0], site) if operands else "0")
        emitter.b.set_frame("expected", _count_of(emitter, operands[1], site) if len(operands) > 1 else "0")
    elif i.opcode in MATRIX_OPCODES:
        _bring_to_matrix(emitter, i, suspension.number)
        emitter.b.set_frame("mask", str(_EVERY_LANE))
    elif suspension.wait is Wait.WARP:
        _bring_to_warp(emitter, i, site)


def _barrier_of(emitter: Emitter, operand: Operand, site: int) -> str:
    """Return the number of a barrier; the launch ends for a number that no block has."""
    number = _wide(emitter, operand, "u32")
    if not isinstance(operand, Immediate) or not 0 <= operand.bits < records.BARRIERS:
        emitter.require(emitter.b.let(f"icmp ult i64 {number}, {records.BARRIERS}"), site)
    return number


def _count_of(emitter: Emitter, operand: Operand, site: int) -> str:
    """Return the number of threads that a barrier is for: whole warps."""
    count, b = _wide(emitter, operand, "u32"), emitter.b
    if not isinstance(operand, Immediate) or operand.bits <= 0 or operand.bits % WARP_SIZE:
        rest = b.let(f"and i64 {count}, {WARP_SIZE - 1}")
        some, whole = b.let(f"icmp ne i64 {count}, 0"), b.let(f"icmp eq i64 {rest}, 0")
        emitter.require(b.let(f"and i1 {some}, {whole}"), site)
    return count


def _bring_to_warp(emitter: Emitter, i: Instruction, site: int) -> None:
    calls_of(i)
    b = emitter.b
    if i.opcode == "activemask":
        b.set_frame("mask", "0")
        return
    mask = _wide(emitter, i.operands[-1], "u32")
    b.set_frame("mask", mask)
    if emitter.memory.checked:  # report a thread that the mask of its own operation leaves out
        moved = b.let(f"lshr i64 {mask}, {b.let('and i64 %linear, 31')}")
        out = b.let(f"icmp eq i64 {b.let(f'and i64 {moved}, 1')}, 0")
        row = site + emitter.report_base["barrier-divergence"]
        what = f"i64 {row}, i64 0, i64 0, i64 {site}, i64 {records.LEFT_OUT}"
        b.do(f"call void @report_if(i1 {out}, ptr %ctx, ptr %frame, {what})")
    if i.opcode == "shfl":
        bring_mark(emitter, i)
    brought = {"bar": [], "barrier": [], "elect": [], "vote": ["pred"], "shfl": ["u32"] * 3}
    kinds = brought.get(i.opcode, [i.modifiers[-1]])
    for field, operand, kind in zip(("x0", "x1", "x2"), i.operands[1:], kinds, strict=False):
        b.set_frame(field, _wide(emitter, operand, kind))


# ---- what it gets


def take(emitter: Emitter, suspension: Suspension) -> None:
    """Write the answer to the destination registers."""
    i, b = suspension.instruction, emitter.b
    if suspension.wait in (Wait.PHASE, Wait.MEETING):
        ask_again(emitter, i)
        return
    if suspension.wait is Wait.TURN or not i.operands:
        return
    if i.opcode in MATRIX_OPCODES:
        _take_from_matrix(emitter, i)
        return
    first = i.operands[0]
    if i.opcode in ("bar", "barrier"):
        if is_block_barrier(i) and "red" in i.modifiers:
            _take_reduction(emitter, i, first)
        return
    answer = emitter.b.frame("y0")
    if i.opcode == "vote" and i.modifiers[-1] == "pred":
        b.dst(first, b.let(f"icmp ne i64 {answer}, 0"), "pred")
    elif isinstance(first, Register):
        if i.opcode == "shfl":
            take_mark(emitter, i)
        b.dst(first, b.let(f"trunc i64 {answer} to i32"), "b32")
    if i.pair is not None:
        b.dst(i.pair, b.let(f"icmp ne i64 {emitter.b.frame('y1')}, 0"), "pred")


def _take_reduction(emitter: Emitter, i: Instruction, target: Operand) -> None:
    b = emitter.b
    yes, total = emitter.b.frame("y0"), emitter.b.frame("y1")
    if "popc" in i.modifiers:
        b.dst(target, b.let(f"trunc i64 {yes} to i32"), "u32")
    elif "and" in i.modifiers:
        b.dst(target, b.let(f"icmp eq i64 {yes}, {total}"), "pred")
    elif "or" in i.modifiers:
        b.dst(target, b.let(f"icmp ne i64 {yes}, 0"), "pred")
    else:
        raise Unsupported(i.name)


def arrive(emitter: Emitter, i: Instruction) -> None:
    """`bar.arrive`: count the thread at the barrier, without waiting. In a cluster of one block there is none."""
    if "arrive" not in i.modifiers:
        raise Unsupported(i.name)
    if "cluster" in i.modifiers:
        return
    b = emitter.b
    site = emitter.tables.site(i)
    number, count = _barrier_of(emitter, i.operands[0], site), _count_of(emitter, i.operands[1], site)
    b.do(f"call void @arrive(ptr %ctx, ptr %frame, i64 {number}, i64 {count})")


def _items(operand: Operand) -> Sequence[Operand]:
    return operand.items if isinstance(operand, Vector) else (operand,)


_ROW_BYTES = 16


# ---- what a lane brings


def _bring_to_matrix(emitter: Emitter, i: Instruction, number: int) -> None:
    """Leave the operands in the frame, and write what the warp does at suspension `number`."""
    form = read_form(i)
    require_registers(i, form)
    code = emitter.matrices
    if form.kind == "multiply":
        _leave(emitter, [item for operand in i.operands[1:4] for item in _items(operand)], form.a_type)
        code.calls[number] = _multiply(code, form)
    elif form.kind == "turn":
        _leave(emitter, _items(i.operands[1]), "b32")
        parts = f"ptr {code.halves(transposed=False)}, ptr {code.halves(transposed=form.transposed)}"
        code.calls[number] = f"call void @matrix_turn(ptr %frames, i64 %have, i64 {code.place}, {parts})"
    elif form.kind in ("fetch", "put"):
        address = next(operand for operand in i.operands if isinstance(operand, Address))
        emitter.b.set_frame("x0", emitter.b.address(address))
        if form.kind == "put":
            _leave(emitter, _items(i.operands[1]), "b32")
        code.calls[number] = _move_rows(emitter, i, form)
    else:
        address = next(operand for operand in i.operands if isinstance(operand, Address))
        given = i.operands[2:]
        stride = emitter.b.let(f"sext i32 {emitter.b.src(given[0], 'b32')} to i64") if given else str(form.stride)
        emitter.b.set_frame("x0", emitter.b.address(address))
        emitter.b.set_frame("x1", stride)
        if form.kind == "store":
            _leave(emitter, _items(i.operands[1]), form.d_type)
        code.calls[number] = _move_fragment(emitter, i, form)


def _leave(emitter: Emitter, registers: Sequence[Operand], kind: str) -> None:
    size = 8 if kind == "f64" else 4
    for number, register in enumerate(registers):
        value = emitter.b.src(register, f"b{8 * size}")
        emitter.b.store(value, "%frame", emitter.matrices.place + size * number, f"i{8 * size}")


# ---- what it gets


def _take_from_matrix(emitter: Emitter, i: Instruction) -> None:
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
