"""The compiler's messages about a submission, and its kernels' resource needs."""

from __future__ import annotations

from pydantic import Field

from grader.results.base import ResultModel


class Diagnostic(ResultModel):
    """One message of the compiler; `severity` is error, warning or note.

    `line` and `column` count from 1, 0 when unknown; `code` is the compiler's number, which no file keeps.
    """

    severity: str
    file: str
    line: int
    column: int = 0
    message: str
    hint: str | None = None
    code: int | None = Field(None, exclude=True)


class Resources(ResultModel):
    """What ptxas says that one kernel at one tile width needs, and whether a GPU could launch it.

    `kernel` is its name where several are launched.
    """

    kernel: str = ""
    tile_width: int
    registers: int
    spill_stores_bytes: int = 0
    spill_loads_bytes: int = 0
    stack_bytes: int = 0
    shared_bytes: int
    threads_per_block: int
    blocks_per_multiprocessor: int
    occupancy: float
    limited_by: str
    target: str
    launchable: bool


class Compile(ResultModel):
    """The compilation, over all tile widths."""

    ok: bool
    compiler: str = "nvrtc"
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    resources: tuple[Resources, ...] = ()
    notes: tuple[str, ...] = ()
