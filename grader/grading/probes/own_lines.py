"""The line that an access stands on, where the optimiser has moved it to another.

A load that a loop does not change moves in front of the loop, and its place in the source is lost: the PTX then gives
it the line of whatever stands before it, such as `int tx = threadIdx.x;`. Where a finding's line has no access in it at
all, the same launch on code that is not optimised, which keeps every access on its own line, tells which line it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grader.devices.base import Compiled, CompileRequest, Device, DeviceCrash, DeviceTimeout, Launch
from grader.emulator.result import Party, RunFinding

# An index, a member by pointer, a pointer followed (not a product, nor a declaration), or a call that may hold one.
_ACCESS = re.compile(r"\[|->|(?:^|[^\w\s)\]])\s*\*+\s*[\w(]|\b(?!(?:if|for|while|switch|return|sizeof)\b)\w+\s*\(")
_COMMENT = re.compile(r"//.*|/\*.*?\*/")
_MOST_CHARACTERS = 1000
_Access = tuple[str, str | None, str | None]


@dataclass(slots=True)
class OwnLines:
    """Knows the source at one tile width; compiles it without optimisation when it is first asked."""

    device: Device
    request: CompileRequest
    _plain: Compiled | None = None
    _told: dict[tuple[_Access, tuple[int, int]], RunFinding | None] = field(default_factory=dict)

    def of(self, launch: Launch, findings: Sequence[RunFinding]) -> tuple[RunFinding, ...]:
        """The findings of a launch, each on the line of its access as far as that can be told."""
        asked = [item for item in findings if self._is_doubtful(item)]
        if any(_fault(item) not in self._told for item in asked):
            self._ask(launch, asked)
        return tuple(self._moved(item, self._told.get(_fault(item))) for item in findings)

    def _is_doubtful(self, item: RunFinding) -> bool:
        """Whether a finding is of an access, on a line without any, or meets one on such a line."""
        return item.access is not None and not all(self._has_access(each) for each in _parties(item))

    def _has_access(self, party: RunFinding | Party) -> bool:
        lines = self.request.source.splitlines()
        line = lines[party.line - 1] if 0 < party.line <= len(lines) else ""
        if not line or len(line) > _MOST_CHARACTERS:
            return True
        return "__global__" not in line and _ACCESS.search(_COMMENT.sub("", line)) is not None

    def _ask(self, launch: Launch, findings: Sequence[RunFinding]) -> None:
        there = self._on_plain_code(launch)
        for item in findings:
            alike = [other for other in there if _access(other) == _access(item)]
            exact = [other for other in alike if (other.offset, other.thread) == (item.offset, item.thread)]
            self._told[_fault(item)] = next(iter(exact or alike), None)

    def _on_plain_code(self, launch: Launch) -> Sequence[RunFinding]:
        try:
            if self._plain is None:
                self._plain = self.device.compile(self.request.without_figures(debug=True))
            return self.device.launch(self._plain, launch).findings if self._plain.ok else ()
        except (DeviceTimeout, DeviceCrash):
            return ()

    def _moved(self, item: RunFinding, told: RunFinding | None) -> RunFinding:
        if told is None:
            return item
        other = item.other
        if other is not None and told.other is not None and not self._has_access(other):
            other = replace(other, line=told.other.line, column=told.other.column)
        if self._has_access(item):
            return replace(item, other=other)
        return replace(item, line=told.line, column=told.column, other=other)


def _parties(item: RunFinding) -> tuple[RunFinding | Party, ...]:
    return (item,) if item.other is None else (item, item.other)


def _access(item: RunFinding) -> _Access:
    return item.kind, item.object, item.access


def _fault(item: RunFinding) -> tuple[_Access, tuple[int, int]]:
    return _access(item), (item.line, item.column)
