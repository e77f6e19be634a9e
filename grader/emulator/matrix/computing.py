"""Products of matrices as IR: functions over the frames of a warp's lanes, in the arithmetic that `rounding` defines.

Fragments are gathered from the lanes into whole matrices, row by row; eight columns of the result are computed at once;
the result is scattered to the lanes again. All is integer arithmetic but for the last step: a sum of less than 53 bits
becomes a double exactly, and its bits are cut there.
"""

from __future__ import annotations

from collections.abc import Callable

from grader.emulator.isa.builder import Builder
from grader.emulator.matrix.forms import MatrixForm
from grader.emulator.matrix.rounding import F32_BITS, FLOATS, LEAST_EXPONENT, Float, Rounding, rounding_of, type_of_sums

AT_ONCE = 8
_V = f"<{AT_ONCE} x i32>"
_W = f"<{AT_ONCE} x i64>"
_B = f"<{AT_ONCE} x i1>"
_F = f"<{AT_ONCE} x float>"
_D = f"<{AT_ONCE} x double>"
# Operands of tensor cores have 11 significant bits at most; all are brought to that many.
_FRACTION = 10
_NOTHING = -100_000


def _v(number: int) -> str:
    return "<" + ", ".join([f"i32 {number}"] * AT_ONCE) + ">"


def _w(number: int) -> str:
    return "<" + ", ".join([f"i64 {number}"] * AT_ONCE) + ">"


_GATHER = """
define internal void @matrix_{name}(ptr %frames, i64 %have, i64 %place, ptr %table, i64 %count, ptr %matrix) {{
entry:
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %l_next, %lane_done ]
  %bit = lshr i64 %have, %l
  %on = trunc i64 %bit to i1
  br i1 %on, label %first, label %lane_done
first:
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %l
  %area = getelementptr i8, ptr %frame, i64 %place
  %row = mul i64 %l, %count
  br label %element
element:
  %e = phi i64 [ 0, %first ], [ %e_next, %element ]
  %slot = add i64 %row, %e
  %cell_at = getelementptr i16, ptr %table, i64 %slot
  %cell_16 = load i16, ptr %cell_at
  %cell = zext i16 %cell_16 to i64
  %own = getelementptr {type}, ptr %area, i64 %e
  %there = getelementptr {wide}, ptr %matrix, i64 %cell
{move}
  %e_next = add i64 %e, 1
  %e_more = icmp ult i64 %e_next, %count
  br i1 %e_more, label %element, label %lane_done
lane_done:
  %l_next = add i64 %l, 1
  %l_more = icmp ult i64 %l_next, 32
  br i1 %l_more, label %lane, label %end
end:
  ret void
}}
"""


def mover(direction: str, kind: str) -> tuple[str, str]:
    """The function that gathers or scatters elements of a type, words in the matrix: its name and its text."""
    bits = {"s8": 8, "u8": 8, "f16": 16, "bf16": 16, "f64": 64}.get(kind, 32)
    wide = "i64" if bits == 64 else "i32"
    extension = "sext" if kind == "s8" else "zext"
    name = f"{direction}_{'signed_' if kind == 's8' else ''}{bits}"
    return _mover(direction, name, f"i{bits}", wide, extension)


def plain_mover(direction: str, bits: int) -> tuple[str, str]:
    """The same for a matrix of elements of that many bits."""
    return _mover(direction, f"{direction}_plain_{bits}", f"i{bits}", f"i{bits}", "")


def _mover(direction: str, name: str, narrow: str, wide: str, extension: str) -> tuple[str, str]:
    if direction == "gather":
        widened = f"  %wide = {extension} {narrow} %value to {wide}\n" if narrow != wide else ""
        stored = "%wide" if widened else "%value"
        move = f"  %value = load {narrow}, ptr %own, align 1\n{widened}  store {wide} {stored}, ptr %there"
    else:
        cut = f"  %cut = trunc {wide} %value to {narrow}\n" if narrow != wide else ""
        stored = "%cut" if cut else "%value"
        move = f"  %value = load {wide}, ptr %there\n{cut}  store {narrow} {stored}, ptr %own, align 1"
    return f"matrix_{name}", _GATHER.format(name=name, type=narrow, wide=wide, move=move)


