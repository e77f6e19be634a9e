"""Explanations of wrong results in sentences: a row for each that `labs.matmul.patterns` can give, and its facts."""

from __future__ import annotations

from collections.abc import Iterable

from grader.results import Explanation

SENTENCES = {
    # What the values are
    "all-zero": "Every cell is exactly 0.",
    "zeros": "Every wrong cell is exactly 0.",
    "product-missing": "The wrong cells hold beta · C alone: no product was added.",
    "last-phase-missing": (
        "The wrong cells are the sum over the first {whole} of {inner} products: the last, partial phase is missing."
    ),
    "only-first-phase": "The wrong cells hold the first phase alone (k < {tile}).",
    "only-last-phase": "The wrong cells hold the last phase alone (k ≥ {last}).",
    "first-phase-missing": "The first phase (k < {tile}) is missing from the sum.",
    "one-phase-short": "The last phase (k ≥ {last}) is missing from the sum.",
    "phase-missing-in-a": "Every phase used A's first tile again, with B's right one.",
    "phase-missing-in-b": "Every phase used B's first tile again, with A's right one.",
    "first-phase-repeated": "Every phase added the first tile again.",
    "doubled": "Every wrong cell is twice the right value.",
    "transposed": "C is stored transposed: row and column are exchanged.",
    "b-transposed": "The result is A · Bᵀ: B is read with row and column exchanged.",
    "a-transposed": "The result is Aᵀ · B: A is read with row and column exchanged.",
    "operands-swapped": "The result is B · A: the operands are exchanged.",
    "both-transposed": "The result is Aᵀ · Bᵀ.",
    "a-squared": "The result is A · A: both tiles hold A.",
    "b-squared": "The result is B · B: both tiles hold B.",
    "elementwise": "Each cell is A[row][col] * B[row][col]: a product of elements.",
    "a-stride-N": "A is read with a row length of N = {stride} instead of K = {right}.",
    "a-stride-M": "A is read with a row length of M = {stride} instead of K = {right}.",
    "b-stride-K": "B is read with a row length of K = {stride} instead of N = {right}.",
    "b-stride-M": "B is read with a row length of M = {stride} instead of N = {right}.",
    "last-product-only": "Each wrong cell is its last product alone.",
    "first-product-missing": "The product with k = 0 is missing from the sum.",
    "last-product-missing": "The last product is missing from the sum.",
    "inner-loop-short": "The last product of every phase is missing: the inner loop is one short.",
    "inner-loop-late": "The first product of every phase is missing: the inner loop starts at 1.",
    "alpha-missing": "alpha is left out: it must multiply the product.",
    "beta-missing": "beta times the old C is left out.",
    "beta-not-multiplied": "The old C is added as it is, not multiplied by beta.",
    "whole-numbers": "Every result is a whole number: the fraction is lost on the way.",
    "low-precision": "Every cell is nearly right: values are rounded to fewer bits than they have.",
    "accumulates-into-c": (
        "With zeros in C beforehand the result is right: the kernel adds to what C held, or leaves cells as is."
    ),
    # Where they are
    "never-written": "No thread stored anything in C.",
    "all-nonfinite": "Every cell is NaN or infinite.",
    "whole-rows": "Whole rows are wrong, all others right: {rows}.",
    "whole-columns": "Whole columns are wrong, all others right: {columns}.",
    "last-tile-column": "Only the last, partial tile column is wrong (columns {first} to {last}).",
    "last-tile-row": "Only the last, partial tile row is wrong (rows {first} to {last}).",
    "last-tiles": "Only the partial tiles at the right and bottom edge are wrong.",
    "last-corner": "Only the partial tile in the last corner is wrong.",
    "only-first-tile": "Only the first tile of C is right; every other block is wrong.",
    "first-tile-wrong": "Only the first tile of C is wrong.",
    "off-diagonal": "Only the diagonal is right.",
}


def in_words(explanations: Iterable[Explanation]) -> str:
    """The sentences, in order; an explanation of another version's is passed over."""
    return " ".join(SENTENCES[entry.name].format(**entry.facts) for entry in explanations if entry.name in SENTENCES)
