"""The kinds of findings, and the table that says what each is; used by all packages, and quick to load.

A new kind needs a row in `Kind`, and one with its words in `grader/words/findings.yaml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(str, Enum):
    """`ERROR` costs points, `WARNING` teaches, `GRADER` is the grader's own fault."""

    ERROR = "error"
    WARNING = "warning"
    GRADER = "grader"


class FoundBy(Enum):
    """What detects a fault: compiler, text alone, aborted launch, checker, results, counts, or a program's calls."""

    COMPILER = "compiler"
    TEXT = "text"
    LAUNCH = "launch"
    CHECKER = "checker"
    COMPARISON = "comparison"
    COUNTS = "counts"
    CALLS = "calls"


class SafetyRule(Enum):
    """Rules independent of the numbers: the requirement's name, and the rule as a sentence. `HOST` is for programs."""

    RACES = ("no races", "No two threads use the same memory without a barrier between.")
    BOUNDS = ("in bounds", "Every access stays inside its array, and the inputs stay unchanged.")
    INITIALISED = ("initialised", "Nothing is read before it is written.")
    BARRIERS = ("barriers", "All threads of a block reach every barrier, and the kernel comes to an end.")
    HOST = ("host code", "Each copy, launch and free fits its memory, work is in order, and no error is overlooked.")

    def __init__(self, label: str, sentence: str) -> None:
        self.label = label
        self.sentence = sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """One kind: the lesson's `topic`, the safety `rule` that it breaks; its words stand in `grader.words.tables`.

    `luck` tells that right numbers are then pure luck. `item` is the only rubric item that needs this kind: if it has
    no points, grading does not look for it.
    """

    source: FoundBy
    topic: str | None = None
    rule: SafetyRule | None = None
    luck: bool = False
    item: str | None = None


class Kind(str, Enum):
    """What a finding is about, and what there is to know of it.

    The most serious come first, and causes before their possible effects: this is the order of findings.
    """

    about: About

    def __new__(cls, value: str, about: About | None = None) -> Kind:
        """Make the member; its value is the name alone, and `Kind(name)` finds it."""
        made = str.__new__(cls, value)
        made._value_ = value
        if about is not None:
            made.about = about
        return made

    TAMPERING = "tampering", About(source=FoundBy.COMPILER)
    COMPILE_ERROR = "compile-error", About(source=FoundBy.COMPILER)
    MISSING_KERNEL = "missing-kernel", About(source=FoundBy.COMPILER, topic="kernel")
    WRONG_SIGNATURE = "wrong-signature", About(source=FoundBy.COMPILER, topic="kernel")
    NOT_UNDERSTOOD = "not-understood", About(source=FoundBy.COMPILER, topic="kernel")
    UNFINISHED = "unfinished", About(source=FoundBy.TEXT)
    UNSUPPORTED = "unsupported", About(source=FoundBy.LAUNCH)
    INVALID_LAUNCH = "invalid-launch", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    WRONG_MEMORY = "wrong-memory", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    WRONG_COPY = "wrong-copy", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    WRONG_CALL = "wrong-call", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    USED_AFTER_FREE = "used-after-free", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    WRONG_FREE = "wrong-free", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    DATA_RACE = "data-race", About(source=FoundBy.CHECKER, topic="barriers", rule=SafetyRule.RACES, luck=True)
    OUT_OF_BOUNDS = "out-of-bounds", About(source=FoundBy.CHECKER, topic="boundaries", rule=SafetyRule.BOUNDS)
    MISALIGNED_ACCESS = "misaligned-access", About(source=FoundBy.CHECKER, topic="indexing", rule=SafetyRule.BOUNDS)
    UNINITIALIZED_READ = (
        "uninitialized-read",
        About(source=FoundBy.CHECKER, topic="initialisation", rule=SafetyRule.INITIALISED),
    )
    BARRIER_DIVERGENCE = "barrier-divergence", About(source=FoundBy.CHECKER, topic="arrival", rule=SafetyRule.BARRIERS)
    EARLY_EXIT = "early-exit", About(source=FoundBy.CHECKER, topic="arrival", rule=SafetyRule.BARRIERS)
    NOT_ORDERED = "not-ordered", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    INPUT_MODIFIED = "input-modified", About(source=FoundBy.COMPARISON, topic="output", rule=SafetyRule.BOUNDS)
    DEVICE_ASSERT = "device-assert", About(source=FoundBy.LAUNCH, rule=SafetyRule.BARRIERS)
    DEVICE_TRAP = "device-trap", About(source=FoundBy.LAUNCH, rule=SafetyRule.BARRIERS)
    TIMEOUT = "timeout", About(source=FoundBy.LAUNCH, topic="endless", rule=SafetyRule.BARRIERS)
    WRONG_RESULT = "wrong-result", About(source=FoundBy.COMPARISON, topic="indexing")
    UNWRITTEN_OUTPUT = "unwritten-output", About(source=FoundBy.COMPARISON, topic="output")
    # too many registers are often what a wrong result comes with: first make it right
    RESOURCE_LIMIT = "resource-limit", About(source=FoundBy.LAUNCH, topic="limits")
    COPIED_UNSET = "copied-unset", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    UNSEEN_ERROR = "unseen-error", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    EARLY_TIME = "early-time", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    NOT_COPIED_BACK = "not-copied-back", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    SET_BY_BYTES = "set-by-bytes", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    LEFT_OVER = "left-over", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    LEAK = "leak", About(source=FoundBy.CALLS, rule=SafetyRule.HOST)
    NOT_TILED = "not-tiled", About(source=FoundBy.COUNTS, topic="tiling", item="requirements")
    REQUIREMENT = "requirement", About(source=FoundBy.COUNTS, item="requirements")
    SLOW = "slow", About(source=FoundBy.COUNTS, topic="tiling", item="performance")
    UNCOALESCED_ACCESS = "uncoalesced-access", About(source=FoundBy.COUNTS, topic="coalescing", item="performance")
    BANK_CONFLICT = "bank-conflict", About(source=FoundBy.COUNTS, topic="banks", item="performance")


KINDS: dict[Kind, About] = {kind: kind.about for kind in Kind}
RANK = {kind: position for position, kind in enumerate(KINDS)}
"""A kind's position in the order of findings; 0 is the most serious."""


def kinds_from(*sources: FoundBy) -> frozenset[Kind]:
    """Return the kinds detected by these sources."""
    return frozenset(kind for kind, about in KINDS.items() if about.source in sources)


KERNEL_RULES = tuple(rule for rule in SafetyRule if rule is not SafetyRule.HOST)
SAFETY = frozenset(kind for kind, about in KINDS.items() if about.rule is not None)
"""Kinds that are faults whatever the numbers are."""


def kind_named(name: str) -> Kind | None:
    """Return the kind with this name; None if there is none."""
    return next((kind for kind in KINDS if kind.value == name), None)
