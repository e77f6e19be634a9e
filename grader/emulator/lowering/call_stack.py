"""Lower calls of functions that stay functions (`outlined_names` says which), and the stack they need.

A function's variables (parameters and results first, then the arrays and call parameters of its body) are a record on
the thread's stack, behind the fixed part of its local memory. A call saves the registers that are still needed, out of
the kernel's reach, and jumps. A return takes the last saved number and jumps back. All is inside `step`, so a function
may wait at barriers like other code. Calls of the host's `vprintf` and `__assertfail` are here too.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.emulator import layout as at
from grader.emulator.isa.builder import BITS
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.native import records
from grader.emulator.passes.control_flow import Block, Ending
from grader.emulator.passes.inlining import call_arguments, callee
from grader.emulator.ptx.nodes import Immediate, Instruction, Outlined, Register
from grader.emulator.result import Unsupported

# Bytes saved with the registers: the caller's base and top, and where to return to.
_HEADER = 24


def begin(emitter: Emitter) -> None:
    """Give a thread that starts an empty stack."""
    for name, value in (("base", 0), ("top", emitter.layout.stack_place), ("saved", 0)):
        emitter.b.set_frame(name, str(value))


def variable_place(emitter: Emitter, name: str) -> str:
    """Return the offset of a variable in local memory, as an i64."""
    if name in emitter.layout.locals:
        return str(emitter.layout.locals[name][0])
    if name not in emitter.layout.activation:
        raise Unsupported(f"`{name}` as a parameter of a call")
    return emitter.b.let(f"add i64 {emitter.b.frame('base')}, {emitter.layout.activation[name][0]}")


def variable_bytes(emitter: Emitter, name: str) -> int:
    """Return the size of a variable in local memory. Raises `Unsupported` for an unknown name."""
    room = emitter.layout.locals.get(name) or emitter.layout.activation.get(name)
    if room is None:
        raise Unsupported(f"`{name}` as a parameter of a call")
    return room[1]


def variable_pointer(emitter: Emitter, name: str, size: int, offset: int = 0) -> str:
    """Return a host pointer to `size` bytes of a variable in local memory, from `offset` on.

    Raises:
        Unsupported: they are not all inside the variable, or not aligned; nothing else checks this pointer.

    """
    b = emitter.b
    if not 0 <= offset <= variable_bytes(emitter, name) - size or offset % size:
        raise Unsupported(f"{size} bytes at byte {offset} of `{name}`, which has {variable_bytes(emitter, name)},")
    place = variable_place(emitter, name)
    start = b.at("%local", place)
    return b.at(start, offset) if offset else start


# ---- calls


def lower_jump(emitter: Emitter, block: Block) -> None:
    """Jump to a function, or to the one that a pointer holds."""
    b, i = emitter.b, block.last
    assert i is not None
    site = emitter.tables.site(i)
    target = callee(i)
    # The functions that the call may enter, with their first blocks.
    entered = [
        each
        for each in emitter.kernel.outlined
        if (each.address is not None if target is None else each.name == target.name)
    ]
    entries = {each.entry: index for each, index in zip(entered, block.targets[1:], strict=True)}
    fitting = [each for each in entered if _fits(emitter, i, each)]
    if target is not None:
        if not fitting:
            raise Unsupported(f"{i.text} of a function with other parameters")
        _enter(emitter, block, fitting[0], entries, site)
        return
    pointer = b.src(next(operand for operand in i.operands if isinstance(operand, Register)), "u64")
    wrong = b.name("nofunction")
    labels = {each.name: b.name("function") for each in fitting}
    b.switch(pointer, {emitter.layout.functions[name]: label for name, label in labels.items()}, wrong)
    for each in fitting:
        b.label(labels[each.name])
        emitter.registers.begin_block()
        _enter(emitter, block, each, entries, site)
    b.label(wrong)
    emitter.abort(records.ABORT_CALL, site)


def _sizes(emitter: Emitter, names: Sequence[str]) -> list[int]:
    return [variable_bytes(emitter, name) for name in names]


def _fits(emitter: Emitter, i: Instruction, function: Outlined) -> bool:
    """Return whether a function has the parameters and results of the call. A pointer may hold another function."""
    returned, passed = (_sizes(emitter, names) for names in call_arguments(i))
    return passed == [each.size for each in function.parameters] and returned == [
        each.size for each in function.returns
    ]


def _enter(emitter: Emitter, block: Block, function: Outlined, entries: dict[str, int], site: int) -> None:
    b, i = emitter.b, block.last
    assert i is not None
    top, saved = b.frame("top"), b.frame("saved")
    base = b.let(f"and i64 {b.let(f'add i64 {top}, 15')}, -16")
    new_top = b.let(f"add i64 {base}, {emitter.layout.record_bytes[function.name]}")
    slots, length = _slots(emitter, block)
    new_saved = b.let(f"add i64 {saved}, {length + _HEADER}")
    _require_room(emitter, new_top, new_saved, site)
    _clear(emitter, base, new_top)
    _, passed = call_arguments(i)
    for actual, formal, size in zip(passed, function.parameters, _sizes(emitter, passed), strict=True):
        offset, _ = emitter.layout.activation[formal.name]
        _copy(emitter, b.let(f"add i64 {base}, {offset}"), variable_place(emitter, actual), size)
    place = _saved_pointer(emitter, saved)
    for name, offset in slots.items():
        value = emitter.registers.value(name)
        b.do(f"store {emitter.registers.types[name]} {value}, ptr {b.at(place, offset)}, align 8")
    for number, value in enumerate((b.frame("base"), top, str(block.index))):
        b.store(value, place, length + 8 * number)
    for name, value in (("base", base), ("top", new_top), ("saved", new_saved)):
        b.set_frame(name, value)
    emitter.jump_back(site, f"block{entries[function.entry]}")


def lower_leave(emitter: Emitter, block: Block) -> None:
    """End a called function: jump to where the last saved number says."""
    b = emitter.b
    last = b.let(f"sub i64 {b.frame('saved')}, {_HEADER}")
    number = b.load(_saved_pointer(emitter, last), 16)
    calls = [each for each in emitter.graph.blocks if each.ending is Ending.CALL and each.targets[0] in block.returns]
    nowhere = b.name("nowhere")
    b.switch(number, {each.index: f"back{each.index}" for each in calls}, nowhere)
    b.label(nowhere)
    assert block.last is not None
    emitter.abort(records.ABORT_CALL, emitter.tables.site(block.last))


def lower_return_points(emitter: Emitter) -> None:
    """Write where callers continue: restore registers and take results."""
    b = emitter.b
    for block in emitter.graph.blocks:
        if block.ending is not Ending.CALL:
            continue
        assert block.last is not None
        b.label(f"back{block.index}")
        emitter.registers.begin_block()
        slots, length = _slots(emitter, block)
        saved = b.let(f"sub i64 {b.frame('saved')}, {length + _HEADER}")
        record = b.frame("base")
        place = _saved_pointer(emitter, saved)
        for number, name in enumerate(("base", "top")):
            b.set_frame(name, b.load(place, length + 8 * number))
        b.set_frame("saved", saved)
        for name, offset in slots.items():
            scalar = emitter.registers.types[name]
            value = b.let(f"load {scalar}, ptr {b.at(place, offset)}, align 8")
            b.do(f'store {scalar} {value}, ptr %"{name}"')
        returned, passed = call_arguments(block.last)
        start = sum(at.align_up(size, 8) for size in _sizes(emitter, passed))
        for name, size in zip(returned, _sizes(emitter, returned), strict=True):
            _copy(emitter, variable_place(emitter, name), b.let(f"add i64 {record}, {start}"), size)
            start += at.align_up(size, 8)
        b.do(f"br label %block{block.targets[0]}")


# ---- functions of the host


def lower_call(emitter: Emitter, instruction: Instruction) -> None:
    """Write a call, or raise `Unsupported` for a function that cannot be called here."""
    target = callee(instruction)
    returned, passed = call_arguments(instruction)
    if target is None:
        raise Unsupported("a call through a pointer")
    if target.name == "vprintf":
        _printf(emitter, instruction, returned, passed)
    elif target.name == "__assertfail":
        _assert_failed(emitter, instruction, passed)
    else:
        raise Unsupported(f"a call of {target.name}")


def _argument(emitter: Emitter, name: str, kind: str) -> str:
    return emitter.b.let(f"load {kind}, ptr {variable_pointer(emitter, name, BITS[kind] // 8)}, align 4")


def _printf(emitter: Emitter, instruction: Instruction, returned: tuple[str, ...], passed: tuple[str, ...]) -> None:
    b = emitter.b
    if len(passed) != 2 or len(returned) > 1:
        raise Unsupported("another vprintf")
    text, values = (_argument(emitter, name, "i64") for name in passed)
    size = emitter.layout.local_bytes
    where = f"ptr %local, i64 {size}, i64 {emitter.tables.site(instruction)}"
    b.do(f"call void @print(ptr %ctx, ptr %frame, i64 {text}, i64 {values}, {where})")
    for name in returned:
        b.do(f"store i32 1, ptr {variable_pointer(emitter, name, 4)}, align 4")


def _assert_failed(emitter: Emitter, instruction: Instruction, passed: tuple[str, ...]) -> None:
    b = emitter.b
    kinds = ("i64", "i64", "i32", "i64")
    fields = ("assert_message", "assert_file", "assert_line", "assert_function")
    for name, kind, field in zip(passed, kinds, fields, strict=False):
        value = _argument(emitter, name, kind)
        if kind == "i32":
            value = b.let(f"zext i32 {value} to i64")
        b.set_context(field, value)
    site = emitter.tables.site(instruction)
    failed, go_on = b.name("failed"), b.name("unreached")
    b.do(f"br label %{failed}")
    b.label(failed)
    emitter.abort(records.ABORT_ASSERT, site)
    b.label(go_on)


# ---- memory that a kernel allocates


def lower_stack(emitter: Emitter, i: Instruction) -> None:
    """`alloca`, `stacksave`, `stackrestore`: addresses are local ones."""
    b = emitter.b
    if i.opcode == "stacksave":
        b.dst(i.operands[0], b.let(f"add i64 {b.frame('top')}, {records.LOCAL_BASE}"), "u64")
    elif i.opcode == "stackrestore":
        wanted = b.let(f"sub i64 {b.src(i.operands[0], 'u64')}, {records.LOCAL_BASE}")
        top = b.frame("top")
        smaller = b.let(f"icmp ult i64 {wanted}, {top}")
        lowest = b.let(f"icmp uge i64 {wanted}, {emitter.layout.stack_place}")
        both = b.let(f"and i1 {smaller}, {lowest}")
        b.set_frame("top", b.let(f"select i1 {both}, i64 {wanted}, i64 {top}"))
    else:
        _allocate(emitter, i)


def _allocate(emitter: Emitter, i: Instruction) -> None:
    b = emitter.b
    if i.modifiers != ("u64",):
        raise Unsupported(i.name)
    align = i.operands[2].bits if len(i.operands) > 2 and isinstance(i.operands[2], Immediate) else 8
    if align & align - 1 or not 0 < align <= at.STACK_BYTES:
        raise Unsupported(i.text)
    align = max(align, 16)
    size = b.src(i.operands[1], "u64")
    limited = b.intrinsic("llvm.umin", "u64", size, b.const("u64", 2 * at.STACK_BYTES))
    place = b.let(f"and i64 {b.let(f'''add i64 {b.frame('top')}, {align - 1}''')}, {-align}")
    top = b.let(f"add i64 {place}, {limited}")
    _require_room(emitter, top, b.frame("saved"), emitter.tables.site(i))
    _clear(emitter, place, top)
    b.set_frame("top", top)
    b.dst(i.operands[0], b.let(f"add i64 {place}, {records.LOCAL_BASE}"), "u64")


# ---- parts


def _slots(emitter: Emitter, block: Block) -> tuple[dict[str, int], int]:
    """Return where a call saves the registers that are live after it, and how many bytes they take."""
    places, length = {}, 0
    for name in emitter.registers.with_marks(emitter.graph.live_after(block)):
        places[name] = length
        length += 16 if BITS[emitter.registers.types[name]] > 64 else 8
    return places, length


def _require_room(emitter: Emitter, top: str, saved: str, site: int) -> None:
    """End the launch if variables and saved registers together exceed a thread's stack."""
    b = emitter.b
    total = b.let(f"add i64 {top}, {saved}")
    full, fine = b.name("full"), b.name("room")
    limit = (emitter.layout.stack_place or 0) + at.STACK_BYTES
    b.do(f"br i1 {b.let(f'icmp ugt i64 {total}, {limit}')}, label %{full}, label %{fine}, !prof !0")
    b.label(full)
    emitter.abort(records.ABORT_STACK, site)
    b.label(fine)


