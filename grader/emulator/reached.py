"""Search a graph: blocks that follow blocks, functions that call functions, registers that values go to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


def reached(first: Iterable[Item], following: Callable[[Item], Iterable[Item]]) -> set[Item]:
    """Return the first items, those that follow them, those that follow these, and so on."""
    found: set[Item] = set()
    waiting = list(first)
    while waiting:
        item = waiting.pop()
        if item not in found:
            found.add(item)
            waiting += following(item)
    return found
