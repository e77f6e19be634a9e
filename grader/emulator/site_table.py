"""What machine code refers to by number: instructions that can be part of a finding, and counted blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from grader.emulator.ptx import Instruction


class LoggedAccesses(Enum):
    """What machine code writes into the event log: nothing, where each access goes, or all that a replay shows."""

    NOTHING = "nothing"
    ACCESSES = "accesses"
    STEPS = "steps"


# Spaces of which only an access's address tells, as it runs: any at all; global or constant memory or a parameter.
ASKED = ("generic", "window")


@dataclass(frozen=True, slots=True)
class Site:
    """An instruction with what its access is: `access` is read, write, atomic or empty.

    `space` is global, shared or local where the code tells, else one of `ASKED`.
    """

    instruction: Instruction
    access: str = ""
    space: str = ""
    size: int = 0


@dataclass(slots=True)
class Tables:
    """The numbered things of one translated kernel."""

    sites: list[Site] = field(default_factory=list)
    suspensions: dict[int, int] = field(default_factory=dict)
    blocks: list[list[Instruction]] = field(default_factory=list)

    def site(self, instruction: Instruction, access: str = "", space: str = "", size: int = 0) -> int:
        """The number of a new site."""
        self.sites.append(Site(instruction, access, space, size))
        return len(self.sites) - 1
