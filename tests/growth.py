"""How the time of some work grows with its size, told on a machine that also does other things."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

TRIES = 12


def grows_with_its_size(prepared: Callable[[int], Callable[[], object]], size: int) -> bool:
    """Whether four times the size takes some four times the processor's time, not the sixteen of what is quadratic.

    `prepared(size)` returns the work to measure. The least of several tries counts, at each size: what else the machine
    does only adds to a measurement, while work that grows quadratically does so at every try.
    """
    least = {size: inf, 4 * size: inf}
    for _ in range(TRIES):
        for each in least:
            work = prepared(each)
            start = time.process_time()
            work()
            least[each] = min(least[each], time.process_time() - start)
        if least[4 * size] < 10 * least[size] + 0.1:
            return True
    return False
