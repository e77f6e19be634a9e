"""Instructions that are functions in C (`native/instructions/`).

The function of `bfe.u32` is `bfe_u32`; its IR is written into the kernel. It is one block of operations without memory,
so the same text with wider types serves a row of threads. A function with loops, with another rounding mode or with
calls of the mathematical library is called instead, one thread at a time. `instructions.h` says how names are made.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources

from grader.emulator.isa.builder import LLVM_TYPES, Builder
from grader.emulator.ptx.nodes import Instruction, Known, Operand
from grader.emulator.result import Unsupported


def type_of(instruction: Instruction) -> str:
    """Return the type of an instruction: its last modifier."""
    return instruction.modifiers[-1]


def is_float(ptx: str) -> bool:
    """Return whether a PTX type is a floating-point type."""
    return ptx in ("f16", "bf16", "f32", "f64", "f16x2", "bf16x2")


def is_signed(ptx: str) -> bool:
    """Return whether a PTX type is a signed integer."""
    return ptx[0] == "s"


# ---- functions in C

_HEAD = re.compile(r"define internal (\w+) @(\w+)\(([^)]*)\)")
# A number that says how an intrinsic works, which has one value for all lanes; a name; a type; a constant.
_WORD = re.compile(
    r"(?P<fixed>, i1 (?:true|false)(?=\)))|(?P<intrinsic>@llvm[\w.]+)|%(?P<value>\d+)|\b(?P<type>i\d+|float|double)\b"
    r"|(?P<constant>(?<=[ ,])(?:-?\d[\w.+]*|true|false))"
)
_CALLED = re.compile(r"\bbr |@llvm\.(?:set\.rounding|exp2|log2|sin|cos)\b|@tanh\b")
_PTX = {"i1": "pred", "i8": "b8", "i16": "b16", "i32": "b32", "i64": "b64", "float": "f32", "double": "f64"}
# As `instructions.h` numbers them.
_MODES = Known({"rz": 0, "rp": 2, "rm": 3})


@dataclass(frozen=True, slots=True)
class _Function:
    """A function's name, LLVM types and text. Values are numbered, those of its parameters first."""

    name: str
    result: str
    parameters: tuple[str, ...]
    body: str


@functools.cache
def _texts() -> dict[str, str]:
    """Return the text of each function by name; most are never needed, and are not read any further."""
    found = {}
    for file in (resources.files("grader.emulator.native") / "instructions").iterdir():
        if file.name.endswith(".ll"):
            for text in file.read_text(encoding="utf-8").split("\n}\n"):
                start = text.find("define internal ")
                if start >= 0:
                    found[text[text.index("@", start) + 1 : text.index("(", start)]] = text[start:]
    return found


@functools.cache
def _function(name: str) -> _Function:
    head, _, body = _texts()[name].partition(" {\n")
    result, _, parameters = _HEAD.findall(head)[0]
    return _Function(name, result, tuple(parameter.split(" ")[0] for parameter in parameters.split(", ")), body)


@dataclass(frozen=True, slots=True)
class _Template:
    """A function's text with `%s` for each value; which values these are, which is the result, and how many there are.

    The text is empty for a function that is called.
    """

    text: str
    numbers: tuple[int, ...]
    answer: int
    count: int
    called: bool


@functools.cache
def _template(name: str, lanes: int) -> _Template:
    function, numbers, kind = _function(name), list[int](), ""

    def word(found: re.Match[str]) -> str:
        nonlocal kind
        if found["value"]:
            numbers.append(int(found["value"]))
            return "%s"
        if found["type"]:
            kind = found["type"]
            return kind if lanes == 1 else f"<{lanes} x {kind}>"
        if found["fixed"] or lanes == 1:
            return found[0]
        return re.sub(r"\.([if]\d+)", rf".v{lanes}\1", found[0]) if found["intrinsic"] else f"splat ({kind} {found[0]})"

    if _CALLED.search(function.body):
        return _Template("", (), 0, 0, called=True)
    *lines, last = function.body.split("\n")
    text, answer = _WORD.sub(word, "\n".join(lines)).lstrip(), int(last.rpartition("%")[2])
    return _Template(text, tuple(numbers), answer, max((*numbers, answer)) + 1, called=False)


def apply(b: Builder, name: str, *values: str) -> str:
    """Return the result of a function in C; values have the types of its parameters."""
    template = _template(name, b.lanes)
    if template.called:
        return _called(b, _function(name), values)
    names = [*values, *(f"%{b.name()}" for _ in range(len(values), template.count))]
    if template.text:
        b.do(template.text % tuple(names[number] for number in template.numbers))
    return names[template.answer]


def _called(b: Builder, function: _Function, values: Sequence[str]) -> str:
    if b.lanes != 1:
        raise Unsupported(f"{function.name} in rows of threads")
    strict = " noinline strictfp" if "strictfp" in function.body else ""
    head = f"define {function.result} @{function.name}({', '.join(function.parameters)}){strict}"
    b.declarations.add(f"{head} {{\n{function.body}\n}}")
    if "@tanh(" in function.body:
        b.declarations.add("declare double @tanh(double)")
    typed = ", ".join(f"{kind} {value}" for kind, value in zip(function.parameters, values, strict=True))
    return b.let(f"call {function.result} @{function.name}({typed})")


