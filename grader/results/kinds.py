"""The kinds of findings, and the table that says what each is; used by all packages, and quick to load.

A new kind needs a name in `Kind`, a row here, and one with its words in `grader/words/findings.yaml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(str, Enum):
    """`ERROR` costs points, `WARNING` teaches, `GRADER` is the grader's own fault."""

    ERROR = "error"
    WARNING = "warning"
    GRADER = "grader"


class Kind(str, Enum):
    """What a finding is about."""

    COMPILE_ERROR = "compile-error"
    MISSING_KERNEL = "missing-kernel"
    WRONG_SIGNATURE = "wrong-signature"
    NOT_UNDERSTOOD = "not-understood"
    UNFINISHED = "unfinished"
    RESOURCE_LIMIT = "resource-limit"
    WRONG_RESULT = "wrong-result"
    UNWRITTEN_OUTPUT = "unwritten-output"
    INPUT_MODIFIED = "input-modified"
    OUT_OF_BOUNDS = "out-of-bounds"
    MISALIGNED_ACCESS = "misaligned-access"
    UNINITIALIZED_READ = "uninitialized-read"
    DATA_RACE = "data-race"
    BARRIER_DIVERGENCE = "barrier-divergence"
    EARLY_EXIT = "early-exit"
    DEVICE_ASSERT = "device-assert"
    DEVICE_TRAP = "device-trap"
    TIMEOUT = "timeout"
    NOT_TILED = "not-tiled"
    REQUIREMENT = "requirement"
    SLOW = "slow"
    UNCOALESCED_ACCESS = "uncoalesced-access"
    BANK_CONFLICT = "bank-conflict"
    UNSUPPORTED = "unsupported"
    TAMPERING = "tampering"
    INVALID_LAUNCH = "invalid-launch"
    WRONG_MEMORY = "wrong-memory"
    WRONG_COPY = "wrong-copy"
    WRONG_CALL = "wrong-call"
    USED_AFTER_FREE = "used-after-free"
    WRONG_FREE = "wrong-free"
    NOT_ORDERED = "not-ordered"
    COPIED_UNSET = "copied-unset"
    UNSEEN_ERROR = "unseen-error"
    EARLY_TIME = "early-time"
    NOT_COPIED_BACK = "not-copied-back"
    SET_BY_BYTES = "set-by-bytes"
    LEFT_OVER = "left-over"
    LEAK = "leak"


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


# Most serious first, and causes before their possible effects: this is the order of findings.
KINDS: dict[Kind, About] = {
    Kind.TAMPERING: About(source=FoundBy.COMPILER),
    Kind.COMPILE_ERROR: About(source=FoundBy.COMPILER),
    Kind.MISSING_KERNEL: About(source=FoundBy.COMPILER, topic="kernel"),
    Kind.WRONG_SIGNATURE: About(source=FoundBy.COMPILER, topic="kernel"),
    Kind.NOT_UNDERSTOOD: About(source=FoundBy.COMPILER, topic="kernel"),
    Kind.UNFINISHED: About(source=FoundBy.TEXT),
    Kind.UNSUPPORTED: About(source=FoundBy.LAUNCH),
    Kind.INVALID_LAUNCH: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.WRONG_MEMORY: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.WRONG_COPY: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.WRONG_CALL: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.USED_AFTER_FREE: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.WRONG_FREE: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.DATA_RACE: About(source=FoundBy.CHECKER, topic="barriers", rule=SafetyRule.RACES, luck=True),
    Kind.OUT_OF_BOUNDS: About(source=FoundBy.CHECKER, topic="boundaries", rule=SafetyRule.BOUNDS),
    Kind.MISALIGNED_ACCESS: About(source=FoundBy.CHECKER, topic="indexing", rule=SafetyRule.BOUNDS),
    Kind.UNINITIALIZED_READ: About(source=FoundBy.CHECKER, topic="initialisation", rule=SafetyRule.INITIALISED),
    Kind.BARRIER_DIVERGENCE: About(source=FoundBy.CHECKER, topic="arrival", rule=SafetyRule.BARRIERS),
    Kind.EARLY_EXIT: About(source=FoundBy.CHECKER, topic="arrival", rule=SafetyRule.BARRIERS),
    Kind.NOT_ORDERED: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.INPUT_MODIFIED: About(source=FoundBy.COMPARISON, topic="output", rule=SafetyRule.BOUNDS),
    Kind.DEVICE_ASSERT: About(source=FoundBy.LAUNCH, rule=SafetyRule.BARRIERS),
    Kind.DEVICE_TRAP: About(source=FoundBy.LAUNCH, rule=SafetyRule.BARRIERS),
    Kind.TIMEOUT: About(source=FoundBy.LAUNCH, topic="endless", rule=SafetyRule.BARRIERS),
    Kind.WRONG_RESULT: About(source=FoundBy.COMPARISON, topic="indexing"),
    Kind.UNWRITTEN_OUTPUT: About(source=FoundBy.COMPARISON, topic="output"),
    # too many registers are often what a wrong result comes with: first make it right
    Kind.RESOURCE_LIMIT: About(source=FoundBy.LAUNCH, topic="limits"),
    Kind.COPIED_UNSET: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.UNSEEN_ERROR: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.EARLY_TIME: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.NOT_COPIED_BACK: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.SET_BY_BYTES: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.LEFT_OVER: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.LEAK: About(source=FoundBy.CALLS, rule=SafetyRule.HOST),
    Kind.NOT_TILED: About(source=FoundBy.COUNTS, topic="tiling", item="requirements"),
    Kind.REQUIREMENT: About(source=FoundBy.COUNTS, item="requirements"),
    Kind.SLOW: About(source=FoundBy.COUNTS, topic="tiling", item="performance"),
    Kind.UNCOALESCED_ACCESS: About(source=FoundBy.COUNTS, topic="coalescing", item="performance"),
    Kind.BANK_CONFLICT: About(source=FoundBy.COUNTS, topic="banks", item="performance"),
}

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
