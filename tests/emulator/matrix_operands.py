"""Operands for matrix instructions: plain ones, and those that tell one way of rounding from another.

A kind is a recipe for the elements of A, B and C of one product; every result element then adds up another mixture.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np


@dataclass(frozen=True, slots=True)
class Layout:
    """How a floating-point type splits its bits; `unused` low bits are noise that an instruction ignores."""

    exponent_bits: int
    fraction_bits: int
    unused: int = 0

    @property
    def bias(self) -> int:
        """The exponent's bias."""
        return (1 << (self.exponent_bits - 1)) - 1

    @property
    def width(self) -> int:
        """Bits of an element in memory."""
        return 1 + self.exponent_bits + self.fraction_bits + self.unused

    def pack(self, sign: int, biased: int, fraction: int, noise: int = 0) -> int:
        """The bits of one element."""
        body = (sign << self.exponent_bits | biased) << self.fraction_bits | fraction
        return body << self.unused | noise


LAYOUTS = {
    "f16": Layout(5, 10),
    "bf16": Layout(8, 7),
    "tf32": Layout(8, 10, unused=13),
    "f32": Layout(8, 23),
    "f64": Layout(11, 52),
}

Range = tuple[int, int]


def floats(rng: Random, kind: str, count: int, exponents: Range, *, zeros: float = 0.0) -> np.ndarray:
    """Random numbers with exponents in a range (below the least normal one: subnormals), some of them ±0."""
    layout = LAYOUTS[kind]
    answer = np.zeros(count, np.uint64)
    for place in range(count):
        sign, noise = rng.getrandbits(1), rng.getrandbits(layout.unused) if layout.unused else 0
        if rng.random() < zeros:
            answer[place] = layout.pack(sign, 0, 0, noise)
            continue
        biased = min(max(rng.randint(*exponents) + layout.bias, 0), 2 * layout.bias)
        answer[place] = layout.pack(sign, biased, rng.getrandbits(layout.fraction_bits), noise)
    return answer


def negated(bits: np.ndarray, kind: str) -> np.ndarray:
    """The same numbers with the other sign."""
    flipped: np.ndarray = bits ^ np.uint64(1 << (LAYOUTS[kind].width - 1))
    return flipped


def _special(rng: Random, kind: str, bits: np.ndarray, share: float) -> np.ndarray:
    layout = LAYOUTS[kind]
    top, quiet = (1 << layout.exponent_bits) - 1, 1 << (layout.fraction_bits - 1)
    choices = [(0, top, 0), (1, top, 0), (0, top, quiet), (1, top, 1), (0, 0, 0), (1, 0, 0)]
    weights = [4, 4, 1, 1, 6, 6]
    answer = bits.copy()
    for place in range(len(bits)):
        if rng.random() < share:
            answer[place] = layout.pack(*rng.choices(choices, weights)[0])
    return answer


Matrices = tuple[np.ndarray, np.ndarray, np.ndarray]
# Exponents of A, of B and of C, for narrow types (f16) and for those with the exponents of f32.
_RANGES: dict[str, tuple[tuple[Range, Range, Range], tuple[Range, Range, Range]]] = {
    "plain": (((-3, 0), (-3, 0), (-3, 3)), ((-3, 0), (-3, 0), (-3, 3))),
    "medium": (((-5, 5), (-5, 5), (-12, 12)), ((-5, 5), (-5, 5), (-12, 12))),
    "wide": (((-14, 15), (-14, 15), (-30, 30)), ((-45, 45), (-45, 45), (-90, 90))),
    "large sum": (((-4, 0), (-4, 0), (12, 26)), ((-4, 0), (-4, 0), (12, 26))),
    "small sum": (((0, 3), (0, 3), (-30, -16)), ((0, 3), (0, 3), (-30, -16))),
    "cancelling": (((-3, 3), (-3, 3), (-24, -2)), ((-3, 3), (-3, 3), (-24, -2))),
    "subnormal": (((-16, -13), (-14, 10), (-42, -16)), ((-130, -124), (60, 110), (-90, -30))),
    "zeros": (((-10, 15), (-10, 15), (-34, -4)), ((-40, 60), (-40, 60), (-90, 10))),
    "specials": (((-3, 3), (-3, 3), (-3, 3)), ((-3, 3), (-3, 3), (-3, 3))),
    "huge": (((13, 15), (13, 15), (125, 127)), ((60, 63), (60, 63), (124, 127))),
    "tiny": (((-24, -15), (-24, -14), (-149, -120)), ((-80, -60), (-70, -60), (-149, -120))),
    "vanishing": (((-24, -11), (-24, -11), (-149, -140)), ((-90, -70), (-85, -60), (-149, -144))),
    "one large": (((-14, -10), (-14, -10), (-30, -18)), ((-14, -10), (-14, -10), (-30, -18))),
    "equal": (((0, 0), (0, 0), (0, 0)), ((0, 0), (0, 0), (0, 0))),
    "nothing": (((-3, 3), (-3, 3), (-3, 3)), ((-3, 3), (-3, 3), (-3, 3))),
}
KINDS = tuple(_RANGES)
SHORT_KINDS = ("plain", "wide", "large sum", "specials")


