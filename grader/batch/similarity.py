"""Find submissions that are alike once names and layout are taken out: a hint for an instructor, never a proof.

Texts are compared by fingerprints of their tokens, whatever their names, numbers, comments and layout. Fingerprints are
chosen by winnowing: of the hashes of all runs of `RUN` tokens, the smallest one of each `WINDOW` in a row. A run of
RUN + WINDOW - 1 equal tokens is always found, and none shorter than RUN. From S. Schleimer, D. Wilkerson and A. Aiken,
"Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003.

A child process (`main`) reads the students' texts, behind walls and within limits.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from grader.compiling.lexer import lex, normalize
from grader.devices.process import GREETING, ChildProcess, Service, serve, take_over_pipes, write_frame
from grader.devices.wire import make_ready
from grader.errors import DeviceError
from grader.processes.child import limit, spawn
from grader.processes.sandbox import restrict

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
    """Return the tokens, each with its sort: own names are one sort, and so are numbers and texts."""
    tokens = lex(normalize(source)).tokens
    return [(each.text, each.text if each.kind == "punct" or each.text in _KEPT else each.kind) for each in tokens]


def renamed(tokens: Sequence[tuple[str, str]]) -> str:
    """Return a hash that two texts share if they differ in consistently exchanged names and in layout alone."""
    numbers: dict[str, int] = {}
    parts = []
    for text, sort in tokens:
        parts.append(f"name {numbers.setdefault(text, len(numbers))}" if sort == "name" else text)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def fingerprints(tokens: Sequence[tuple[str, str]]) -> frozenset[int]:
    """Return the hashes that winnowing chooses."""
    sorts = [sort for _, sort in tokens]
    runs = ("\0".join(sorts[start : start + RUN]).encode() for start in range(len(sorts) - RUN + 1))
    hashes = [int.from_bytes(hashlib.blake2b(run, digest_size=8).digest(), "big") for run in runs]
    return frozenset(min(hashes[start : start + WINDOW]) for start in range(max(1, len(hashes) - WINDOW + 1)) if hashes)


SharedPassages = tuple[list[int], float]
"""Indices of texts that are alike, and the share of fingerprints in common; 1.0 is for texts equal but for names."""


def compared(texts: Sequence[str], given: Sequence[str]) -> list[SharedPassages]:
    """Return groups of texts equal but for names and layout, then pairs that are alike; the most alike first.

    Text of a `given` one, and what many have in common, is not compared.
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
    """Yield pairs that have the threshold's share of the rarer fingerprints in common."""
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


# -- in a child of its own ------------------------------------------------

_MAX_CHARS = 100_000
"""Of one text; what comes after is not compared."""
_SECONDS, _MEMORY_MB = 60, 2048
"""Limits of the child: seconds of a core."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Texts:
    """Texts to compare; passages of the `given` texts do not count."""

    texts: Sequence[str]
    given: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Texts that are alike, by their indices, each group with the share that they have in common; the most alike first.

    1.0 is for texts that are equal but for names and layout. `problem` says why nothing is known.
    """

    found: Sequence[tuple[Sequence[int], float]] = ()
    threshold: float = THRESHOLD
    problem: str = ""


def alike(texts: Sequence[str], given: Sequence[str]) -> Alike:
    """Compare texts in a child process; passages of the `given` texts do not count."""
    if len(texts) < 2:
        return Alike()
    sent, known = ([text.encode("utf-8", "replace").decode() for text in some] for some in (texts, given))
    asked = _Texts(texts=[text[:_MAX_CHARS] for text in sent], given=known)
    places = range(len(texts))
    with contextlib.closing(ChildProcess(partial(spawn, "grader.batch.similarity"), most_bytes=0)) as child:
        try:
            return child.request(
                asked,
                Alike,
                seconds=_SECONDS,
                fits=lambda made: all(one in places for some, _ in made.found for one in some),
            )
        except DeviceError as error:
            return Alike(problem=f"the submissions were not compared: {error}")


def main() -> None:
    """Compare the texts of one request, and leave."""
    reader, writer = take_over_pipes()
    make_ready(_Texts, Alike)
    write_frame(writer, GREETING)
    limit(_SECONDS, _MEMORY_MB)
    restrict()
    serve(reader, writer, Service({_Texts: lambda asked: Alike(found=compared(asked.texts, asked.given))}))


if __name__ == "__main__":
    main()
