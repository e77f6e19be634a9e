"""A recorded run of one block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from grader.results.base import ResultModel, Sizes, SparseModel, members_of
from grader.results.kinds import Kind


class SharedArray(ResultModel):
    """A shared array of a recording, with its dimensions as declared, outermost first."""

    name: str
    dims: tuple[int, ...]
    dtype: str = "float"


Replays = Literal["all", "faulty"]
"""Which runs are recorded: all, or only those of kernels with faults."""


class Contents(ResultModel):
    """What an array of a recording holds after the launch, in its natural shape, the last subscript fastest."""

    dims: tuple[int, ...]
    values: tuple[float, ...]


class Recording(SparseModel):
    """A recorded run of one block of the student's own kernel: what the replay and `trace` show.

    Events are rows `[thread, phase, line, op, object, index, value]` in the order they ran. `thread` is linear in the
    block, `phase` counts barriers passed, `op` is one of load, store, atomic, fma, barrier, exit. For load, store and
    atomic `object` is a buffer or a shared array and `index` the linear element in it (−1: outside the array); of an
    atomic `value` is what the element holds afterwards; for fma
    `object` is empty, `index` is 0 and `value` the result.
    `buffers` hold the inputs and, under the name `output`, what came out; `expected` is what should have.

    `lab` reads what it means. Of several launches this is number `launch`, of `kernel`. In a lab that is data
    `before` has the buffers that change as they were before the launch; `found` lists the kinds of findings of the run
    with their lines, `wrong_elements` those of the output that are not right when all launches have ended. `judged`
    says that this is the launch to look at: the last one, or an earlier one that goes wrong. Of such a one `output` is
    the buffer that it leaves wrong, with `buffers`, `expected` (NaN where a later launch goes on) and `wrong_elements`
    as they are after it. The elements of `vectors` have components, which the last subscript counts; of structs
    `members` has their names.
    """

    sparse = (
        "lab", "launch", "kernel", "before", "found", "wrong_elements", "judged", "vectors", "members",
    )  # fmt: skip
    case: str
    sizes: Sizes
    tile_width: int
    grid: tuple[int, int, int]
    block_dim: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: tuple[SharedArray, ...]
    buffers: dict[str, Contents]
    output: str
    expected: tuple[float, ...]
    events: tuple[tuple[int, int, int, str, str, int, float], ...]
    truncated: bool = False
    title: str = ""
    lab: str = "matmul"
    launch: int = 0
    kernel: str = ""
    before: dict[str, Contents] = Field(default_factory=dict)
    found: tuple[tuple[str, int], ...] | None = None
    wrong_elements: tuple[int, ...] = ()
    judged: bool = True
    vectors: tuple[str, ...] = ()
    members: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def members_of(self, array: str) -> Sequence[str]:
        """Return the names of what the last subscript of an array counts; empty if they are its elements."""
        return members_of(array, self.vectors, self.members)

    @property
    def may_race(self) -> bool:
        """Whether its threads may race, as far as known: more than whole barriers may order them."""
        return self.found is None or any(kind == Kind.DATA_RACE.value for kind, _ in self.found)
