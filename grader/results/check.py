"""Launches outside an assignment, and what they did with their buffers."""

from __future__ import annotations

from grader.results.base import ResultModel


class BufferUse(ResultModel):
    """A buffer of such launches, and what they did with it.

    `filling` is what it held at first, empty where nobody said; of its elements so many were `stored`. Where it was
    read before anything was stored to it, that is on line `read_first`.
    """

    name: str
    element: str
    dims: tuple[int, ...]
    filling: str = ""
    stored: int = 0
    read_first: int = 0


class Check(ResultModel):
    """What `python -m grader check` launched: nothing is right or wrong there but what was found.

    `text` is as it was written, `threads` those of all launches together.
    """

    text: str
    threads: int = 0
    buffers: tuple[BufferUse, ...] = ()