class Writer(Builder):
    """IR of one function, with loops."""

    def loop(self, count: str, body: Callable[[str], None], step: int = 1) -> None:
        """`body` for 0, step, 2 · step … below `count`, which is more than 0."""
        before, head, tail = self.name("before"), self.name("head"), self.name("tail")
        counter = self.name("%i")
        self.do(f"br label %{before}")
        self.label(before)
        self.do(f"br label %{head}")
        self.label(head)
        self.lines.append(f"  {counter} = phi i64 [ 0, %{before} ], [ {counter}.next, %{tail} ]")
        body(counter)
        self.do(f"br label %{tail}")
        self.label(tail)
        self.lines.append(f"  {counter}.next = add i64 {counter}, {step}")
        more = self.let(f"icmp ult i64 {counter}.next, {count}")
        after = self.name("after")
        self.do(f"br i1 {more}, label %{head}, label %{after}")
        self.label(after)

    def vector(self, base: str, index: str, kind: str = _V) -> str:
        """Eight neighbours of an array of words."""
        return self.let(f"load {kind}, ptr {self.at(base, index)}, align 4")

    def at(self, base: str, index: str, kind: str = "i32") -> str:
        """The address of an array's element."""
        return self.let(f"getelementptr {kind}, ptr {base}, i64 {index}")

    def splat_of(self, value: str, kind: str = "i32") -> str:
        """One value eight times."""
        single = self.let(f"insertelement <{AT_ONCE} x {kind}> poison, {kind} {value}, i32 0")
        zeros = f"<{AT_ONCE} x i32> zeroinitializer"
        return self.let(f"shufflevector <{AT_ONCE} x {kind}> {single}, <{AT_ONCE} x {kind}> poison, {zeros}")

    def pick(self, truth: str, kind: str, yes: str, no: str) -> str:
        """A choice, column by column."""
        return self.let(f"select {_B} {truth}, {kind} {yes}, {kind} {no}")

    def call(self, name: str, kind: str, *values: str, flag: str = "") -> str:
        """An LLVM intrinsic whose operands and result have one type, but for a last one that is a constant truth."""
        self.declarations.add(f"declare {kind} @{name}({', '.join([kind] * len(values) + ['i1'] * bool(flag))})")
        operands = [f"{kind} {value}" for value in values] + [f"i1 {flag}"] * bool(flag)
        return self.let(f"call {kind} @{name}({', '.join(operands)})")


def product_functions(form: MatrixForm) -> tuple[str, dict[str, str], set[str]]:
    """The function that computes a whole product from matrices of words: its name, all texts by name, declarations.

    It is `name(a, b, c, d)`, all of them pointers to whole matrices, row by row.
    """
    if form.is_floating:
        return _floating(form)
    b = Writer()
    name = f"matrix_product_{'_'.join((form.a_type, form.b_type, form.d_type))}_{form.m}_{form.n}_{form.k}"
    name += "_saturated" if form.saturates else ""
    b.lines.append(f"define internal void @{name}(ptr %a, ptr %b, ptr %c, ptr %d) {{")
    b.label("entry")
    (_doubles if form.a_type == "f64" else _integers)(b, form)
    b.do("ret void")
    b.lines.append("}")
    return name, {name: "\n".join(b.lines) + "\n"}, b.declarations


# ---- double precision: one fused step after the other; integers: exact


def _doubles(b: Writer, form: MatrixForm) -> None:
    total = b.let("alloca double")

    def element(i: str, j: str) -> None:
        cell = b.let(f"add i64 {b.let(f'mul i64 {i}, {form.n}')}, {j}")
        start = b.let(f"load double, ptr {b.at('%c', cell, 'double')}")
        b.do(f"store double {start}, ptr {total}")

        def step(k: str) -> None:
            left = b.let(f"add i64 {b.let(f'mul i64 {i}, {form.k}')}, {k}")
            right = b.let(f"add i64 {b.let(f'mul i64 {k}, {form.n}')}, {j}")
            x = b.let(f"load double, ptr {b.at('%a', left, 'double')}")
            y = b.let(f"load double, ptr {b.at('%b', right, 'double')}")
            so_far = b.let(f"load double, ptr {total}")
            b.do(f"store double {b.call('llvm.fma.f64', 'double', x, y, so_far)}, ptr {total}")

        b.loop(str(form.k), step)
        b.do(f"store double {b.let(f'load double, ptr {total}')}, ptr {b.at('%d', cell, 'double')}")

    b.loop(str(form.m), lambda i: b.loop(str(form.n), lambda j: element(i, j)))


