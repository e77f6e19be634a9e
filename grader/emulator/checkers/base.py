"""What a checker is: a file that writes IR around each access when a kernel is translated.

Three times, kept apart: *emit* (the hooks below, in Python, once per instruction), *run* (the machine code they wrote:
it keeps shadow memory and fills the findings table), *drain* (`findings`, in Python, once after the launch).

Each access first asks every checker for a cheap question, `suspects_load` or `suspects_store`. When nobody suspects
anything, `notes_load` keeps the books inline. Otherwise a function out of line asks `on_load`, `on_store` or
`on_atomic`, which decide exactly, report, and keep the same books. A checker that asks no cheap question is asked
`on_…` for nothing: its hooks run only where somebody is suspicious, so a checker with an `on_load` needs one.

Hooks may read what `Access` offers; they may not change addresses, values or control flow. That is why results do not
depend on which checkers are there, and why deleting a checker's file and its row in `CHECKERS` is all it takes.
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

    `strong` says that a load or store counts as atomic, `of_data` that it does and no branch depends on what it reads,
    `asynchronous` that a copy makes it that goes on by itself, `moved` that what is loaded only goes into stores
    (`passes/value_flow.py`) or is followed (`passes/unset_values.py`).
    """

    deed: Deed
    strong: bool = False
    of_data: bool = False
    asynchronous: bool = False
    moved: bool = False

    @property
    def loads(self) -> bool:
        """Whether it only reads."""
        return self.deed is Deed.LOAD

    @property
    def atomic(self) -> bool:
        """Whether it reads and writes at once."""
        return self.deed is Deed.ATOMIC

    def used(self) -> AccessKind:
        """The same, not known to be only moved."""
        return replace(self, moved=False)

    def __str__(self) -> str:
        """As a part of a function's name."""
        words = [name for name in ("strong", "of_data", "asynchronous", "moved") if getattr(self, name)]
        return "_".join([*words, self.deed.value])


LOAD, STORE, ATOMIC = (AccessKind(deed=deed) for deed in Deed)


def first_row(kind: str) -> str:
    """The name of a kernel's number that says where the rows of a kind of finding begin in its table."""
    return f"first_row_of_{kind.replace('-', '_')}"


def row_of(b: Builder, kind: str, site: str) -> str:
    """The row of the findings table for a kind and a site; what many kernels share is not written for one's table."""
    return b.let(f"add i64 {site}, {b.let(f'load i64, ptr @{first_row(kind)}')}")


def no_history(b: Builder) -> str:
    """Where an access outside its array finds a granule's history, which stays empty."""
    return b.at(b.context("gathered", "ptr"), SCRATCH["no_history"])


@dataclass(slots=True)
class Access:
    """One access as a checker sees it when IR is written.

    The first group is known when translating; the second are names of IR values (i64 unless said otherwise). `record`
    points at the shadow of the first granule; `stamp` is this access's own stamp, `epoch` and `begin` are the stamps
    of the last barrier and of the block's start, below which everything of the block happened before. `interleaved`
    says that threads of this kernel may take turns between barriers, so that accesses do not come thread by thread.
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
        """A pointer to a shadow field of one granule."""
        return self.builder.at(self.record, self._place(name, granule))

    def _place(self, name: str, granule: int) -> int:
        return granule * self.stride + self.fields[name]

    def load(self, name: str, granule: int = 0) -> str:
        """The stamp in a shadow field."""
        return self.builder.load(self.record, self._place(name, granule))

    def store(self, name: str, value: str, granule: int = 0) -> None:
        """Put a stamp into a shadow field."""
        self.builder.store(value, self.record, self._place(name, granule))

    def report(self, kind: str, when: str, other: str = "0", extra: str = "0") -> None:
        """Count a finding of this kind at this site where the i1 `when` is true; the first one keeps its details."""
        b = self.builder
        # Asked here already: a racing kernel's accesses are all judged, and most questions have the answer no.
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
    """A round of a block at the end of which its threads do not all wait at one barrier.

    IR values, all i64: `state` is what a thread's `step` gave, `first` what that of the first waiting thread gave.
    """

    builder: Builder
    state: str
    first: str
    first_thread: str


class Checker:
    """Base of all checkers; every hook defaults to nothing.

    `kinds` are the findings it can make. `fields` names the 8-byte shadow fields per granule that it needs in each
    space; the field `write` (the last store's stamp) is kept by the core for whoever asks for it.
    """

    name: ClassVar[str] = ""
    kinds: ClassVar[Sequence[str]] = ()
    fields: ClassVar[Mapping[str, Sequence[str]]] = {}
    # Fields that are needed besides in kernels with atomics, and instead of both in those whose threads may interleave.
    atomic_fields: ClassVar[Mapping[str, Sequence[str]]] = {}
    interleaved_fields: ClassVar[Mapping[str, Sequence[str]] | None] = None
    # Whether `on_…` is also asked about accesses outside their array, which have no shadow.
    judges_stray: ClassVar[bool] = False
    # Whether `on_load` asks what was stored before: it is not asked about values that are only moved
    # (`passes/value_flow.py`).
    judges_content: ClassVar[bool] = False

    def suspects_load(self, access: Access) -> str | None:
        """An i1 that is true where `on_load` must look; None when it never has to."""

    def suspects_store(self, access: Access) -> str | None:
        """The same for stores."""

    def notes_load(self, access: Access) -> None:
        """Books kept inline after a load that nobody suspects."""

    def notes_store(self, access: Access) -> None:
        """Books kept inline after a store that nobody suspects."""

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
        """What the launch found."""
        return iter(())
