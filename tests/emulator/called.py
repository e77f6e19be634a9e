"""Random device functions that call themselves and one another, directly and through pointers, for random kernels.

Each is `fN(depth, given)`; it computes on registers and on an array of its own, calls with a smaller depth, once or
twice, and goes on with what it had.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.emulator.forms import Form

COUNT = 3
DEEPEST = 3
_WORDS = frozenset({"b32", "s32", "u32", "place"})
_REGISTERS = range(1, 6)


def call(random: Random, depth: str, given: str, result: str, pointer: str) -> list[str]:
    """Lines that call one of the functions; `pointer` is a 64-bit register to use."""
    number = random.randrange(COUNT)
    way = random.choice(("name", "address", "table"))
    lines = ["{", ".param .b32 deep;", ".param .b32 passed;", ".param .b32 back;"]
    lines += [f"st.param.b32 [deep], {depth};", f"st.param.b32 [passed], {given};"]
    if way == "name":
        lines.append(f"call.uni (back), f{number}, (deep, passed);")
    else:
        lines.append(f"mov.u64 {pointer}, {f'f{number}' if way == 'address' else 'functions'};")
        if way == "table":
            lines.append(f"ld.global.u64 {pointer}, [{pointer}+{8 * number}];")
        lines.append("prototype : .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);")
        lines.append(f"call (back), {pointer}, (deep, passed), prototype;")
    return [*lines, f"ld.param.b32 {result}, [back];", "}"]


def functions(random: Random, forms: Sequence[Form]) -> list[str]:
    """The functions, and a table of pointers to them."""
    usable = [form for form in forms if {*form.sources, *form.results} <= _WORDS and len(form.results) == 1]
    heads = [f".func (.param .b32 result) f{n}(.param .b32 depth, .param .b32 given)" for n in range(COUNT)]
    lines = [f"{head};" for head in heads]
    for number, head in enumerate(heads):
        lines += [head, "{", *_body(random, usable, number), "}"]
    names = ", ".join(f"f{number}" for number in range(COUNT))
    return [*lines, f".global .align 8 .u64 functions[{COUNT}] = {{{names}}};"]


def _body(random: Random, forms: Sequence[Form], number: int) -> list[str]:
    def register() -> str:
        return f"%r{random.choice(_REGISTERS)}"

    def compute() -> list[str]:
        made = []
        for _ in range(random.randrange(1, 5)):
            form = random.choice(forms)
            operands = [register() for _ in form.sources] + [str(each) for each in form.constants]
            made.append(f"{form.name} {register()}, {', '.join(operands)};")
        return made

    lines = [".reg .pred %p<2>;", ".reg .b32 %r<8>;", ".reg .b64 %a<3>;", ".local .align 8 .b8 own[16];"]
    lines += ["ld.param.u32 %r0, [depth];", "ld.param.u32 %r1, [given];", "mov.u64 %a0, own;"]
    lines += [f"mov.u32 %r{n}, {random.randrange(1 << 16)};" for n in (2, 3, 4, 5)]
    lines += ["st.local.v2.u32 [%a0], {%r1, %r2};", "st.local.v2.u32 [%a0+8], {%r3, %r0};", *compute()]
    lines += ["setp.eq.u32 %p0, %r0, 0;", f"@%p0 bra $END{number};", "sub.u32 %r6, %r0, 1;"]
    for _ in range(random.randrange(1, 3)):
        lines += [f"st.local.u32 [%a0+{random.choice((0, 4, 8))}], {register()};"]
        lines += call(random, "%r6", register(), register(), "%a1")
        lines += [f"ld.local.u32 {register()}, [%a0+{random.choice((0, 4, 8, 12))}];", *compute()]
    lines += [f"$END{number}:"]
    lines += [f"mad.lo.u32 %r1, %r1, 31, %r{n};" for n in (2, 3, 4, 5)]
    return [*lines, "st.param.b32 [result], %r1;", "ret;"]
