"""What is found of a program's host half, from its calls alone: each mistake on its line, and nothing of right ones."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Callable, Sequence

import pytest

from grader.emulator.result import RunFinding
from grader.programs.allocations import Allocation, Allocations
from grader.programs.calls import (
    LEGACY,
    Argument,
    CallError,
    Code,
    Direction,
    Launch,
    Memory,
    Misuse,
    Place,
    Rows,
    Touch,
)
from grader.programs.history import LAUNCH, History
from grader.programs.protocol import Call, Reply
from grader.report.mistakes import related_words
from grader.results import Severity

DEVICE = range(1 << 40, 1 << 41)
HOST = 0x5555_0000_0000
FLOATS, BYTES = 1000, 4000
TO_DEVICE, TO_HOST = Direction.HOST_TO_DEVICE, Direction.DEVICE_TO_HOST
SOURCE = (
    "\n" * 9 + "cudaMalloc(&d_a, BYTES);\ncudaMalloc((void **)&d_b, BYTES);\n"
    "__global__ void scale(float *p0, float *p1, int n) { atomicAdd(&p1[0], p0[threadIdx.x]); }\n"
)


def code_of(call: Callable[..., object], *given: object, **more: object) -> int:
    """The code that a call returns to the program."""
    try:
        call(*given, **more)
    except CallError as error:
        return error.code
    return Code.SUCCESS


class Told:
    """A program that calls the runtime: each method is a call on a line, and tells a history."""

    def __init__(self, source: str = SOURCE, unlooked: Sequence[int] = ()) -> None:
        files = {"a.cu": source}
        memory = Allocations(files, DEVICE)
        self.history = History(files, memory, unlooked=[Place("a.cu", line) for line in unlooked])
        self.next = DEVICE.start

    def malloc(self, line: int, size: int = BYTES, kind: Memory = Memory.DEVICE) -> int:
        address, self.next = self.next, self.next + size + 512
        if kind is Memory.HOST:
            address = HOST + (self.next - DEVICE.start)
        self.history.memory.add(Allocation(kind, address, size, Place("a.cu", line)))
        return address

    def copy(
        self,
        line: int,
        to: int,
        source: int,
        direction: Direction = TO_DEVICE,
        size: int = BYTES,
        stream: int | None = None,
        unset: Sequence[tuple[int, int]] = (),
    ) -> int:
        ends = Rows(to, size), Rows(source, size)
        return code_of(self.history.copies.copied, Place("a.cu", line), *ends, direction, stream=stream, unset=unset)

    def fill(self, line: int, at: int, value: int = 0, size: int = BYTES, stream: int | None = None) -> int:
        return code_of(self.history.copies.filled, Place("a.cu", line), Rows(at, size), value, stream=stream)

    def free(self, line: int, at: int, by: str = "cudaFree") -> int:
        return code_of(self.history.freed, Place("a.cu", line), at, by)

    def misuse(self, misuse: Misuse, line: int, *, address: int, block: Allocation | None = None) -> None:
        block = block or self.history.memory.of_heap(0, 0)
        self.history.host_misused(misuse, Place("a.cu", line), block, address, writes=True, amount=4)

    def launch(
        self,
        line: int,
        reads: Sequence[int] = (),
        writes: Sequence[int] = (),
        adds: Sequence[int] = (),
        *,
        stream: int = LEGACY,
        blocks: int = 4,
        threads: int = 256,
        count: int = FLOATS,
        size: int = BYTES,
        shared: int = 0,
        missed: dict[int, list[tuple[int, int]]] | None = None,
    ) -> int:
        """One that uses its arrays from end to end, or leaves out what more blocks would use."""
        arrays = enumerate((*reads, *writes, *adds))
        pointers = [Argument(f"p{place}", at, "float", only_added_to=at in adds) for place, at in arrays]
        self.last = launch = Launch(
            kernel="scale",
            place=Place("a.cu", line),
            grid=(blocks, 1, 1),
            block=(threads, 1, 1),
            shared_bytes=shared,
            stream=stream,
            arguments=(*pointers, Argument("n", count, size=4)),
        )
        code = code_of(self.history.launches.launching, launch)
        if code == Code.SUCCESS:
            touches = [Touch(at, at + size, "read") for at in reads]
            touches += [Touch(at, at + size, "write") for at in writes]
            touches += [Touch(at, at + size, "atomic") for at in adds]
            self.history.launches.launched(launch, touches, missed=missed)
        return code

    def explained(self, kind: str, at: int, base: int | None = None) -> str | None:
        """What the host has to do with a fault of the last launch: an access to `at`, counted from `base`."""
        offset = None if base is None else at - base
        fault = RunFinding(kind=kind, line=0, column=0, file="", address=at, offset=offset)
        return self.history.launches.faults.explained(self.last, fault)

    def sync(self, stream: int | None = None, event: int | None = None) -> None:
        self.history.order.synchronise(stream=stream, event=event)

    def call(self, name: str, *numbers: int, line: int = 0) -> Reply | None:
        """A call for streams and events."""
        return self.history.order.calls[name](Call(name=name, place=Place("a.cu", line), numbers=numbers))

    def made(self, name: str, flags: int = 0) -> int:
        """A stream or an event."""
        reply = self.call(name, flags)
        assert reply is not None
        return reply.numbers[0]

    def host(self, line: int, at: int, access: str = "read") -> None:
        self.history.host_touched(Place("a.cu", line), [Touch(at, at + 4, access)])  # type: ignore[arg-type]

    def found(self) -> list[tuple[str, int]]:
        return [(finding.kind.value, finding.line) for finding in self.history.findings]

    def only(self, kind: str, line: int, severity: Severity = Severity.ERROR) -> str:
        """The one finding: its sentence, and what it says of further lines."""
        assert self.found() == [(kind, line)], [each.message for each in self.history.findings]
        assert self.history.findings[0].severity is severity
        return "; ".join((self.history.findings[0].message, *related_words(self.history.findings[0])))


@pytest.fixture
def told() -> Told:
    """A program with the usual source."""
    return Told()


# --- launches


@pytest.mark.parametrize(
    ("grid", "block", "shared", "code", "said"),
    [
        ((0, 1, 1), (256, 1, 1), 0, 9, "a grid of 0×1×1 blocks"),
        ((1, 1, 1), (256, 0, 1), 0, 9, "a block of 256×0×1 threads"),
        ((1, 1, 1), (64, 32, 1), 0, 9, "2,048 threads a block (64×32×1); a block has at most 1,024"),
        ((1, 1, 1), (1, 1, 128), 0, 9, "along z, a block has at most 64"),
        ((1, 70_000, 1), (1, 1, 1), 0, 9, "along y, a grid has at most 65,535"),
        ((1, 1, 1), (256, 1, 1), 65_536, 1, "65,536 bytes of shared memory for each block; 49,152"),
    ],
)
def test_a_launch_that_cannot_be_is_told_with_the_limit(
    told: Told, grid: tuple[int, int, int], block: tuple[int, int, int], shared: int, code: int, said: str
) -> None:
    """And returns the code that a GPU gives."""
    launch = Launch(kernel="scale", place=Place("a.cu", 20), grid=grid, block=block, shared_bytes=shared)
    assert code_of(told.history.launches.launching, launch) == code
    assert said in told.only("invalid-launch", 20)


def test_shared_memory_that_was_asked_for_is_no_mistake(told: Told) -> None:
    """`cudaFuncSetAttribute` allows more than 48 KB."""
    launch = Launch(
        kernel="k", place=Place("a.cu", 20), grid=(1, 1, 1), block=(1, 1, 1), shared_bytes=65_536, shared_limit=65_536
    )
    assert code_of(told.history.launches.launching, launch) == Code.SUCCESS
    assert told.found() == []


@pytest.mark.parametrize("looks", [False, True])
def test_that_nothing_looks_at_a_failed_launch_is_told_with_it(told: Told, looks: bool) -> None:
    """`cudaGetLastError` anywhere behind it is a look."""
    code = told.launch(20, threads=2048)
    told.history.failed(Place("a.cu", 20), LAUNCH, code, "cudaErrorInvalidConfiguration")
    if looks:
        told.history.error_read(Place("a.cu", 21), cleared=True)
    told.history.ended(0)
    assert ("nothing in the program looks" in told.only("invalid-launch", 20)) is not looks


@pytest.mark.parametrize("looks", [False, True])
def test_an_error_that_nothing_looks_at_is_told_on_the_line_that_drops_it(looks: bool) -> None:
    """Where the result is used, the program sees for itself."""
    told = Told(unlooked=[] if looks else [10])
    told.history.failed(Place("a.cu", 10), "cudaMalloc", 2, "cudaErrorMemoryAllocation")
    told.history.ended(0)
    if looks:
        assert told.found() == []
    else:
        assert "cudaMalloc fails on this line (cudaErrorMemoryAllocation)" in told.only("unseen-error", 10)


def test_a_host_pointer_that_a_kernel_uses_is_told_on_the_launch(told: Told) -> None:
    """The kernel's own finding then says nothing more."""
    told.launch(20, reads=[HOST])
    assert told.explained("out-of-bounds", HOST + 400) is None
    assert "scale is given a host pointer for p0" in told.only("wrong-memory", 20)


