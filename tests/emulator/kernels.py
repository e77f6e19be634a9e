"""A kernel for each form: one thread per operand tuple, 64-bit words in, one 64-bit word out.

Words are loaded and stored in halves: so the kernels suit machine code that runs several threads as one vector, too.
"""

from __future__ import annotations

from tests.emulator.forms import Form
from tests.emulator.vectors import WIDTHS

BLOCK = 32
PTX_VERSION = "8.0"

_HEADER = """.version {version}
.target sm_{target}
.address_size 64
{shared}
.visible .entry k(.param .u64 input, .param .u64 output)
{{
.reg .pred %p<8>;
.reg .b16 %h<8>;
.reg .b32 %r<12>;
.reg .b64 %rd<16>;
ld.param.u64 %rd0, [input];
ld.param.u64 %rd1, [output];
mov.u32 %r8, %ctaid.x;
mov.u32 %r9, %tid.x;
mad.lo.u32 %r10, %r8, {block}, %r9;
mul.wide.u32 %rd2, %r10, {stride};
add.u64 %rd0, %rd0, %rd2;
mul.wide.u32 %rd2, %r10, 8;
add.u64 %rd1, %rd1, %rd2;
mul.wide.u32 %rd3, %r9, 8;
"""

_LETTER = {1: "p", 8: "h", 16: "h", 32: "r", 64: "rd"}


def _width(kind: str) -> int:
    # An 8-bit result fills a whole register, so that its extension is seen as well.
    return WIDTHS[kind]


def _source(kind: str, place: int) -> tuple[str, str]:
    """The register of an operand, and the line that fills it from its 64-bit word."""
    width = _width(kind)
    word = f"%rd{place + 4}"
    name = f"%{_LETTER[width]}{place}" if width != 64 else word
    fill = {
        1: f"setp.ne.u64 {name}, {word}, 0;",
        8: f"cvt.u16.u64 {name}, {word};",
        16: f"cvt.u16.u64 {name}, {word};",
        32: f"cvt.u32.u64 {name}, {word};",
        64: "",
    }
    return name, fill[width]


def _result(kind: str, place: int) -> tuple[str, str]:
    """The register of a result, and the line that makes a 64-bit word of it."""
    width = 32 if WIDTHS[kind] == 8 else _width(kind)
    number = 6 + place
    word = f"%rd{10 + place}"
    name = f"%{_LETTER[width]}{number}" if width != 64 else word
    widen = {
        1: f"selp.u64 {word}, {1 << place}, 0, {name};",
        16: f"cvt.u64.u16 {word}, {name};",
        32: f"cvt.u64.u32 {word}, {name};",
        64: "",
    }
    return name, widen[width]


def kernel(form: Form) -> str:
    """The PTX of a kernel `k(input, output)` that applies `form`; a second result, a predicate, goes in bit 63.

    Two predicates go in bits 0 and 1. A carry flips bit 63.
    """
    stride = 8 * len(form.sources)
    shared = ".shared .align 8 .b8 cells[256];" if form.space == "shared" else ""
    lines = [_HEADER.format(version=PTX_VERSION, target=form.target, shared=shared, block=BLOCK, stride=stride)]
    names = []
    for place, kind in enumerate(form.sources):
        name, fill = _source(kind, place)
        names.append(name)
        lines += [f"ld.global.u32 %r{half}, [%rd0+{8 * place + 4 * (half - 10)}];" for half in (10, 11)]
        lines += [f"mov.b64 %rd{place + 4}, {{%r10, %r11}};", fill]
    lines += {"atomic": _atomic, "carry": _chained}.get(form.kind, _plain)(form, names)
    lines += ["mov.b64 {%r10, %r11}, %rd10;", "st.global.u32 [%rd1], %r10;", "st.global.u32 [%rd1+4], %r11;"]
    lines += ["ret;", "}"]
    return "\n".join(line for line in lines if line)


def _plain(form: Form, names: list[str]) -> list[str]:
    destinations = [_result(kind, place) for place, kind in enumerate(form.results)]
    sources = [*names, *(str(each) for each in form.constants)]
    if form.opcode == "vote":
        sources = [names[0], *(str(each) for each in form.constants)]
    destination = "|".join(name for name, _ in destinations)
    lines = [f"{form.name} {destination}, {', '.join(sources)};", *(widen for _, widen in destinations)]
    if len(destinations) > 1:
        if form.results[0] != "pred":
            lines.append(f"selp.u64 %rd11, 0x8000000000000000, 0, {destinations[1][0]};")
        lines.append("or.b64 %rd10, %rd10, %rd11;")
    return lines


def _chained(form: Form, names: list[str]) -> list[str]:
    """The carry is set by an instruction of the same family, and shown by another: 1 + 0xffffffff and 0 + 0 + carry."""
    borrows = form.opcode.startswith("sub")
    value, widen = _result(form.results[0], 0)
    lines = []
    if form.opcode.endswith("c"):
        carry = names.pop()
        lines = [f"selp.u32 %r4, 1, 0, {carry};", f"{'sub.cc.u32 %r4, 0' if borrows else 'add.cc.u32 %r4, -1'}, %r4;"]
    elif "cc" in form.modifiers:
        lines = [f"{'sub.cc.u32 %r4, 1' if borrows else 'add.cc.u32 %r4, 0'}, 0;"]
    return [
        *lines,
        f"{form.name} {value}, {', '.join(names)};",
        f"{'subc' if borrows else 'addc'}.u32 %r5, 0, 0;",
        "setp.ne.u32 %p5, %r5, 0;",
        widen,
        "selp.u64 %rd11, 0x8000000000000000, 0, %p5;",
        "xor.b64 %rd10, %rd10, %rd11;",
    ]


def _atomic(form: Form, names: list[str]) -> list[str]:
    kind = form.sources[0]
    width = WIDTHS[kind]
    cell = "[%rd1]"
    lines = []
    if form.space == "shared":
        lines = ["mov.u64 %rd14, cells;", "add.u64 %rd14, %rd14, %rd3;"]
        cell = "[%rd14]"
    name, widen = _result(form.results[0], 0)
    old = {16: "%h5", 32: "%r5", 64: "%rd12"}[width]
    return [
        *lines,
        f"st.{form.space}.b{width} {cell}, {names[0]};",
        f"{form.name} {old}, {cell}, {', '.join(names[1:])};",
        f"ld.{form.space}.b{width} {name}, {cell};",
        widen,
    ]
