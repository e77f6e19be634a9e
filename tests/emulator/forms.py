"""Every form of every instruction that computes a value: its name, its operand types, its result types.

One list serves three: the tests of the machine code, the tests of the reference interpreter, and the script that
records what a real GPU gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

Types = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """`name` is the instruction as PTX writes it; `constants` are operands that must be immediate, after the others.

    `kind` is pure, warp (all lanes take part), carry (see `chained`) or atomic (the first operand is what the cell
    held, the result what it holds afterwards, in `space`). `target` is the least compute capability that has it.
    """

    name: str
    sources: Types
    results: Types
    constants: tuple[int, ...] = ()
    kind: str = "pure"
    space: str = ""
    target: int = 80

    @property
    def opcode(self) -> str:
        """`add` of `add.sat.s32`."""
        return self.name.split(".")[0]

    @property
    def modifiers(self) -> Types:
        """`("sat", "s32")`."""
        return tuple(self.name.split(".")[1:])

    @property
    def key(self) -> str:
        """A name for the form that no other has."""
        return " ".join([self.name, *(hex(each) for each in self.constants)])


SHORT, WORD, LONG = ("s16", "u16"), ("s32", "u32"), ("s64", "u64")
INTEGERS = (*SHORT, *WORD, *LONG)
BITS = ("b16", "b32", "b64")
WIDER = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
ROUNDINGS = ("rn", "rz", "rm", "rp")


def same(operation: str, types: Types, count: int, **rest: object) -> Iterator[Form]:
    """Forms whose operands and result are all of the type they name."""
    for kind in types:
        yield Form(f"{operation}.{kind}", (kind,) * count, (kind,), **rest)  # type: ignore[arg-type]


def integer() -> Iterator[Form]:
    """Integer arithmetic and bit fields."""
    for operation in ("add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"):
        yield from same(operation, INTEGERS, 2)
    for operation in ("mad.lo", "mad.hi", "sad"):
        yield from same(operation, INTEGERS, 3)
    for operation in ("abs", "neg"):
        yield from same(operation, ("s16", "s32", "s64"), 1)
    for operation in ("add.sat", "sub.sat"):
        yield from same(operation, ("s32",), 2)
    yield from same("mad.hi.sat", ("s32",), 3)
    for kind in (*SHORT, *WORD):
        yield Form(f"mul.wide.{kind}", (kind, kind), (WIDER[kind],))
        yield Form(f"mad.wide.{kind}", (kind, kind, WIDER[kind]), (WIDER[kind],))
    for part in ("lo", "hi"):
        yield from same(f"mul24.{part}", WORD, 2)
        yield from same(f"mad24.{part}", WORD, 3)
    yield from same("mad24.hi.sat", ("s32",), 3)
    for left, right in product(WORD, WORD):
        total = "s32" if "s32" in (left, right) else "u32"
        yield Form(f"dp4a.{left}.{right}", ("b32", "b32", total), (total,))
        for part in ("lo", "hi"):
            yield Form(f"dp2a.{part}.{left}.{right}", ("b32", "b32", total), (total,))
    for operation in ("min", "max"):
        yield from same(operation, ("u16x2", "s16x2"), 2, target=90)
        yield from same(f"{operation}.relu", ("s16x2", "s32"), 2, target=90)


def chained() -> Iterator[Form]:
    """Words of longer numbers: the last operand and the last result are the carry before and after."""
    for kind in (*WORD, *LONG):
        for operation, count in (("add", 2), ("sub", 2), ("mad.lo", 3), ("mad.hi", 3)):
            opcode, *part = operation.split(".")
            yield Form(".".join((*(opcode, *part), "cc", kind)), (kind,) * count, (kind, "pred"), kind="carry")
            for writes in ((), ("cc",)):
                name = ".".join((f"{opcode}c", *part, *writes, kind))
                yield Form(name, (*(kind,) * count, "pred"), (kind, "pred"), kind="carry")


def bits() -> Iterator[Form]:
    """Bit fields, shifts and logic."""
    for kind in ("b32", "b64"):
        yield Form(f"popc.{kind}", (kind,), ("u32",))
        yield Form(f"clz.{kind}", (kind,), ("u32",))
        yield Form(f"brev.{kind}", (kind,), (kind,))
        yield Form(f"bfi.{kind}", (kind, kind, "place", "place"), (kind,))
    for kind in (*WORD, *LONG):
        yield Form(f"bfind.{kind}", (kind,), ("u32",))
        yield Form(f"bfind.shiftamt.{kind}", (kind,), ("u32",))
        yield Form(f"bfe.{kind}", (kind, "place", "place"), (kind,))
    yield Form("fns.b32", ("b32", "lane", "step"), ("u32",))
    for mode in ("clamp", "wrap"):
        yield Form(f"bmsk.{mode}.b32", ("place", "place"), ("b32",))
        yield from (Form(f"szext.{mode}.{kind}", (kind, "place"), (kind,)) for kind in WORD)
        yield from (Form(f"shf.{side}.{mode}.b32", ("b32", "b32", "place"), ("b32",)) for side in "lr")
    for operation in ("and", "or", "xor"):
        yield from same(operation, ("pred", *BITS), 2)
    yield from same("not", ("pred", *BITS), 1)
    yield from same("cnot", BITS, 1)
    yield from (Form("lop3.b32", ("b32",) * 3, ("b32",), (table,)) for table in (0x96, 0xE8, 0xCA, 0x3A, 0x01, 0x80))
    yield from (Form(f"shl.{kind}", (kind, "place"), (kind,)) for kind in BITS)
    yield from (Form(f"shr.{kind}", (kind, "place"), (kind,)) for kind in (*BITS, *INTEGERS))
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        yield Form(f"prmt.b32{mode}", ("b32", "b32", "b32"), ("b32",))


def moving() -> Iterator[Form]:
    """`mov`."""
    yield from same("mov", ("pred", *BITS, *INTEGERS, "f32", "f64"), 1)


def floating() -> Iterator[Form]:
    """Single and double precision."""
    for operation, count in (("add", 2), ("sub", 2), ("mul", 2), ("fma", 3)):
        for rounding in ROUNDINGS:
            yield from same(f"{operation}.{rounding}", ("f64",), count)
            for ftz, sat in product(("", ".ftz"), ("", ".sat")):
                yield from same(f"{operation}.{rounding}{ftz}{sat}", ("f32",), count)
    for operation in ("add", "sub", "mul"):
        yield from same(operation, ("f32", "f64"), 2)
    yield from same("mad.rn", ("f32", "f64"), 3)
    for operation, count in (("div", 2), ("rcp", 1), ("sqrt", 1)):
        for rounding in ROUNDINGS:
            yield from same(f"{operation}.{rounding}", ("f32", "f64"), count)
            yield from same(f"{operation}.{rounding}.ftz", ("f32",), count)
    for operation in ("abs", "neg"):
        yield from same(operation, ("f32", "f64"), 1)
        yield from same(f"{operation}.ftz", ("f32",), 1)
    for operation in ("min", "max"):
        yield from same(operation, ("f32", "f64"), 2)
        for modifier in (".ftz", ".NaN", ".ftz.NaN"):
            yield from same(operation + modifier, ("f32",), 2)
        yield from same(f"{operation}.xorsign.abs", ("f32",), 2, target=90)
        yield from same(f"{operation}.NaN.xorsign.abs", ("f32",), 2, target=90)
    yield from same("copysign", ("f32", "f64"), 2)
    for question in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        yield from (Form(f"testp.{question}.{kind}", (kind,), ("pred",)) for kind in ("f32", "f64"))


def approximate() -> Iterator[Form]:
    """The functions whose results the ISA leaves open within a bound."""
    for operation in ("rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2"):
        for ftz in ("", ".ftz"):
            yield from same(f"{operation}.approx{ftz}", ("f32",), 1)
    yield from same("tanh.approx", ("f32", "f16", "f16x2"), 1)
    yield from same("tanh.approx", ("bf16", "bf16x2"), 1, target=90)
    yield from same("ex2.approx", ("f16", "f16x2"), 1)
    yield from same("ex2.approx.ftz", ("bf16", "bf16x2"), 1, target=90)
    yield from same("rcp.approx.ftz", ("f64",), 1)
    yield from same("rsqrt.approx", ("f64",), 1)
    yield from same("rsqrt.approx.ftz", ("f64",), 1)
    for operation in ("div.approx", "div.full"):
        yield from same(operation, ("f32",), 2)
        yield from same(f"{operation}.ftz", ("f32",), 2)


def half() -> Iterator[Form]:
    """Half precision and bfloat16, single and packed."""
    halves, brains = ("f16", "f16x2"), ("bf16", "bf16x2")
    for operation in ("add", "sub", "mul", "add.rn", "sub.rn", "mul.rn"):
        for ftz, sat in product(("", ".ftz"), ("", ".sat")):
            yield from same(operation + ftz + sat, halves, 2)
        yield from same(operation, brains, 2, target=90)
    for ftz, limit in product(("", ".ftz"), ("", ".sat", ".relu")):
        yield from same(f"fma.rn{ftz}{limit}", halves, 3)
    yield from same("fma.rn", brains, 3)
    yield from same("fma.rn.relu", brains, 3)
    for operation in ("abs", "neg"):
        yield from same(operation, (*halves, *brains), 1)
        yield from same(f"{operation}.ftz", halves, 1)
    for operation, nan in product(("min", "max"), ("", ".NaN")):
        for ftz in ("", ".ftz"):
            yield from same(operation + ftz + nan, halves, 2)
        yield from same(operation + nan, brains, 2)
        yield from same(f"{operation}{nan}.xorsign.abs", (*halves, *brains), 2, target=90)


def comparison() -> Iterator[Form]:
    """`setp`, `set`, `selp`, `slct`."""
    both, one = ("pred", "pred"), ("pred",)
    ordered = ("eq", "ne", "lt", "le", "gt", "ge")
    unordered = ("equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")
    for compare, kind in product(ordered, INTEGERS):
        yield Form(f"setp.{compare}.{kind}", (kind, kind), both)
    for compare, kind in product(("lo", "ls", "hi", "hs"), ("u16", "u32", "u64")):
        yield Form(f"setp.{compare}.{kind}", (kind, kind), both)
    for compare, kind in product(("eq", "ne"), BITS):
        yield Form(f"setp.{compare}.{kind}", (kind, kind), both)
    for compare, kind in product((*ordered, *unordered), ("f32", "f64", "f16", "f16x2")):
        yield Form(f"setp.{compare}.{kind}", (kind, kind), one if kind == "f16" else both)
    for compare, kind in product((*ordered, *unordered), ("bf16", "bf16x2")):
        yield Form(f"setp.{compare}.{kind}", (kind, kind), one if kind == "bf16" else both, target=90)
    for compare, boolean, kind in product(("lt", "geu"), ("and", "or", "xor"), ("f32", "f64", "f16", "f16x2")):
        yield Form(f"setp.{compare}.{boolean}.{kind}", (kind, kind, "pred"), one if kind == "f16" else both)
    for boolean, kind in product(("and", "or", "xor"), (*INTEGERS,)):
        yield Form(f"setp.lt.{boolean}.{kind}", (kind, kind, "pred"), both)
    for compare in ("lt", "eq", "geu"):
        yield Form(f"setp.{compare}.ftz.f32", ("f32", "f32"), both)
        yield Form(f"setp.{compare}.ftz.f16", ("f16", "f16"), one)
        yield Form(f"set.{compare}.ftz.f32.f32", ("f32", "f32"), ("f32",))
        for result, kind in product(("u32", "s32", "f32"), ("f32", "f64")):
            yield Form(f"set.{compare}.{result}.{kind}", (kind, kind), (result,))
        for result in ("f16", "u32", "s32", "u16"):
            yield Form(f"set.{compare}.{result}.f16", ("f16", "f16"), (result,))
        yield Form(f"set.{compare}.f16x2.f16x2", ("f16x2", "f16x2"), ("f16x2",))
    for compare, result, kind in product(("lt", "ne"), ("u32", "s32", "f32"), INTEGERS):
        yield Form(f"set.{compare}.{result}.{kind}", (kind, kind), (result,))
    yield Form("set.lt.and.u32.s32", ("s32", "s32", "pred"), ("u32",))
    for kind in (*BITS, *INTEGERS, "f32", "f64"):
        yield Form(f"selp.{kind}", (kind, kind, "pred"), (kind,))
        yield Form(f"slct.{kind}.s32", (kind, kind, "s32"), (kind,))
        yield Form(f"slct.{kind}.f32", (kind, kind, "f32"), (kind,))
    yield Form("slct.ftz.b32.f32", ("b32", "b32", "f32"), ("b32",))


def conversion() -> Iterator[Form]:
    """`cvt` between all types."""
    integers = ("s8", "u8", *INTEGERS)
    for result, source in product(integers, integers):
        yield Form(f"cvt.{result}.{source}", (source,), (result,))
        if not _holds_all(result, source):
            yield Form(f"cvt.sat.{result}.{source}", (source,), (result,))
    for result, source, rounding in product(("f32", "f64", "f16"), integers, ROUNDINGS):
        yield Form(f"cvt.{rounding}.{result}.{source}", (source,), (result,))
    for result, source, rounding in product(integers, ("f32", "f64", "f16"), ("rni", "rzi", "rmi", "rpi")):
        yield Form(f"cvt.{rounding}.{result}.{source}", (source,), (result,))
        if source == "f32":
            yield Form(f"cvt.{rounding}.ftz.{result}.f32", ("f32",), (result,))
    yield from _between_floats()


def _holds_all(result: str, source: str) -> bool:
    """Whether every number of type `source` is one of type `result`: then `.sat` is not allowed."""
    wider = int(result[1:]) > int(source[1:])
    return result == source or (wider and (result[0] == "s" or source[0] == "u"))


def _between_floats() -> Iterator[Form]:
    for result, source in (("f32", "f16"), ("f64", "f16"), ("f64", "f32")):
        yield Form(f"cvt.{result}.{source}", (source,), (result,))
        yield Form(f"cvt.sat.{result}.{source}", (source,), (result,))
    for rounding in ROUNDINGS:
        for result, source in (("f16", "f32"), ("f16", "f64"), ("f32", "f64")):
            yield Form(f"cvt.{rounding}.{result}.{source}", (source,), (result,))
            yield Form(f"cvt.{rounding}.sat.{result}.{source}", (source,), (result,))
        yield Form(f"cvt.{rounding}.ftz.f32.f64", ("f64",), ("f32",))
        yield Form(f"cvt.{rounding}.ftz.f16.f32", ("f32",), ("f16",))
    for kind in ("f16", "f32", "f64"):
        yield Form(f"cvt.sat.{kind}.{kind}", (kind,), (kind,))
        for rounding in ("rni", "rzi", "rmi", "rpi"):
            yield Form(f"cvt.{rounding}.{kind}.{kind}", (kind,), (kind,))
    for name in ("cvt.ftz.f32.f32", "cvt.rni.ftz.f32.f32", "cvt.ftz.sat.f32.f32", "cvt.rzi.sat.f32.f32"):
        yield Form(name, ("f32",), ("f32",))
    for rounding, relu, result in product(("rn", "rz"), ("", ".relu"), ("f16", "bf16")):
        if result == "bf16" or relu:
            yield Form(f"cvt.{rounding}{relu}.{result}.f32", ("f32",), (result,))
        yield Form(f"cvt.{rounding}{relu}.{result}x2.f32", ("f32", "f32"), (f"{result}x2",))
    yield Form("cvt.rna.tf32.f32", ("f32",), ("b32",))
    for name in ("rn", "rz", "rn.relu", "rz.relu"):
        yield Form(f"cvt.{name}.tf32.f32", ("f32",), ("b32",), target=90)
    yield Form("cvt.f32.bf16", ("bf16",), ("f32",), target=90)
    yield Form("cvt.rn.bf16.f64", ("f64",), ("bf16",), target=90)
    yield Form("cvt.rn.bf16.f16", ("f16",), ("bf16",), target=90)
    for kind in ("s32", "u32", "s64", "u16"):
        yield Form(f"cvt.rn.bf16.{kind}", (kind,), ("bf16",), target=90)
        yield Form(f"cvt.rzi.{kind}.bf16", ("bf16",), (kind,), target=90)


def warp() -> Iterator[Form]:
    """Collectives of a whole warp."""
    for mode in ("up", "down", "bfly", "idx"):
        yield Form(f"shfl.sync.{mode}.b32", ("b32", "lane", "clamp"), ("b32", "pred"), (0xFFFFFFFF,), "warp")
    for mode in ("all", "any", "uni"):
        yield Form(f"vote.sync.{mode}.pred", ("pred",), ("pred",), (0xFFFFFFFF,), "warp")
    yield Form("vote.sync.ballot.b32", ("pred",), ("b32",), (0xFFFFFFFF,), "warp")
    for kind in ("b32", "b64"):
        yield Form(f"match.any.sync.{kind}", (f"few{kind[1:]}",), ("b32",), (0xFFFFFFFF,), "warp")
        yield Form(f"match.all.sync.{kind}", (f"few{kind[1:]}",), ("b32", "pred"), (0xFFFFFFFF,), "warp")
    for operation, kind in product(("add", "min", "max"), WORD):
        yield Form(f"redux.sync.{operation}.{kind}", (kind,), (kind,), (0xFFFFFFFF,), "warp")
    for operation in ("and", "or", "xor"):
        yield Form(f"redux.sync.{operation}.b32", ("b32",), ("b32",), (0xFFFFFFFF,), "warp")


ATOMICS = {
    "add": ("u32", "s32", "u64", "f32", "f64"),
    "min": ("u32", "s32", "u64", "s64"),
    "max": ("u32", "s32", "u64", "s64"),
    "inc": ("u32",),
    "dec": ("u32",),
    "and": ("b32", "b64"),
    "or": ("b32", "b64"),
    "xor": ("b32", "b64"),
    "exch": ("b32", "b64"),
}


def atomic() -> Iterator[Form]:
    """`atom`: what the cell holds afterwards."""
    for space in ("global", "shared"):
        for operation, types in ATOMICS.items():
            for kind in types:
                yield Form(f"atom.{space}.{operation}.{kind}", (kind, kind), (kind,), (), "atomic", space)
        for kind in BITS:
            yield Form(f"atom.{space}.cas.{kind}", (f"few{kind[1:]}",) * 3, (kind,), (), "atomic", space)
        for kind in ("f16", "f16x2"):
            yield Form(f"atom.{space}.add.noftz.{kind}", (kind, kind), (kind,), (), "atomic", space)
        for kind in ("bf16", "bf16x2"):
            yield Form(f"atom.{space}.add.noftz.{kind}", (kind, kind), (kind,), (), "atomic", space, 90)


def every() -> tuple[Form, ...]:
    """All forms, each once."""
    families = (integer, chained, bits, moving, floating, approximate, half, comparison, conversion, warp, atomic)
    return tuple({form.key: form for family in families for form in family()}.values())


FORMS = every()
BY_KEY = {form.key: form for form in FORMS}
