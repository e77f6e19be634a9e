"""The race checker equals a brute-force happens-before oracle on random small kernels: no miss, no false alarm.

`GRADER_EXAMPLES=5000 python -m pytest tests/emulator/test_races.py` tries more than the usual number.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random

import numpy as np
import pytest

from grader.emulator import load
from grader.emulator.ptx.parser import parse
from tests.emulator.race_oracle import RaceOracle, find_races
from tests.emulator.race_programs import EVERYTHING, MOST_FLAGS, OBJECT_BYTES, RaceProgram, race_program
from tests.sampling import one_in

EXAMPLES = int(os.environ.get("GRADER_EXAMPLES", "60"))
BATCH = 20
NAMES = ["out", "more", "flags"]
PLAIN: frozenset[str] = frozenset()
COPIES = EVERYTHING | {"partial", "copies"}
FLAGS = frozenset({"warps", "named", "partial", "flags"})


def arrays() -> list[np.ndarray]:
    return [np.zeros(size, dtype=np.uint8) for size in (OBJECT_BYTES, OBJECT_BYTES, 4 * MOST_FLAGS)]


@cache
def oracle_of(made: RaceProgram, order: Random | None = None) -> RaceOracle:
    oracle, outcome = find_races(
        parse(made.ptx), "k", grid=made.grid, block=made.block, args=arrays(), names=NAMES, order=order
    )
    assert not outcome.stuck
    assert not outcome.faults
    return oracle


def disagreements(made: RaceProgram) -> list[str]:
    """What the checker says that the oracle does not, and what it misses."""
    oracle = oracle_of(made)
    run = load(made.ptx)["k"].launch(grid=made.grid, block=made.block, args=arrays(), names=NAMES)
    others = [each for each in run.findings if each.kind not in ("data-race", "uninitialized-read")]
    wrong = [f"not expected: {each.kind} {each.message}" for each in others]
    found = [each for each in run.findings if each.kind == "data-race"]
    seen = {(each.space, each.object) for each in found}
    wrong += [f"missed a race on {each}" for each in oracle.objects - seen]
    for each in found:
        pair = frozenset((each.line, each.other.line))
        touched = range(each.offset, each.offset + each.size)
        if pair not in oracle.pairs:
            wrong.append(f"lines {sorted(pair)} do not race")
        if not oracle.offsets(each.space, each.object).intersection(touched):
            wrong.append(f"no race at {each.object}+{each.offset}")
    return wrong


@pytest.mark.parametrize("first", one_in(3, range(0, EXAMPLES, BATCH)))
def test_races_with_every_synchronisation_equal_the_oracle(first):
    """Atomics, warp barriers of all lanes or some, shuffles, named and counted barriers as well."""
    wrong = {seed: disagreements(race_program(seed, EVERYTHING)) for seed in range(first, first + BATCH)}
    assert {seed: each for seed, each in wrong.items() if each} == {}


@pytest.mark.parametrize("first", one_in(3, range(0, EXAMPLES, BATCH)))
def test_races_with_barriers_of_some_warps_equal_the_oracle(first):
    """A barrier orders those who take part: all who came or arrived before those who waited, and nobody else."""
    features = EVERYTHING | {"partial"}
    wrong = {seed: disagreements(race_program(seed, features)) for seed in range(first, first + BATCH)}
    assert {seed: each for seed, each in wrong.items() if each} == {}


@pytest.mark.parametrize("first", one_in(3, range(0, EXAMPLES, BATCH)))
def test_races_with_fences_and_flags_equal_the_oracle(first):
    """Flags within and across blocks order those who fence on both sides, or say `release` and `acquire`."""
    wrong = {seed: disagreements(race_program(seed, FLAGS)) for seed in range(first, first + BATCH)}
    assert {seed: each for seed, each in wrong.items() if each} == {}


@pytest.mark.parametrize("first", one_in(3, range(0, EXAMPLES, BATCH)))
def test_races_with_asynchronous_copies_equal_the_oracle(first):
    """A copy is under way until its thread has waited for its group, for that thread as for others."""
    wrong = {seed: disagreements(race_program(seed, COPIES)) for seed in range(first, first + BATCH)}
    assert {seed: each for seed, each in wrong.items() if each} == {}


@pytest.mark.parametrize("first", one_in(3, range(0, EXAMPLES, BATCH)))
def test_races_on_plain_accesses_and_barriers_equal_the_oracle(first):
    """Loads and stores of all sizes, overlapping, in shared and global memory, within and across blocks."""
    wrong = {seed: disagreements(race_program(seed, PLAIN)) for seed in range(first, first + BATCH)}
    assert {seed: each for seed, each in wrong.items() if each} == {}


def test_the_generator_makes_kernels_with_and_without_races():
    """Neither answer is rare, so that agreement means something; the oracle's answer holds for any order of threads."""
    answers = []
    for seed in range(60):
        made = race_program(seed, EVERYTHING)
        oracle = oracle_of(made)
        answers.append(bool(oracle.races))
        if seed % 3 == 0:
            assert oracle.pairs == oracle_of(made, Random(seed)).pairs
    assert 12 < sum(answers) < 54
