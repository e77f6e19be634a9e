"""Follow an instruction's value through registers and named variables (parameters of calls).

First where addresses come from and where loaded values go; then values that a thread computes from registers or local
memory that it has not set. Loading, copying, selecting or computing with such a value is no fault: compilers do this
where the result is not needed. It is a fault to branch on it, to use it as an address, or to let others see it. A
result of arithmetic is unset if any operand is; a result of bit operations only if all operands are. Copies keep track
of which bytes are unset, so that structures may be copied with their padding.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.emulator.matrix.forms import MATRIX_OPCODES
from grader.emulator.passes.control_flow import registers, results, sources
from grader.emulator.passes.inlining import call_arguments, callee
from grader.emulator.ptx.nodes import (
    TYPE_BYTES,
    Address,
    Function,
    Immediate,
    Instruction,
    Label,
    Operand,
    Register,
    Symbol,
    Vector,
    leaves,
    reached,
    space_of,
)

ANYTHING = "*"
_VALUES_ONLY = frozenset({"setp", "set", "ld", "ldu", "atom", "shfl", "vote", "match", "redux"}) | MATRIX_OPCODES


def provenance(function: Function, names: set[str]) -> dict[str, frozenset[str]]:
    """Return for each register the variables (of `names`) whose address, or whose target's address, it may hold."""
    found: dict[str, frozenset[str]] = {}
    instructions = function.instructions
    changed = True
    while changed:
        changed = False
        for instruction in instructions:
            origin = _origin(instruction, found, names)
            if not origin:
                continue
            for name in results(instruction):
                known = found.get(name, frozenset())
                if not origin <= known:
                    found[name] = known | origin
                    changed = True
    return found


def _origin(instruction: Instruction, found: dict[str, frozenset[str]], names: set[str]) -> frozenset[str]:
    if instruction.opcode in _VALUES_ONLY:
        kind = instruction.modifiers[-1] if instruction.modifiers else ""
        if TYPE_BYTES.get(kind, 0) != 8 or instruction.opcode not in ("ld", "ldu", "atom", "shfl"):
            return frozenset()
        place = instruction.operands[1] if "param" in instruction.modifiers else None
        return frozenset({ANYTHING}) | (_symbols(place.base, names) if isinstance(place, Address) else frozenset())
    origin: frozenset[str] = frozenset()
    for name in sources(instruction):
        origin |= found.get(name, frozenset())
    for operand in instruction.operands[1:]:
        if not isinstance(operand, Register):
            origin |= _symbols(operand, names)
    return origin


def _symbols(operand: Operand, names: set[str]) -> frozenset[str]:
    found = (leaf.name for leaf, is_base in leaves(operand) if isinstance(leaf, Symbol) and not is_base)
    return frozenset(name for name in found if name in names)


def of_address(address: Address, found: dict[str, frozenset[str]]) -> str | None:
    """Return the one variable that an address belongs to, or None."""
    if isinstance(address.base, Symbol):
        return address.base.name
    if isinstance(address.base, Register):
        origin = found.get(address.base.name, frozenset())
        if len(origin) == 1 and ANYTHING not in origin:
            return next(iter(origin))
    return None


def readers_of(function: Function) -> dict[str, list[Instruction]]:
    """Return for each register and each named variable the instructions that read it."""
    readers: dict[str, list[Instruction]] = {}
    for item in function.instructions:
        for name in (*sources(item), *_variable_at(item, "ld", 1)):
            readers.setdefault(name, []).append(item)
    return readers


def _variable_at(i: Instruction, opcode: str, place: int) -> list[str]:
    """Return the key of the variable in a load's or store's address."""
    name = _named(i.operands[place]) if i.opcode == opcode and len(i.operands) > place else ""
    return [_variable(name)] if name else []