def _clear(emitter: Emitter, start: str, end: str) -> None:
    """Mark this memory as not written."""
    b, shadow = emitter.b, emitter.shadow["local"]
    if not shadow.fields:
        return
    granule = shadow.granule.bit_length() - 1
    first = b.let(f"lshr i64 {start}, {granule}")
    last = b.let(f"lshr i64 {b.let(f'add i64 {end}, {shadow.granule - 1}')}, {granule}")
    size = b.let(f"mul i64 {b.let(f'sub i64 {last}, {first}')}, {shadow.stride}")
    stamps = b.row(b.frame("local_shadow", "ptr"), shadow.stride, first)
    b.do(f"call void @llvm.memset.p0.i64(ptr {stamps}, i8 0, i64 {size}, i1 false)")


def _copy(emitter: Emitter, to: str, source: str, size: int) -> None:
    """Copy a variable and its shadow from one place in local memory to another."""
    b, shadow = emitter.b, emitter.shadow["local"]
    target, origin = b.at("%local", to), b.at("%local", source)
    b.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {origin}, i64 {size}, i1 false)")
    if shadow.fields:
        shift, stamps = shadow.granule.bit_length() - 1, b.frame("local_shadow", "ptr")
        target, origin = (b.row(stamps, shadow.stride, b.let(f"lshr i64 {place}, {shift}")) for place in (to, source))
        count = shadow.stride * -(-size // shadow.granule)
        b.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {origin}, i64 {count}, i1 false)")


def _saved_pointer(emitter: Emitter, offset: str) -> str:
    return emitter.b.at(emitter.b.at("%frame", emitter.saved_place), offset)
