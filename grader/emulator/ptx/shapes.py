"""Check that each instruction has the operands of its opcode (PTX ISA, chapter 9), so that readers can rely on them.

A shape lists operands in order: `d` a register to write, `s` a value, `v` a value or several in braces, `a` an address
in brackets, `l` a name; `?` marks an optional operand, `*` accepts all that follow. `|` separates two shapes. An opcode
may have another shape for a modifier. Opcodes not listed accept any operands: the emulator does not look at them.
"""

from __future__ import annotations

from functools import cache, lru_cache

from grader.emulator.ptx.nodes import Address, Immediate, Instruction, Operand, OperandGroup, Register, Symbol, Vector
from grader.emulator.ptx.statements import PtxSyntaxError

_BY_SHAPE = {
    "d s": "abs neg not cnot popc clz brev bfind rcp sqrt rsqrt ex2 lg2 sin cos tanh testp cvta isspacep getctarank "
           "elect mbarrier.pending_count",
    "d s s": "add sub addc subc mul div rem min max and or xor shl shr copysign szext bmsk mul24 vote match redux mapa",
    "d s s s": "mad madc fma sad mad24 bfe prmt selp slct shf dp4a dp2a fns",
    "d s s s?": "set setp bar.red barrier.red",
    "d s s s s": "bfi shfl", "d s s s s s?": "lop3",
    "v s s? s? s?": "cvt", "v v": "mov movmatrix", "d": "activemask stacksave", "d *": "createpolicy",
    "v a s?": "ld ldu ldmatrix wmma.load", "a v s?": "st red stmatrix wmma.store", "d a v v? s?": "atom",
    "d a s s s?": "atom.cas",
    "v v v v": "wmma.mma", "v v v v *": "mma",
    "l": "bra", "s l": "brx", "": "ret exit trap cp.commit_group cp.wait_all", "*": "call cp.bulk barrier.cluster",
    "s": "stackrestore cp.wait_group bar.warp barrier.warp", "s? s?": "bar barrier", "s s": "bar.arrive barrier.arrive",
    "a": "cp.mbarrier mbarrier.inval", "a s": "mbarrier.init mbarrier.expect_tx mbarrier.complete_tx",
    "a a s s? s?": "cp", "d s s?": "alloca",
    "d a s s?": "mbarrier.test_wait mbarrier.try_wait", "d a s?|a s?": "mbarrier.arrive mbarrier.arrive_drop",
}  # fmt: skip
_SHAPES = {name: shape for shape, names in _BY_SHAPE.items() for name in names.split()}
# Opcodes that need no modifier, and those that need more than one.
_BARE = frozenset({"ret", "exit", "trap", "bra", "call", "bar", "barrier"})
_LEAST = {"shfl": 3, "vote": 3, "match": 3, "redux": 3}


def require_shape(instruction: Instruction) -> None:
    """Raise `PtxSyntaxError` for an instruction whose operands do not fit its opcode."""
    if _fit_by_kind(instruction.opcode, instruction.modifiers, tuple(map(type, instruction.operands))):
        return
    shapes = _shapes(instruction.opcode, instruction.modifiers)
    if shapes is not None and not any(_fits(instruction.operands, shape) for shape in shapes):
        raise PtxSyntaxError(f"not the operands that PTX wants: {instruction.text[:120]}")


_PLAIN: dict[type, Operand] = {
    Register: Register("%r"),
    Address: Address(Register("%rd")),
    Immediate: Immediate(0),
    Symbol: Symbol("name"),
}
"""One operand of each kind. If it fits, all of its kind fit; another symbol may fit where this one does not."""


@lru_cache(maxsize=4096)
def _fit_by_kind(opcode: str, modifiers: tuple[str, ...], kinds: tuple[type, ...]) -> bool:
    """Return whether any operands of these kinds fit. Cached, since few instructions are of a new sort."""
    if not _PLAIN.keys() >= set(kinds):
        return False
    shapes, operands = _shapes(opcode, modifiers), tuple(_PLAIN[kind] for kind in kinds)
    return shapes is None or any(_fits(operands, shape) for shape in shapes)


@cache
def _shapes(opcode: str, modifiers: tuple[str, ...]) -> tuple[tuple[str, ...], ...] | None:
    names = (*(f"{opcode}.{word}" for word in modifiers), opcode)
    found = next((_SHAPES[name] for name in names if name in _SHAPES), None)
    if found is None:
        return None
    if len(modifiers) < _LEAST.get(opcode, opcode not in _BARE):
        return ()
    return tuple(tuple(shape.split()) for shape in found.split("|"))


def _fits(operands: tuple[Operand, ...], shape: tuple[str, ...]) -> bool:
    for place, wanted in enumerate(shape):
        if wanted == "*":
            return True
        if place == len(operands):
            return all(rest.endswith(("?", "*")) for rest in shape[place:])
        if not _is(operands[place], wanted[0]):
            return False
    return len(operands) <= len(shape)


def _is(operand: Operand, wanted: str) -> bool:
    if isinstance(operand, Register):
        return wanted in "dsv"
    if isinstance(operand, Address):
        return wanted == "a"
    if isinstance(operand, Symbol):
        return wanted in "svl" or (wanted == "d" and operand.name == "_")
    if isinstance(operand, Immediate):
        return wanted in "sv"
    if isinstance(operand, OperandGroup):
        return False
    return wanted == "v" and all(not isinstance(item, (Address, Vector, OperandGroup)) for item in operand.items)