def is_put_by(instruction: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    """Return whether the value is stored directly to memory that may be the thread's own, where it is not followed."""
    found = (reader for name in results(instruction) for reader in readers.get(name, ()))
    return any(reader.opcode == "st" and space_of(reader.modifiers) in ("generic", "local") for reader in found)


def decides_branch(instruction: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    """Return whether the value reaches a branch condition through registers and named variables."""

    def following(name: str) -> Iterator[str]:
        for reader in readers.get(name, ()):
            yield from _variable_at(reader, "st", 0)
            if reader.opcode not in ("st", "atom", "red", "call") and (reader.opcode != "ld" or name.startswith("[")):
                yield from results(reader)

    return any(
        reader.opcode in ("bra", "brx") or (reader.guard is not None and reader.guard.name == name)
        for name in reached(results(instruction), following)
        for reader in readers.get(name, ())
    )


_BYTES = ("u8", "s8", "b8")


def moving_loads(function: Function) -> frozenset[int]:
    """Return the single-byte loads (by `id`), from memory that may be shared, whose values are only stored."""
    loads = [
        item for item in function.instructions if item.opcode == "ld" and item.modifiers[-1] in _BYTES
        and space_of(item.modifiers) in ("shared", "generic")
    ]  # fmt: skip
    if not loads:
        return frozenset()
    readers = readers_of(function)
    return frozenset(id(load) for load in loads if all(_is_stored(name, readers, set()) for name in results(load)))


def _is_stored(name: str, readers: Mapping[str, Sequence[Instruction]], seen: set[str]) -> bool:
    """Return whether all readers store the register, or move it to one that is only stored."""
    if name in seen:
        return True
    seen.add(name)
    found = readers.get(name, [])
    return bool(found) and all(
        (each.opcode == "st" and name not in registers(each.operands[0]))
        or (each.opcode == "mov" and isinstance(target := each.operands[0], Register)
            and _is_stored(target.name, readers, seen))
        for each in found
    )  # fmt: skip


ALL = 0xFF
"""All bytes of a value, one bit each, for the widest register that is followed byte by byte."""

_PUTS_TOGETHER = frozenset({
    "mov", "cvt", "cvta", "and", "or", "xor", "not", "cnot", "shl", "shr", "shf", "bfe", "bfi", "prmt", "lop3", "brev",
})  # fmt: skip
# Results that do not depend on the operands alone: other threads or memory contribute.
_MEMORY = frozenset({"ld", "ldu", "st", "atom", "red", "cp", "mbarrier"})
_OTHERS = _MEMORY | MATRIX_OPCODES | {
    "bra", "brx", "bar", "barrier", "vote", "match", "redux", "shfl", "elect", "activemask", "call", "ret", "alloca",
    "stackrestore",
}  # fmt: skip
_SILENT = frozenset({"bra", "call", "ret"})  # what is passed on may not be needed there


@dataclass(frozen=True, slots=True)
class Followed:
    """What may be unset in a kernel: registers, loads by `id`, and variables that calls pass or return."""

    registers: frozenset[str]
    loads: frozenset[int]
    variables: frozenset[str]


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes of a register copied to a result: `count` bytes from byte `start`, to byte `to`."""

    register: str
    start: int
    count: int
    to: int = 0


@dataclass(frozen=True, slots=True)
class Pieces:
    """The sources of a copy's result, and its width in bytes; `keeps`: if all bytes are unset, all stay unset."""

    of: tuple[Piece, ...]
    width: int
    keeps: bool = False


def low_bytes(count: int) -> int:
    """Return a mask of the first `count` bytes."""
    return min((1 << count) - 1, ALL)


def carries(i: Instruction) -> bool:
    """Return whether its results are unset if its operands are."""
    return i.opcode not in _OTHERS


def needs_all(i: Instruction) -> bool:
    """Return whether a result is unset only if all of its source registers are."""
    return i.opcode in _PUTS_TOGETHER


def carried(i: Instruction) -> tuple[str, ...]:
    """Return the registers that an instruction's results are computed from, without its guard."""
    return tuple(name for operand in i.operands[1:] for name in registers(operand)) if carries(i) else ()


def used(i: Instruction) -> tuple[str, ...]:
    """Return the registers that must be set, except the value that a plain store writes (`stored`)."""
    guard = (i.guard.name,) if i.guard is not None else ()
    if carries(i) or i.opcode in _SILENT:
        return guard
    if i.opcode == "shfl":
        return (*guard, *(name for operand in i.operands[2:] for name in registers(operand)))
    if i.opcode in ("ld", "ldu", "st"):
        found = (leaf for operand in i.operands for leaf, is_base in leaves(operand) if is_base)
        return (*guard, *(leaf.name for leaf in found if isinstance(leaf, Register)))
    return sources(i)


def stored(i: Instruction, printed: Container[int]) -> tuple[str, ...]:
    """Return the registers that a plain store writes to memory that others may see; a generic address may be local.

    Values in `printed` leave the thread too, from its own memory.
    """
    leaves = i.opcode == "st" and (id(i) in printed or space_of(i.modifiers) not in ("local", "param"))
    return tuple(registers(i.operands[1])) if leaves else ()


def printed_by(body: Iterable[Instruction | Label]) -> frozenset[int]:
    """Return the stores (by `id`) of `printf` arguments: stores of the call's line before it, with no jump between."""
    found: set[int] = set()
    since: list[Instruction] = []
    for item in body:
        if isinstance(item, Label) or item.opcode in ("bra", "brx"):
            since = []
        elif item.opcode == "st" and space_of(item.modifiers) in ("local", "generic"):
            since.append(item)
        elif item.opcode == "call":
            target = callee(item)
            if target is not None and target.name == "vprintf":
                found.update(id(each) for each in since if each.location.line == item.location.line)
            since = []
    return frozenset(found)


def pieces(i: Instruction) -> Mapping[str, Pieces]:
    """Return, for an instruction that copies bytes of registers, the sources of each result."""
    if len(i.operands) < 2 or i.pair is not None or not i.modifiers:
        return {}
    target, source, kind = i.operands[0], i.operands[1], TYPE_BYTES.get(i.modifiers[-1], 0)
    if not 0 < kind <= 8:
        return {}
    if isinstance(target, Register) and isinstance(source, Register):
        return _of_one(i, target.name, source.name, kind)
    if i.opcode != "mov":
        return {}
    if isinstance(target, Vector) and isinstance(source, Register):
        width = kind // len(target.items)
        return {
            item.name: Pieces((Piece(source.name, width * n, width),), width)
            for n, item in enumerate(target.items) if isinstance(item, Register)
        }  # fmt: skip
    if isinstance(target, Register) and isinstance(source, Vector):
        width = kind // len(source.items)
        parts = (
            Piece(item.name, 0, width, width * n) for n, item in enumerate(source.items) if isinstance(item, Register)
        )
        return {target.name: Pieces(tuple(parts), kind)}
    return {}


def _of_one(i: Instruction, target: str, source: str, width: int) -> Mapping[str, Pieces]:
    by = i.operands[2].bits if len(i.operands) == 3 and isinstance(i.operands[2], Immediate) else None
    if i.opcode in ("mov", "cvt", "cvta", "not"):
        return {target: Pieces((Piece(source, 0, width),), width)}
    if by is None:
        return {}
    if i.opcode == "and":
        parts = tuple(Piece(source, n, 1, n) for n in range(width) if by >> 8 * n & 0xFF)
        return {target: Pieces(parts, width, keeps=True)}
    if i.opcode in ("shl", "shr") and by % 8 == 0 and by < 8 * width:
        count = width - by // 8
        part = Piece(source, 0, count, by // 8) if i.opcode == "shl" else Piece(source, by // 8, count)
        return {target: Pieces((part,), width, keeps=True)}
    return {}


def follow(function: Function, early: frozenset[str], may_be_local: Callable[[Address], bool] | None) -> Followed:
    """Find what may hold a value made from registers that may be read `early`, or from unset local memory.

    `may_be_local` returns whether a load's address may be in local memory. Without it, memory is not followed.
    """
    body = function.instructions
    loads = {} if may_be_local is None else {id(item): item for item in body if item.opcode in ("ld", "ldu")}
    passed = _passed(function, body)
    unset = {number for number, item in loads.items() if _may_be_unset(item, passed, may_be_local)}
    found = set(early) | {name for number in unset for name in results(loads[number])}
    if function.outlined and loads:
        found |= {_variable(name) for name in passed}
    flows = [flow for item in body for flow in _flows(item, passed)]
    changed = bool(found)
    while changed:
        before = len(found)
        for read, written in flows:
            if not found.isdisjoint(read):
                found.update(written)
        changed = len(found) > before
    variables = frozenset(name for name in passed if _variable(name) in found) if loads else frozenset()
    reading = {
        number for number, item in loads.items()
        if number in unset or _named(item.operands[1]) in variables
    }  # fmt: skip
    # A load of a variable must know what was stored there, from all its stores.
    variables |= {name for number in reading if (name := _named(loads[number].operands[1])) in passed and name}
    return Followed(frozenset(name for name in found if name in function.registers), frozenset(reading), variables)


def _passed(function: Function, body: Iterable[Instruction]) -> dict[str, list[tuple[int, int]]]:
    """Return variables that calls pass or return, with the bytes that stores write; not those of calls to the host."""
    found: dict[str, list[tuple[int, int]]] = {v.name: [] for v in function.variables if v.space == "param"}
    for each in function.outlined:
        found |= {v.name: [] for v in (*each.parameters, *each.returns)}
        found |= {v.name: [] for v in each.variables if v.space == "param"}
    own = {each.name for each in function.outlined}
    for item in body:
        target = callee(item) if item.opcode == "call" else None
        if target is not None and target.name not in own:
            for name in call_arguments(item)[0]:
                found.pop(name, None)
    for item in body:
        address = item.operands[0] if item.opcode == "st" else None
        name = _named(address) if address is not None else ""
        if name in found and isinstance(address, Address):
            found[name].append((address.offset, address.offset + _access_bytes(item)))
    return found


def _may_be_unset(
    load: Instruction, passed: Mapping[str, list[tuple[int, int]]], may_be_local: Callable[[Address], bool] | None
) -> bool:
    address = load.operands[1]
    assert isinstance(address, Address)
    name = _named(address)
    if name in passed:
        covered = {byte for first, last in passed[name] for byte in range(first, last)}
        return not covered.issuperset(range(address.offset, address.offset + _access_bytes(load)))
    plain = space_of(load.modifiers) in ("local", "generic")
    return plain and may_be_local is not None and may_be_local(address)


def _flows(i: Instruction, passed: Mapping[str, object]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield which names an instruction reads and writes: registers, variables, the lanes' values of a shuffle."""
    if i.opcode == "shfl":
        yield tuple(registers(i.operands[1])), ("(shuffled)",)
        yield ("(shuffled)",), tuple(registers(i.operands[0]))
    elif i.opcode == "st" and (name := _named(i.operands[0])) in passed:
        yield tuple(registers(i.operands[1])), (_variable(name),)
    elif i.opcode in ("ld", "ldu") and (name := _named(i.operands[1])) in passed:
        yield (_variable(name),), results(i)
    elif read := carried(i):
        yield read, results(i)


def _variable(name: str) -> str:
    """Return a variable's key, which cannot be a register's name."""
    return f"[{name}]"


def _named(operand: Operand) -> str:
    """Return the variable that an address names, or an empty string."""
    return operand.base.name if isinstance(operand, Address) and isinstance(operand.base, Symbol) else ""


def _access_bytes(i: Instruction) -> int:
    operand = i.operands[0 if i.opcode != "st" else 1]
    return TYPE_BYTES[i.modifiers[-1]] * (len(operand.items) if isinstance(operand, Vector) else 1)
