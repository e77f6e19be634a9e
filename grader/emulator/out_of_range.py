"""What a read outside every array gives: a mark that cannot pass for a result.

The bytes F1 FF over and over. As a float of 16 bits or more that is NaN, whose sums and products are NaN. As an integer
it is -917,519 (of 32 bits): odd, so a product with it is zero only where the other factor is, modulo any power of two,
and what lies outside does not act as padding with zeros would; large, so nobody takes it for a sum, as they might -1;
negative, so a loop that goes up to it ends at once. On a GPU it is whatever happens to lie there.
"""

from __future__ import annotations

from typing import Literal

StrayReads = Literal["mark", "zero"]

MARK = b"\xf1\xff"
# What every byte of shared memory holds when a block begins, unless a launch says otherwise: NaN, −1.
POISON = 0xFF
MOST_BYTES = 64


def stray_bytes(size: int, reads: StrayReads = "mark") -> bytes:
    """What a read of `size` bytes (at most MOST_BYTES) outside every array gives."""
    return bytes(size) if reads == "zero" else (MARK * -(-size // 2))[:size]
