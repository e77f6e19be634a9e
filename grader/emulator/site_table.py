"""Numbers in machine code: instructions that can be part of a finding, and counted blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from grader.emulator.ptx import Instruction


class LoggedAccesses(Enum):
    """What machine code writes to the event log: nothing, where each access goes, or all that a replay shows."""

    NOTHING = "nothing"
    ACCESSES = "accesses"
    STEPS = "steps"


# Spaces that only the address shows at run time: any space; global or constant memory or a parameter.
ASKED = ("generic", "window")


@dataclass(frozen=True, slots=True)
class Site:
    """An instruction and its access: `access` is read, write, atomic or empty.

    `space` is global, shared or local if the code shows it, else one of `ASKED`.
    """

    instruction: Instruction
    access: str = ""
    space: str = ""
    size: int = 0

    @property
    def deeds(self) -> tuple[str, ...]:
        """What its access counts as: loads, stores or both."""
        return {"read": ("load",), "write": ("store",), "atomic": ("load", "store")}[self.access]


@dataclass(slots=True)
class Tables:
    """The numbered things of one translated kernel."""

    sites: list[Site] = field(default_factory=list)
    suspensions: dict[int, int] = field(default_factory=dict)
    blocks: list[list[Instruction]] = field(default_factory=list)

    def site(self, instruction: Instruction, access: str = "", space: str = "", size: int = 0) -> int:
        """Return the number of a new site."""
        self.sites.append(Site(instruction, access, space, size))
        return len(self.sites) - 1
