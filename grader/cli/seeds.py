"""Parse `--seed`. Separate so that the command line starts fast."""

from __future__ import annotations

import argparse

LARGEST = 2**63 - 1


def seed_argument(text: str) -> int | str:
    """Return a number from 0 to 2⁶³ − 1, or `random`. Raise `argparse.ArgumentTypeError` for anything else."""
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
    """Return whether the random generators accept the number."""
    return 0 <= number <= LARGEST
