"""Base of the checkers: each writes IR around accesses when a kernel is translated.

Three stages: *emit* (the hooks below, in Python, once for each instruction), *run* (the machine code they wrote: it
keeps shadow memory and fills the findings table), *drain* (`findings`, in Python, once after the launch).

Each access first asks every checker a cheap question, `suspects_load` or `suspects_store`. If no checker suspects it,
`notes_load` or `notes_store` keeps the books inline. Otherwise a function out of line calls `on_load`, `on_store` or
`on_atomic`, which decide exactly, report, and keep the same books. These hooks run only for suspected accesses, so a
checker with an `on_load` needs a cheap question.

Hooks may read what `Access` offers. They may not change addresses, values or control flow. So results do not depend on
which checkers run, and deleting a checker's file and its row in `CHECKERS` is all that removing one takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.isa.builder import Builder
from grader.emulator.layout import SPACES
from grader.emulator.native.records import SCRATCH
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

    def used(self) -> AccessKind:
        """Return the same without `moved`."""
        return replace(self, moved=False)

    def __str__(self) -> str:
        """Return it as a part of a function's name."""
        words = [name for name in ("strong", "of_data", "asynchronous", "moved") if getattr(self, name)]
        return "_".join([*words, self.deed.value])


LOAD, STORE, ATOMIC = (AccessKind(deed=deed) for deed in Deed)


def first_row(kind: str) -> str:
    """Return the name of a kernel's number that says where the rows of a kind of finding begin in its table."""
    return f"first_row_of_{kind.replace('-', '_')}"


def row_of(b: Builder, kind: str, site: str) -> str:
    """Return the row of the findings table for a kind and a site, without the numbers of one kernel's table."""
    return b.let(f"add i64 {site}, {b.let(f'load i64, ptr @{first_row(kind)}')}")


def no_history(b: Builder) -> str:
    """Return the history, always empty, for an access outside its array."""
    return b.at(b.context("gathered", "ptr"), SCRATCH["no_history"])


@dataclass(slots=True)
class Access:
    """One access as a checker sees it when IR is written.

    The first group is known during translation. The second group are names of IR values (i64 unless said otherwise).
    `record` points at the shadow of the first granule. `stamp` is this access's own stamp. `epoch` and `begin` are the
    stamps of the last barrier and of the block's start; everything of the block with a lower stamp happened before.
    `interleaved` says that threads may take turns between barriers, so that accesses do not come thread by thread.
    """

    builder: Builder
    kind: AccessKind
    space: str
    size: int
    granules: int
    stride: int
    fields: Mapping[str, int]

    ok: str
    aligned: str
    offset: str
    object: str
    record: str
    stamp: str
    epoch: str
    begin: str
    site: str
    fresh: str
    interleaved: bool = False

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

    def report(self, kind: str, when: str, other: str = "0", extra: str = "0") -> None:
        """Count a finding of this kind at this site if the i1 `when` is true. The first one keeps its details."""
        b = self.builder
        # Test before the call: all accesses of a racing kernel are judged, and most answers are no.
        report, on = b.name("report"), b.name("reported")
        b.do(f"br i1 {when}, label %{report}, label %{on}, !prof !0")
        b.label(report)
        row = row_of(b, kind, self.site)
        b.do(
            f"call void @report_if(i1 true, ptr %ctx, ptr %frame, i64 {row}, i64 {self.offset}, i64 {self.object}, "
            f"i64 {other}, i64 {int(extra) | SPACES.index(self.space) << 8})"
        )
        b.do(f"br label %{on}")
        b.label(on)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A round of a block after which its threads do not all wait at one barrier.

    IR values, all i64: `state` is the result of a thread's `step`, `first` that of the first waiting thread.
    """

    builder: Builder
    state: str
    first: str
    first_thread: str


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
    # True if `on_…` also runs for accesses outside their array, which have no shadow.
    judges_stray: ClassVar[bool] = False
    # True if `on_load` asks whether there was a store before: it does not run for values that are only moved
    # (`passes/value_flow.py`).
    judges_content: ClassVar[bool] = False

    def suspects_load(self, access: Access) -> str | None:
        """Return an i1 that is true if `on_load` must look; None if it never has to."""

    def suspects_store(self, access: Access) -> str | None:
        """Return the same for stores."""

    def notes_load(self, access: Access) -> None:
        """Keep the books inline after a load that no checker suspects."""

    def notes_store(self, access: Access) -> None:
        """Keep the books inline after a store that no checker suspects."""

    def judge(self, access: Access) -> None:
        """Decide on an access exactly."""
        {Deed.LOAD: self.on_load, Deed.STORE: self.on_store, Deed.ATOMIC: self.on_atomic}[access.kind.deed](access)

    def on_load(self, access: Access) -> None:
        """Decide on a load exactly, report, and keep the books."""

    def on_store(self, access: Access) -> None:
        """Decide on a store exactly, report, and keep the books."""

    def on_atomic(self, access: Access) -> None:
        """Decide on an atomic read-modify-write exactly, report, and keep the books."""

    def on_barrier(self, arrival: Arrival) -> None:
        """Judge one thread of a block whose threads arrived unevenly."""

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:  # noqa: ARG002 - subclasses read it
        """Yield the findings of the launch."""
        return iter(())
