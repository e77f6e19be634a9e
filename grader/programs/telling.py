"""What the server of a program tells of a run: findings, of what the emulator found in its kernels too, and counts.

Loaded where there is something to tell: it takes time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.compiling.source_facts import SourceFacts
from grader.devices.wire import Counts, make_ready
from grader.emulator.result import Counters, Dim3
from grader.labs.base import Buffer
from grader.labs.findings import Names, in_order, merge, placed, translate, without_case, without_consequences
from grader.labs.hints import apply_hints, data_hints
from grader.layouts import ElementLayout
from grader.programs.device import KnownKernel, Seen
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

    `refused` says why the program could not run on, if so: its device half does not compile, where there are
    `diagnostics`. `half` is that half as a text to keep, if this run has
    compiled it. `gpu` are the facts of the GPU, if the program ran on one.
    """

    findings: tuple[Finding, ...] = ()
    kernels: tuple[KernelCounts, ...] = ()
    calls: Mapping[str, int] = field(default_factory=dict)
    refused: str = ""
    diagnostics: tuple[Diagnostic, ...] | None = None
    half: str = ""
    gpu: Mapping[str, Any] = field(default_factory=dict)


def load() -> None:
    """Load what a run needs that has something to tell."""
    make_ready(Told)


def tell(
    files: Mapping[str, str], kernels: Sequence[KnownKernel], seen: Sequence[Seen], host: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Return the findings of the device half and those of the host half together."""
    main = next(iter(files))
    told: list[Finding] = []
    for kernel in kernels:
        own = [each for each in seen if each.kernel is kernel]
        if own:
            facts = SourceFacts(files[main], "", kernel.line)
            found = placed(without_consequences(merge(_findings(own, main))), facts)
            hinted = apply_hints(found, facts, (), data_hints(), uses_shared="__shared__" in files[main])
            told += [_with_host(finding, own) for finding in hinted]
    return in_order([*told, *host])


def _findings(seen: Sequence[Seen], main: str) -> Iterable[Finding]:
    for each in seen:
        item = each.finding
        buffers = {}
        for parameter in each.kernel.parameters:
            layout = ElementLayout.of(parameter.element)
            if parameter.name == item.object and layout and item.object_bytes is not None:
                content = layout.loaded(np.zeros(item.object_bytes // layout.size_bytes * layout.size_bytes, np.uint8))
                shape = (-1, layout.count) if layout.count > 1 else -1
                buffers[parameter.name] = Buffer(content.reshape(shape), layout=layout)
        made = without_case(translate(item, Names(buffers, each.kernel.declarations), ""))
        if item.file not in ("", main):
            # A finding's line is one of the main file.
            hint = f"This is in {item.file}, line {item.line}."
            made = made.model_copy(update={"line": 0, "column": 0, "hint": hint})
        yield made


def _with_host(finding: Finding, seen: Sequence[Seen]) -> Finding:
    """Return a finding with what the host has to do with it, before what the kernel may do."""
    for each in seen:
        item = each.finding
        same = (item.kind, item.object, item.access) == (finding.kind.value, finding.array, finding.access)
        if same and item.line in (finding.line, 0):
            return finding.model_copy(
                update={"hint": f"{each.said} {finding.hint or ''}".strip() or None, "related": each.related}
            )
    return finding