def test_memory_that_is_freed_before_a_launch_uses_it_is_told_with_both_lines(told: Told) -> None:
    """The allocation's too."""
    a = told.malloc(10)
    told.free(15, a)
    told.launch(20, reads=[a])
    assert told.explained("out-of-bounds", a + 40) is None
    said = told.only("used-after-free", 15)
    assert said.startswith(
        "This frees d_a (4,000 bytes) too early: scale, which is launched further on, uses it as p0."
    )
    assert "line 10: allocated here: 4,000 bytes" in said and "line 20: scale is launched here" in said


def test_a_null_pointer_that_a_kernel_uses_is_told_on_the_launch(told: Told) -> None:
    """An index reaches further from it."""
    told.launch(20, reads=[0])
    assert told.explained("out-of-bounds", 400) is None
    assert "null pointer for p0" in told.only("wrong-memory", 20)


def test_an_access_past_the_end_is_explained_by_the_allocation(told: Told) -> None:
    """With its line and how many elements it holds; as the number of elements where that is what was asked for."""
    a, b = told.malloc(10, 1024), told.malloc(11, FLOATS)
    told.launch(20, reads=[a, b])
    said = told.explained("out-of-bounds", a + 1024, a)
    assert said is not None
    assert said[0] == "On the host p0 is d_a (1,024 bytes): room for 256 of type float, and here element 256 is used."
    assert [(each.line, each.label) for each in said[1]] == [
        (10, "1,024 bytes are allocated here: room for 256 of type float"),
        (20, "scale is launched here"),
    ]
    said = told.explained("out-of-bounds", b + 1000, b)
    assert said is None
    assert "room for 250 of type float" in told.only("wrong-call", 11)


def test_a_size_that_is_computed_with_sizeof_is_no_number_of_elements() -> None:
    """A launch that is given bytes for its count is wrong; the allocation is not."""
    told = Told(SOURCE.replace("BYTES", "bytes") + "int bytes = sizeof(float) * n;\n")
    b = told.malloc(11, FLOATS)
    told.launch(20, reads=[b])
    said = told.explained("out-of-bounds", b + 1000, b)
    assert said is not None
    assert "sizeof" not in said[0] and said[0].endswith("here element 250 is used.")


def test_a_read_of_what_was_partly_set_is_explained_by_the_copy(told: Told) -> None:
    """Its size is the number of elements."""
    a, b = told.malloc(10), told.malloc(11)
    told.copy(15, a, HOST, size=FLOATS)
    told.launch(20, reads=[a, b])
    said = told.explained("uninitialized-read", a + 1000, a)
    assert said is None
    assert "1,000 bytes of d_a" in told.only("wrong-copy", 15)


def test_a_read_of_what_nothing_has_set_is_told_on_the_launchs_line(told: Told) -> None:
    """Once, however often the kernel runs."""
    a = told.malloc(10)
    for _ in range(2):
        told.launch(20, reads=[a])
        assert told.explained("uninitialized-read", a, a) is None
    assert "nothing was copied to it" in told.only("uninitialized-read", 20)


def test_a_second_copy_to_the_same_memory_is_why_another_is_never_set(told: Told) -> None:
    """It is told on that copy's line."""
    a, b = told.malloc(10), told.malloc(11)
    told.copy(15, a, HOST)
    told.copy(16, a, HOST)
    told.launch(20, reads=[a, b])
    assert told.explained("uninitialized-read", b, b) is None
    assert "d_b is never set" in told.only("wrong-copy", 16)


# --- copies