def _integers(b: Writer, form: MatrixForm) -> None:
    total = b.let(f"alloca {_W}")

    def element(i: str, j: str) -> None:
        cell = b.let(f"add i64 {b.let(f'mul i64 {i}, {form.n}')}, {j}")
        start = b.vector("%c", cell)
        b.do(f"store {_W} {b.let(f'sext {_V} {start} to {_W}')}, ptr {total}")

        def step(k: str) -> None:
            left = b.let(f"add i64 {b.let(f'mul i64 {i}, {form.k}')}, {k}")
            right = b.let(f"add i64 {b.let(f'mul i64 {k}, {form.n}')}, {j}")
            x = b.splat_of(b.let(f"load i32, ptr {b.at('%a', left)}"))
            term = b.let(f"mul {_V} {x}, {b.vector('%b', right)}")
            wide = b.let(f"sext {_V} {term} to {_W}")
            so_far = b.let(f"load {_W}, ptr {total}")
            b.do(f"store {_W} {b.let(f'add {_W} {so_far}, {wide}')}, ptr {total}")

        b.loop(str(form.k), step)
        value = b.let(f"load {_W}, ptr {total}")
        if form.saturates:
            value = b.call(f"llvm.smin.v{AT_ONCE}i64", _W, value, _w((1 << 31) - 1))
            value = b.call(f"llvm.smax.v{AT_ONCE}i64", _W, value, _w(-(1 << 31)))
        b.do(f"store {_V} {b.let(f'trunc {_W} {value} to {_V}')}, ptr {b.at('%d', cell)}, align 4")

    b.loop(str(form.m), lambda i: b.loop(str(form.n), lambda j: element(i, j), AT_ONCE))


# ---- the tensor cores' own arithmetic


def _floating(form: MatrixForm) -> tuple[str, dict[str, str], set[str]]:
    rules = rounding_of(form.opcode, form.a_type)
    name = f"matrix_product_{form.a_type}_{form.c_type}_{form.d_type}_{form.m}_{form.n}_{form.k}"
    split, texts, declarations = _split_function(form.a_type)
    b = Writer()
    b.lines.append(f"define internal void @{name}(ptr %a, ptr %b, ptr %c, ptr %d) {{")
    b.label("entry")
    sizes = {"%a": form.m * form.k, "%b": form.k * form.n}
    parts = {side: [b.let(f"alloca [{size} x i32], align 64") for _ in "ne"] for side, size in sizes.items()}
    odd = [
        b.let(f"call i1 @{split}(ptr {side}, ptr {parts[side][0]}, ptr {parts[side][1]}, i64 {size})")
        for side, size in sizes.items()
    ]
    work = _Product(b, form, rules, parts["%a"], parts["%b"], b.any_of(odd))
    b.loop(str(form.m), lambda i: b.loop(str(form.n), lambda j: work.element(i, j), AT_ONCE))
    b.do("ret void")
    b.lines.append("}")
    texts[name] = "\n".join(b.lines) + "\n"
    return name, texts, declarations | b.declarations


