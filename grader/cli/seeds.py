"""What `--seed` takes, the same for all commands: of its own, so that nothing heavy is imported for it."""

from __future__ import annotations

import argparse

LARGEST = 2**63 - 1


def seed_argument(text: str) -> int | str:
    """A number from 0 to 2⁶³ − 1, or `random`; raises `argparse.ArgumentTypeError` for anything else."""
    if text == "random":
        return text
    try:
        seed = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number or 'random', got '{text}'") from None
    if not is_seed(seed):
        raise argparse.ArgumentTypeError(f"expected a number from 0 to {LARGEST}, got {text}")
    return seed


def is_seed(number: int) -> bool:
    """Whether the generators of random inputs take it."""
    return 0 <= number <= LARGEST
