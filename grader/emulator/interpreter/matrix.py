"""Matrix instructions (ISA manual, 9.7.14): what a warp's lanes bring, what each gets, and its accesses to memory.

Fragments and the tensor cores' rounding are defined in `grader.emulator.matrix`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grader.emulator.interpreter.floating import fma
from grader.emulator.interpreter.scalars import clamp, mask, signed
from grader.emulator.matrix import MatrixForm, read_form
from grader.emulator.matrix.fragments import Fragment, offset_in_stride, pieces, sources, word_of_row
from grader.emulator.matrix.rounding import accumulate
from grader.emulator.ptx import Address, Immediate, Instruction, Operand, Vector

if TYPE_CHECKING:
    from grader.emulator.interpreter.machine import Machine
    from grader.emulator.interpreter.threads import Frame, Thread

Words = tuple[int, ...]
Lanes = Mapping[int, Words]
_ROW_BYTES = 16


def items_of(operand: Operand) -> tuple[Operand, ...]:
    """The registers of a fragment."""
    return operand.items if isinstance(operand, Vector) else (operand,)


def brought(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Words:
    """What a lane brings: the registers of its operands, or the address of its row and its registers."""
    form = read_form(instruction)
    sources_of = {
        "multiply": instruction.operands[1:4],
        "turn": instruction.operands[1:2],
        "put": instruction.operands[1:],
    }
    words = [machine.read(thread, frame, item) for each in sources_of.get(form.kind, ()) for item in items_of(each)]
    if form.kind in ("fetch", "put"):
        words.insert(0, _address(machine, thread, frame, instruction))
    return tuple(words)


def answer(instruction: Instruction, lanes: Lanes) -> dict[int, Words]:
    """What each lane gets: its registers of the result, or what it needs for its accesses."""
    form = read_form(instruction)
    if form.kind == "multiply":
        return _multiplied(form, lanes)
    if form.kind == "turn":
        return {lane: (_turned_word(lanes, lane),) for lane in lanes}
    if form.kind == "put":
        return {lane: _row_to_put(form, lanes, lane) for lane in lanes}
    if form.kind == "fetch":
        addresses = tuple(lanes[lane][0] if lane in lanes else 0 for lane in range(32))
        return dict.fromkeys(lanes, addresses)
    return dict.fromkeys(lanes, ())


def finish(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, words: Words) -> None:
    """What a lane does once all have come: writes its registers, or makes its accesses."""
    form = read_form(instruction)
    if form.kind == "load":
        _load(machine, thread, frame, instruction, form)
    elif form.kind == "store":
        _store(machine, thread, frame, instruction, form)
    elif form.kind == "put":
        if words:
            data = b"".join(word.to_bytes(2, "little") for word in words)
            _write_at(machine, thread, frame, instruction, _address(machine, thread, frame, instruction), data)
    else:
        if form.kind == "fetch":
            words = _fetch(machine, thread, frame, instruction, form, words)
        width = 64 if form.d_type == "f64" else 32
        for register, word in zip(items_of(instruction.operands[0]), words, strict=True):
            machine.write(frame, register, word, f"b{width}")


# ---- products


def _elements(fragment: Fragment, registers: Words) -> list[int]:
    """A lane's elements from its registers."""
    bits, width = fragment.element_bits, fragment.register_bits
    per = width // bits
    return [mask(registers[n // per] >> bits * (n % per), bits) for n in range(fragment.elements)]


def _matrix(fragment: Fragment, lanes: Mapping[int, Words]) -> list[list[int]]:
    """The matrix that the lanes hold; what no lane holds is 0."""
    cells = [[0] * fragment.columns for _ in range(fragment.rows)]
    for lane, registers in lanes.items():
        elements = _elements(fragment, registers)
        for source, (row, column) in zip(sources(fragment), fragment.places[lane], strict=True):
            cells[row][column] = elements[source]
    return cells


def _multiplied(form: MatrixForm, lanes: Lanes) -> dict[int, Words]:
    assert form.a is not None
    assert form.b is not None
    assert form.c is not None
    assert form.d is not None
    cut = form.a.registers, form.a.registers + form.b.registers
    a = _matrix(form.a, {lane: words[: cut[0]] for lane, words in lanes.items()})
    b = _matrix(form.b, {lane: words[cut[0] : cut[1]] for lane, words in lanes.items()})
    c = _matrix(form.c, {lane: words[cut[1] :] for lane, words in lanes.items()})
    columns = [list(column) for column in zip(*b, strict=True)]
    d = [[_element(form, a[i], columns[j], c[i][j]) for j in range(form.n)] for i in range(form.m)]
    return {lane: _registers(form.d, lane, d) for lane in lanes}


def _registers(fragment: Fragment, lane: int, cells: list[list[int]]) -> Words:
    per = fragment.register_bits // fragment.element_bits
    words = [0] * fragment.registers
    for number, (row, column) in enumerate(fragment.places[lane]):
        words[number // per] |= cells[row][column] << fragment.element_bits * (number % per)
    return tuple(words)


def _element(form: MatrixForm, row: list[int], column: list[int], c: int) -> int:
    if form.is_floating:
        return accumulate(row, column, c, form.a_type, form.c_type, form.d_type)
    if form.a_type == "f64":
        for x, y in zip(row, column, strict=True):
            c = fma(("rn", "f64"), x, y, c)
        return c
    total = signed(c, 32)
    for x, y in zip(row, column, strict=True):
        total += _integer(x, form.a_type) * _integer(y, form.b_type)
    return clamp(total, "s32") if form.saturates else mask(total, 32)


def _integer(bits: int, kind: str) -> int:
    return signed(bits, 8) if kind == "s8" else bits


# ---- wmma.load, wmma.store


def _address(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> int:
    operand = next(each for each in instruction.operands if isinstance(each, Address))
    return machine.read(thread, frame, operand.base) + operand.offset


def _places(
    machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, form: MatrixForm
) -> list[tuple[int, int, int]]:
    """A lane's accesses: address, number of the first element, how many."""
    base = _address(machine, thread, frame, instruction)
    held, size = form.held, form.element_bytes
    stride = held.rows if form.by_column else held.columns
    if len(instruction.operands) > 2:
        stride = signed(machine.read(thread, frame, instruction.operands[2]), 32)
    answer = []
    for piece in pieces(held, by_column=form.by_column):
        major, minor = offset_in_stride(held.places[thread.lane][piece.first], by_column=form.by_column)
        answer.append((mask(base + size * (major * stride + minor), 64), piece.first, piece.count))
    return answer


def _load(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, form: MatrixForm) -> None:
    held, size = form.held, form.element_bytes
    elements = [0] * held.elements
    for address, first, count in _places(machine, thread, frame, instruction, form):
        data = _read_at(machine, thread, frame, instruction, address, size * count)
        for n in range(count):
            elements[first + n] = int.from_bytes(data[size * n : size * (n + 1)], "little")
    per = held.register_bits // held.element_bits
    words = [0] * held.registers
    for number, source in enumerate(sources(held)):
        words[number // per] |= elements[source] << held.element_bits * (number % per)
    for register, word in zip(items_of(instruction.operands[0]), words, strict=True):
        machine.write(frame, register, word, f"b{held.register_bits}")


def _store(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, form: MatrixForm) -> None:
    size = form.element_bytes
    registers = tuple(machine.read(thread, frame, each) for each in items_of(instruction.operands[1]))
    elements = _elements(form.held, registers)
    for address, first, count in _places(machine, thread, frame, instruction, form):
        data = b"".join(each.to_bytes(size, "little") for each in elements[first : first + count])
        _write_at(machine, thread, frame, instruction, address, data)


def _read_at(
    machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, address: int, size: int
) -> bytes:
    place = machine.find_access(thread, frame, instruction, Address(Immediate(address)), size, "read")
    return bytes(place[0].data[place[1] : place[1] + size]) if place else bytes(size)


def _write_at(
    machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, address: int, data: bytes
) -> None:
    place = machine.find_access(thread, frame, instruction, Address(Immediate(address)), len(data), "write")
    if place:
        place[0].data[place[1] : place[1] + len(data)] = data


# ---- 8 × 8 halves


def _fetch(
    machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, form: MatrixForm, addresses: Words
) -> Words:
    """`ldmatrix`: the lanes of the first 8 · count rows each access the row that they name."""
    if thread.lane < 8 * form.count:
        _read_at(machine, thread, frame, instruction, addresses[thread.lane], _ROW_BYTES)
    words = []
    for number in range(form.count):
        halves = [_place_of_half(form, thread.lane, half) for half in (0, 1)]
        rows = [_row_at(machine, thread, instruction, addresses[8 * number + row]) for row, _ in halves]
        low, high = (
            int.from_bytes(row[2 * column : 2 * column + 2], "little")
            for row, (_, column) in zip(rows, halves, strict=True)
        )
        words.append(low | high << 16)
    return tuple(words)


def _place_of_half(form: MatrixForm, lane: int, half: int) -> tuple[int, int]:
    row, column = lane // 4, 2 * (lane % 4) + half
    return (column, row) if form.transposed else (row, column)


def _row_at(machine: Machine, thread: Thread, instruction: Instruction, address: int) -> bytes:
    """A row that another lane has accessed; zeros where that went astray."""
    from grader.emulator.interpreter.machine import space_named
    from grader.emulator.interpreter.memory import MemoryFaultError

    try:
        found, offset = machine.locate(thread, space_named(instruction.modifiers), address, _ROW_BYTES)
    except MemoryFaultError:
        return bytes(_ROW_BYTES)
    return bytes(found.data[offset : offset + _ROW_BYTES])


def _half(lanes: Lanes, row: int, column: int, word: int) -> int:
    """An element of the 8 × 8 matrix that the lanes hold in one of their words; 0 where the lane has not come."""
    lane, half = word_of_row(row, column)
    return mask(lanes[lane][word] >> 16 * half, 16) if lane in lanes else 0


def _row_to_put(form: MatrixForm, lanes: Lanes, lane: int) -> Words:
    """`stmatrix`: the eight halves of the row whose address this lane gave; none for lanes that give none."""
    number, row = divmod(lane, 8)
    if number >= form.count:
        return ()
    places = [(column, row) if form.transposed else (row, column) for column in range(8)]
    return tuple(_half(lanes, *place, 1 + number) for place in places)


def _turned_word(lanes: Lanes, lane: int) -> int:
    row, column = lane // 4, 2 * (lane % 4)
    return _half(lanes, column, row, 0) | _half(lanes, column + 1, row, 0) << 16