def _split_function(kind: str) -> tuple[str, dict[str, str], set[str]]:
    """`split(bits, numbers, exponents, count)`: signed significands of 11 bits, exponents; whether any is special."""
    b = Writer()
    name = f"matrix_split_{kind}"
    b.lines.append(f"define internal i1 @{name}(ptr %bits, ptr %numbers, ptr %exponents, i64 %count) {{")
    b.label("entry")
    odd = b.let(f"alloca {_B}")
    b.do(f"store {_B} zeroinitializer, ptr {odd}")

    def some(place: str) -> None:
        number, exponent, special = _split(b, b.vector("%bits", place), FLOATS[kind], _FRACTION)
        b.do(f"store {_V} {number}, ptr {b.at('%numbers', place)}, align 4")
        b.do(f"store {_V} {exponent}, ptr {b.at('%exponents', place)}, align 4")
        so_far = b.let(f"load {_B}, ptr {odd}")
        b.do(f"store {_B} {b.let(f'or {_B} {so_far}, {special}')}, ptr {odd}")

    b.loop("%count", some, AT_ONCE)
    b.do(f"ret i1 {_any(b, b.let(f'load {_B}, ptr {odd}'))}")
    b.lines.append("}")
    return name, {name: "\n".join(b.lines) + "\n"}, b.declarations


def _any(b: Writer, truths: str) -> str:
    return b.let(f"icmp ne i{AT_ONCE} {b.let(f'bitcast {_B} {truths} to i{AT_ONCE}')}, 0")


def _split(b: Writer, bits: str, floats: Float, fraction_bits: int) -> tuple[str, str, str]:
    """Signed significand with that many bits after the point, exponent, and whether it is infinite or no number."""
    if floats.ignored:
        bits = b.let(f"lshr {_V} {bits}, {_v(floats.ignored)}")
    fraction = b.let(f"and {_V} {bits}, {_v((1 << floats.fraction_bits) - 1)}")
    biased = b.let(f"and {_V} {b.let(f'lshr {_V} {bits}, {_v(floats.fraction_bits)}')}, {_v(floats.top)}")
    sign_place = floats.fraction_bits + floats.exponent_bits
    negative = b.let(f"icmp ne {_V} {b.let(f'and {_V} {bits}, {_v(1 << sign_place)}')}, zeroinitializer")
    whole = b.let(f"or {_V} {fraction}, {_v(1 << floats.fraction_bits)}")
    normal = b.let(f"icmp ne {_V} {biased}, zeroinitializer")
    size = b.pick(normal, _V, whole, fraction)
    if fraction_bits > floats.fraction_bits:
        size = b.let(f"shl {_V} {size}, {_v(fraction_bits - floats.fraction_bits)}")
    number = b.pick(negative, _V, b.let(f"sub {_V} zeroinitializer, {size}"), size)
    exponent = b.call(f"llvm.umax.v{AT_ONCE}i32", _V, biased, _v(1))
    exponent = b.let(f"sub {_V} {exponent}, {_v(floats.bias)}")
    nothing = b.let(f"icmp eq {_V} {size}, zeroinitializer")
    exponent = b.pick(nothing, _V, _v(_NOTHING), exponent)
    special = b.let(f"icmp eq {_V} {biased}, {_v(floats.top)}")
    return number, exponent, special


