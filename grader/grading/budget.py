"""How long one submission may keep the grader busy in all."""

from __future__ import annotations

import time
from collections.abc import Callable

from grader.processes.child import PATIENCE


class Budget:
    """Seconds of work from now on. What has begun goes on to its own limit; nothing else begins once they are `spent`.

    `clock` tells the work in seconds: of processors, where those can be asked, so that a busy machine takes nothing
    from anyone. By the clock on the wall it may all take `PATIENCE` times as long.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._began = clock()
        self._began_by_the_wall = time.monotonic()

    @property
    def used(self) -> float:
        """The work so far."""
        return self._clock() - self._began

    @property
    def starved(self) -> bool:
        """Whether the machine was too busy for the work to be done in time."""
        return time.monotonic() - self._began_by_the_wall >= PATIENCE * self.seconds

    @property
    def spent(self) -> bool:
        return self.used >= self.seconds or self.starved
