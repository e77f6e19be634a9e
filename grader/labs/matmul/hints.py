"""Known misconceptions about tiled products and the hint for each; what any kernel may get wrong stands among them."""

from __future__ import annotations

from grader.labs.common_hints import BLOCKS_APART
from grader.labs.hints import (
    Evidence,
    HintRule,
    HintTable,
    all_of,
    always,
    code,
    conditional_barrier,
    early_return,
    in_global,
    in_shared,
    is_write,
    loads_then_reads,
    missing,
    no_barrier,
    of_array,
    only_ragged,
    pattern,
    ran_dry,
    reads_then_overwrites,
    same_cell_written_twice,
    two_tiles_in_turn,
)
from grader.labs.matmul.config import ProductConfig
from grader.results import Finding, Kind

OF_ONE_TILE = frozenset({"a-transposed", "b-transposed", "both-transposed", "operands-swapped", "elementwise"})
"""What is mixed up inside a tile looks like this where a matrix is one tile, and like nothing known elsewhere."""


def only_rectangles(_: Finding, evidence: Evidence) -> bool:
    return evidence.only_rectangles_fail


def floor_division(_: Finding, evidence: Evidence) -> bool:
    return bool(evidence.facts.phase_division)


def store_leaves_c(finding: Finding, evidence: Evidence) -> bool:
    """The same line also stores past the end of C, and whole tiles come out right: it is the guard, not the index."""
    past = any(
        other.kind is Kind.OUT_OF_BOUNDS and other.line == finding.line and other.access == "write"
        for other in evidence.findings
    )
    return past and evidence.only_ragged_fail


STORE_GUARD = (
    "The grid covers whole tiles, so some threads own no cell of C: only one whose row and column both lie in C may"
    " store."
)
_RACE = (Kind.DATA_RACE,)
_BOUNDS = (Kind.OUT_OF_BOUNDS,)
_INIT = (Kind.UNINITIALIZED_READ,)
_WRONG = (Kind.WRONG_RESULT,)
_UNWRITTEN = (Kind.UNWRITTEN_OUTPUT,)
_RESULT = (Kind.WRONG_RESULT, Kind.UNWRITTEN_OUTPUT)
_DIVERGENCE = (Kind.BARRIER_DIVERGENCE, Kind.EARLY_EXIT)

