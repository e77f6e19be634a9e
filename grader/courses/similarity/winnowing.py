"""Texts compared by fingerprints of their tokens, whatever their names, numbers, comments and layout.

Fingerprints are chosen by winnowing: of the hashes of all runs of `RUN` tokens, the smallest one of each `WINDOW` in a
row. A run of RUN + WINDOW - 1 equal tokens is always found, and none shorter than RUN. From S. Schleimer, D. Wilkerson
and A. Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from grader.compiling.lexer import lex, normalize

RUN, WINDOW = 9, 5
THRESHOLD = 0.8
"""Of the smaller text's own fingerprints: from here on two texts are called alike."""
LEAST = 8
"""Fingerprints of its own that a text must have: fewer say nothing."""
COMMON_SHARE, COMMON_LEAST, COMMON_MOST = 0.1, 4, 30
"""What more submissions than this have in common is everybody's: the lecture's, or what cannot be written otherwise."""

_KEPT = frozenset(
    """
    if else for while do switch case default break continue return goto int unsigned signed long short char bool float
    double void const static volatile struct union enum sizeof template typename true false asm inline restrict
    __restrict__ __global__ __device__ __host__ __shared__ __constant__ __syncthreads __syncwarp threadIdx blockIdx
    blockDim gridDim warpSize x y z float4 float2 int2 dim3 fmaf min max ceil printf atomicAdd
    """.split()  # noqa: SIM905
)
"""Names that are nobody's own choice."""


def words(source: str) -> list[tuple[str, str]]:
    """The tokens, each with what it is when one's own names, numbers and texts are all alike."""
    return [(token.text, _sort(token.kind, token.text)) for token in lex(normalize(source)).tokens]


def _sort(kind: str, text: str) -> str:
    if kind == "name":
        return text if text in _KEPT else "name"
    return text if kind == "punct" else kind


def renamed(tokens: Sequence[tuple[str, str]]) -> str:
    """A hash that two texts share when one is the other with names exchanged, consistently, or laid out differently."""
    numbers: dict[str, int] = {}
    parts = []
    for text, sort in tokens:
        parts.append(f"name {numbers.setdefault(text, len(numbers))}" if sort == "name" else text)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def fingerprints(tokens: Sequence[tuple[str, str]]) -> frozenset[int]:
    """The hashes that winnowing chooses."""
    sorts = [sort for _, sort in tokens]
    hashes = [_hash(sorts[start : start + RUN]) for start in range(len(sorts) - RUN + 1)]
    return frozenset(min(hashes[start : start + WINDOW]) for start in range(max(1, len(hashes) - WINDOW + 1)) if hashes)


def _hash(sorts: Iterable[str]) -> int:
    return int.from_bytes(hashlib.blake2b("\0".join(sorts).encode(), digest_size=8).digest(), "big")


SharedPassages = tuple[list[int], float]
"""Indices of texts that are alike, and the share of fingerprints in common; 1.0 is for texts equal but for names."""


def compared(texts: Sequence[str], given: Sequence[str]) -> list[SharedPassages]:
    """Groups of texts that are equal but for names and layout, then pairs that are alike; the most alike first.

    What stands in a `given` text, and what many have in common, counts for nobody.
    """
    known = frozenset[int]().union(*(fingerprints(words(text)) for text in given))
    read = [words(text) for text in texts]
    own = [fingerprints(tokens) - known for tokens in read]
    groups: dict[str, list[int]] = defaultdict(list)
    for index, tokens in enumerate(read):
        if len(own[index]) >= LEAST:
            groups[renamed(tokens)].append(index)
    equal: list[SharedPassages] = [(group, 1.0) for group in groups.values() if len(group) > 1]
    together = {pair for group, _ in equal for pair in combinations(group, 2)}
    pairs = (found for found in _alike(own) if tuple(found[0]) not in together)
    return [*sorted(equal), *sorted(pairs, key=lambda found: (-found[1], found[0]))]


def _alike(own: Sequence[frozenset[int]]) -> Iterable[SharedPassages]:
    """Pairs that have the threshold's share of the rarer fingerprints in common."""
    having: dict[int, list[int]] = defaultdict(list)
    for index, prints in enumerate(own):
        for each in prints:
            having[each].append(index)
    most = max(COMMON_LEAST, min(COMMON_MOST, int(COMMON_SHARE * len(own))))
    rare = Counter(index for some in having.values() if len(some) <= most for index in some)
    shared = Counter(pair for some in having.values() if 1 < len(some) <= most for pair in combinations(some, 2))
    for (one, other), count in shared.items():
        smaller = min(rare[one], rare[other])
        if smaller >= LEAST and count / smaller >= THRESHOLD:
            yield [one, other], min(count / smaller, 0.999)
