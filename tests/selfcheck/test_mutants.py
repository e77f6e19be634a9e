"""Mechanical changes of a kernel: what is changed, and what becomes of it."""

from __future__ import annotations

from pathlib import Path

from grader.grade import Session
from grader.selfcheck.mutants import mutate
from grader.selfcheck.survivors import Fate, try_mutants

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")


def test_each_mutant_changes_one_line_of_the_kernels_body() -> None:
    """And no two are the same."""
    mutants = list(mutate(REFERENCE))
    original = REFERENCE.split("\n")
    assert len(mutants) > 60
    assert len({mutant.source for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        changed = [number for number, (old, new) in enumerate(zip(original, mutant.source.split("\n"), strict=True), 1)
                   if old != new]  # fmt: skip
        assert changed == [mutant.line]
        assert original[mutant.line - 1].strip()


def test_barriers_guards_indices_and_bounds_are_all_changed() -> None:
    """The kinds of change that the mistakes are made of."""
    kinds = {mutant.what for mutant in mutate(REFERENCE)}
    assert "barrier dropped" in kinds
    assert "'col < N' left out of the guard" in kinds
    assert {"tx became ty", "< became <=", "K became M", "+= became =", "TILE_WIDTH became one less"} <= kinds


def test_a_change_of_a_word_that_stands_twice_says_which_of_them() -> None:
    """Two mutants of one line never have the same name."""
    named = [(mutant.line, mutant.what) for mutant in mutate(REFERENCE)]
    assert len(set(named)) == len(named)
    assert any("TILE_WIDTH became one less (number 2 of 2 on the line)" in what for _, what in named)


def test_a_mutants_fate_tells_caught_from_equivalent(grading: Session) -> None:
    """A dropped barrier is caught; rounding K - 1 up differently changes nothing."""
    wanted = {"barrier dropped": Fate.CAUGHT, "'row < M' left out of the guard": Fate.CAUGHT}
    chosen = {mutant.what: mutant for mutant in mutate(REFERENCE) if mutant.what in wanted}
    harmless = next(
        m for m in mutate(REFERENCE) if m.what == "1 became 0" and "phases" in m.source.split("\n")[m.line - 1]
    )
    tried = try_mutants(grading.workplace, grading.devices, [*chosen.values(), harmless], REFERENCE)
    fates = {entry.mutant.what: entry.fate for entry in tried}
    assert fates == {**wanted, "1 became 0": Fate.EQUIVALENT}
