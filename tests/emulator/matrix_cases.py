"""Small launches of every matrix instruction: a kernel in PTX, its input words, the number of words it gives.

One list serves the tests of machine code and interpreter and the script that records what a real GPU gives. Every
block of a launch is one warp with operands of its own.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from random import Random

import numpy as np

from grader.emulator.matrix.forms import MatrixForm, read_form
from grader.emulator.matrix.fragments import LANES, Fragment
from grader.emulator.ptx.nodes import Instruction
from tests.emulator.matrix_operands import KINDS, SHORT_KINDS, Matrices, doubles, integers, matrices

PTX_VERSION = "8.0"
_HEADER = """.version {version}
.target sm_{target}
.address_size 64
{shared}
.visible .entry k(.param .u64 input, .param .u64 output)
{{
.reg .b32 %r<100>;
.reg .b64 %rd<60>;
ld.param.u64 %rd0, [input];
ld.param.u64 %rd1, [output];
mov.u32 %r0, %ctaid.x;
mov.u32 %r1, %tid.x;
mad.lo.u32 %r2, %r0, 32, %r1;
"""


@dataclass(frozen=True, slots=True, eq=False)
class Operands:
    """The matrices of one product, as bit patterns, row by row."""

    what: str
    a: np.ndarray
    b: np.ndarray
    c: np.ndarray


@dataclass(frozen=True, eq=False)
class Case:
    """One launch; `blocks` one-warp blocks, `output_words` words from all of them."""

    name: str
    ptx: str
    blocks: int
    output_words: int
    make: Callable[[], np.ndarray]
    target: int = 80
    form: MatrixForm | None = None
    operands: Callable[[], list[Operands]] = field(default=list)

    @cached_property
    def words(self) -> np.ndarray:
        """The input: 32-bit words."""
        return self.make()

    @property
    def digest(self) -> str:
        """Tells whether a recording was made with this kernel and these words."""
        return f"{zlib.crc32(self.words.tobytes(), zlib.crc32(self.ptx.encode())):08x}"


def form_of(name: str) -> MatrixForm:
    """The form of an instruction given by its name alone."""
    opcode, *modifiers = name.split(".")
    return read_form(Instruction(opcode, tuple(modifiers), ()))


# ---- registers


def _names(first: int, fragment: Fragment) -> list[str]:
    letter = "rd" if fragment.register_bits == 64 else "r"
    return [f"%{letter}{first + n}" for n in range(fragment.registers)]


def _braced(names: list[str]) -> str:
    return "{" + ", ".join(names) + "}"


def _words_of(fragment: Fragment) -> int:
    return fragment.registers * fragment.register_bits // 32


def _load(names: list[str], place: int, base: str = "%rd2") -> list[str]:
    size = 8 if names[0].startswith("%rd") else 4
    return [f"ld.global.b{8 * size} {name}, [{base}+{place + size * n}];" for n, name in enumerate(names)]


def _store(names: list[str], place: int = 0, base: str = "%rd3") -> list[str]:
    size = 8 if names[0].startswith("%rd") else 4
    return [f"st.global.b{8 * size} [{base}+{place + size * n}], {name};" for n, name in enumerate(names)]


def _own_places(in_words: int, out_words: int) -> list[str]:
    """%rd2 and %rd3: the thread's own input and output."""
    return [
        f"mul.wide.u32 %rd4, %r2, {4 * in_words};",
        "add.u64 %rd2, %rd0, %rd4;",
        f"mul.wide.u32 %rd4, %r2, {4 * out_words};",
        "add.u64 %rd3, %rd1, %rd4;",
    ]


def _kernel(lines: list[str], target: int, shared: str = "") -> str:
    return "\n".join([_HEADER.format(version=PTX_VERSION, target=target, shared=shared), *lines, "ret;", "}"])


def spread(fragment: Fragment, matrix: np.ndarray) -> np.ndarray:
    """The words of each lane for a matrix of bit patterns: shape (32, words)."""
    answer = np.zeros((LANES, _words_of(fragment)), np.uint64)
    cells = matrix.reshape(fragment.rows, fragment.columns)
    bits = fragment.element_bits
    for lane, places in enumerate(fragment.places):
        for number, (row, column) in enumerate(places):
            value = int(cells[row, column])
            for part in range(max(1, bits // 32)):
                word, shift = divmod(number * bits + 32 * part, 32)
                answer[lane, word] |= np.uint64((value >> 32 * part & 0xFFFFFFFF) << shift)
    return answer.astype(np.uint32)


def gathered(fragment: Fragment, words: np.ndarray) -> np.ndarray:
    """The matrix of bit patterns that the lanes' words make: the inverse of `spread`."""
    answer = np.zeros((fragment.rows, fragment.columns), np.uint64)
    words = words.reshape(LANES, -1)
    bits = fragment.element_bits
    for lane, places in enumerate(fragment.places):
        for number, (row, column) in enumerate(places):
            value = 0
            for part in range(max(1, bits // 32)):
                word, shift = divmod(number * bits + 32 * part, 32)
                value |= (int(words[lane, word]) >> shift & ((1 << min(bits, 32)) - 1)) << 32 * part
            answer[row, column] = value
    return answer


# ---- mma


def _operands(name: str, form: MatrixForm, kinds: tuple[str, ...]) -> list[Operands]:
    answer = []
    for what in kinds:
        rng = Random(
            f"{form.a_type} {form.b_type} {form.c_type} {form.m} {form.n} {form.k} {what} {name.split('.')[0]}"
        )
        size = form.m, form.n, form.k
        made: Matrices
        if form.a_type == "f64":
            made = doubles(rng, what, *size)
        elif form.d_type == "s32":
            made = integers(rng, *size, extreme=what == "extreme")
        else:
            made = matrices(rng, what, form.a_type, form.c_type, *size)
        answer.append(Operands(what, *made))
    return answer


def multiply(name: str, kinds: tuple[str, ...], target: int = 80) -> Case:
    """An `mma` on the lanes' own words."""
    form = form_of(name)
    a, b, c, d = (part for part in (form.a, form.b, form.c, form.d) if part)
    first = (10, 20, 30, 40) if form.a_type == "f64" else (10, 20, 30, 50)
    names = [_names(number, part) for number, part in zip(first, (a, b, c, d), strict=True)]
    sizes = [_words_of(part) for part in (a, b, c)]
    lines = _own_places(sum(sizes), _words_of(d))
    for number in range(3):
        lines += _load(names[number], 4 * sum(sizes[:number]))
    lines.append(f"{name} {', '.join(_braced(each) for each in (names[3], *names[:3]))};")
    lines += _store(names[3])

    def operands() -> list[Operands]:
        return _operands(name, form, kinds)

    def words() -> np.ndarray:
        blocks = [
            np.concatenate([spread(a, each.a), spread(b, each.b), spread(c, each.c)], axis=1) for each in operands()
        ]
        return np.concatenate(blocks).reshape(-1)

    count = len(kinds)
    return Case(name, _kernel(lines, target), count, count * LANES * _words_of(d), words, target, form, operands)


# ---- wmma


def _bytes_of(fragment: Fragment) -> int:
    return fragment.rows * fragment.columns * fragment.element_bits // 8


def _packed(matrix: np.ndarray, bits: int) -> np.ndarray:
    """A matrix as it lies in memory, in words."""
    kind = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}[bits]
    words: np.ndarray = np.ascontiguousarray(matrix.reshape(-1).astype(kind)).view(np.uint32)
    return words


def wmma(name: str, kinds: tuple[str, ...], target: int = 80) -> Case:
    """Load A, B and C from memory, multiply, store D: every fragment goes the way that programs take."""
    form = form_of(name)
    words_of_name = name.split(".")
    rows = [word for word in words_of_name if word in ("row", "col")]
    shape = f"m{form.m}n{form.n}k{form.k}"
    a, b, c, d = (part for part in (form.a, form.b, form.c, form.d) if part)
    names = [_names(number, part) for number, part in zip((10, 20, 30, 50), (a, b, c, d), strict=True)]
    sizes = [_bytes_of(part) for part in (a, b, c)]
    block_bytes = sum(sizes)
    lines = [
        f"mul.wide.u32 %rd4, %r0, {block_bytes};",
        "add.u64 %rd2, %rd0, %rd4;",
        f"mul.wide.u32 %rd4, %r0, {_bytes_of(d)};",
        "add.u64 %rd3, %rd1, %rd4;",
    ]
    orders = (*rows, "row")
    types = (form.a_type, form.b_type, form.c_type)
    for number, (part, order, kind) in enumerate(zip((a, b, c), orders, types, strict=True)):
        stride = part.columns if order == "row" else part.rows
        lines += [
            f"add.u64 %rd5, %rd2, {sum(sizes[:number])};",
            f"wmma.load.{'abc'[number]}.sync.aligned.{order}.{shape}.global.{kind} {_braced(names[number])}, "
            f"[%rd5], {stride};",
        ]
    lines.append(f"{name} {', '.join(_braced(each) for each in (names[3], *names[:3]))};")
    lines.append(
        f"wmma.store.d.sync.aligned.row.{shape}.global.{form.d_type} [%rd3], {_braced(names[3])}, {d.columns};"
    )

    def operands() -> list[Operands]:
        return _operands(name, form, kinds)

    def words() -> np.ndarray:
        parts = []
        for each in operands():
            for matrix, part, order in zip((each.a, each.b, each.c), (a, b, c), orders, strict=True):
                cells = matrix.reshape(part.rows, part.columns)
                parts.append(_packed(cells if order == "row" else cells.T, part.element_bits))
        return np.concatenate(parts)

    count = len(kinds)
    total = count * _bytes_of(d) // 4
    return Case(name, _kernel(lines, target), count, total, words, target, form, operands)


def mixed_registers(name: str, target: int = 80) -> Case:
    """`wmma.mma` on registers that disagree where an element is held twice: which of them counts."""
    form = form_of(name)
    a, b, c, d = (part for part in (form.a, form.b, form.c, form.d) if part)
    names = [_names(number, part) for number, part in zip((10, 20, 30, 50), (a, b, c, d), strict=True)]
    sizes = [_words_of(part) for part in (a, b, c)]
    lines = _own_places(sum(sizes), _words_of(d))
    for number in range(3):
        lines += _load(names[number], 4 * sum(sizes[:number]))
    lines.append(f"{name} {', '.join(_braced(each) for each in (names[3], *names[:3]))};")
    lines += _store(names[3])

    def words() -> np.ndarray:
        rng = Random(name)
        whole = {"f16": (0xBC00, 0, 0x3C00, 0x4000), "f32": (0xBF800000, 0, 0x3F800000, 0x40000000)}
        answer = np.zeros((LANES, sum(sizes)), np.uint32)
        for lane, word in product(range(LANES), range(sum(sizes))):
            if word >= sizes[0] + sizes[1] and form.c_type == "f32":
                answer[lane, word] = rng.choice(whole["f32"])
            else:
                answer[lane, word] = rng.choice(whole["f16"]) | rng.choice(whole["f16"]) << 16
        return answer.reshape(-1)

    return Case(f"registers {name}", _kernel(lines, target), 1, LANES * _words_of(d), words, target, form)


def layout(name: str, *, high: bool = False, target: int = 80) -> Case:
    """`wmma.load`: each element is its own number in memory (its number / 256 for bytes, if `high`)."""
    form = form_of(name)
    part = form.held
    names = _names(10, part)
    stride = part.rows if form.by_column else part.columns
    lines = [*_own_places(0, _words_of(part)), f"{name} {_braced(names)}, [%rd0], {stride};", *_store(names)]

    def words() -> np.ndarray:
        return _packed(np.arange(part.rows * part.columns) >> (8 if high else 0) & 0xFFFF, part.element_bits)

    shown = f"{name} high" if high else name
    return Case(f"layout {shown}", _kernel(lines, target), 1, LANES * _words_of(part), words, target, form)


def stored(name: str, target: int = 80) -> Case:
    """`wmma.store`: each element is lane and number of its place in the registers."""
    form = form_of(name)
    part = form.held
    names = _names(10, part)
    stride = part.rows if form.by_column else part.columns
    in_words = _words_of(part)
    lines = [*_own_places(in_words, 0), *_load(names, 0), f"{name} [%rd1], {_braced(names)}, {stride};"]

    def words() -> np.ndarray:
        return _packed(np.arange(LANES * part.elements), part.element_bits)

    return Case(f"layout {name}", _kernel(lines, target), 1, _bytes_of(part) // 4, words, target, form)


# ---- 8 × 8


def _copied(source: str, from_: str, target: str, to: str) -> list[str]:
    """Eight words from one place to another."""
    lines = []
    for place in range(0, 32, 4):
        lines += [f"ld.{source}.b32 %r20, [{from_}+{place}];", f"st.{target}.b32 [{to}+{place}], %r20;"]
    return lines


def fetched(name: str, target: int = 80) -> Case:
    """`ldmatrix` from shared memory: rows at addresses in no order, each half its own number."""
    form = form_of(name)
    names = [f"%r{10 + n}" for n in range(form.count)]
    lines = [
        *_own_places(9, form.count),
        "mov.u64 %rd5, cells;",
        "mul.wide.u32 %rd6, %r1, 32;",
        "add.u64 %rd6, %rd5, %rd6;",
        *[
            line
            for n in range(8)
            for line in (f"ld.global.b32 %r20, [%rd2+{4 * n}];", f"st.shared.b32 [%rd6+{4 * n}], %r20;")
        ],
        "bar.warp.sync -1;",
        "ld.global.b32 %r21, [%rd2+32];",
        "cvt.u64.u32 %rd7, %r21;",
        "add.u64 %rd7, %rd5, %rd7;",
        f"{name} {_braced(names)}, [%rd7];",
        *_store(names),
    ]

    def words() -> np.ndarray:
        answer = np.zeros((LANES, 9), np.uint32)
        answer[:, :8] = np.arange(512, dtype=np.uint16).view(np.uint32).reshape(LANES, 8)
        answer[:, 8] = Random(name).sample(range(0, 1024, 16), LANES)
        return answer.reshape(-1)

    shared = ".shared .align 16 .b8 cells[1024];"
    return Case(name, _kernel(lines, target, shared), 1, LANES * form.count, words, target, form)


def put(name: str, target: int = 90) -> Case:
    """`stmatrix` to shared memory, then every lane reads its part of it."""
    form = form_of(name)
    names = [f"%r{10 + n}" for n in range(form.count)]
    own = form.count + 1
    lines = [
        *_own_places(own, 8),
        "mov.u64 %rd5, cells;",
        "mul.wide.u32 %rd6, %r1, 32;",
        "add.u64 %rd6, %rd5, %rd6;",
        *[f"st.shared.b32 [%rd6+{4 * n}], 0;" for n in range(8)],
        "bar.warp.sync -1;",
        *_load(names, 0),
        f"ld.global.b32 %r21, [%rd2+{4 * form.count}];",
        "cvt.u64.u32 %rd7, %r21;",
        "add.u64 %rd7, %rd5, %rd7;",
        f"{name} [%rd7], {_braced(names)};",
        "bar.warp.sync -1;",
        *[
            line
            for n in range(8)
            for line in (f"ld.shared.b32 %r20, [%rd6+{4 * n}];", f"st.global.b32 [%rd3+{4 * n}], %r20;")
        ],
    ]

    def words() -> np.ndarray:
        answer = np.zeros((LANES, own), np.uint32)
        answer[:, : form.count] = np.arange(1, 1 + 64 * form.count, dtype=np.uint16).view(np.uint32).reshape(LANES, -1)
        answer[:, form.count] = Random(name).sample(range(0, 1024, 16), LANES)
        return answer.reshape(-1)

    shared = ".shared .align 16 .b8 cells[1024];"
    return Case(name, _kernel(lines, target, shared), 1, LANES * 8, words, target, form)


def turned(name: str, target: int = 80) -> Case:
    """`movmatrix`."""
    lines = [*_own_places(1, 1), *_load(["%r10"], 0), f"{name} %r11, %r10;", *_store(["%r11"])]

    def words() -> np.ndarray:
        return np.arange(1, 65, dtype=np.uint16).view(np.uint32).copy()

    return Case(name, _kernel(lines, target), 1, LANES, words, target, form_of(name))


# ---- the list


_MMA = "mma.sync.aligned"
_SHAPES = ("m16n16k16", "m32n8k16", "m8n32k16")
_ORDERS = tuple(product(("row", "col"), repeat=2))


def _products() -> Iterator[Case]:
    for shape in ("m16n8k8", "m16n8k16"):
        for kind in ("f32", "f16"):
            yield multiply(f"{_MMA}.{shape}.row.col.{kind}.f16.f16.{kind}", KINDS)
        yield multiply(f"{_MMA}.{shape}.row.col.f32.bf16.bf16.f32", KINDS)
    for shape in ("m16n8k4", "m16n8k8"):
        yield multiply(f"{_MMA}.{shape}.row.col.f32.tf32.tf32.f32", KINDS)
    yield multiply(f"{_MMA}.m8n8k4.row.col.f64.f64.f64.f64", ("plain", "wide", "specials", "tiny", "huge"))
    for shape in ("m16n8k4", "m16n8k8", "m16n8k16"):
        yield multiply(f"{_MMA}.{shape}.row.col.f64.f64.f64.f64", ("plain", "wide", "specials"), 90)
    for shape, left, right, limit in product(("m8n8k16", "m16n8k16", "m16n8k32"), "su", "su", ("", ".satfinite")):
        name = f"{_MMA}.{shape}.row.col{limit}.s32.{left}8.{right}8.s32"
        yield multiply(name, ("any", "extreme") if limit else ("extreme",))


def _wmma_products() -> Iterator[Case]:
    for shape, kind, sums in product(_SHAPES, ("f32", "f16"), ("f32", "f16")):
        yield wmma(f"wmma.mma.sync.aligned.row.col.{shape}.{kind}.{sums}", SHORT_KINDS)
    for shape, (left, right) in product(_SHAPES, _ORDERS):
        if (left, right) != ("row", "col"):
            yield wmma(f"wmma.mma.sync.aligned.{left}.{right}.{shape}.f32.f32", ("plain",))
        yield mixed_registers(f"wmma.mma.sync.aligned.{left}.{right}.{shape}.f32.f32")
    for shape in _SHAPES:
        yield wmma(f"wmma.mma.sync.aligned.row.row.{shape}.f32.bf16.bf16.f32", SHORT_KINDS)
        for kind in ("s8", "u8"):
            yield wmma(f"wmma.mma.sync.aligned.row.col.{shape}.s32.{kind}.{kind}.s32", ("extreme",))
            yield wmma(f"wmma.mma.sync.aligned.row.col.{shape}.s32.{kind}.{kind}.s32.satfinite", ("extreme",))
    yield wmma("wmma.mma.sync.aligned.row.row.m16n16k8.f32.tf32.tf32.f32", SHORT_KINDS)
    yield wmma("wmma.mma.sync.aligned.row.col.m8n8k4.rn.f64.f64.f64.f64", ("plain", "wide"))


def _layouts() -> Iterator[Case]:
    for part, order in product("ab", ("row", "col")):
        head = f"wmma.load.{part}.sync.aligned.{order}"
        for shape, kind in product(_SHAPES, ("f16", "bf16")):
            yield layout(f"{head}.{shape}.global.{kind}")
        for shape, kind, high in product(_SHAPES, ("s8", "u8"), (False, True)):
            yield layout(f"{head}.{shape}.global.{kind}", high=high)
        yield layout(f"{head}.m16n16k8.global.tf32")
        yield layout(f"{head}.m8n8k4.global.f64")
    for order, (shapes, kind) in product(
        ("row", "col"),
        ((_SHAPES, "f16"), ((*_SHAPES, "m16n16k8"), "f32"), (_SHAPES, "s32"), (("m8n8k4",), "f64")),
    ):
        for shape in shapes:
            yield layout(f"wmma.load.c.sync.aligned.{order}.{shape}.global.{kind}")
            yield stored(f"wmma.store.d.sync.aligned.{order}.{shape}.global.{kind}")


def _eights() -> Iterator[Case]:
    for count, turn in product(("x1", "x2", "x4"), ("", ".trans")):
        yield fetched(f"ldmatrix.sync.aligned.m8n8.{count}{turn}.shared.b16")
        yield put(f"stmatrix.sync.aligned.m8n8.{count}{turn}.shared.b16")
    yield turned("movmatrix.sync.aligned.m8n8.trans.b16")


CASES: list[Case] = [*_products(), *_wmma_products(), *_layouts(), *_eights()]
BY_NAME = {case.name: case for case in CASES}
assert len(BY_NAME) == len(CASES)