RULES: tuple[HintRule, ...] = (
    # Barriers
    HintRule(
        "no-barrier", "barriers", _RACE, all_of(in_shared, no_barrier),
        "The kernel has no __syncthreads() at all. Two are needed in each phase: one after the tiles are loaded, one"
        " after they have been read.",
    ),
    HintRule(
        "several-writers", "barriers", _RACE, all_of(in_shared, same_cell_written_twice),
        "Two threads write the same place in shared memory. Work out the place for both: what do they have in common"
        " that they should not, and is there room for what all threads bring?",
    ),
    HintRule(
        "shared-race", "barriers", _RACE, all_of(in_shared, two_tiles_in_turn),
        "There are two tiles in turn: one is read while the other is filled. If this is the one that others still read,"
        " its number is wrong; if not, a __syncthreads() is missing before the two change their roles.",
    ),
    HintRule(
        "first-barrier-missing", "barriers", _RACE, all_of(in_shared, loads_then_reads),
        "Is a __syncthreads() missing between loading the tile and reading it? The tile must be complete before anyone"
        " reads what another thread loads.",
    ),
    HintRule(
        "second-barrier-missing", "barriers", _RACE, all_of(in_shared, reads_then_overwrites),
        "Is a __syncthreads() missing at the end of the phase? A fast thread already loads the next tile while a slow"
        " one still reads this one. It may go right on one GPU and wrong on the next.",
    ),
    HintRule(
        "shared-race", "barriers", _RACE, in_shared,
        "Between a write to shared memory by one thread and the use by another there must be a __syncthreads() that"
        " all threads of the block reach.",
    ),
    HintRule(
        "store-guard-missing", "boundaries", _RACE, all_of(in_global, is_write, of_array("C"), store_leaves_c),
        STORE_GUARD,
    ),
    HintRule(
        "input-written", "output", _RACE, all_of(in_global, of_array("A", "B")),
        "A and B are inputs: many threads read them at the same time, so nobody may write to them.",
    ),
    HintRule(
        "several-threads-one-cell", "output", _RACE, all_of(in_global, is_write),
        "Each cell of C belongs to one thread. Work out row and column for the two threads that are named here: whose"
        " cell is it, and what brings the other one to it?",
    ),
    HintRule(
        "global-race", "output", _RACE, in_global,
        "Threads of different blocks cannot wait for each other: each cell of C must belong to one thread.",
    ),
    HintRule(
        "early-return", "arrival", (Kind.EARLY_EXIT,), early_return,
        "A thread without a cell of C must not return early: it still has to load its elements of the tiles and to"
        " arrive at every barrier. Guard the loads and the store, not the whole thread.",
    ),
    BLOCKS_APART,
    HintRule(
        "barrier-in-condition", "arrival", _DIVERGENCE, conditional_barrier,
        "A barrier inside a condition is one that not all threads of the block take. Move __syncthreads() out of the"
        " if: guard the loads, not the barrier.",
    ),
    HintRule(
        "divergent-barrier", "arrival", _DIVERGENCE, always,
        "All threads of a block must reach the same __syncthreads(), equally often. Does the number of loop turns, or a"
        " condition around the barrier, depend on the thread?",
    ),
    # Boundaries
    HintRule(
        "store-guard-missing", "boundaries", _BOUNDS, all_of(of_array("C"), is_write),
        STORE_GUARD,
    ),
    HintRule(
        "a-stride", "indexing", _BOUNDS, all_of(of_array("A"), pattern("a-stride-N", "a-stride-M")),
        "The index has the wrong row length: A has K columns, so its element (row, k) is A[row*K + k].",
    ),
    HintRule(
        "b-stride", "indexing", _BOUNDS, all_of(of_array("B"), pattern("b-stride-K", "b-stride-M")),
        "The index has the wrong row length: B has N columns, so its element (k, col) is B[k*N + col].",
    ),
    HintRule(
        "one-matrix-twice", "indexing", _BOUNDS, pattern("a-squared", "b-squared"),
        "Both tiles are loaded from the same matrix: one of A, the other of B.",
    ),
    HintRule(
        "load-a-outside", "boundaries", _BOUNDS, of_array("A"),
        "An element of A exists where its row is below M and its column below K, and only there may it be loaded; what"
        " lies outside counts as 0. Work out the index, and every condition before it, for this thread.",
    ),
    HintRule(
        "load-b-outside", "boundaries", _BOUNDS, of_array("B"),
        "An element of B exists where its row is below K and its column below N, and only there may it be loaded; what"
        " lies outside counts as 0. Work out the index, and every condition before it, for this thread.",
    ),
    HintRule(
        "tile-overrun", "indexing", _BOUNDS, in_shared,
        "The index leaves the shared array. Which is the largest value that it takes, and how many elements are"
        " declared? A tile is indexed by places within the tile.",
    ),
    HintRule(
        "out-of-bounds", "boundaries", _BOUNDS, always,
        "Which threads own no element here? They need a guard.",
    ),
    HintRule(
        "no-zero-fill", "boundaries", _INIT, all_of(in_shared, lambda _, evidence: evidence.own_are_ragged),
        "Where a load falls outside its matrix, a 0 must come into the tile. Without it the cell keeps whatever was"
        " there: the last phase's value, or garbage.",
    ),
    HintRule(
        "tile-not-filled", "initialisation", _INIT, in_shared,
        "Compare the places that are read here with those that are written before: which threads write, and where?",
    ),
    HintRule(
        "accumulates-into-c", "accumulation", _INIT, of_array("C"),
        "C holds no zeros when the kernel starts: add up in a register (float sum = 0.0f;) and store once with =.",
    ),
    HintRule(
        "sum-not-set", "initialisation", _INIT, always,
        "A local variable holds nothing at first: give it a value where it is declared.",
    ),
    # Accumulation and output
    HintRule(
        "accumulates-into-c", "accumulation", _RESULT, pattern("accumulates-into-c"),
        "The store adds to what C held before (+=), and C holds no zeros when the kernel starts. Add up in a register"
        " and store once with =.",
    ),
    HintRule(
        "never-stored", "output", _UNWRITTEN, pattern("never-written"),
        "No thread stores a result. Is there a store to C, and is its condition true for the threads that own a cell?",
    ),
    HintRule(
        "sum-restarts", "accumulation", _WRONG, pattern("only-last-phase"),
        "What earlier phases added is lost. Where is the sum set, and how often?",
    ),
    HintRule(
        "assigns-instead-of-adds", "accumulation", _WRONG, pattern("last-product-only"),
        "What was added before is lost: does the inner loop add to the sum, or replace it?",
    ),
    HintRule(
        "inner-loop-short", "accumulation", _WRONG, pattern("inner-loop-short", "inner-loop-late"),
        "The inner loop must run over all of the tile, from its first row to its last.",
    ),
    HintRule(
        "doubled", "accumulation", _WRONG, pattern("doubled"),
        "Everything was added twice. Is a product added in two places, or the loop over the phases run twice?",
    ),
    HintRule(
        "alpha-missing", "accumulation", _WRONG, pattern("alpha-missing"),
        "C = alpha·A·B + beta·C: multiply the finished sum by alpha.",
    ),
    HintRule(
        "beta-missing", "accumulation", _WRONG, pattern("beta-missing", "beta-not-multiplied"),
        "C = alpha·A·B + beta·C: what C held before counts too, times beta.",
    ),
    # Phases
    HintRule(
        "floor-division", "phases", _RESULT, all_of(pattern("last-phase-missing"), floor_division),
        "The number of phases is rounded down, so the last, partial tile along K is left out. Round up:"
        " (K + TILE_WIDTH - 1) / TILE_WIDTH.",
    ),
    HintRule(
        "last-phase-missing", "phases", _WRONG, pattern("last-phase-missing", "one-phase-short"),
        "The last phase does not count. Does the loop over the phases come to it, and what does each thread load then?",
    ),
    HintRule(
        "only-first-phase", "phases", _WRONG, pattern("only-first-phase"),
        "Only the first tile along K counts. How often does the loop over the phases run, and what does its second"
        " turn load?",
    ),
    HintRule(
        "same-tile-each-phase", "indexing", _WRONG, pattern("first-phase-repeated"),
        "Every phase adds the first tile again. What must move on from phase to phase, by how much, and where does it?",
    ),
    HintRule(
        "first-phase-missing", "indexing", _WRONG, pattern("first-phase-missing"),
        "The first phase is left out: does the loop start at 0?",
    ),
    # Indexing
    HintRule(
        "transposed", "indexing", _RESULT, pattern("transposed"),
        "Rows come from y and columns from x, in the threads, the blocks, the tiles and the index into C.",
    ),
    HintRule(
        "a-stride", "indexing", _WRONG, pattern("a-stride-N", "a-stride-M"),
        "The row length of A is K: its element (row, k) is A[row*K + k].",
    ),
    HintRule(
        "b-stride", "indexing", _WRONG, pattern("b-stride-K", "b-stride-M"),
        "The row length of B is N: its element (k, col) is B[k*N + col].",
    ),
    HintRule(
        "b-transposed", "indexing", _WRONG, pattern("b-transposed"),
        "B is used as if it were transposed: where does its row take the place of its column, in filling the tile or in"
        " reading it?",
    ),
    HintRule(
        "a-transposed", "indexing", _WRONG, pattern("a-transposed", "both-transposed"),
        "A is used as if it were transposed: where does its row take the place of its column, in filling the tile or in"
        " reading it?",
    ),
    HintRule(
        "operands-swapped", "indexing", _WRONG, pattern("operands-swapped"),
        "The result is B·A: the operands are exchanged. C[row][col] is the sum over k of A[row][k]*B[k][col].",
    ),
    HintRule(
        "one-matrix-twice", "indexing", _WRONG, pattern("a-squared", "b-squared"),
        "Both tiles are loaded from the same matrix.",
    ),
    HintRule(
        "elementwise", "indexing", _WRONG, pattern("elementwise"),
        "This multiplies element by element. A matrix product sums over k: A[row][k]*B[k][col].",
    ),
    HintRule(
        "nothing-added", "accumulation", _WRONG, all_of(pattern("all-zero"), lambda _, evidence: evidence.all_zero),
        "Nothing of the products comes to C. Follow one sum: what is added to it, and is it what the store stores?",
    ),
    HintRule(
        "phase-missing-in-a", "indexing", _WRONG, pattern("phase-missing-in-a"),
        "A's column must move on by a tile width from phase to phase.",
    ),
    HintRule(
        "phase-missing-in-b", "indexing", _WRONG, pattern("phase-missing-in-b"),
        "B's row must move on by a tile width from phase to phase.",
    ),
    HintRule(
        "integer-sum", "accumulation", _WRONG, pattern("whole-numbers"),
        "The sum loses its fraction: it must be a float, as the elements are.",
    ),
    HintRule(
        "low-precision", "accumulation", _WRONG, pattern("low-precision"),
        "Something on the way keeps fewer bits than a float: use float for the tiles, the products and the sum.",
    ),
    HintRule(
        "rectangular", "indexing", _RESULT, only_rectangles,
        "Square matrices come out right, rectangular ones do not: look where a size, or x and y, may be exchanged. A"
        " has row length K, B and C have N; the phases run along K; rows come from y, columns from x.",
    ),
    HintRule(
        "single-tile", "indexing", _RESULT, pattern("only-first-tile"),
        "Only the first block's tile is right: how does the block's place come into the row and the column?",
    ),
    HintRule(
        "store-guard-too-tight", "output", _UNWRITTEN, always,
        "Some cells of C are never stored. Who owns such a cell, and what does that thread store, and where?",
    ),
    HintRule(
        "input-written", "output", (Kind.INPUT_MODIFIED,), always,
        "A and B are inputs and must stay as they are: store to C only.",
    ),
    HintRule(
        "boundary-values", "boundaries", _WRONG, only_ragged,
        "Where every size is a multiple of the tile width the result is right: look at what happens at the edges. Each"
        " load and the store has a condition of its own, no looser and no stricter than the matrix that it is about,"
        " and what lies outside must add 0.",
    ),
    HintRule(
        "wrong-everywhere", "indexing", _WRONG, lambda _, evidence: evidence.fails_everything,
        "Start with the smallest case by hand: which elements does thread (0,0) load, and which does it need?",
    ),
    # Resources, time, tiling
    HintRule(
        "endless-loop", "endless", (Kind.TIMEOUT,), ran_dry,
        "Does the loop's variable change, and can its condition become false?",
    ),
    HintRule(
        "misaligned", "indexing", (Kind.MISALIGNED_ACCESS,), always,
        "A vector load such as float4 needs an address that is a multiple of its size; with a row length that is no"
        " multiple of 4, rows do not start on one.",
    ),
    HintRule(
        "endless-recursion", "endless", (Kind.DEVICE_TRAP,), missing("stack"),
        "Does the function stop calling itself for every value that it may get? A loop needs no stack at all.",
    ),
    HintRule(
        "too-much-shared", "limits", (Kind.RESOURCE_LIMIT,), code(r"__shared__"),
        "Shared memory is small: 48 KB a block. Two tiles of TILE_WIDTH × TILE_WIDTH floats take 8 KB at 32.",
    ),
    HintRule(
        "no-shared-memory", "tiling", (Kind.NOT_TILED,), lambda _, evidence: not evidence.uses_shared,
        "Tiling means: load a tile of A and one of B into __shared__ arrays, and read each element there TILE_WIDTH"
        " times.",
    ),
    HintRule(
        "tiles-not-reused", "tiling", (Kind.NOT_TILED,), always,
        "Each element should be loaded from global memory once a block and then be read from shared memory by"
        " TILE_WIDTH threads. Does the inner loop still read A or B directly?",
    ),
    HintRule(
        "slow", "tiling", (Kind.SLOW,), always,
        "Look at the counts beside your lines: which line loads from global memory more often than once a phase?",
    ),
    HintRule(
        "uncoalesced", "coalescing", (Kind.UNCOALESCED_ACCESS,), always,
        "Neighbouring threads (threadIdx.x and +1) should use neighbouring addresses: let x walk along the index"
        " that is consecutive in memory, the column of a row-major matrix.",
    ),
    HintRule(
        "bank-conflict", "banks", (Kind.BANK_CONFLICT,), always,
        "Threads of a warp hit the same bank of shared memory: exchange the indices, or pad the row by one element.",
    ),
)  # fmt: skip


def hint_table(_: ProductConfig) -> HintTable:
    """All of them, in every assignment."""
    return HintTable(rules=RULES, decisive=OF_ONE_TILE)
