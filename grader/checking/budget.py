"""How long one submission may keep the grader busy in all."""

from __future__ import annotations

import time
from collections.abc import Callable


class Budget:
    """Seconds from now on. What has begun goes on to its own limit; nothing else begins once they are `spent`."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._began = clock()

    @property
    def spent(self) -> bool:
        return self._clock() - self._began >= self.seconds
