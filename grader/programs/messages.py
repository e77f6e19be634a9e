"""What the server of a program tells of a run. Loaded where there is something to tell: it takes time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.devices.wire import Counts
from grader.emulator.result import Counters, Dim3
from grader.results import Diagnostic, Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelCounts:
    """All launches of one kernel: their counts by line and threads together, and grid and block of the first."""

    kernel: str
    launches: int
    threads: int
    grid: Dim3
    block: Dim3
    counters: Counts = field(default_factory=Counters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """All findings, in order, each with its facts; what was launched, and how often each function was called.

    `refused` says why the device half could not run, if so. `half` is that half as a text to keep, if this run has
    compiled it. `gpu` are the facts of the GPU, if the program ran on one.
    """

    findings: tuple[Finding, ...] = ()
    kernels: tuple[KernelCounts, ...] = ()
    calls: Mapping[str, int] = field(default_factory=dict)
    refused: str = ""
    unsupported: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()
    half: str = ""
    gpu: Mapping[str, Any] = field(default_factory=dict)