def matrices(rng: Random, what: str, kind: str, sum_kind: str, m: int, n: int, k: int) -> Matrices:
    """A (m·k), B (k·n) and C (m·n) as bit patterns, row by row; `what` is one of `KINDS`."""
    narrow, wide = _RANGES[what]
    of_a, of_b, of_c = narrow if kind == "f16" else wide
    zeros = {"zeros": 0.6, "nothing": 0.9, "specials": 0.2}.get(what, 0.0)
    a = floats(rng, kind, m * k, of_a, zeros=zeros)
    b = floats(rng, kind, k * n, of_b, zeros=zeros)
    if sum_kind == "f16":
        of_c = (min(max(of_c[0], -24), 15), min(max(of_c[1], -24), 15))
    c = floats(rng, sum_kind, m * n, of_c, zeros={"nothing": zeros, "vanishing": 0.5}.get(what, 0.05))
    if what == "cancelling":
        # Neighbours in a row of A are equal, and their partners in B opposite but for the last bit of a few.
        rows, columns = a.reshape(m, k), b.reshape(k, n)
        rows[:, 1::2] = rows[:, ::2]
        columns[1::2] = negated(columns[::2], kind)
        step = 1 << LAYOUTS[kind].unused
        columns[1::2] ^= np.array([rng.choice((0, 0, step)) for _ in range(k // 2 * n)], np.uint64).reshape(-1, n)
    elif what == "one large":
        # One product, at another place in each row, is large; what the others keep of themselves tells how sums align.
        for row in range(m):
            place = row % k
            a[row * k + place] = floats(rng, kind, 1, (-1, 1))[0]
            b[place * n : place * n + n] = floats(rng, kind, n, (-1, 1))
    elif what == "specials":
        a, b, c = _special(rng, kind, a, 0.02), _special(rng, kind, b, 0.02), _special(rng, sum_kind, c, 0.05)
    return a, b, c


def doubles(rng: Random, what: str, m: int, n: int, k: int) -> Matrices:
    """The same for double precision."""
    ranges = {"plain": (-3, 3), "wide": (-400, 400), "tiny": (-530, -500), "huge": (508, 512)}
    exponents = ranges.get(what, (-3, 3))
    both = (2 * exponents[0], 2 * exponents[1])
    a, b, c = (floats(rng, "f64", n_, e) for n_, e in ((m * k, exponents), (k * n, exponents), (m * n, both)))
    if what == "specials":
        a, b, c = (_special(rng, "f64", each, 0.08) for each in (a, b, c))
    return a, b, c


def integers(rng: Random, m: int, n: int, k: int, *, extreme: bool) -> Matrices:
    """Bytes for A and B, words for C."""
    low = (0, 1, 127, 128, 255, 200)
    pick = (lambda: rng.choice(low)) if extreme else (lambda: rng.getrandbits(8))
    a, b = (np.array([pick() for _ in range(count)], np.uint64) for count in (m * k, k * n))
    ends = (0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
    c = np.array([rng.choice(ends) if extreme else rng.getrandbits(32) for _ in range(m * n)], np.uint64)
    return a, b, c
