"""Matrix instructions (ISA manual, 9.7.14): what a warp's lanes bring, what each gets, and its accesses to memory.

Fragments and the tensor cores' rounding are defined in `grader.emulator.matrix`.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.emulator.layout import stray_bytes
from grader.emulator.matrix.forms import MatrixForm, read_form
from grader.emulator.matrix.fragments import LANES, Accesses, Fragment, rounding_of, sources, word_of_row
from grader.emulator.ptx.nodes import Address, Immediate, Instruction, Operand, Vector
from tests.emulator.interpreter.floating import fma
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.memory import MemoryFaultError, space_named
from tests.emulator.interpreter.scalars import clamp, mask, signed
from tests.emulator.interpreter.tensor_cores import accumulate
from tests.emulator.interpreter.threads import Frame, Thread

Words = tuple[int, ...]
Lanes = Mapping[int, Words]
_ROW_BYTES = 16


def items_of(operand: Operand) -> tuple[Operand, ...]:
    """The registers of a fragment."""
    return operand.items if isinstance(operand, Vector) else (operand,)


def brought(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Words:
    """What a lane brings: the registers of its operands, the address of its row before them, base and stride after."""
    form = read_form(instruction)
    sources_of = {
        "multiply": instruction.operands[1:4],
        "turn": instruction.operands[1:2],
        "put": instruction.operands[1:],
        "store": instruction.operands[1:2],
    }
    words = [machine.read(thread, frame, item) for each in sources_of.get(form.kind, ()) for item in items_of(each)]
    if form.kind in ("fetch", "put"):
        words.insert(0, _address(machine, thread, frame, instruction))
    if form.kind in ("load", "store"):
        words += _base_and_stride(machine, thread, frame, instruction, form)
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
        addresses = tuple(lanes[lane][0] if lane in lanes else 0 for lane in range(LANES))
        return dict.fromkeys(lanes, addresses)
    if form.kind == "load":
        return dict.fromkeys(lanes, tuple(word for lane in range(LANES) for word in lanes.get(lane, (0, 0))))
    return _cells_to_store(form, lanes)


def finish(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, words: Words) -> None:
    """What a lane does once all have come: writes its registers, or makes its accesses."""
    form = read_form(instruction)
    if form.kind == "store":
        _store(machine, thread, frame, instruction, form, words)
    elif form.kind == "put":
        if words:
            data = b"".join(word.to_bytes(2, "little") for word in words)
            _write_at(machine, thread, frame, instruction, _address(machine, thread, frame, instruction), data)
    else:
        if form.kind == "fetch":
            words = _fetch(machine, thread, frame, instruction, form, words)
        elif form.kind == "load":
            words = _load(machine, thread, frame, instruction, form, words)
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
        rules = rounding_of(form.opcode, form.a_type)
        return accumulate(row, column, c, form.a_type, form.c_type, form.d_type, rules)
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


def _base_and_stride(
    machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, form: MatrixForm
) -> tuple[int, int]:
    stride = form.stride
    if len(instruction.operands) > 2:
        stride = signed(machine.read(thread, frame, instruction.operands[2]), 32)
    return _address(machine, thread, frame, instruction), stride


def _own_addresses(form: MatrixForm, walk: Accesses, base: int, stride: int, lane: int) -> list[int]:
    """Where a lane's accesses begin."""
    size = form.element_bytes
    return [mask(base + size * (major * stride + minor), 64) for major, minor in walk.places[lane]]


def _own_cells(form: MatrixForm, walk: Accesses, lane: int) -> list[range]:
    """Which elements each access of a lane moves, numbered as they lie in memory without gaps."""
    stride = form.stride
    firsts = (major * stride + minor for major, minor in walk.places[lane])
    return [range(first, first + walk.count) for first in firsts]


def _load(
    machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, form: MatrixForm, bases: Words
) -> Words:
    """A lane makes its accesses; what it gets is where any lane (with its base and stride) makes one."""
    held, size, bits, walk = form.held, form.element_bytes, form.held.element_bits, form.accesses
    moved = size * walk.count
    places = {form.cell(place) for place in held.places[thread.lane]}
    found: dict[int, int] = {}
    for lane in range(LANES):
        addresses = _own_addresses(form, walk, bases[2 * lane], bases[2 * lane + 1], lane)
        for address, cells in zip(addresses, _own_cells(form, walk, lane), strict=True):
            if lane == thread.lane:
                _read_at(machine, thread, frame, instruction, address, moved)
            if places.isdisjoint(cells):
                continue
            data = _bytes_at(machine, thread, instruction, address, moved)
            found |= {cell: int.from_bytes(data[size * n : size * (n + 1)], "little") for n, cell in enumerate(cells)}
    per = held.register_bits // bits
    words = [0] * held.registers
    for number, place in enumerate(held.places[thread.lane]):
        words[number // per] |= found[form.cell(place)] << bits * (number % per)
    return tuple(words)


def _cells_to_store(form: MatrixForm, lanes: Lanes) -> dict[int, Words]:
    """The elements that each lane stores, access after access; 0 where the lane that holds one has not come."""
    held, walk = form.held, form.accesses
    matrix: dict[int, int] = {}
    for lane, words in lanes.items():
        for place, element in zip(held.places[lane], _elements(held, words[:-2]), strict=True):
            matrix[form.cell(place)] = element
    return {
        lane: tuple(matrix.get(cell, 0) for cells in _own_cells(form, walk, lane) for cell in cells) for lane in lanes
    }


def _store(
    machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, form: MatrixForm, elements: Words
) -> None:
    walk = form.accesses
    addresses = _own_addresses(form, walk, *_base_and_stride(machine, thread, frame, instruction, form), thread.lane)
    count = walk.count
    for number, address in enumerate(addresses):
        each = elements[count * number : count * (number + 1)]
        data = b"".join(element.to_bytes(form.element_bytes, "little") for element in each)
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
        rows = [_bytes_at(machine, thread, instruction, addresses[8 * number + row], _ROW_BYTES) for row, _ in halves]
        low, high = (
            int.from_bytes(row[2 * column : 2 * column + 2], "little")
            for row, (_, column) in zip(rows, halves, strict=True)
        )
        words.append(low | high << 16)
    return tuple(words)


def _place_of_half(form: MatrixForm, lane: int, half: int) -> tuple[int, int]:
    row, column = lane // 4, 2 * (lane % 4) + half
    return (column, row) if form.transposed else (row, column)


def _bytes_at(machine: Machine, thread: Thread, instruction: Instruction, address: int, size: int) -> bytes:
    """What a lane of the warp has accessed."""
    try:
        found, offset = machine.locate(thread, space_named(instruction.modifiers), address, size)
    except MemoryFaultError:
        return stray_bytes(size)
    return bytes(found.data[offset : offset + size])


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