class _Product:
    """Writes the computation of eight neighbours of a row of D."""

    def __init__(self, b: Writer, form: MatrixForm, rules: Rounding, a: list[str], right: list[str], odd: str) -> None:
        self.b, self.form, self.rules = b, form, rules
        self.sum_type = type_of_sums(form.c_type, form.d_type)
        self.a, self.right, self.odd = a, right, odd
        self.most, self.total = b.let(f"alloca {_V}"), b.let(f"alloca {_W}")
        self.narrow, self.stand = b.let(f"alloca {_V}"), b.let(f"alloca {_F}")

    def element(self, i: str, j: str) -> None:
        """D[i][j…j+7]."""
        b, form = self.b, self.form
        cell = b.let(f"add i64 {b.let(f'mul i64 {i}, {form.n}')}, {j}")
        c = b.vector("%c", cell)
        number, exponent, odd_c = _split(b, c, FLOATS[form.c_type], F32_BITS)
        if form.c_type != self.sum_type:
            number, exponent = _as_normal(b, number, exponent)
        bits = self._step(i, j, 0, number, exponent)
        for start in range(self.rules.step, form.k, self.rules.step):
            number, exponent, special = _split(b, bits, FLOATS[self.sum_type], F32_BITS)
            made = self._step(i, j, start, number, exponent)
            # Once infinite, a sum stays so.
            bits = b.pick(special, _V, bits, made)
        if form.d_type != self.sum_type:
            bits = _single_to_half(b, bits)
        self._finish(i, j, cell, c, bits, b.let(f"or i1 {self.odd}, {_any(b, odd_c)}"))

    def _cells(self, i: str, j: str, k: str) -> tuple[str, str]:
        b, form = self.b, self.form
        left = b.let(f"add i64 {b.let(f'mul i64 {i}, {form.k}')}, {k}")
        return left, b.let(f"add i64 {b.let(f'mul i64 {k}, {form.n}')}, {j}")

    def _exponent(self, left: str, right: str) -> str:
        b = self.b
        x = b.splat_of(b.let(f"load i32, ptr {b.at(self.a[1], left)}"))
        return b.let(f"add {_V} {x}, {b.vector(self.right[1], right)}")

    def _step(self, i: str, j: str, start: int, c_number: str, c_exponent: str) -> str:
        """Line up, cut, add, round: bits of D's type."""
        b = self.b
        count = min(self.rules.step, self.form.k - start)
        least = b.call(f"llvm.smax.v{AT_ONCE}i32", _V, c_exponent, _v(LEAST_EXPONENT))
        b.do(f"store {_V} {least}, ptr {self.most}")

        def largest(offset: str) -> None:
            exponent = self._exponent(*self._cells(i, j, b.let(f"add i64 {offset}, {start}")))
            so_far = b.let(f"load {_V}, ptr {self.most}")
            b.do(f"store {_V} {b.call(f'llvm.smax.v{AT_ONCE}i32', _V, so_far, exponent)}, ptr {self.most}")

        b.loop(str(count), largest)
        most = b.let(f"load {_V}, ptr {self.most}")
        extra = self.rules.extra_bits
        b.do(f"store {_V} zeroinitializer, ptr {self.narrow}")

        def add(offset: str) -> None:
            left, right = self._cells(i, j, b.let(f"add i64 {offset}, {start}"))
            x = b.splat_of(b.let(f"load i32, ptr {b.at(self.a[0], left)}"))
            number = b.let(f"mul {_V} {x}, {b.vector(self.right[0], right)}")
            term = self._cut(number, self._exponent(left, right), most, F32_BITS - 2 * _FRACTION + extra)
            so_far = b.let(f"load {_V}, ptr {self.narrow}")
            b.do(f"store {_V} {b.let(f'add {_V} {so_far}, {term}')}, ptr {self.narrow}")

        # The products of a step add up within 32 bits; C needs more.
        largest_term = ((2 << _FRACTION) - 1) ** 2 << (F32_BITS - 2 * _FRACTION + extra)
        assert largest_term * count < 1 << 31
        b.loop(str(count), add)
        products = b.let(f"sext {_V} {b.let(f'load {_V}, ptr {self.narrow}')} to {_W}")
        addend = b.let(f"sext {_V} {self._cut(c_number, c_exponent, most, extra)} to {_W}")
        total = b.let(f"add {_W} {products}, {addend}")
        last = b.let(f"sub {_V} {most}, {_v(F32_BITS + extra)}")
        return _rounded(b, total, last, self.sum_type)

    def _cut(self, number: str, exponent: str, most: str, up: int) -> str:
        """`number << up >> most − exponent`, towards zero."""
        b = self.b
        distance = b.let(f"sub {_V} {most}, {exponent}")
        if up < 0:
            distance = b.let(f"add {_V} {distance}, {_v(-up)}")
        distance = b.call(f"llvm.umin.v{AT_ONCE}i32", _V, distance, _v(31))
        sign = b.let(f"ashr {_V} {number}, {_v(31)}")
        size = b.let(f"sub {_V} {b.let(f'xor {_V} {number}, {sign}')}, {sign}")
        if up > 0:
            size = b.let(f"shl {_V} {size}, {_v(up)}")
        size = b.let(f"lshr {_V} {size}, {distance}")
        return b.let(f"sub {_V} {b.let(f'xor {_V} {size}, {sign}')}, {sign}")

    def _finish(self, i: str, j: str, cell: str, c: str, bits: str, odd: str) -> None:
        """Store D; where an operand is infinite or no number, what that makes of the sum."""
        b, form = self.b, self.form
        place = b.at("%d", cell)
        b.do(f"store {_V} {bits}, ptr {place}, align 4")
        special, done = b.name("special"), b.name("done")
        b.do(f"br i1 {odd}, label %{special}, label %{done}")
        b.label(special)
        b.do(f"store {_F} {_stand_in(b, c, FLOATS[form.c_type])}, ptr {self.stand}")

        def add(k: str) -> None:
            left, right = self._cells(i, j, k)
            x = _stand_in(b, b.splat_of(b.let(f"load i32, ptr {b.at('%a', left)}")), FLOATS[form.a_type])
            y = _stand_in(b, b.vector("%b", right), FLOATS[form.b_type])
            term = b.let(f"fmul {_F} {x}, {y}")
            so_far = b.let(f"load {_F}, ptr {self.stand}")
            b.do(f"store {_F} {b.let(f'fadd {_F} {so_far}, {term}')}, ptr {self.stand}")

        b.loop(str(form.k), add)
        total = b.let(f"load {_F}, ptr {self.stand}")
        pattern = b.let(f"bitcast {_F} {total} to {_V}")
        size = b.let(f"and {_V} {pattern}, {_v(0x7FFFFFFF)}")
        infinite = b.let(f"icmp eq {_V} {size}, {_v(0x7F800000)}")
        nan = b.let(f"icmp ugt {_V} {size}, {_v(0x7F800000)}")
        infinity = pattern
        if form.d_type == "f16":
            sign = b.let(f"lshr {_V} {b.let(f'and {_V} {pattern}, {_v(-(1 << 31))}')}, {_v(16)}")
            infinity = b.let(f"or {_V} {sign}, {_v(0x7C00)}")
        answer = b.pick(infinite, _V, infinity, bits)
        answer = b.pick(nan, _V, _v(0x7FFFFFFF if form.d_type == "f32" else 0x7FFF), answer)
        b.do(f"store {_V} {answer}, ptr {place}, align 4")
        b.do(f"br label %{done}")
        b.label(done)


