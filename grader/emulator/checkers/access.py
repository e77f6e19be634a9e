"""An access as the checkers see it when IR is written. They may not change addresses, values or control flow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from grader.emulator.isa.builder import Builder
from grader.emulator.native.records import ASYNC, OF_DATA, READ, SCRATCH, UPDATE, WATCH, WRITE


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

    The first group is known during translation. The second group are names of IR values: `pointer` (a safe host pointer
    if the access is `ok`), the truths `ok` and `aligned`, all others i64; `offset` is that in the array of number
    `object`. The last four are empty in code without checkers. `record` points at the shadow of the first granule.
    `stamp` is this access's own stamp. `epoch` and `begin` are the stamps of the last barrier and of the block's start;
    everything of the block with a lower stamp happened before. `interleaved` says that threads may take turns between
    barriers, so that accesses do not come thread by thread.
    """

    builder: Builder
    kind: AccessKind
    space: str
    granules: int
    stride: int
    fields: Mapping[str, int]
    interleaved: bool

    pointer: str
    ok: str
    aligned: str
    offset: str
    object: str
    fresh: str
    record: str
    stamp: str
    epoch: str
    begin: str

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