def test_copies_of_right_sizes_and_directions_say_nothing(told: Told) -> None:
    """To the device, a part of it, between two buffers, and back; pinned and managed memory stands for either side."""
    a, b, p = told.malloc(10), told.malloc(11), told.malloc(12, kind=Memory.PINNED)
    for code in (
        told.copy(14, a, HOST),
        told.copy(15, a + 400, HOST, size=3600),
        told.copy(16, b, a, Direction.DEVICE_TO_DEVICE),
        told.copy(17, p, b, TO_HOST),
        told.copy(18, p, b, Direction.DEFAULT),
        told.copy(19, a, p, TO_DEVICE),
        told.copy(20, HOST, a, TO_HOST),
        told.fill(21, a),
    ):
        assert code == Code.SUCCESS
    for address in (a, b):
        told.free(22, address)
    told.free(23, p, "cudaFreeHost")
    told.history.ended(0)
    assert told.found() == []


def test_a_copy_that_is_too_long_is_told_with_what_there_is(told: Told) -> None:
    """From where it begins."""
    a = told.malloc(10)
    assert told.copy(15, a + 400, HOST) == Code.INVALID_VALUE
    said = told.only("wrong-copy", 15)
    assert "from its target (the first pointer) to the end of d_a (4,000 bytes) there are 3,600" in said
    assert said.endswith("line 10: allocated here: 4,000 bytes")


def test_an_allocation_in_elements_is_told_with_the_copy_that_shows_it(told: Told) -> None:
    """4,000 bytes do not fit into 1,000."""
    a = told.malloc(10, FLOATS)
    told.copy(15, a, HOST)
    assert "A copy takes 4,000 bytes of it, exactly 4 times as many.; line 15: 4,000 bytes here" in told.only(
        "wrong-call", 10
    )


def test_memory_that_is_too_small_for_a_copy_of_all_that_the_other_end_has_is_told_where_it_was_made(
    told: Told,
) -> None:
    """Where the program's own allocations are known."""
    a, h = told.malloc(10), told.malloc(11, 2000, Memory.HOST)
    told.copy(14, a, HOST)
    assert told.copy(15, h, a, TO_HOST) == Code.INVALID_VALUE
    said = told.only("wrong-copy", 11)
    assert "it has 2,000 bytes, and a copy takes 4,000, as much as the other memory has" in said
    assert said.endswith("line 10: the other memory: 4,000 bytes; line 15: 4,000 bytes are copied here")


def test_a_copy_in_the_wrong_direction_is_told_with_the_right_one(told: Told) -> None:
    """Or its pointers are exchanged."""
    a = told.malloc(10)
    assert told.copy(15, HOST, a, TO_DEVICE) == Code.INVALID_VALUE
    assert "cudaMemcpyHostToDevice, but its target is on the host" in told.only("wrong-copy", 15)
    assert "cudaMemcpyDeviceToHost" in (told.history.findings[0].hint or "")
    told.copy(16, a, HOST, TO_HOST)
    assert "cudaMemcpyDeviceToHost, but its target is on the device" in told.history.findings[1].message


def test_one_pointer_of_the_wrong_side_is_told_by_its_place(told: Told) -> None:
    """The other one is right."""
    told.malloc(10)
    told.copy(15, HOST, HOST + 4096, TO_HOST)
    assert "the source (the second pointer) must be device memory; it is host memory" in told.only("wrong-copy", 15)


@pytest.mark.parametrize(("at", "said"), [(0, "null pointer"), (DEVICE.start + 1_000_000, "nothing is allocated")])
def test_a_copy_to_nowhere_is_told(told: Told, at: int, said: str) -> None:
    """To no memory, or to the device's where there is none."""
    assert told.copy(15, at, HOST) == Code.INVALID_VALUE
    assert said in told.only("wrong-copy", 15)


def test_a_copy_from_what_is_freed_is_told_with_both_lines(told: Told) -> None:
    """As the kernel's use is."""
    a = told.malloc(10)
    told.free(14, a)
    told.copy(15, HOST, a, TO_HOST)
    assert told.only("used-after-free", 14).endswith("line 15: this copy uses it")


def test_a_fill_of_host_memory_is_told(told: Told) -> None:
    """`memset` is the host's."""
    assert told.fill(15, HOST) == Code.INVALID_VALUE
    assert "cudaMemset is given a host pointer" in told.only("wrong-copy", 15)


def test_results_of_which_a_quarter_comes_back_are_told(told: Told) -> None:
    """The size of the copy is the number of elements."""
    c = told.malloc(10)
    told.launch(20, writes=[c])
    told.copy(25, HOST, c, TO_HOST, size=FLOATS)
    assert "1,000 bytes: 250 of type float. The launch was given 1,000 elements" in told.only("wrong-copy", 25)


def test_the_size_of_a_pointer_is_no_size_of_an_array() -> None:
    """Told where the file declares a pointer of that name."""
    told = Told("float *h;\nh[i] = 1;\n" + "\n" * 22 + "cudaMemcpy(h, d_c, sizeof(h), cudaMemcpyDeviceToHost);\n")
    c = told.malloc(10)
    told.launch(20, writes=[c])
    told.copy(25, HOST, c, TO_HOST, size=8)
    assert "8 bytes, the size of a pointer" in told.only("wrong-copy", 25)


def test_what_a_refused_copy_leads_to_is_not_told_again() -> None:
    """Neither the next copy of the same length, nor its error, nor what the kernel meets."""
    told = Told(unlooked=[25])
    a = told.malloc(10, FLOATS)
    told.copy(15, a, HOST)
    told.launch(20, [a])
    assert told.explained("out-of-bounds", a + 1000, a) is None
    assert told.explained("uninitialized-read", a, a) is None
    told.copy(25, HOST, a, TO_HOST)
    told.history.failed(Place("a.cu", 25), "cudaMemcpy", 1, "cudaErrorInvalidValue")
    told.history.ended(0)
    assert told.found() == [("wrong-call", 10)]


# --- what comes back


def test_a_grid_that_is_too_small_is_told_with_the_launch(told: Told) -> None:
    """Every thread wrote its element, and there are more elements."""
    c = told.malloc(11)
    told.launch(20, writes=[c], blocks=3, size=3072)
    told.copy(25, HOST, c, TO_HOST, unset=[(c + 3072, c + 4000)])
    assert told.only("wrong-call", 20) == (
        "scale is launched with 768 threads (3 × 256) for the 1,000 elements of d_b: 232 are left out, and used as they"
        " were.; line 11: allocated here: 4,000 bytes; line 25: used here"
    )


def test_a_grid_that_is_too_small_is_told_where_everything_was_set_before(told: Told) -> None:
    """A copy had set the elements that no thread reaches."""
    a = told.malloc(10)
    told.copy(15, a, HOST)
    told.launch(20, writes=[a], blocks=3, size=3072, missed={a: [(a + 3072, a + 4000)]})
    told.copy(25, HOST, a, TO_HOST)
    told.history.ended(0)
    assert "232 are left out" in told.history.findings[0].message