def _stand_in(b: Writer, bits: str, floats: Float) -> str:
    """Floats that behave as the operands do in sums with infinities: 0, 1 or −1 for finite ones."""
    if floats.ignored:
        bits = b.let(f"lshr {_V} {bits}, {_v(floats.ignored)}")
    width = floats.fraction_bits + floats.exponent_bits
    body = b.let(f"and {_V} {bits}, {_v((1 << width) - 1)}")
    sign = b.let(f"shl {_V} {b.let(f'lshr {_V} {bits}, {_v(width)}')}, {_v(31)}")
    top = floats.top << floats.fraction_bits
    one = b.pick(b.let(f"icmp eq {_V} {body}, zeroinitializer"), _V, _v(0), _v(0x3F800000))
    one = b.pick(b.let(f"icmp eq {_V} {body}, {_v(top)}"), _V, _v(0x7F800000), one)
    one = b.pick(b.let(f"icmp ugt {_V} {body}, {_v(top)}"), _V, _v(0x7FC00000), one)
    return b.let(f"bitcast {_V} {b.let(f'or {_V} {one}, {sign}')} to {_F}")


def _rounded(b: Writer, total: str, last: str, kind: str) -> str:
    """`total` · 2^`last` as bits of an f32, cut, or of an f16, rounded to nearest even."""
    biased = b.let(f"sext {_V} {b.let(f'add {_V} {last}, {_v(1023)}')} to {_W}")
    power = b.let(f"bitcast {_W} {b.let(f'shl {_W} {biased}, {_w(52)}')} to {_D}")
    value = b.let(f"fmul {_D} {b.let(f'sitofp {_W} {total} to {_D}')}, {power}")
    bits = b.let(f"bitcast {_D} {value} to {_W}")
    field = b.let(f"and {_W} {b.let(f'lshr {_W} {bits}, {_w(52)}')}, {_w(0x7FF)}")
    if kind == "f32":
        return _cut_to_single(b, bits, field)
    half = _near_half(b, value, bits, field)
    nothing = b.let(f"icmp eq {_V} {b.let(f'and {_V} {half}, {_v(0x7FFF)}')}, zeroinitializer")
    return b.pick(nothing, _V, _v(0), half)


