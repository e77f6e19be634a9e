"""Read a matrix instruction: its kind, its shapes and types, and their fragments.

Known are f16, bf16, tf32, f64 and 8-bit integers. Not known: `mma.m8n8k4` of f16, sparse matrices, 4 bits and single
bits, fp8, block scaling, `wgmma`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from grader.emulator.matrix import fragments
from grader.emulator.matrix.fragments import Accesses, Fragment, FragmentPlace, accesses, in_memory
from grader.emulator.ptx.nodes import Address, Function, Instruction, Known, Vector
from grader.emulator.result import Unsupported

MATRIX_OPCODES = frozenset({"wmma", "mma", "ldmatrix", "stmatrix", "movmatrix"})

_SHAPE = re.compile(r"m(?P<m>\d{1,3})n(?P<n>\d{1,3})(?:k(?P<k>\d{1,3}))?")
_BITS = Known({"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "s32": 32, "f64": 64, "s8": 8, "u8": 8, "b16": 16})
_WMMA_SHAPES = Known(
    {
        "f16": ("m16n16k16", "m32n8k16", "m8n32k16"),
        "bf16": ("m16n16k16", "m32n8k16", "m8n32k16"),
        "s8": ("m16n16k16", "m32n8k16", "m8n32k16"),
        "u8": ("m16n16k16", "m32n8k16", "m8n32k16"),
        "tf32": ("m16n16k8",),
        "f64": ("m8n8k4",),
    }
)
_MMA_SHAPES = Known(
    {
        "f16": ("m16n8k8", "m16n8k16"),
        "bf16": ("m16n8k8", "m16n8k16"),
        "tf32": ("m16n8k4", "m16n8k8"),
        "f64": ("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"),
        "s8": ("m8n8k16", "m16n8k16", "m16n8k32"),
        "u8": ("m8n8k16", "m16n8k16", "m16n8k32"),
    }
)
_SUMS = Known({
    "f16": ("f16", "f32"), "bf16": ("f32",), "tf32": ("f32",), "f64": ("f64",), "s8": ("s32",), "u8": ("s32",),
})  # fmt: skip
_IGNORED = frozenset({"sync", "aligned", "rn"})


class UnknownFormError(Unsupported):
    """A matrix instruction of an unknown shape or type."""


@dataclass(frozen=True, slots=True)
class MatrixForm:
    """The operation of a matrix instruction.

    `kind` is load or store (of the `wmma` fragment `moved` of a, b, c or d, which is the `part`; its elements lie
    `by_column` in memory or not), multiply, or fetch, put, turn (`ldmatrix`, `stmatrix`, `movmatrix`, of `count`
    matrices of 8 × 8 halves, `transposed` or not).
    """

    kind: str
    opcode: str
    a_type: str = ""
    b_type: str = ""
    c_type: str = ""
    d_type: str = ""
    m: int = 0
    n: int = 0
    k: int = 0
    a: Fragment | None = None
    b: Fragment | None = None
    c: Fragment | None = None
    d: Fragment | None = None
    part: str = ""
    moved: Fragment | None = None
    space: str = "generic"
    by_column: bool = False
    saturates: bool = False
    count: int = 1
    transposed: bool = False

    @property
    def held(self) -> Fragment:
        """The fragment that a load or store moves."""
        assert self.moved is not None
        return self.moved

    @property
    def registers(self) -> tuple[int, ...]:
        """The number of registers of each operand that is not an address or a stride."""
        if self.kind == "multiply":
            return tuple(part.registers for part in (self.d, self.a, self.b, self.c) if part is not None)
        return {"turn": (1, 1), "fetch": (self.count,), "put": (self.count,)}.get(self.kind) or (self.held.registers,)

    @property
    def element_bytes(self) -> int:
        """Bytes of an element that a load or store moves."""
        return self.held.element_bits // 8

    @property
    def stride(self) -> int:
        """Elements from one row or column in memory to the next, if the instruction does not say."""
        return self.held.rows if self.by_column else self.held.columns

    @property
    def accesses(self) -> Accesses:
        """The accesses of a load or store to memory."""
        by_rows = self.space == "shared" and self.part in ("a", "b")
        return accesses(self.held, by_column=self.by_column, by_rows=by_rows)

    def cell(self, place: FragmentPlace) -> int:
        """Return the number of an element, counted in memory order without gaps."""
        major, minor = in_memory(place, by_column=self.by_column)
        return major * self.stride + minor

    @property
    def is_floating(self) -> bool:
        """True for a product in the tensor cores' own rounding: not of integers, not in double precision."""
        return self.a_type in ("f16", "bf16", "tf32")