def test_what_a_later_launch_of_the_kernel_uses_is_not_left_out(told: Told) -> None:
    """So parts of an array, of which each launch uses one, with the array's length as the guard."""
    a = told.malloc(10)
    told.copy(15, a, HOST)
    told.launch(20, writes=[a], blocks=3, size=3072, missed={a: [(a + 3072, a + 4000)]})
    told.launch(20, writes=[a + 3072], blocks=1, size=928)
    told.copy(25, HOST, a, TO_HOST)
    told.free(30, a)
    told.history.ended(0)
    assert told.found() == []


def test_a_launch_on_a_part_of_what_another_has_used_is_no_mistake(told: Told) -> None:
    """So a reduction in place goes on with a half of it; and a part alone that comes back may be meant."""
    a, b = told.malloc(10), told.malloc(11)
    told.copy(15, a, HOST)
    told.copy(16, b, HOST)
    told.launch(19, writes=[a])
    told.launch(20, writes=[a], blocks=2, size=2048)
    told.copy(25, HOST, a, TO_HOST)
    told.launch(30, writes=[b], blocks=1, size=1024)
    told.copy(35, HOST, b, TO_HOST, size=1024)
    assert told.found() == []


def test_elements_that_are_left_out_elsewhere_are_a_warning(told: Told) -> None:
    """A program may mean it: room for more results than there are."""
    c = told.malloc(11)
    told.launch(20, writes=[c], size=400)
    told.copy(25, HOST, c, TO_HOST, unset=[(c + 400, c + 4000)])
    assert "900 elements of d_b that nothing has written" in told.only("copied-unset", 25, Severity.WARNING)


def test_results_that_are_never_copied_back_are_a_warning(told: Told) -> None:
    """On the launch that made them."""
    a, c = told.malloc(10), told.malloc(11)
    told.copy(14, a, HOST)
    told.launch(20, [a], [c])
    for at in (a, c):
        told.free(30, at)
    told.history.ended(0)
    assert "writes to d_b, and nothing is ever copied back" in told.only("not-copied-back", 20, Severity.WARNING)


def test_an_input_that_comes_back_instead_of_the_result_is_a_warning(told: Told) -> None:
    """Both names, both lines."""
    a, c = told.malloc(10), told.malloc(11)
    told.copy(14, a, HOST)
    told.launch(20, [a], [c])
    told.copy(25, HOST, a, TO_HOST)
    for at in (a, c):
        told.free(30, at)
    told.history.ended(0)
    said = told.only("not-copied-back", 25, Severity.WARNING)
    assert said.startswith("This copies back d_a, which no kernel has written; d_b, which the last one writes,")


def test_a_float_array_that_is_set_by_bytes_is_a_warning_once_it_is_used(told: Told) -> None:
    """With the value that it holds."""
    a = told.malloc(10)
    told.fill(15, a, 1)
    assert told.found() == []
    told.launch(20, [a])
    said = told.only("set-by-bytes", 15, Severity.WARNING)
    assert said == "This sets each byte of d_a to 1, so each float of it is 2.37e-38, not 1."


@pytest.mark.parametrize("value", [0, 255, -1])
def test_bytes_that_mean_something_in_any_element_are_right(told: Told, value: int) -> None:
    """Zero, and all bits."""
    a = told.malloc(10)
    told.fill(15, a, value)
    told.launch(20, [a])
    assert told.found() == []


def test_a_count_that_is_copied_back_and_goes_on_is_a_warning(told: Told) -> None:
    """Of the same input; without an input it may be one count that grows."""
    a, bins, alone = told.malloc(10), told.malloc(11), told.malloc(11)
    told.copy(14, a, HOST)
    told.fill(15, bins)
    told.fill(16, alone)
    for count in (900, 800):
        told.launch(20, [a], adds=[bins], count=count)
        told.copy(25, HOST, bins, TO_HOST)
        told.launch(30, adds=[alone], count=count)
        told.copy(35, HOST, alone, TO_HOST)
    assert told.found() == [("left-over", 20)]


def test_a_sum_that_the_launch_before_has_left_is_a_warning_when_it_comes_back(told: Told) -> None:
    """The same launch adds the same once more."""
    a, bins = told.malloc(10), told.malloc(11)
    told.copy(14, a, HOST)
    told.fill(15, bins)
    for _ in range(2):
        told.launch(20, [a], adds=[bins])
    assert told.found() == []
    told.copy(25, HOST, bins, TO_HOST)
    assert "more than once for the same arrays" in told.only("left-over", 20, Severity.WARNING)


@pytest.mark.parametrize("between", ["fill", "input", "count"])
def test_sums_over_several_launches_are_right_where_something_changes_between(told: Told, between: str) -> None:
    """The sum is set back, or other data are added."""
    a, bins = told.malloc(10), told.malloc(11)
    told.copy(14, a, HOST)
    told.fill(15, bins)
    told.launch(20, [a], adds=[bins])
    if between == "fill":
        told.fill(21, bins)
    if between == "input":
        told.copy(21, a, HOST)
    told.launch(20, [a], adds=[bins], count=FLOATS - (between == "count"))
    told.copy(25, HOST, bins, TO_HOST)
    assert told.found() == []


# --- freeing


def test_what_is_freed_as_it_was_made_says_nothing(told: Told) -> None:
    """Null pointers may always be freed."""
    for kind, by in ((Memory.DEVICE, "cudaFree"), (Memory.PINNED, "cudaFreeHost"), (Memory.MANAGED, "cudaFree")):
        assert told.free(30, told.malloc(10, kind=kind), by) == Code.SUCCESS
    assert told.free(31, 0) == Code.SUCCESS
    told.history.ended(0)
    assert told.found() == []


@pytest.mark.parametrize(
    ("kind", "by", "said"),
    [
        (
            Memory.DEVICE,
            "free",
            "free is given d_a (4,000 bytes), which must be freed by cudaFree.; line 10: allocated here",
        ),
        (Memory.HOST, "cudaFree", "which must be freed by free."),
        (Memory.PINNED, "cudaFree", "which must be freed by cudaFreeHost."),
        (Memory.PINNED, "free", "which must be freed by cudaFreeHost."),
    ],
)
def test_memory_that_the_wrong_function_frees_is_told(told: Told, kind: Memory, by: str, said: str) -> None:
    """With the one that belongs to it."""
    assert told.free(30, told.malloc(10, kind=kind), by) == Code.INVALID_VALUE
    assert said in told.only("wrong-free", 30)


