"""What sentinels have found odd since somebody asked: one branch for many questions."""

from __future__ import annotations

from grader.emulator.isa import Builder


class Doubts:
    """Gathers what may be wrong; whoever needs to be sure settles it."""

    def __init__(self, builder: Builder, width: int) -> None:
        self.b, self.width = builder, width
        self._odd: str | None = None
        self._odd_lanes: str | None = None

    def begin_block(self) -> None:
        """Nothing is odd yet."""
        self._odd = self._odd_lanes = None

    def suspect(self, truth: str) -> None:
        """Something is odd where `truth` holds."""
        self._odd = self.b.let(f"or i1 {self._odd}, {truth}") if self._odd else truth

    def suspect_lanes(self, truths: str) -> None:
        """Something is odd in the lanes for which `truths` holds."""
        kind = f"<{self.width} x i1>"
        self._odd_lanes = self.b.let(f"or {kind} {self._odd_lanes}, {truths}") if self._odd_lanes else truths

    def settle(self) -> None:
        """Leave the block if a sentinel tripped since the last time of asking."""
        b = self.b
        if self._odd_lanes:
            bits = any_lane(b, self._odd_lanes, self.width)
            self.suspect(b.let(f"icmp ne i64 {bits}, 0"))
        if self._odd:
            go_on = b.name("settled")
            b.do(f"br i1 {self._odd}, label %bail, label %{go_on}, !prof !0")
            b.label(go_on)
        self._odd = self._odd_lanes = None


def any_lane(b: Builder, mask: str, width: int) -> str:
    """An i64 with one bit for each lane of an i1 vector."""
    return b.let(f"zext i{width} {b.let(f'bitcast <{width} x i1> {mask} to i{width}')} to i64")
