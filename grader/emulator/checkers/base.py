"""Base of the checkers: what each asks of an access, in IR, and what it reads from the tables after a launch.

Three stages: *emit* (the hooks below, in Python, once for each shape of access), *run* (machine code keeps shadow
memory and fills the findings table), *drain* (`findings`, in Python, once after the launch).

Each access first asks every checker a cheap question, `suspects_load` or `suspects_store`. If no checker suspects it,
`notes_load` or `notes_store` keeps the books inline. Otherwise `judge` in `native/threads/judging.c` decides exactly,
reports the kinds of the checkers that run, and keeps the same books. It never asks about an access that no question
suspects, except for atomics, which it always judges.

Hooks may read what `Access` offers. They may not change addresses, values or control flow. So results do not depend on
which checkers run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.isa.builder import Builder
from grader.emulator.native.records import ASYNC, OF_DATA, READ, SCRATCH, UPDATE, WATCH, WRITE
from grader.emulator.result import RunFinding


class Deed(str, Enum):
    """What an access does."""

    LOAD = "load"
    STORE = "store"
    ATOMIC = "atomic"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessKind:
    """What an access does, and how.

    `strong`: a load or store that counts as atomic. `of_data`: so does it, but no branch depends on the value it reads.
    `asynchronous`: made by an asynchronous copy. `moved`: the loaded value only goes into stores
    (`passes/value_flow.py`) or is followed (`passes/unset_values.py`).
    """

    deed: Deed
    strong: bool = False
    of_data: bool = False
    asynchronous: bool = False
    moved: bool = False

    @property
    def loads(self) -> bool:
        """True if it only reads."""
        return self.deed is Deed.LOAD

    @property
    def atomic(self) -> bool:
        """True if it reads and writes at once."""
        return self.deed is Deed.ATOMIC

    @property
    def plain_class(self) -> int:
        """What it does, as a class of `native/records.h`."""
        return {Deed.LOAD: READ, Deed.STORE: WRITE, Deed.ATOMIC: UPDATE}[self.deed]

    @property
    def class_(self) -> int:
        """Its class, as histories know it."""
        strong = {READ: WATCH, WRITE: UPDATE} if self.strong else {}
        return strong.get(self.plain_class, self.plain_class) | ASYNC * self.asynchronous | OF_DATA * self.of_data

    def used(self) -> AccessKind:
        """Return the same without `moved`."""
        return replace(self, moved=False)

    def __str__(self) -> str:
        """Return it as a part of a function's name."""
        words = [name for name in ("strong", "of_data", "asynchronous", "moved") if getattr(self, name)]
        return "_".join([*words, self.deed.value])


LOAD, STORE, ATOMIC = (AccessKind(deed=deed) for deed in Deed)


def no_history(b: Builder) -> str:
    """Return the history, always empty, for an access outside its array."""
    return b.at(b.context("gathered", "ptr"), SCRATCH["no_history"])


@dataclass(slots=True)
class Access:
    """One access as a checker sees it when IR is written.

    The first group is known during translation. The second group are names of IR values (i64, `ok` an i1). `record`
    points at the shadow of the first granule. `stamp` is this access's own stamp. `epoch` and `begin` are the stamps of
    the last barrier and of the block's start; everything of the block with a lower stamp happened before.
    `interleaved` says that threads may take turns between barriers, so that accesses do not come thread by thread.
    """

    builder: Builder
    kind: AccessKind
    space: str
    granules: int
    stride: int
    fields: Mapping[str, int]
    interleaved: bool

    ok: str
    record: str
    stamp: str
    epoch: str
    begin: str
    fresh: str

    def field(self, name: str, granule: int = 0) -> str:
        """Return a pointer to a shadow field of one granule."""
        return self.builder.at(self.record, self._place(name, granule))

    def _place(self, name: str, granule: int) -> int:
        return granule * self.stride + self.fields[name]

    def load(self, name: str, granule: int = 0) -> str:
        """Load the stamp in a shadow field."""
        return self.builder.load(self.record, self._place(name, granule))

    def store(self, name: str, value: str, granule: int = 0) -> None:
        """Store a stamp to a shadow field."""
        self.builder.store(value, self.record, self._place(name, granule))


class Checker:
    """Base of all checkers; by default hooks do nothing.

    `kinds` are the findings it can make. `fields` names the 8-byte shadow fields of each granule that it needs, by
    space. The core keeps the field `write` (the last store's stamp) for all checkers that ask for it.
    """

    name: ClassVar[str] = ""
    kinds: ClassVar[Sequence[str]] = ()
    fields: ClassVar[Mapping[str, Sequence[str]]] = {}
    # Additional fields in kernels with atomics; and the only fields in kernels whose threads may interleave.
    atomic_fields: ClassVar[Mapping[str, Sequence[str]]] = {}
    interleaved_fields: ClassVar[Mapping[str, Sequence[str]] | None] = None
    # True if it asks whether there was a store before: not of values that are only moved (`passes/value_flow.py`).
    judges_content: ClassVar[bool] = False

    def suspects_load(self, access: Access) -> str | None:
        """Return an i1 that is true if the load must be judged; None if it never has to."""

    def suspects_store(self, access: Access) -> str | None:
        """Return the same for stores."""

    def notes_load(self, access: Access) -> None:
        """Keep the books inline after a load that no checker suspects."""

    def notes_store(self, access: Access) -> None:
        """Keep the books inline after a store that no checker suspects."""

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:  # noqa: ARG002 - subclasses read it
        """Yield the findings of the launch."""
        return iter(())