def read_form(i: Instruction) -> MatrixForm:
    """Return the form of an instruction.

    Raises:
        UnknownFormError: the form is not known.

    """
    return _read(i.opcode, i.modifiers)


def require_registers(i: Instruction, form: MatrixForm) -> None:
    """Raise `UnknownFormError` if an operand has another number of registers than the form."""
    brought = [operand for operand in i.operands if not isinstance(operand, Address)][: len(form.registers)]
    counts = tuple(len(operand.items) if isinstance(operand, Vector) else 1 for operand in brought)
    if counts != form.registers:
        raise UnknownFormError(i.name)


@lru_cache(maxsize=256)
def _read(opcode: str, modifiers: tuple[str, ...]) -> MatrixForm:
    try:
        if opcode == "wmma":
            return _wmma_multiply(modifiers) if "mma" in modifiers else _wmma_move(modifiers)
        if opcode == "mma":
            return _multiply(modifiers)
        return _eights(opcode, modifiers)
    except Unsupported:
        raise UnknownFormError(".".join((opcode, *modifiers))) from None


def _shape(modifiers: tuple[str, ...]) -> tuple[str, int, int, int]:
    for word in modifiers:
        found = _SHAPE.fullmatch(word)
        if found is not None:
            m, n, k = (int(part or 0) for part in found.group("m", "n", "k"))
            return word, m, n, k
    raise UnknownFormError


def _require(*truths: bool) -> None:
    if not all(truths):
        raise UnknownFormError


def _space(modifiers: tuple[str, ...]) -> str:
    named = [word for word in modifiers if word.split("::")[0] in ("global", "shared", "local", "param", "const")]
    _require(all(word in ("global", "shared", "shared::cta") for word in named))
    return named[0].split("::")[0] if named else "generic"


def _wmma_fragment(part: str, kind: str, m: int, n: int, k: int) -> Fragment:
    bits = _BITS[kind]
    if part in ("c", "d"):
        return fragments.wmma_total(m, n, bits)
    rows, columns = (m, k) if part == "a" else (k, n)
    registers = 8 if kind == "f16" else rows * columns * bits // (fragments.LANES * max(32, bits))
    make = fragments.wmma_left if part == "a" else fragments.wmma_right
    return make(rows, columns, bits, registers)


def _wmma_move(modifiers: tuple[str, ...]) -> MatrixForm:
    """`wmma.load.{a,b,c}` and `wmma.store.d`."""
    _require(len(modifiers) > 2)
    kind, part, *_ = modifiers
    word, m, n, k = _shape(modifiers)
    element = modifiers[-1]
    known = Known({"load": ("a", "b", "c"), "store": ("d",)})
    shapes = _WMMA_SHAPES.values() if part in ("c", "d") else (_WMMA_SHAPES[element],)
    _require(part in known[kind], any(word in each for each in shapes))
    if part in ("c", "d"):
        _require(any(word in _WMMA_SHAPES[each] and element in sums for each, sums in _SUMS.items()))
    form = MatrixForm(
        kind=kind, opcode="wmma", m=m, n=n, k=k, d_type=element, part=part,
        moved=_wmma_fragment(part, element, m, n, k), space=_space(modifiers), by_column="col" in modifiers,
    )  # fmt: skip
    _require("row" in modifiers or "col" in modifiers)
    return form


def _types(words: list[str]) -> tuple[str, str, str, str]:
    """Return the types of d, a, b and c; `wmma` of f16 names d and c only."""
    if len(words) == 2:
        return words[0], "f16", "f16", words[1]
    _require(len(words) == 4)
    d_type, a_type, b_type, c_type = words
    return d_type, a_type, b_type, c_type