def test_a_second_free_is_told_with_the_first(told: Told) -> None:
    """And the allocation."""
    a = told.malloc(10)
    told.free(30, a)
    assert told.free(31, a) == Code.INVALID_VALUE
    assert (
        "cudaFree frees d_a (4,000 bytes) again, which is freed already.; line 10: allocated here: 4,000 bytes; line 30"
        in told.only("wrong-free", 31)
    )


def test_a_pointer_into_the_middle_cannot_be_freed(told: Told) -> None:
    """It was moved."""
    assert told.free(30, told.malloc(10) + 512) == Code.INVALID_VALUE
    assert "512 bytes inside d_a" in told.only("wrong-free", 30)


def test_a_host_pointer_that_is_given_to_cuda_free_is_told(told: Told) -> None:
    """Also where nobody told of its allocation."""
    assert told.free(30, HOST) == Code.INVALID_VALUE
    assert told.only("wrong-free", 30) == "cudaFree is given a host pointer."


def test_what_is_not_freed_is_a_warning_and_a_reset_frees_all(told: Told) -> None:
    """With names and lines."""
    told.malloc(10), told.malloc(11)
    told.history.ended(0)
    assert told.only("leak", 10, Severity.WARNING) == (
        "2 allocations are never freed: d_a, d_b.; line 11: allocated here, and never freed"
    )
    other = Told()
    other.malloc(10)
    other.history.reset(Place("a.cu", 40))
    other.history.ended(0)
    assert other.found() == []


# --- order

ONE, TWO = 11, 12


def test_work_in_two_streams_that_nothing_orders_is_told_with_both_lines(told: Told) -> None:
    """A copy in one, a kernel that reads it in the other."""
    a, p = told.malloc(10), told.malloc(11, kind=Memory.PINNED)
    told.copy(20, a, p, stream=ONE)
    told.launch(21, [a], stream=TWO)
    assert told.only("not-ordered", 21).startswith(
        "The kernel reads d_a, which an earlier copy writes, and nothing says"
    )


@pytest.mark.parametrize("ordered", ["stream", "event", "host", "device", "default", "pageable"])
def test_whatever_orders_two_streams_is_enough(told: Told, ordered: str) -> None:
    """One stream, an event, the host's waiting, the default stream between, or memory that is not pinned."""
    a, p = told.malloc(10), told.malloc(11, kind=Memory.PINNED)
    told.copy(20, a, HOST if ordered == "pageable" else p, stream=ONE)
    if ordered == "event":
        told.history.order.record(Place("a.cu", 20), 1, ONE)
        told.history.order.wait(TWO, 1)
    if ordered == "host":
        told.sync(stream=ONE)
    if ordered == "device":
        told.sync()
    if ordered == "default":
        told.launch(20)
    told.launch(21, [a], stream=ONE if ordered == "stream" else TWO)
    assert told.found() == []


def test_halves_of_one_buffer_in_two_streams_are_apart(told: Told) -> None:
    """What does not overlap needs no order; nor do two that only read, or only add."""
    a, b, p = told.malloc(10), told.malloc(11), told.malloc(12, kind=Memory.PINNED)
    for stream, offset in ((ONE, 0), (TWO, 2000)):
        told.copy(20, a + offset, p + offset, size=2000, stream=stream)
        told.launch(21, [a + offset], adds=[b], stream=stream, size=2000)
    assert told.found() == []


def test_a_stream_that_does_not_block_is_not_ordered_with_the_default_one(told: Told) -> None:
    """Others are."""
    a = told.malloc(10)
    blocking, apart = told.made("cudaStreamCreateWithFlags", 0), told.made("cudaStreamCreateWithFlags", 1)
    told.launch(20, writes=[a])
    told.launch(21, [a], stream=blocking)
    assert told.found() == []
    told.launch(22, [a], stream=apart)
    assert "line 20: the earlier kernel" in told.only("not-ordered", 22)


def test_an_event_that_is_recorded_too_early_orders_nothing(told: Told) -> None:
    """It stands for what its stream had before."""
    a = told.malloc(10)
    told.history.order.record(Place("a.cu", 19), 1, ONE)
    told.launch(20, writes=[a], stream=ONE)
    told.history.order.wait(TWO, 1)
    told.launch(21, [a], stream=TWO)
    assert told.only("not-ordered", 19).endswith(
        "line 20: the earlier kernel; line 21: this kernel does not wait for it"
    )


@pytest.mark.parametrize("kind", [Memory.MANAGED, Memory.PINNED])
def test_memory_of_both_sides_that_the_host_reads_too_early_is_told(told: Told, kind: Memory) -> None:
    """A launch returns at once; after a synchronisation it is right."""
    m = told.malloc(10, kind=kind)
    told.launch(20, writes=[m])
    told.host(25, m)
    said = told.only("not-ordered", 25)
    assert (
        said.startswith("The host reads d_a, ")
        and "before the kernel has surely ended that writes it: nothing waits for it.; line 10" in said
    )
    right = Told()
    m = right.malloc(10, kind=kind)
    right.launch(20, writes=[m])
    right.sync()
    right.host(25, m)
    right.free(26, m, kind.freed_by)
    right.history.ended(0)
    assert right.found() == []


def test_an_asynchronous_copy_to_pinned_memory_is_waited_for_before_it_is_read(told: Told) -> None:
    """By its stream, by an event behind it, or by the device."""
    a, p = told.malloc(10), told.malloc(11, kind=Memory.PINNED)
    told.launch(20, writes=[a], stream=ONE)
    told.copy(21, p, a, TO_HOST, stream=ONE)
    told.history.order.record(Place("a.cu", 22), 1, ONE)
    told.sync(stream=TWO)
    told.host(25, p)
    assert "line 21: this copy may still go on" in told.only("not-ordered", 25)
    told.sync(event=1)
    told.host(26, p)
    assert told.found() == [("not-ordered", 25)]


def test_a_copy_back_waits_for_kernels_in_its_stream_and_the_host_for_it(told: Told) -> None:
    """The program of every first lesson."""
    a, c = told.malloc(10), told.malloc(11)
    told.copy(14, a, HOST)
    told.launch(20, [a], [c])
    told.copy(25, HOST, c, TO_HOST)
    for at in (a, c):
        told.free(30, at)
    told.history.ended(0)
    assert told.found() == []


