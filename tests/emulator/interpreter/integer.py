"""Integer arithmetic of PTX (ISA manual, 9.7.1 and 9.7.2): bit patterns in, bit patterns out."""

from __future__ import annotations

from collections.abc import Callable

from tests.emulator.interpreter.scalars import WIDER, WIDTH, clamp, is_signed, mask, signed, to_integer

Modifiers = tuple[str, ...]


def add(modifiers: Modifiers, left: int, right: int) -> int:
    """`add{.sat}.type`: modulo 2^width; `.sat` (s32 only) clamps."""
    kind = modifiers[-1]
    total = to_integer(left, kind) + to_integer(right, kind)
    return clamp(total, kind) if "sat" in modifiers else mask(total, WIDTH[kind])


def sub(modifiers: Modifiers, left: int, right: int) -> int:
    """`sub{.sat}.type`."""
    kind = modifiers[-1]
    difference = to_integer(left, kind) - to_integer(right, kind)
    return clamp(difference, kind) if "sat" in modifiers else mask(difference, WIDTH[kind])


def mul(modifiers: Modifiers, left: int, right: int) -> int:
    """`mul.{lo,hi,wide}.type`: the low half, the high half or the whole of the product."""
    part, kind = modifiers[0], modifiers[-1]
    product = to_integer(left, kind) * to_integer(right, kind)
    return _part_of(product, part, kind)


def _part_of(product: int, part: str, kind: str) -> int:
    width = WIDTH[kind]
    if part == "wide":
        return mask(product, WIDTH[WIDER[kind]])
    return mask(product >> width if part == "hi" else product, width)


def mad(modifiers: Modifiers, left: int, right: int, addend: int) -> int:
    """`mad.{lo,hi,wide}{.sat}.type`: the part of the product, plus the addend (as wide as the result)."""
    part, kind = modifiers[0], modifiers[-1]
    result = WIDER[kind] if part == "wide" else kind
    product = to_integer(_part_of(to_integer(left, kind) * to_integer(right, kind), part, kind), result)
    total = product + to_integer(addend, result)
    return clamp(total, result) if "sat" in modifiers else mask(total, WIDTH[result])


def mul24(modifiers: Modifiers, left: int, right: int) -> int:
    """`mul24.{lo,hi}.type`: bits 0..31 or 16..47 of the product of the low 24 bits."""
    part, kind = modifiers[0], modifiers[-1]
    factors = [signed(each, 24) if is_signed(kind) else mask(each, 24) for each in (left, right)]
    product = factors[0] * factors[1]
    return mask(product >> 16 if part == "hi" else product, 32)


def mad24(modifiers: Modifiers, left: int, right: int, addend: int) -> int:
    """`mad24.{lo,hi}{.sat}.type`: `mul24` plus the addend."""
    kind = modifiers[-1]
    total = to_integer(mul24(modifiers, left, right), kind) + to_integer(addend, kind)
    return clamp(total, kind) if "sat" in modifiers else mask(total, 32)


def sad(modifiers: Modifiers, left: int, right: int, addend: int) -> int:
    """`sad.type`: the addend plus the distance of the first two."""
    kind = modifiers[-1]
    return mask(addend + abs(to_integer(left, kind) - to_integer(right, kind)), WIDTH[kind])


def div(modifiers: Modifiers, left: int, right: int) -> int:
    """`div.type`: truncated towards zero. By zero: all bits set, as the hardware gives."""
    kind = modifiers[-1]
    dividend, divisor = to_integer(left, kind), to_integer(right, kind)
    if divisor == 0:
        return mask(-1, WIDTH[kind])
    quotient = abs(dividend) // abs(divisor)
    return mask(-quotient if (dividend < 0) != (divisor < 0) else quotient, WIDTH[kind])


def rem(modifiers: Modifiers, left: int, right: int) -> int:
    """`rem.type`: has the sign of the dividend. By zero: all bits set, as the hardware gives."""
    kind = modifiers[-1]
    dividend, divisor = to_integer(left, kind), to_integer(right, kind)
    if divisor == 0:
        return mask(-1, WIDTH[kind])
    rest = abs(dividend) % abs(divisor)
    return mask(-rest if dividend < 0 else rest, WIDTH[kind])


def absolute(modifiers: Modifiers, value: int) -> int:
    """`abs.type`: the least integer stays itself."""
    kind = modifiers[-1]
    return mask(abs(to_integer(value, kind)), WIDTH[kind])


def neg(modifiers: Modifiers, value: int) -> int:
    """`neg.type`."""
    return mask(-value, WIDTH[modifiers[-1]])


