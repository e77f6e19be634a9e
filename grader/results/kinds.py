"""The table of all kinds of findings, used by all packages. A new kind needs a name in `Kind` and a row here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from grader.results import Kind


class FoundBy(Enum):
    """What detects a fault: the compiler, an aborted launch, a checker, a comparison of results, or counts."""

    COMPILER = "compiler"
    LAUNCH = "launch"
    CHECKER = "checker"
    COMPARISON = "comparison"
    COUNTS = "counts"


class SafetyRule(Enum):
    """Rules for every kernel, independent of its numbers: the requirement's name, and the rule as a sentence."""

    RACES = ("no races", "No two threads use the same memory without a barrier between.")
    BOUNDS = ("in bounds", "Every access stays inside its array, and the inputs stay unchanged.")
    INITIALISED = ("initialised", "Nothing is read before it is written.")
    BARRIERS = ("barriers", "All threads of a block reach every barrier, and the kernel comes to an end.")

    def __init__(self, label: str, sentence: str) -> None:
        self.label = label
        self.sentence = sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """One kind: `title` for readers, the lesson's `topic`, the safety `rule` that it breaks.

    `stops` tells in the verdict why nothing ran; `reason` what else is wrong with a kernel that ran; `luck` that right
    numbers are then pure luck. `counts` is the unit of `Finding.count`. `item` is the only rubric item that needs this
    kind: if it has no points, grading does not look for it.
    """

    title: str
    source: FoundBy
    topic: str | None = None
    rule: SafetyRule | None = None
    stops: str | None = None
    reason: str | None = None
    luck: bool = False
    counts: str = "time"
    item: str | None = None


# Most serious first, and causes before their possible effects: this is the order of findings.
KINDS: dict[Kind, About] = {
    Kind.TAMPERING: About(
        title="Not allowed", source=FoundBy.COMPILER, stops="The file tries to tamper with grading",
    ),
    Kind.COMPILE_ERROR: About(
        title="Does not compile", source=FoundBy.COMPILER, stops="The file does not compile",
    ),
    Kind.MISSING_KERNEL: About(
        title="Kernel not found", source=FoundBy.COMPILER, topic="kernel", stops="The kernel is missing",
    ),
    Kind.WRONG_SIGNATURE: About(
        title="Wrong parameters", source=FoundBy.COMPILER, topic="kernel",
        stops="The kernel's parameters do not fit",
    ),
    Kind.NOT_UNDERSTOOD: About(
        title="Not understood", source=FoundBy.COMPILER, topic="kernel",
        stops="The grader does not know how to launch this kernel",
    ),
    Kind.UNSUPPORTED: About(
        title="Not supported by the emulator", source=FoundBy.LAUNCH,
        stops="The kernel uses what the grader cannot run",
    ),
    Kind.DATA_RACE: About(
        title="Data race", source=FoundBy.CHECKER, topic="barriers", rule=SafetyRule.RACES,
        reason="the kernel has a data race", luck=True,
    ),
    Kind.OUT_OF_BOUNDS: About(
        title="Out of bounds", source=FoundBy.CHECKER, topic="boundaries", rule=SafetyRule.BOUNDS,
        reason="the kernel leaves its arrays",
    ),
    Kind.MISALIGNED_ACCESS: About(
        title="Misaligned access", source=FoundBy.CHECKER, topic="indexing", rule=SafetyRule.BOUNDS,
    ),
    Kind.UNINITIALIZED_READ: About(
        title="Read before written", source=FoundBy.CHECKER, topic="initialisation", rule=SafetyRule.INITIALISED,
        reason="the kernel reads what was never written",
    ),
    Kind.BARRIER_DIVERGENCE: About(
        title="Barrier not met by all", source=FoundBy.CHECKER, topic="arrival", rule=SafetyRule.BARRIERS,
        reason="not all threads reach the same barriers",
    ),
    Kind.EARLY_EXIT: About(
        title="Thread left before a barrier", source=FoundBy.CHECKER, topic="arrival", rule=SafetyRule.BARRIERS,
        reason="some threads leave before a barrier that others wait at",
    ),
    Kind.INPUT_MODIFIED: About(
        title="Input overwritten", source=FoundBy.COMPARISON, topic="output", rule=SafetyRule.BOUNDS,
        reason="the kernel changes its inputs", counts="case",
    ),
    Kind.DEVICE_ASSERT: About(title="assert failed", source=FoundBy.LAUNCH, rule=SafetyRule.BARRIERS),
    Kind.DEVICE_TRAP: About(title="Kernel trapped", source=FoundBy.LAUNCH, rule=SafetyRule.BARRIERS),
    Kind.TIMEOUT: About(title="Did not end", source=FoundBy.LAUNCH, topic="endless", rule=SafetyRule.BARRIERS),
    Kind.WRONG_RESULT: About(
        title="Wrong result", source=FoundBy.COMPARISON, topic="indexing", counts="cell",
    ),
    Kind.UNWRITTEN_OUTPUT: About(
        title="Output not written", source=FoundBy.COMPARISON, topic="output", counts="cell",
    ),
    # a wrong result often comes with too many registers: fix the result first
    Kind.RESOURCE_LIMIT: About(
        title="Over a GPU's limits", source=FoundBy.LAUNCH, topic="limits",
        reason="no GPU could launch the kernel",
    ),
    Kind.NOT_TILED: About(
        title="Not tiled", source=FoundBy.COUNTS, topic="tiling", reason="the kernel is not tiled",
        item="requirements",
    ),
    Kind.REQUIREMENT: About(
        title="A requirement is not met", source=FoundBy.COUNTS, reason="not all that is required is met",
        item="requirements",
    ),
    Kind.SLOW: About(title="Slow", source=FoundBy.COUNTS, topic="tiling", item="performance"),
    Kind.UNCOALESCED_ACCESS: About(
        title="Uncoalesced access", source=FoundBy.COUNTS, topic="coalescing", item="performance",
    ),
    Kind.BANK_CONFLICT: About(
        title="Bank conflict", source=FoundBy.COUNTS, topic="banks", item="performance",
    ),
}  # fmt: skip

RANK = {kind: position for position, kind in enumerate(KINDS)}
"""A kind's position in the order of findings; 0 is the most serious."""


def kinds_from(*sources: FoundBy) -> frozenset[Kind]:
    """Return the kinds detected by these sources."""
    return frozenset(kind for kind, about in KINDS.items() if about.source in sources)


SAFETY = frozenset(kind for kind, about in KINDS.items() if about.rule is not None)
"""Kinds that are faults whatever the numbers are."""


def kind_named(name: str) -> Kind | None:
    """Return the kind with this name; None if there is none."""
    return next((kind for kind in KINDS if kind.value == name), None)