def test_a_time_is_asked_for_after_its_events_have_happened(told: Told) -> None:
    """Not before one was recorded, nor while the work before it may still run."""
    elapsed = "cudaEventElapsedTime"
    assert code_of(told.call, elapsed, 1, 2, line=30) == Code.INVALID_HANDLE
    assert "first event of this cudaEventElapsedTime was never recorded" in told.only("early-time", 30)
    right, early = Told(), Told()
    for each in (right, early):
        first, second = each.made("cudaEventCreate"), each.made("cudaEventCreate")
        each.call("cudaEventRecord", first, 0, line=19)
        each.launch(20)
        each.call("cudaEventRecord", second, 0, line=21)
    right.sync(event=second)
    assert code_of(right.call, elapsed, first, second, line=30) == Code.SUCCESS
    assert code_of(early.call, elapsed, first, second, line=30) == Code.NOT_READY
    assert "the second event, and nothing has waited until it happens.; line 21: recorded here" in early.only(
        "early-time", 30
    )
    assert right.found() == []


# --- the host's own end


def test_a_device_pointer_that_host_code_uses_is_told_with_its_allocation(told: Told) -> None:
    """The program dies of it, and no GPU tool says why."""
    a = told.malloc(10)
    told.history.host_fault(Place("a.cu", 30), a + 4)
    told.history.ended(139)
    assert "d_a (4,000 bytes), which is on the device: the program ends here.; line 10: allocated" in told.only(
        "wrong-memory", 30
    )


def test_host_code_that_uses_freed_memory_is_told_with_both_lines(told: Told) -> None:
    """Managed memory, most of all."""
    a = told.malloc(10, kind=Memory.MANAGED)
    told.free(20, a)
    told.history.host_fault(Place("a.cu", 30), a)
    assert told.only("used-after-free", 20).endswith("line 30: host code reads or writes it here")


def test_a_free_of_what_malloc_has_not_allocated_is_told_as_what_it_is() -> None:
    """The heap knows of its own blocks alone; the history knows of the device's memory."""
    told = Told(SOURCE + "free(d_a);\n")
    told.misuse(Misuse.FREED_WRONGLY, 13, address=told.malloc(10))
    assert "free is given d_a" in told.only("wrong-free", 13)
    told = Told(SOURCE + "delete[] x;\n")
    told.misuse(Misuse.FREED_WRONGLY, 13, address=HOST)
    assert "delete is given the address of a variable" in told.only("wrong-free", 13)


def test_a_free_that_the_c_library_dies_of_is_wrong_where_the_device_has_the_memory(told: Told) -> None:
    """Of another address nothing is known but that the host has crashed."""
    told.misuse(Misuse.DIED_FREEING, 13, address=told.malloc(10))
    assert "free is given d_a" in told.only("wrong-free", 13)
    other = Told(SOURCE)
    other.misuse(Misuse.DIED_FREEING, 13, address=HOST)
    assert "Host code uses the address" in other.only("wrong-memory", 13)


@pytest.mark.parametrize(
    ("misuse", "address", "kind", "line", "said"),
    [
        (Misuse.USED_PAST_END, HOST + 40, "wrong-memory", 30, "writes to byte 40 of the memory that line 20 allocates"),
        (Misuse.CHANGED_AROUND, HOST + 40, "wrong-memory", 20, "4 bytes have changed.; line 30: it shows here"),
        (Misuse.CHANGED_AROUND, HOST - 1, "wrong-memory", 20, "before the beginning of the memory that line 20"),
        (
            Misuse.FREED_TWICE,
            HOST,
            "wrong-free",
            30,
            "again, which is freed already.; line 20: allocated here: 40 bytes; line 25: freed here before",
        ),
        (Misuse.FREED_WRONGLY, HOST + 8, "wrong-free", 30, "an address 8 bytes inside"),
        (Misuse.USED_AFTER_FREE, HOST + 8, "used-after-free", 25, "line 30: host code reads"),
    ],
)
def test_a_misuse_of_the_hosts_own_heap_is_told(misuse: Misuse, address: int, kind: str, line: int, said: str) -> None:
    """On the line where it happens, or where it was freed; where neither is known, on the line of the allocation."""
    told = Told(SOURCE)
    block = told.history.memory.of_heap(HOST, 40, Place("a.cu", 20), Place("a.cu", 25))
    told.misuse(misuse, 30, address=address, block=block)
    assert said in told.only(kind, line)


def test_a_use_past_the_end_without_a_line_is_told_where_the_block_was_allocated(told: Told) -> None:
    """And where neither is known, without a line."""
    told.misuse(
        Misuse.USED_PAST_END, 0, address=HOST + 40, block=told.history.memory.of_heap(HOST, 40, Place("a.cu", 20))
    )
    assert "past the end" in told.only("wrong-memory", 20)
    told = Told(SOURCE)
    told.misuse(Misuse.CHANGED_AROUND, 0, address=HOST + 40, block=told.history.memory.of_heap(HOST, 40))
    assert "past the end of this memory" in told.only("wrong-memory", 0)


def test_a_crash_of_the_hosts_own_is_told_as_one(told: Told) -> None:
    """Of a null pointer, or of an address that is none."""
    told.history.host_fault(Place("a.cu", 30), 8)
    assert "null pointer" in told.only("wrong-memory", 30)


def test_a_line_of_another_file_is_told_with_its_name(told: Told) -> None:
    """No line of the main file is marked for it."""
    code_of(told.history.copies.copied, Place("b.cuh", 3), Rows(0, 4), Rows(HOST, 4), TO_DEVICE)
    assert told.only("wrong-copy", 0).startswith("line 3 of b.cuh: The target")


def test_a_line_that_allocates_twice_names_neither(told: Told) -> None:
    """A function that allocates is called for each."""
    first, second = told.malloc(10), told.malloc(10)
    told.free(20, second)
    told.free(21, second)
    assert "the memory that line 10 allocates" in told.only("wrong-free", 21)
    assert first != second


# --- where a mistake was made


MADE = """\
__global__ void scale(float *p0, float *p1, int n) {}
int main() {
  int threads = 2048;
  dim3 block(threads);
  int blocks = 1000 / 256;
  cudaMalloc(&d_a, 4000);
  cudaMalloc(&d_b, 4000);
  cudaStreamDestroy(s);
  scale<<<blocks, block>>>(d_a, d_b, 1000);
  cudaEventRecord(begin);
  cudaEventElapsedTime(&ms, begin, end);
}
"""


def test_a_launch_that_cannot_be_is_told_where_its_block_was_made() -> None:
    """Through the names that stand for it, with the launch beside it."""
    told = Told(MADE)
    assert told.launch(9, threads=2048) == Code.INVALID_CONFIGURATION
    assert told.only("invalid-launch", 3).endswith("The kernel does not start.; line 9: this launch uses it")