@dataclass(frozen=True, slots=True)
class Spelling:
    """An instruction as functions: its own, with the mode of rounding, and those for modifiers that it leaves out.

    `before` change operands and `after` the result. `kinds` are the PTX types of operands, `kind` that of the result;
    `paired` says that they have two elements.
    """

    name: str
    mode: int | None
    before: tuple[str, ...]
    after: tuple[str, ...]
    kinds: tuple[str, ...]
    kind: str
    paired: bool


@functools.cache
def spelling_of(opcode: str, modifiers: tuple[str, ...], result: str = "") -> Spelling:
    """Return how an instruction is put together from functions (see `instructions.h`), or raise `Unsupported`.

    `result` is the type of the result if it is not the last modifier.
    """
    ptx, known = modifiers[-1].removesuffix("x2"), _texts().keys()
    words = [word for word in (opcode, *modifiers[:-1], ptx) if word != "rn"]
    for way in (None, *(word for word in words if word in _MODES)):
        left = ["rounded" if way and word == way else word for word in words]
        apart = set[str]()
        for word in ("sat", "relu", "ftz"):
            if word in left and "_".join(left) not in known:
                left.remove(word)
                apart.add(word)
        name, before = "_".join(left), (f"ftz_{ptx}",) if "ftz" in apart else ()
        after = tuple(f"{word}_{result or ptx}" for word in ("ftz", "sat", "relu") if word in apart)
        if {name, *before, *after} <= known:
            kinds, answer = tuple(_PTX[kind] for kind in _function(name).parameters), _function(name).result
            named = next((word for word in modifiers if LLVM_TYPES.get(word) == answer), _PTX[answer])
            mode = _MODES[way] if way else None
            return Spelling(name, mode, before, after, kinds, named, modifiers[-1].endswith("x2"))
    raise Unsupported(".".join((opcode, *modifiers)))


def apply_spelled(b: Builder, spelling: Spelling, values: Sequence[str]) -> str:
    """Return the result of an instruction for these operands; pairs of two elements are 32 bits."""
    if spelling.paired:
        single, pairs = replace(spelling, paired=False), zip(*(split(b, value) for value in values), strict=True)
        return joined(b, [apply_spelled(b, single, pair) for pair in pairs])
    mode = [] if spelling.mode is None else [b.const("u32", spelling.mode)]
    if len(spelling.kinds) != len(values) + len(mode):
        raise Unsupported(spelling.name)
    if spelling.before:
        kinds = _function(spelling.name).parameters
        values = [changed(b, spelling.before, *typed) for typed in zip(values, kinds, strict=False)]
    result = apply(b, spelling.name, *values, *mode)
    return changed(b, spelling.after, result, _function(spelling.name).result) if spelling.after else result


def lower_function(b: Builder, i: Instruction) -> None:
    """Write the instruction's function, for types of two elements (`f16x2`) twice; `…_carry` gives a second result."""
    spelling = spelling_of(i.opcode, i.modifiers)
    if len(i.operands) - 1 > len(spelling.kinds):
        raise Unsupported(i.name)
    kinds = ["b32"] * len(spelling.kinds) if spelling.paired else spelling.kinds
    values = [b.src(operand, kind) for operand, kind in zip(i.operands[1:], kinds, strict=False)]
    result = apply_spelled(b, spelling, values)
    if i.pair is not None:
        b.dst(i.pair, apply(b, f"{spelling.name}_carry", *values), "pred")
    b.dst(i.operands[0], result, "b32" if spelling.paired else spelling.kind)


def changed(b: Builder, names: Sequence[str], value: str, kind: str = "") -> str:
    """Apply functions such as `ftz_f32`, if they are for values of this LLVM type."""
    for name in names:
        if not kind or _function(name).result == kind:
            value = apply(b, name, value)
    return value


def read(b: Builder, operand: Operand, ptx: str, kind: str) -> list[str]:
    """Return an operand as a value of type `kind`; if `ptx` has two elements, as the low one and the high one."""
    return split(b, b.src(operand, "b32")) if ptx.endswith("x2") else [b.src(operand, kind)]


def write(b: Builder, operand: Operand, values: Sequence[str], kind: str) -> None:
    """Write one value of type `kind`, or two of 16 bits as a pair."""
    if len(values) == 1:
        b.dst(operand, values[0], kind)
    else:
        b.dst(operand, joined(b, values), "b32")


def split(b: Builder, pair: str) -> list[str]:
    """Return the low and the high 16 bits of 32."""
    high = b.op("lshr", "b32", pair, b.const("b32", 16))
    return [b.reinterpret(half, "i32", "i16") for half in (pair, high)]


def joined(b: Builder, halves: Sequence[str]) -> str:
    """Return two values of 16 bits as one of 32."""
    low, high = (b.reinterpret(half, "i16", "i32") for half in halves)
    return b.op("or", "b32", low, b.op("shl", "b32", high, b.const("b32", 16)))