def minimum(modifiers: Modifiers, left: int, right: int) -> int:
    """`min{.relu}.type`."""
    return _extreme(modifiers, left, right, min)


def maximum(modifiers: Modifiers, left: int, right: int) -> int:
    """`max{.relu}.type`."""
    return _extreme(modifiers, left, right, max)


def _extreme(modifiers: Modifiers, left: int, right: int, choose: Callable[[int, int], int]) -> int:
    kind = modifiers[-1]
    best = choose(to_integer(left, kind), to_integer(right, kind))
    return mask(max(best, 0) if "relu" in modifiers else best, WIDTH[kind])


def packed_extreme(modifiers: Modifiers, left: int, right: int, choose: Callable[[int, int], int]) -> int:
    """`min/max{.relu}.{u16x2,s16x2}`: lane by lane."""
    inner = (*modifiers[:-1], modifiers[-1][:3])
    low = _extreme(inner, left, right, choose)
    return low | _extreme(inner, left >> 16, right >> 16, choose) << 16


def popc(modifiers: Modifiers, value: int) -> int:
    """`popc.type`: how many bits are set."""
    return bin(mask(value, WIDTH[modifiers[-1]])).count("1")


def clz(modifiers: Modifiers, value: int) -> int:
    """`clz.type`: zeros above the highest set bit; the width for 0."""
    width = WIDTH[modifiers[-1]]
    return width - mask(value, width).bit_length()


def bfind(modifiers: Modifiers, value: int) -> int:
    """`bfind{.shiftamt}.type`: place of the highest bit that differs from the sign; −1 when there is none."""
    kind = modifiers[-1]
    width = WIDTH[kind]
    value = to_integer(value, kind)
    place = (~value if value < 0 else value).bit_length() - 1
    if place < 0:
        return 0xFFFFFFFF
    return width - 1 - place if "shiftamt" in modifiers else place


def fns(modifiers: Modifiers, value: int, base: int, offset: int) -> int:
    """`fns.b32`: the place of the n-th set bit from `base` up (n > 0), down (n < 0), or at `base` (0); −1 if none."""
    del modifiers
    count = signed(offset, 32)
    if base > 31:
        return 0xFFFFFFFF
    step = -1 if count < 0 else 1
    wanted = max(abs(count), 1)
    places = [base] if count == 0 else range(base, 32 if step > 0 else -1, step)
    for place in places:
        if value >> place & 1:
            wanted -= 1
            if wanted == 0:
                return place
    return 0xFFFFFFFF


def brev(modifiers: Modifiers, value: int) -> int:
    """`brev.type`: the bits in reverse order."""
    width = WIDTH[modifiers[-1]]
    return int(format(mask(value, width), f"0{width}b")[::-1], 2)


def bfe(modifiers: Modifiers, value: int, position: int, length: int) -> int:
    """`bfe.type`: a field of `length` bits from `position`, signed fields extended.

    Beyond the top, the sign of the field is the top bit of the value.
    """
    kind = modifiers[-1]
    width = WIDTH[kind]
    position, length = _place(position, width), _place(length, width)
    field = mask(to_integer(value, kind) >> position, length)
    if not is_signed(kind) or length == 0:
        return mask(field, width)
    sign = value >> min(position + length - 1, width - 1) & 1
    return mask(field - (1 << length) if sign else field, width)


def bfi(modifiers: Modifiers, insert: int, base: int, position: int, length: int) -> int:
    """`bfi.type`: `base` with `length` bits of `insert` at `position`."""
    width = WIDTH[modifiers[-1]]
    position, length = _place(position, width), _place(length, width)
    field = mask((1 << length) - 1 << position, width)
    return mask(base, width) & ~field | insert << position & field


def _place(number: int, width: int) -> int:
    """Position or length of a bit field: its low byte counts; in 64 bits all of it does, as the hardware has it."""
    return number & 0xFF if width == 32 else min(number, 0xFF)


def bmsk(modifiers: Modifiers, position: int, length: int) -> int:
    """`bmsk.{clamp,wrap}.b32`: `length` ones from `position`."""
    if "wrap" in modifiers:
        position, length = position & 31, length & 31
    position, length = min(position, 32), min(length, 32)
    return mask((1 << length) - 1 << position, 32)


def szext(modifiers: Modifiers, value: int, place: int) -> int:
    """`szext.{clamp,wrap}.{u32,s32}`: extend the low `place` bits."""
    width = place & 31 if "wrap" in modifiers else min(place, 32)
    if width == 0:
        return 0
    return mask(signed(value, width), 32) if is_signed(modifiers[-1]) else mask(value, width)