def test_a_grid_that_is_too_small_is_told_where_it_was_rounded_down() -> None:
    """With the launch, the array, and the line that uses what is left out."""
    told = Told(MADE)
    a = told.malloc(7)
    told.launch(9, writes=[a], blocks=3, size=3072)
    told.copy(12, HOST, a, TO_HOST, unset=[(a + 3072, a + 4000)])
    said = told.only("wrong-call", 5)
    assert "232 are left out" in said
    assert said.endswith("line 7: allocated here: 4,000 bytes; line 9: this launch uses it; line 12: used here")


def test_a_line_of_another_file_is_beside_with_its_name() -> None:
    """A finding's own line is always one of the main file."""
    history = History({"a.cu": MADE, "b.h": ""}, Allocations({"a.cu": MADE}, DEVICE))
    history.memory.add(Allocation(Memory.DEVICE, DEVICE.start, BYTES, Place("b.h", 4)))
    history.freed(Place("a.cu", 8), DEVICE.start, "cudaFree")
    code_of(history.freed, Place("a.cu", 9), DEVICE.start, "cudaFree")
    (found,) = history.findings
    assert related_words(found) == ["line 8: freed here before", "b.h, line 4: allocated here: 4,000 bytes"]


@pytest.mark.parametrize("destroyed", [False, True])
def test_a_stream_that_is_used_after_it_was_destroyed_is_told_where_that_was(destroyed: bool) -> None:
    """The call that uses it returns an error, as for a handle that never was one."""
    told = Told(MADE)
    stream = told.made("cudaStreamCreate")
    if destroyed:
        told.call("cudaStreamDestroy", stream, line=8)
    code = code_of(told.call, "cudaStreamSynchronize", stream if destroyed else 0x770, line=9)
    assert code == Code.INVALID_HANDLE
    assert told.found() == ([("used-after-free", 8)] if destroyed else [])


@pytest.mark.parametrize("again", [False, True])
def test_an_event_that_was_never_recorded_is_told_where_the_other_was_recorded_again(again: bool) -> None:
    """Where it was not, the call that asks for the time is all that is known."""
    told = Told(MADE)
    begin, end = told.made("cudaEventCreate"), told.made("cudaEventCreate")
    for line in (5, 10)[: 1 + again]:
        told.call("cudaEventRecord", begin, 0, line=line)
    told.sync()
    assert code_of(told.call, "cudaEventElapsedTime", begin, end, line=11) == Code.INVALID_HANDLE
    if again:
        assert told.only("early-time", 10).startswith(
            "end is never recorded: this records the other event a second time"
        )
    else:
        assert told.only("early-time", 11).startswith(
            "The second event of this cudaEventElapsedTime was never recorded."
        )


@pytest.mark.parametrize("wrong", [False, True])
def test_the_step_before_the_last_that_comes_back_is_a_warning(told: Told, wrong: bool) -> None:
    """A kernel reads one array and writes the other, in turns."""
    a, b = told.malloc(10), told.malloc(11)
    told.copy(14, a, HOST)
    for one, other in ((a, b), (b, a), (a, b)):
        told.launch(20, reads=[one], writes=[other])
    told.copy(25, HOST, a if wrong else b, TO_HOST)
    for each in (a, b):
        told.free(30, each)
    told.history.ended(1)
    if wrong:
        assert told.only("not-copied-back", 25, Severity.WARNING).startswith(
            "This copies back what the last launch has"
        )
    else:
        assert told.found() == []


def test_work_on_another_array_after_the_results_is_no_older_result(told: Told) -> None:
    """So it is with positions that come back, and velocities that another kernel makes ready for a next step."""
    a, b = told.malloc(10), told.malloc(11)
    told.copy(14, a, HOST)
    told.copy(15, b, HOST)
    told.launch(20, reads=[b], writes=[a])
    other = dataclasses.replace(told.last, kernel="another", place=Place("a.cu", 21))
    told.history.launches.launched(other, [Touch(a, a + BYTES, "read"), Touch(b, b + BYTES, "write")])
    told.copy(25, HOST, a, TO_HOST)
    for each in (a, b):
        told.free(30, each)
    told.history.ended(0)
    assert told.found() == []


def test_results_that_nothing_copies_back_are_told_where_the_program_has_waited_for_them(told: Told) -> None:
    """The copy is missing there; where it does not wait, behind the launch."""
    a = told.malloc(10)
    told.launch(20, writes=[a])
    told.history.called(Place("a.cu", 20), LAUNCH)
    told.history.called(Place("a.cu", 22), "cudaDeviceSynchronize")
    told.free(30, a)
    told.history.ended(0)
    assert told.only("not-copied-back", 22, Severity.WARNING).endswith("line 20: launched here")


@pytest.mark.parametrize(
    ("unlooked", "asked", "warned"), [([22], False, True), ([22, 30], False, False), ([22], True, False)]
)
def test_a_launch_that_nothing_asks_about_is_a_warning_where_all_else_is_looked_at(
    unlooked: list[int], asked: bool, warned: bool
) -> None:
    """Whoever drops other results as well has chosen to."""
    told = Told(unlooked=unlooked)
    for line, function in ((10, "cudaMalloc"), (20, LAUNCH), (22, "cudaDeviceSynchronize"), (30, "cudaFree")):
        told.history.called(Place("a.cu", line), function)
        if asked and function == LAUNCH:
            told.history.called(Place("a.cu", 21), "cudaGetLastError")
    told.history.ended(0)
    assert told.found() == ([("unseen-error", 20)] if warned else [])


@pytest.mark.parametrize(("pitch", "found"), [(512, []), (1024, []), (80, [("wrong-copy", 25)])])
def test_rows_are_copied_with_the_distance_that_their_memory_has(told: Told, pitch: int, found: list[object]) -> None:
    """Or a multiple of it, where some are passed over."""
    rows = told.history.memory
    rows.add(Allocation(Memory.DEVICE, DEVICE.start, 8 * 512, Place("a.cu", 10), rows=(80, 512)))
    ends = Rows(HOST, 80, 4, 80), Rows(DEVICE.start, 80, 4, pitch)
    told.history.copies.copied(Place("a.cu", 25), *ends, TO_HOST)
    assert told.found() == found


def test_a_host_pointer_in_a_struct_is_told_on_the_launch() -> None:
    """Any eight bytes of it may be one."""
    told = Told()
    given = struct.pack("<qq", 5, HOST)
    told.last = Launch(
        kernel="scale", place=Place("a.cu", 20), grid=(1, 1, 1), block=(1, 1, 1), arguments=[Argument("s", None)],
        given=[given],
    )  # fmt: skip
    assert told.explained("out-of-bounds", HOST + 8) is None
    assert "scale is given a host pointer for s" in told.only("wrong-memory", 20)


