"""Lanes that leave the kernel before the others of their row, as where a matrix ends inside a tile.

The row goes on without them as long as its threads need not meet: until a barrier, or an access to shared memory.
"""

from __future__ import annotations

from collections.abc import Callable

from grader.emulator.passes.control_flow import Ending, Graph

LEFT = "%left"
"""The variable that holds the lanes which are left, a bit each."""


def partings(graph: Graph, uniform: Callable[[str], bool]) -> dict[int, int]:
    """Branches at which lanes may part ways of which one leads out of the kernel: block → the block that only ends."""
    found = {}
    for block in graph.blocks:
        guard = block.last.guard if block.last is not None else None
        if block.ending is not Ending.BRANCH or guard is None or uniform(guard.name):
            continue
        ways = [graph.blocks[target] for target in block.targets]
        out = [way.index for way in ways if way.ending is Ending.RETURN and not way.instructions]
        if len(out) == 1:
            found[block.index] = out[0]
    return found


def thinned(graph: Graph, parting: dict[int, int]) -> frozenset[int]:
    """Blocks that a row may come to without some of its lanes; behind a barrier all are there."""
    found: set[int] = set()
    waiting = [target for index in parting for target in graph.blocks[index].targets]
    while waiting:
        index = waiting.pop()
        if index not in found:
            found.add(index)
            waiting += graph.blocks[index].targets if graph.blocks[index].ending is not Ending.SUSPEND else ()
    return frozenset(found)