def dp4a(modifiers: Modifiers, left: int, right: int, addend: int) -> int:
    """`dp4a.atype.btype`: the dot product of four bytes each, plus the addend."""
    left_bytes, right_bytes = (_lanes(each, 8, kind, 4) for each, kind in zip((left, right), modifiers, strict=True))
    return mask(addend + sum(a * b for a, b in zip(left_bytes, right_bytes, strict=True)), 32)


def dp2a(modifiers: Modifiers, left: int, right: int, addend: int) -> int:
    """`dp2a.{lo,hi}.atype.btype`: two halves times two bytes (low or high), plus the addend."""
    part, left_kind, right_kind = modifiers
    halves = _lanes(left, 16, left_kind, 2)
    bytes_ = _lanes(right, 8, right_kind, 4)[2 if part == "hi" else 0 :][:2]
    return mask(addend + sum(a * b for a, b in zip(halves, bytes_, strict=True)), 32)


def _lanes(bits: int, width: int, kind: str, count: int) -> list[int]:
    read = signed if is_signed(kind) else mask
    return [read(bits >> width * lane, width) for lane in range(count)]


def bitwise_and(modifiers: Modifiers, left: int, right: int) -> int:
    """`and.type`."""
    return mask(left & right, WIDTH[modifiers[-1]])


def bitwise_or(modifiers: Modifiers, left: int, right: int) -> int:
    """`or.type`."""
    return mask(left | right, WIDTH[modifiers[-1]])


def bitwise_xor(modifiers: Modifiers, left: int, right: int) -> int:
    """`xor.type`."""
    return mask(left ^ right, WIDTH[modifiers[-1]])


def bitwise_not(modifiers: Modifiers, value: int) -> int:
    """`not.type`."""
    return mask(~value, WIDTH[modifiers[-1]])


def cnot(modifiers: Modifiers, value: int) -> int:
    """`cnot.type`: 1 for 0, else 0."""
    return int(mask(value, WIDTH[modifiers[-1]]) == 0)


def lop3(modifiers: Modifiers, first: int, second: int, third: int, table: int) -> int:
    """`lop3.b32`: bit i of the result is bit (4·first + 2·second + third) of the table, for bit i of each."""
    del modifiers
    result = 0
    for place in range(32):
        row = (first >> place & 1) << 2 | (second >> place & 1) << 1 | third >> place & 1
        result |= (table >> row & 1) << place
    return result


def shl(modifiers: Modifiers, value: int, amount: int) -> int:
    """`shl.type`: amounts past the width give 0."""
    width = WIDTH[modifiers[-1]]
    return mask(value << min(mask(amount, 32), width), width)


def shr(modifiers: Modifiers, value: int, amount: int) -> int:
    """`shr.type`: amounts past the width give 0, or the sign for signed types."""
    kind = modifiers[-1]
    return mask(to_integer(value, kind) >> min(mask(amount, 32), WIDTH[kind]), WIDTH[kind])


def shf(modifiers: Modifiers, low: int, high: int, amount: int) -> int:
    """`shf.{l,r}.{clamp,wrap}.b32`: 32 bits of the 64-bit pair, from the top (`l`) or the bottom (`r`)."""
    amount = mask(amount, 32)
    amount = amount & 31 if "wrap" in modifiers else min(amount, 32)
    pair = mask(high, 32) << 32 | mask(low, 32)
    return mask(pair << amount >> 32 if "l" in modifiers else pair >> amount, 32)


def prmt(modifiers: Modifiers, low: int, high: int, selector: int) -> int:
    """`prmt.b32{.mode}`: each byte picked from the eight of the pair; bit 3 of a choice replicates its sign instead."""
    pair = mask(high, 32) << 32 | mask(low, 32)
    mode = modifiers[1] if len(modifiers) > 1 else ""
    choices = _permutation(mode, selector & 3) if mode else [selector >> 4 * lane & 15 for lane in range(4)]
    result = 0
    for lane, choice in enumerate(choices):
        byte = pair >> 8 * (choice & 7) & 0xFF
        if choice & 8:
            byte = 0xFF if byte & 0x80 else 0
        result |= byte << 8 * lane
    return result


def _permutation(mode: str, step: int) -> list[int]:
    if mode == "f4e":
        return [step + lane for lane in range(4)]
    if mode == "b4e":
        return [(step - lane) % 8 for lane in range(4)]
    if mode == "rc8":
        return [step] * 4
    if mode == "ecl":
        return [max(lane, step) for lane in range(4)]
    if mode == "ecr":
        return [min(lane, step) for lane in range(4)]
    return [(step & 1) * 2, (step & 1) * 2 + 1] * 2  # rc16
