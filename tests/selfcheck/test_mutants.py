"""Small changes of a kernel: what is changed, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from grader.edits.grammar import edits_of
from grader.edits.syntax import SyntaxTree
from grader.grading.pipeline import Session
from grader.selfcheck.survivors import KINDS, Fate, in_words, mutants_of, read_mutants, try_mutants

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
MUTANTS = mutants_of(edits_of(SyntaxTree(REFERENCE)))
WORDS = {in_words(edit, REFERENCE): edit for edit in MUTANTS}


def test_no_two_mutants_are_the_same() -> None:
    """And each changes what its line says."""
    texts = {edit.apply(REFERENCE.encode()) for edit in MUTANTS}
    assert len(texts) == len(MUTANTS) > 200
    assert REFERENCE.encode() not in texts
    original = REFERENCE.split("\n")
    for edit in MUTANTS:
        changed = edit.apply(REFERENCE).split("\n")
        assert original[: edit.line - 1] == changed[: edit.line - 1]
        assert original[edit.line - 1] != changed[edit.line - 1]


def test_barriers_guards_indices_and_bounds_are_all_changed() -> None:
    """What mistakes are made of, each told in words."""
    assert {edit.kind for edit in MUTANTS} <= KINDS
    assert {
        "no barrier after the tiles are loaded: __syncthreads(); left out",
        "no barrier after the products: __syncthreads(); left out",
        "guard of A: row < M became row <= M",
        "guard of C: row < M && col < N became row < M",
        "row or column of a thread: blockIdx.y * TILE_WIDTH + ty became ty",
        "row or column of a thread: threadIdx.x became threadIdx.y",
    } <= set(WORDS)


def test_a_name_that_changes_several_times_is_told_once() -> None:
    """Two names that change places may stand on a line many times."""
    source = "__global__ void matmul_tiled(int *C, int t, int n) {\n    C[t * n + t] = C[n * t + n] + t * n;\n}\n"
    (words,) = {in_words(edit, source) for edit in edits_of(SyntaxTree(source)) if edit.kind == "names exchanged"
                and {change.text for change in edit.changes} == {"t", "n"}}  # fmt: skip
    assert words == "index of C: t became n, n became t"


def test_a_mutants_fate_tells_caught_from_equivalent_and_from_no_kernel(grading: Session) -> None:
    """A dropped barrier is caught, and so is half a guard; to round up by a whole tile changes nothing."""
    barrier = WORDS["no barrier after the products: __syncthreads(); left out"]
    guard = WORDS["guard of C: row < M && col < N became row < M"]
    harmless = WORDS["number of phases: K + TILE_WIDTH - 1 became K + TILE_WIDTH"]
    (change,) = harmless.changes
    nonsense = replace(harmless, changes=(replace(change, text="K + nothing_of_that_name"),))
    tried = try_mutants(grading.opened[0], grading.emulators, [barrier, nonsense, guard, harmless], REFERENCE)
    assert [(entry.edit, entry.fate) for entry in tried] == [
        (barrier, Fate.CAUGHT), (nonsense, Fate.NO_KERNEL), (guard, Fate.CAUGHT), (harmless, Fate.EQUIVALENT),
    ]  # fmt: skip
    assert {case.label for case in grading.assignment.cases()} >= {tried[0].where, tried[2].where}


def test_a_mutant_that_no_case_shows_to_be_wrong_survives(grading: Session) -> None:
    """Where all cases are whole tiles, nothing shows that a guard is missing but another shape."""
    family = grading.assignment.families["square_multiples"]
    assignment = replace(grading.assignment, families={"square_multiples": family})
    guard = WORDS["guard of C: row < M && col < N became row < M"]
    work = replace(grading.opened[0], assignment=assignment)
    (tried,) = try_mutants(work, grading.emulators, [guard], REFERENCE)
    assert tried.fate is Fate.SURVIVED
    assert tried.where.startswith("wrong at M = ")


def test_the_reference_is_read_in_the_child(grading: Session) -> None:
    """It gives the same mutants there as here."""
    assert set(read_mutants(grading.opened[0], grading.emulators[0], REFERENCE)) == set(MUTANTS)