def _wmma_multiply(modifiers: tuple[str, ...]) -> MatrixForm:
    word, m, n, k = _shape(modifiers)
    d_type, a_type, b_type, c_type = _types([each for each in modifiers if each in _BITS])
    _require(word in _WMMA_SHAPES[a_type], a_type == b_type, d_type in _SUMS[a_type], c_type in _SUMS[a_type])
    _known_words(modifiers, {"mma", word, "row", "col", "satfinite"})
    _require("satfinite" not in modifiers or d_type == "s32")
    kinds = {"a": a_type, "b": b_type, "c": c_type, "d": d_type}
    a, b, c, d = (_wmma_fragment(part, kind, m, n, k) for part, kind in kinds.items())
    return MatrixForm(
        "multiply", "wmma", a_type, b_type, c_type, d_type, m, n, k, a, b, c, d, saturates="satfinite" in modifiers
    )


def _multiply(modifiers: tuple[str, ...]) -> MatrixForm:
    word, m, n, k = _shape(modifiers)
    d_type, a_type, b_type, c_type = _types([each for each in modifiers if each in _BITS])
    bits = _BITS[a_type]
    _require(word in _MMA_SHAPES[a_type], d_type in _SUMS[a_type], c_type == d_type)
    _require(a_type == b_type or {a_type, b_type} == {"s8", "u8"})
    _known_words(modifiers, {word, "row", "col", "satfinite"})
    _require([each for each in modifiers if each in ("row", "col")] == ["row", "col"])
    _require("satfinite" not in modifiers or d_type == "s32")
    return MatrixForm(
        "multiply", "mma", a_type, b_type, c_type, d_type, m, n, k, saturates="satfinite" in modifiers,
        a=fragments.left(m, k, bits), b=fragments.right(k, n, bits), c=fragments.total(m, n, _BITS[c_type]),
        d=fragments.total(m, n, _BITS[d_type]),
    )  # fmt: skip


def _known_words(modifiers: tuple[str, ...], words: set[str]) -> None:
    _require(set(modifiers) <= words | _IGNORED | set(_BITS))


_KINDS = Known({"ldmatrix": "fetch", "stmatrix": "put", "movmatrix": "turn"})


def _eights(opcode: str, modifiers: tuple[str, ...]) -> MatrixForm:
    """`ldmatrix`, `stmatrix`, `movmatrix` of 8 × 8 halves."""
    known = {"m8n8", "x1", "x2", "x4", "trans", "shared", "shared::cta", "b16"} | _IGNORED
    _require(set(modifiers) <= known, {"m8n8", "b16"} <= set(modifiers))
    count = next((int(word[1:]) for word in modifiers if word in ("x1", "x2", "x4")), 1)
    _require(opcode != "movmatrix" or "trans" in modifiers)
    return MatrixForm(_KINDS[opcode], opcode, count=count, transposed="trans" in modifiers, space=_space(modifiers))


def area_bytes(function: Function) -> int:
    """Return the bytes that a kernel's matrix instructions need in each thread's frame; 0 without any."""
    most = 0
    for item in function.instructions:
        if item.opcode in MATRIX_OPCODES:
            try:
                form = read_form(item)
            except UnknownFormError:
                continue
            if form.kind == "multiply":
                brought = sum(bytes_of(part) for part in (form.a, form.b, form.c) if part)
                most = max(most, brought, bytes_of(form.d) if form.d else 0)
            else:
                most = max(most, bytes_of(form.held) if form.kind in ("load", "store") else 4 * form.count)
    return most


def narrowest_access(i: Instruction) -> int:
    """Return the bytes of a lane's narrowest access for a `wmma` instruction, 4 if it makes none."""
    try:
        form = read_form(i)
    except UnknownFormError:
        return 4
    return form.element_bytes * form.accesses.count if form.kind in ("load", "store") else 4


def bytes_of(fragment: Fragment) -> int:
    """Return the bytes of a fragment's registers in one lane."""
    return fragment.registers * fragment.register_bits // 8
