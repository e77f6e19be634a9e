"""Find in a recording how a GPU's tensor cores add up, and say what the definition in the emulator gets wrong.

    python scripts/fit_matrix.py [RECORDING...]

Prints, for each form of product, how many results differ from the definition with its own parameters, and the
parameters that differ least where some do; then each fragment whose layout is another. Exit code 1: something differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grader.emulator.matrix.fragments import LANES, Rounding, rounding_of
from tests.emulator.interpreter.tensor_cores import accumulate
from tests.emulator.matrix_cases import BY_NAME, CASES, Case, gathered
from tests.emulator.matrix_recording import FOLDER, PATTERN, MatrixRecording, read

VARIANTS = [Rounding(step, extra_bits) for step, extra_bits in product((4, 8, 16, 32), range(-1, 6))]


@dataclass(frozen=True, slots=True)
class Dot:
    """One recorded element: the operands' kind, its row of A, column of B, element of C, and what the GPU gave."""

    what: str
    a: list[int]
    b: list[int]
    c: int
    got: int


def dots(case: Case, words: np.ndarray) -> Iterator[Dot]:
    """The recorded elements of a product."""
    form = case.form
    assert form is not None
    assert form.d is not None
    for operands, block in zip(case.operands(), words.reshape(case.blocks, -1), strict=True):
        if case.name.startswith("mma"):
            result = gathered(form.d, block)
        else:
            kind = {16: np.uint16, 32: np.uint32, 64: np.uint64}[form.d.element_bits]
            result = np.ascontiguousarray(block).view(kind).reshape(form.m, form.n)
        rows, columns = operands.a.reshape(form.m, form.k).tolist(), operands.b.reshape(form.k, form.n).T.tolist()
        for (i, row), (j, column) in product(enumerate(rows), enumerate(columns)):
            yield Dot(operands.what, row, column, int(operands.c[i * form.n + j]), int(result[i, j]))


def wrong(case: Case, found: list[Dot], rounding: Rounding) -> list[tuple[Dot, int]]:
    """The elements that these parameters do not give, with what they give."""
    form = case.form
    assert form is not None
    answer = []
    for dot in found:
        made = accumulate(dot.a, dot.b, dot.c, form.a_type, form.c_type, form.d_type, rounding)
        if made != dot.got:
            answer.append((dot, made))
    return answer


def fit(case: Case, found: list[Dot]) -> None:
    """Say which parameters come closest, each beginning with a sample."""
    sample = found[:: max(1, len(found) // 400)]
    tried = sorted((len(wrong(case, sample, each)), number) for number, each in enumerate(VARIANTS))
    for _, number in tried[:4]:
        bad = wrong(case, found, VARIANTS[number])
        kinds = dict(Counter(dot.what for dot, _ in bad))
        print(f"      {VARIANTS[number]}: {len(bad)} differ {kinds}")


def products(recording: MatrixRecording) -> int:
    """Compare every product; the number of forms that differ."""
    count = 0
    for case in CASES:
        words = recording.of(case)
        if case.form is None or not case.form.is_floating or case.name.startswith("registers"):
            continue
        if words is None:
            print(f"  {case.name}: {recording.failures.get(case.name, 'not recorded on these operands')}")
            continue
        found = list(dots(case, words))
        bad = wrong(case, found, rounding_of(case.form.opcode, case.form.a_type))
        print(f"  {case.name}: {len(bad)} of {len(found)} differ", dict(Counter(dot.what for dot, _ in bad)))
        for dot, made in bad[:3]:
            print(f"      {dot.what}: C {dot.c:#x}, GPU {dot.got:#x}, definition {made:#x}")
        if bad:
            count += 1
            fit(case, found)
    return count


def layouts(recording: MatrixRecording) -> int:
    """Compare every layout of a fragment; print those that differ as element numbers, the first lanes in full."""
    count = 0
    for name, words in recording.results.items():
        case = BY_NAME.get(name)
        if case is None or case.form is None or not name.startswith("layout wmma.load") or name.endswith("high"):
            continue
        part, form = case.form.held, case.form
        kind = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}[part.element_bits]
        got = np.frombuffer(words.tobytes(), kind).reshape(LANES, -1).astype(int)
        if part.element_bits == 8:
            high = recording.results[f"{name} high"]
            got = got + 256 * np.frombuffer(high.tobytes(), kind).reshape(LANES, -1).astype(int)
        expected = np.array(
            [[c * part.rows + r if form.by_column else r * part.columns + c for r, c in each] for each in part.places]
        )
        if (got == expected).all():
            continue
        count += 1
        print(f"  {name}: another layout; (row, column) of each element of lanes 0, 1, 2, 4, 8, 16:")
        for lane in (0, 1, 2, 4, 8, 16):
            cells = [divmod(e, part.rows)[::-1] if form.by_column else divmod(e, part.columns) for e in got[lane]]
            print(f"      {lane:2}: {[(int(r), int(c)) for r, c in cells]}")
    return count


def main() -> int:
    """Compare all recordings, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recordings", nargs="*", type=Path)
    paths = parser.parse_args().recordings or sorted(FOLDER.glob(PATTERN))
    differing = 0
    for path in paths:
        recording = read(path)
        print(f"{path.name}: {recording.device}, {recording.details}")
        differing += products(recording) + layouts(recording)
        for name, what in recording.alignment.items():
            print(f"  {name}: {what}")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
