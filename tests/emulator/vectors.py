"""Operands to try a form on: the edges of its types in every combination, then random ones. Always the same."""

from __future__ import annotations

import hashlib
from itertools import islice, product
from random import Random

from tests.emulator.forms import Form

WIDTHS = {
    "pred": 1, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16,
    "b32": 32, "u32": 32, "s32": 32, "f32": 32, "f16x2": 32, "bf16x2": 32, "u16x2": 32, "s16x2": 32,
    "b64": 64, "u64": 64, "s64": 64, "f64": 64,
    "place": 32, "lane": 32, "step": 32, "clamp": 32, "few16": 16, "few32": 32, "few64": 64,
}  # fmt: skip
"""Bits of each operand type; `place` (a shift or a bit position), `lane`, `step`, `clamp` and `fewN` are roles."""

_ROLES = {
    "pred": (0, 1),
    "place": (0, 1, 5, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0x103, 0xFFFFFFFF),
    "lane": (0, 1, 2, 3, 7, 15, 16, 30, 31),
    "step": (0, 1, 2, 3, 5, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD),
    "clamp": (0x1F, 0, 0x181F, 0x1C03, 0x1000, 0x100F, 0x1E1E),
    "few16": (0, 1, 0xFFFF),
    "few32": (0, 1, 0xFFFFFFFF),
    "few64": (0, 1, 1 << 40),
}
_FLOATS = {"f16": (10, 5), "bf16": (7, 8), "f32": (23, 8), "f64": (52, 11)}
COMBINED_LIMIT = 260
RANDOM_COUNT = 60


def float_edges(kind: str) -> list[int]:
    """Zeros, subnormals, the least and greatest, neighbours of 1, halves, infinities and NaNs, of both signs."""
    fraction, exponent = _FLOATS[kind]
    bias = (1 << (exponent - 1)) - 1
    one, infinity = bias << fraction, (2 * bias + 1) << fraction
    quiet = infinity | 1 << (fraction - 1)
    least = 1 << fraction
    positive = [
        one, 0, infinity, quiet, 1, least, infinity - 1, one + 1, one - 1, least - 1, one + least, one - least,
        one | 1 << (fraction - 1), quiet | 5, infinity | 1, one + 2 * least - 1, least + 1,
        one + least + (1 << (fraction - 2)), one - 2 * least,
    ]  # fmt: skip
    for power in (7, 8, 15, 16, 23, 24, 31, 32, 63, 64):
        if power <= bias:
            positive += [(bias + power) << fraction, ((bias + power) << fraction) - 1]
    sign = 1 << (fraction + exponent)
    return [each for number in positive for each in (number, number | sign)]


def integer_edges(width: int) -> list[int]:
    """Small numbers of both signs, the extremes, and patterns."""
    top = 1 << (width - 1)
    whole = (1 << width) - 1
    numbers = [1, 0, whole, top, top - 1, 2, whole - 1, 3, 7, top + 1, whole // 3, whole // 5, 100, 31, 32, 0x80, 0x7F]
    numbers += [edge for bits in (8, 16, 32) for edge in ((1 << bits) - 1, 1 << bits, (1 << bits) + 1)]
    return list(dict.fromkeys(number & whole for number in numbers))


def edges(kind: str) -> list[int]:
    """The edge values of an operand type, the most telling first."""
    if kind in _ROLES:
        return list(_ROLES[kind])
    if kind in _FLOATS:
        return float_edges(kind)
    if kind.endswith("x2") and kind[:-2] in _FLOATS:
        lanes = float_edges(kind[:-2])
        return [low | high << 16 for low, high in zip(lanes, lanes[7:] + lanes[:7], strict=True)]
    return integer_edges(WIDTHS[kind])


def random_operand(random: Random, kind: str) -> int:
    """A random value; floats are often near each other, so that sums cancel and results round."""
    if kind in _ROLES:
        return random.choice(_ROLES[kind])
    base = kind.removesuffix("x2")
    if base not in _FLOATS:
        return random.getrandbits(WIDTHS[kind]) >> random.choice((0, 0, 0, WIDTHS[kind] // 2))
    lanes = [_random_float(random, base) for _ in range(2 if kind != base else 1)]
    return sum(lane << 16 * place for place, lane in enumerate(lanes))


def _random_float(random: Random, kind: str) -> int:
    fraction, exponent = _FLOATS[kind]
    if random.random() < 0.3:
        return random.getrandbits(1 + fraction + exponent)
    bias = (1 << (exponent - 1)) - 1
    biased = bias + random.randint(-6, 6)
    return random.getrandbits(1) << (fraction + exponent) | biased << fraction | random.getrandbits(fraction)


def operands(form: Form) -> list[tuple[int, ...]]:
    """The operand tuples to try `form` on; a multiple of 32, so that warps are full."""
    random = Random(form.name)
    lists = [edges(kind) for kind in form.sources]
    keep = [len(each) for each in lists]
    while _count(keep) > COMBINED_LIMIT:
        keep[keep.index(max(keep))] -= 1
    tuples = list(product(*(each[:count] for each, count in zip(lists, keep, strict=True))))
    # Edges that the combinations left out still meet random partners.
    for place, values in enumerate(lists):
        for value in islice(values, keep[place], None):
            others = [random.choice(each) for each in lists]
            others[place] = value
            tuples.append(tuple(others))
    tuples += [tuple(random_operand(random, kind) for kind in form.sources) for _ in range(RANDOM_COUNT)]
    if form.kind == "warp":
        random.shuffle(tuples)
        tuples += [tuples[0]] * 32
    while len(tuples) % 32:
        tuples.append(tuple(random_operand(random, kind) for kind in form.sources))
    return tuples


def _count(keep: list[int]) -> int:
    total = 1
    for each in keep:
        total *= each
    return total


def digest(tuples: list[tuple[int, ...]]) -> str:
    """A short name for a list of operands, to tell whether a recording was made with the same."""
    return hashlib.sha256(repr(tuples).encode()).hexdigest()[:12]