def test_two_events_in_the_wrong_order_are_told() -> None:
    """The time between them is negative."""
    told = Told(MADE)
    begin, end = told.made("cudaEventCreate"), told.made("cudaEventCreate")
    told.call("cudaEventRecord", begin, 0, line=5)
    told.launch(9)
    told.call("cudaEventRecord", end, 0, line=10)
    told.sync()
    told.call("cudaEventElapsedTime", begin, end, line=11)
    assert told.found() == []
    told.call("cudaEventElapsedTime", end, begin, line=11)
    assert told.only("early-time", 11).endswith("line 5: end is recorded here; line 10: begin is recorded here")


@pytest.mark.parametrize("idle", [False, True])
def test_a_wait_for_a_stream_without_work_is_told_where_another_was_meant(told: Told, idle: bool) -> None:
    """Where the wait was for some work, the use that comes too early is told."""
    one, two = told.made("cudaStreamCreate"), told.made("cudaStreamCreate")
    a, b = told.malloc(10), told.malloc(11)
    p, q = (told.malloc(line, kind=Memory.PINNED) for line in (12, 13))
    if not idle:
        told.copy(18, b, q, TO_DEVICE, stream=two)
    told.copy(20, p, a, TO_HOST, stream=one, size=400)
    told.call("cudaStreamSynchronize", two, line=24)
    told.host(25, p)
    assert told.found() == [("not-ordered", 24 if idle else 25)]


def test_rows_that_are_too_short_for_a_copy_are_told_where_they_were_made(told: Told) -> None:
    """Their width is in bytes."""
    told.history.memory.add(Allocation(Memory.DEVICE, DEVICE.start, 8 * 512, Place("a.cu", 10), rows=(100, 512)))
    ends = Rows(HOST, 400, 8, 400), Rows(DEVICE.start, 400, 8, 512)
    told.history.copies.copied(Place("a.cu", 25), *ends, TO_HOST)
    assert "rows of 100 bytes for d_a, and a copy takes 400 of each" in told.only("wrong-call", 10)


def test_a_copy_back_of_as_many_elements_of_a_smaller_type_is_told() -> None:
    """As the text says; of a part that is meant the type is the array's."""
    for text, found in (("float", [("wrong-copy", 4)]), ("double", [])):
        told = Told(f"\n\n\ncudaMemcpy(h, d_y, 500 * sizeof({text}), cudaMemcpyDeviceToHost);\n")
        a = told.malloc(2)
        launch = Launch(
            kernel="scale", place=Place("a.cu", 3), grid=(2, 1, 1), block=(256, 1, 1),
            arguments=[Argument("y", a, "double"), Argument("n", 500, size=4)],
        )  # fmt: skip
        told.history.launches.launching(launch)
        told.history.launches.launched(launch, [Touch(a, a + BYTES, "write")])
        told.copy(4, HOST, a, TO_HOST, size=2000)
        assert told.found() == found


def test_a_host_pointer_that_a_copy_puts_into_an_array_is_told_on_that_copy(told: Told) -> None:
    """A kernel follows it; what the launch itself was given is right."""
    a = told.malloc(10)
    told.copy(14, a, HOST)
    told.launch(20, reads=[a])
    fault = RunFinding(kind="out-of-bounds", line=0, column=0, file="", address=HOST + 0x4008)
    allocation = told.history.memory.find(a)
    assert allocation is not None
    assert told.history.launches.faults.explained(told.last, fault, [(HOST + 0x4000, allocation)]) is None
    assert "copies a host pointer to d_a, and scale follows it" in told.only("wrong-memory", 14)


@pytest.mark.parametrize("twice", [False, True])
def test_memory_that_no_kernel_is_given_and_that_comes_back_is_told(told: Told, twice: bool) -> None:
    """On the launch that is given another pointer twice, if there is one; else on the copy."""
    a, b, c = (told.malloc(line) for line in (10, 11, 12))
    told.copy(14, a, HOST)
    told.launch(20, reads=[a], writes=[a if twice else b])
    told.copy(25, HOST, c, TO_HOST, unset=[(c, c + BYTES)])
    assert told.found() == [("copied-unset", 20 if twice else 25)]


def test_two_numbers_with_each_others_names_are_told_where_a_launch_leaves_out_elements() -> None:
    """A launch that leaves out none may mean it: so a matrix is turned back."""
    told = Told("\n\nturn<<<grid, block>>>(d_y, cols, rows);\n")
    a = told.malloc(2, 30 * 20 * 4)
    numbers = Argument("rows", 20, size=4), Argument("cols", 30, size=4)
    launch = Launch(
        kernel="turn", place=Place("a.cu", 3), grid=(1, 1, 1), block=(16, 32, 1),
        arguments=[Argument("y", a, "float"), *numbers],
    )  # fmt: skip
    told.history.launches.launching(launch)
    rows = [Touch(a + 80 * row, a + 80 * row + 64, "write") for row in range(30)]
    missed = {a: [(row.end, row.start + 80) for row in rows]}
    told.history.launches.launched(launch, rows, missed=missed)
    told.copy(4, HOST, a, TO_HOST, size=2400)
    told.free(5, a)
    told.history.ended(0)
    assert told.only("wrong-call", 3).startswith("turn is given cols for rows and rows for cols, and leaves out 120 of")


def test_shared_memory_that_another_kernel_is_allowed_is_told_there(told: Told) -> None:
    """Each kernel needs its own `cudaFuncSetAttribute`."""
    told.history.launches.allowed["other"] = Place("a.cu", 15), 65_536
    assert told.launch(20, shared=60_000) == Code.INVALID_VALUE
    told.only("invalid-launch", 15)
    assert "to other: each kernel needs its own" in (told.history.findings[0].hint or "")


def test_work_after_a_wait_is_not_what_its_event_was_recorded_too_early_for(told: Told) -> None:
    """The event stood for what was meant; the later work has a race of its own."""
    a = told.malloc(10)
    told.history.order.record(Place("a.cu", 19), 1, ONE)
    told.history.order.wait(TWO, 1)
    told.launch(20, writes=[a], stream=ONE)
    told.launch(21, [a], stream=TWO)
    assert told.found() == [("not-ordered", 21)]


def test_a_grid_and_a_block_in_each_others_place_are_told_on_the_launch() -> None:
    """As their names say: where each was made is right."""
    told = Told("int threads = 16;\nint blocks = 2048;\nk<<<threads, blocks>>>(a);\n")
    told.launch(3, blocks=16, threads=2048)
    assert told.found() == [("invalid-launch", 3)]
