"""Remarks of selfcheck on an assignment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark about the assignment; `grave` ones make it unsound."""

    grave: bool
    text: str
