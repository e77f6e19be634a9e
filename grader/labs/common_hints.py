"""Hints that are true of any kernel, whatever it computes."""

from __future__ import annotations

from grader.labs.hints import (
    HintRule,
    all_of,
    always,
    code,
    conditional_barrier,
    early_return,
    in_global,
    in_shared,
    is_volatile,
    is_write,
    loads_then_reads,
    missing,
    no_barrier,
    ran_dry,
    relies_on_volatile,
    same_cell_written_twice,
    takes_several,
)
from grader.results import Kind

_RACE = (Kind.DATA_RACE,)
_BOUNDS = (Kind.OUT_OF_BOUNDS,)
_UNSET = (Kind.UNINITIALIZED_READ,)
_APART = (Kind.BARRIER_DIVERGENCE, Kind.EARLY_EXIT)

BLOCKS_APART = HintRule(
    "blocks-apart", "arrival", (Kind.BARRIER_DIVERGENCE,), missing("block"),
    "grid.sync() waits for all blocks of the grid: move it out of conditions that depend on the block, let no block"
    " return before it, and call it equally often in all blocks.",
)  # fmt: skip

NEARER: tuple[HintRule, ...] = (
    BLOCKS_APART,
    HintRule(
        "barrier-set-up-by-several", "", _RACE, all_of(in_shared, same_cell_written_twice, code(r"\b\w*init\s*\(.*&")),
        "One thread sets a barrier up: put if (threadIdx.x == 0) before this line, and a __syncthreads() behind it, so"
        " that no thread uses the barrier before.",
    ),
    HintRule(
        "volatile-for-a-barrier", "", _RACE, all_of(in_shared, relies_on_volatile),
        "volatile makes no thread wait for another, and the threads of a warp need not move in step: let only those"
        " below the step add, with a __syncwarp() after each step, or add within a warp by __shfl_down_sync.",
    ),
    HintRule(
        "volatile-hand-over", "", _UNSET, all_of(in_shared, is_volatile),
        "Is it another thread of the warp that writes it? volatile makes no thread wait for another, and the threads of"
        " a warp need not move in step, so that may come later: put a __syncwarp() between writing and reading.",
    ),
    HintRule(
        "vector-outside", "", _BOUNDS, takes_several,
        "One access takes several elements here: the last of them must be below the array's length too, and what is"
        " left over must be done one by one.",
    ),
)  # fmt: skip
"""Of these the text itself tells the cause: they come before what a lab has to say of such a finding."""

NEUTRAL: tuple[HintRule, ...] = (
    HintRule(
        "no-barrier", "", _RACE, all_of(in_shared, no_barrier),
        "The kernel has no __syncthreads() at all: nobody waits until the others have written what is read here."
        " Threads of one warp wait for one another by __syncwarp().",
    ),
    HintRule(
        "several-writers", "", _RACE, all_of(in_shared, same_cell_written_twice),
        "Two threads write the same element of a shared array. Give each its own, or add with an atomic operation.",
    ),
    HintRule(
        "barrier-before-reading", "", _RACE, all_of(in_shared, loads_then_reads),
        "Is a __syncthreads() missing between the line that writes and the line that reads?",
    ),
    HintRule(
        "barrier-missing", "", _RACE, in_shared,
        "What one thread writes and another reads needs a __syncthreads() between, in every turn of a loop.",
    ),
    HintRule(
        "blocks-not-ordered", "", _RACE, always,
        "Blocks run in any order, and several threads use the same element of global memory here: use an atomic"
        " operation, or let each have its own element.",
    ),
    HintRule(
        "write-outside", "", _BOUNDS, all_of(in_global, is_write),
        "Compare the index with the array's length before storing: the last block has threads with nothing to do.",
    ),
    HintRule(
        "read-outside", "", _BOUNDS, in_global,
        "Compare the index with the array's length before loading: the last block has threads with nothing to do.",
    ),
    HintRule(
        "shared-outside", "", _BOUNDS, always,
        "Compare the index with the sizes that the array is declared with.",
    ),
    HintRule(
        "unset-output", "", _UNSET, in_global,
        "This array holds nothing at first: store with = before anything is added to an element or read from it.",
    ),
    HintRule(
        "unset-shared", "", _UNSET, in_shared,
        "A shared array holds nothing at first: every element that is read must be written before, by some thread of"
        " the block, in the last block too.",
    ),
    HintRule(
        "unset-local", "", _UNSET, always,
        "A local variable holds nothing at first: give it a value where it is declared.",
    ),
    HintRule(
        "return-before-barrier", "", _APART, early_return,
        "A thread that has nothing to do must not return before a __syncthreads(): put a condition around what it"
        " must not do, and let it come to the barrier.",
    ),
    HintRule(
        "barrier-in-condition", "", _APART, conditional_barrier,
        "Every thread of the block must come to the same __syncthreads(): move it out of the condition.",
    ),
    HintRule("barrier-apart", "", _APART, always, "Every thread of the block must come to the same __syncthreads()."),
    HintRule(
        "never-written", "", (Kind.UNWRITTEN_OUTPUT,), always,
        "Some elements of the output are never stored. Does every one have a thread, and is the condition before the"
        " store too strict?",
    ),
    HintRule(
        "input-written", "", (Kind.INPUT_MODIFIED,), always, "An input must stay as it is: store to the output only."
    ),
    HintRule(
        "endless-loop", "", (Kind.TIMEOUT,), ran_dry,
        "Does the loop's variable change, and can its condition become false?",
    ),
    HintRule(
        "misaligned", "", (Kind.MISALIGNED_ACCESS,), always,
        "A vector load such as float4 needs an address that is a multiple of its size.",
    ),
    HintRule(
        "too-much-shared", "", (Kind.RESOURCE_LIMIT,), code(r"__shared__"), "Shared memory is small: 48 KB a block."
    ),
    HintRule(
        "uncoalesced", "", (Kind.UNCOALESCED_ACCESS,), always,
        "Neighbouring threads (threadIdx.x and +1) should use neighbouring addresses.",
    ),
    HintRule(
        "bank-conflict", "", (Kind.BANK_CONFLICT,), always,
        "Threads of a warp hit the same bank of shared memory: exchange the indices, or pad the row by one element.",
    ),
)  # fmt: skip