def _single_to_half(b: Writer, single: str) -> str:
    value = b.let(f"fpext {_F} {b.let(f'bitcast {_V} {single} to {_F}')} to {_D}")
    bits = b.let(f"bitcast {_D} {value} to {_W}")
    return _near_half(b, value, bits, b.let(f"and {_W} {b.let(f'lshr {_W} {bits}, {_w(52)}')}, {_w(0x7FF)}"))


def _as_normal(b: Writer, number: str, exponent: str) -> tuple[str, str]:
    """A significand with its leading bit where an f32's is: what converting a subnormal f16 makes of it."""
    size = b.call(f"llvm.abs.v{AT_ONCE}i32", _V, number, flag="false")
    zeros = b.call(f"llvm.ctlz.v{AT_ONCE}i32", _V, size, flag="false")
    shift = b.let(f"sub {_V} {zeros}, {_v(31 - F32_BITS)}")
    nothing = b.let(f"icmp eq {_V} {number}, zeroinitializer")
    shift = b.pick(nothing, _V, _v(0), shift)
    return b.let(f"shl {_V} {number}, {shift}"), b.let(f"sub {_V} {exponent}, {shift}")


def _cut_to_single(b: Writer, bits: str, field: str) -> str:
    """A double without the bits that an f32 has no room for; the exponent's field tells how many those are."""
    below = b.call(f"llvm.smax.v{AT_ONCE}i64", _W, b.let(f"sub {_W} {_w(1023 - 126)}, {field}"), _w(0))
    lost = b.let(f"add {_W} {below}, {_w(29)}")
    mask = b.let(f"shl {_W} {_w(-1)}, {b.call(f'llvm.umin.v{AT_ONCE}i64', _W, lost, _w(63))}")
    kept = b.let(f"and {_W} {bits}, {mask}")
    too_small = b.let(f"icmp ult {_W} {field}, {_w(1023 - 149)}")
    kept = b.pick(too_small, _W, _w(0), kept)
    single = b.let(f"fptrunc {_D} {b.let(f'bitcast {_W} {kept} to {_D}')} to {_F}")
    return b.let(f"bitcast {_F} {single} to {_V}")


def _near_half(b: Writer, value: str, bits: str, field: str) -> str:
    """A double rounded to the nearest f16: adding a large power of two leaves no bits below the last."""
    least = b.call(f"llvm.smax.v{AT_ONCE}i64", _W, field, _w(1023 - 14))
    large = b.let(f"shl {_W} {b.let(f'add {_W} {least}, {_w(52 - 10)}')}, {_w(52)}")
    large = b.let(f"bitcast {_W} {b.let(f'or {_W} {large}, {_w(1 << 51)}')} to {_D}")
    near = b.let(f"fsub {_D} {b.let(f'fadd {_D} {value}, {large}')}, {large}")
    size = b.let(f"and {_W} {b.let(f'bitcast {_D} {near} to {_W}')}, {_w((1 << 63) - 1)}")
    exact = b.let(f"bitcast {_W} {size} to {_D}")
    # In steps of the least subnormal, 2^−24, a subnormal is its own bit pattern.
    steps = b.let(f"fmul {_D} {exact}, <{', '.join([f'double {float(1 << 24)!r}'] * AT_ONCE)}>")
    small = b.let(f"icmp ult {_W} {size}, {_w((1023 - 14) << 52)}")
    steps = b.pick(small, _D, steps, "zeroinitializer")
    subnormal = b.let(f"fptosi {_D} {steps} to {_V}")
    normal = b.let(f"sub {_W} {b.let(f'lshr {_W} {size}, {_w(42)}')}, {_w((1023 - 15) << 10)}")
    normal = b.call(f"llvm.umin.v{AT_ONCE}i64", _W, normal, _w(0x7C00))
    body = b.pick(small, _V, subnormal, b.let(f"trunc {_W} {normal} to {_V}"))
    sign = b.let(f"trunc {_W} {b.let(f'lshr {_W} {bits}, {_w(63)}')} to {_V}")
    sign = b.let(f"shl {_V} {sign}, {_v(15)}")
    return b.let(f"or {_V} {body}, {sign}")
