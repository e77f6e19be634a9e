"""Base of all results: immutable models, and enumerations of statuses, severities and kinds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum

from pydantic import BaseModel, ConfigDict

SWEEP = "sweep"
"""The family of cases that a sweep found."""

Sizes = dict[str, int]
"""Sizes by the lab's names."""


DECIMALS = 4
"""Decimals of points: rounding to these keeps every sum exact. Fewer are shown."""


def exact(amount: float) -> float:
    """Return points rounded as they count."""
    return round(amount, DECIMALS)


def added(amounts: Iterable[float]) -> float:
    """Return the sum of points."""
    return exact(math.fsum(amounts))


class ResultModel(BaseModel):
    """Base of all result models: immutable, and strict about names so that a typo is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings", defer_build=True)


class Status(str, Enum):
    """How one case, requirement or criterion ended. `ERROR` is the grader's own fault and never costs points."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"
    ERROR = "error"


class Severity(str, Enum):
    """`ERROR` costs points, `WARNING` teaches, `GRADER` is the grader's own fault."""

    ERROR = "error"
    WARNING = "warning"
    GRADER = "grader"


class Visibility(str, Enum):
    """Who may see a case: the words are Gradescope's."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"

    @property
    def hides(self) -> bool:
        """Whether a student may not see the case, or not yet."""
        return self is not Visibility.VISIBLE


class Kind(str, Enum):
    """What a finding is about."""

    COMPILE_ERROR = "compile-error"
    MISSING_KERNEL = "missing-kernel"
    WRONG_SIGNATURE = "wrong-signature"
    NOT_UNDERSTOOD = "not-understood"
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
