"""Values on their way to a child and back: whole when they are right, refused in one way when they are not."""

from __future__ import annotations

import contextlib
import io
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.compiling.values import CompileOptions, CompileProblem
from grader.devices.base import (
    BufferArgument,
    Compiled,
    CompileRequest,
    DeviceCrash,
    KernelLaunch,
    Launch,
    Launched,
    StructArgument,
    Trials,
)
from grader.devices.process import GREETING, ChildProcess, Packed, read_frame, write_frame
from grader.devices.requests import AllLaunched, Binary, Brief, Edits, LaunchesRequest
from grader.devices.wire import ValidationError, pack, unpack
from grader.edits.change import Change, Edit, How
from grader.elements import ELEMENTS
from grader.emulator.result import Counters, Events, LineCounters, Party, RunFinding
from grader.results import Diagnostic, Kind, Resources

PARTY = Party(block=(0, 0, 0), thread=(1, 2, 3), line=4, column=5, file="k.cu", access="write")
ARRAYS = {"C": np.array([[1.5, np.nan], [np.inf, -0.0]], np.float32), "n": np.array([1, 2], np.int32)}
LAUNCHED = Launched(
    arrays=ARRAYS,
    written={"C": np.array([True] * 9 + [False] * 7), "n": np.zeros(8, bool)},
    findings=(RunFinding(kind="data-race", line=1, column=2, file="k.cu", block=(0, 0, 0), other=PARTY),),
    counters=Counters.of(
        [LineCounters(line=3, global_loads=1 << 40, global_sectors=7)],
        {"A": Counters.of([LineCounters(line=3, global_loads=5)]), "B": Counters()},
    ),
    output="é\n",
    events=Events(
        np.array([[0, 1, 2, 0, 0, -1, 7, 4], [1, 1, 2, 3, 1, 0, 0, 0]]), np.array([float("inf"), 0.0]), ("A", "")
    ),
)
STEP = KernelLaunch(
    grid=(1, 2, 3), block=(4, 5, 6), fuel=1 << 40,
    arguments=(BufferArgument("C"), StructArgument((BufferArgument("n"), 1, 2.0)), 3, 1.0),
)  # fmt: skip
LAUNCH = Launch(steps=(STEP,), arrays=ARRAYS, record=(0, 1, 0))
VALUES = [
    LAUNCHED,
    AllLaunched((Brief(LAUNCHED), Brief(Launched(arrays={}, written={}), ("C",)))),
    LaunchesRequest(key=1, launches=(LAUNCH, LAUNCH), counted=False),
    CompileRequest(
        source="x", tile_width=16,
        options=CompileOptions(kernel=("a", "b<4>"), defines={"N": 4, "T": "x"}, expected=("int n",), arch="sm_80"),
    ),
    Compiled(
        ok=False,
        parameters=(("int", "n"),),
        diagnostics=(Diagnostic(severity="error", file="k.cu", line=3, message="no"),),
        problems=(CompileProblem(kind=Kind.TAMPERING, message="no", line=4, hint="yes"),),
        resources=Resources(
            tile_width=16, registers=1, shared_bytes=2, threads_per_block=3, blocks_per_multiprocessor=4,
            occupancy=0.5, limited_by="x", target="y", launchable=True,
        ),
    ),
    Launched(arrays={name: np.arange(3).astype(each.dtype) for name, each in ELEMENTS.items()}, written={}),
    Trials(
        output=np.zeros((2, 16), np.uint8), written=np.eye(2, 16) > 0, findings=((("timeout", 3),), ()),
        sound=(True, False),
    ),
    Edits((Edit(kind="guard", line=1, cost=2, changes=(Change(0, 1, "x", How.INSERT),)),)),
    Binary(image=np.arange(5, dtype=np.uint8), parameters=(("u64", 8),)),
]  # fmt: skip


def arrived(value: object) -> tuple[bytes, np.ndarray]:
    """Text and bytes as they arrive."""
    stream = io.BytesIO()
    write_frame(stream, *pack(value))
    stream.seek(0)
    return read_frame(stream)[1:]


def same(one: Any, other: Any) -> bool:
    """Equal, with arrays compared to the bit and NaN equal to itself."""
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if hasattr(one, "__dataclass_fields__"):
        return type(one) is type(other) and all(
            same(getattr(one, name), getattr(other, name)) for name in one.__dataclass_fields__
        )
    if isinstance(one, Sequence) and not isinstance(one, str):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return type(one) is type(other) and one == other


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_is_sent_arrives_whole(value: object) -> None:
    """Types, bits of floats and enums included."""
    assert same(value, unpack(type(value), *arrived(value)))


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.just([0, "f4", [3]])
    | st.just([0, "b1", [3]])
    | st.just([0, "i8", [0, 1 << 31, 1 << 31]]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield path
    children = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for name, child in children:
        yield from places(child, (*path, name))


def with_junk(plain: Any, path: tuple[Any, ...], junk: object) -> Any:
    """The value with another at a place."""
    if not path:
        return junk
    plain[path[0]] = with_junk(plain[path[0]], path[1:], junk)
    return plain


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
@given(data=st.data())
def test_nonsense_anywhere_is_one_kind_of_error(value: object, data: st.DataObject) -> None:
    """Or it is by chance a value of that kind; never another exception, which would pass for the grader's fault."""
    text, body = arrived(value)
    plain = json.loads(text)
    path = data.draw(st.sampled_from(list(places(plain))))
    with contextlib.suppress(ValidationError):
        spoilt = json.dumps(with_junk(plain, path, data.draw(JUNK))).encode()
        assert type(unpack(type(value), spoilt, body)) is type(value)


@pytest.mark.parametrize(
    ("output", "written"),
    [
        ([0, "u1", [9]], [0, "b1", [0]]),
        ([8, "u1", [1]], [0, "b1", [0]]),
        ([0, "i8", [2]], [0, "b1", [0]]),
        ([0, "u1", [5]], [0, "b1", [32]]),
        ([0, "b1", [65]], [0, "b1", [0]]),
        ([0, "O", [1]], [0, "b1", [0]]),
        ([-1, "u1", [1]], [0, "b1", [0]]),
    ],
)
def test_arrays_together_are_no_larger_than_what_was_sent(output: list[Any], written: list[Any]) -> None:
    """Nor is any byte of 8 used for two: a few would become as much memory as somebody likes."""
    text = json.dumps([{"output": output, "written": written, "findings": [], "sound": []}]).encode()
    with pytest.raises(ValidationError):
        unpack(Trials, text, np.zeros(8, np.uint8))


class ThreadChild:
    """A child that gives one answer to whatever it is asked."""

    worked = None

    def __init__(self, answer: Packed) -> None:
        requests, answers = os.pipe(), os.pipe()
        self.writer, self.reader = os.fdopen(requests[1], "wb"), os.fdopen(answers[0], "rb")
        theirs = os.fdopen(requests[0], "rb"), os.fdopen(answers[1], "wb")
        self.thread = threading.Thread(target=self._serve, args=(*theirs, answer), daemon=True)
        self.thread.start()

    @staticmethod
    def _serve(reader: Any, writer: Any, answer: Packed) -> None:
        with reader, writer:
            write_frame(writer, GREETING)
            read_frame(reader)
            write_frame(writer, *answer)

    def kill(self) -> None:
        self.writer.close()

    def end(self) -> str:
        with contextlib.suppress(OSError):
            self.writer.close()
        self.thread.join(timeout=20)
        self.reader.close()
        return "ended"


def ask(answer: Packed, fits: Callable[[AllLaunched], bool]) -> AllLaunched:
    """Launches on a child that answers so."""
    worker = ChildProcess(lambda: ThreadChild(answer))  # type: ignore[arg-type,return-value]
    try:
        return worker.request(LaunchesRequest(key=1, launches=(LAUNCH,)), AllLaunched, seconds=20, fits=fits)
    finally:
        worker.close()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("", b""), ("AllLaunched", b"{{{"), ("AllLaunched", b"[3]"), ("AllLaunched", b"[" * 100_000),
        ("AllLaunched", b'[{"rows": [{"launched": {"arrays": {}}}]}]'), ("AllLaunched", b'[{"rows": []}, 1]'),
        ("AllLaunched", b'[{"rows": [], "x": "\\ud800"}]'), ("Failure", b'[{"kind": "mine"}]'),
    ],
)  # fmt: skip
def test_a_child_that_answers_nonsense_has_crashed(name: str, text: bytes) -> None:
    """It runs what students wrote: whatever it says, the grader goes on."""
    with pytest.raises(DeviceCrash, match="nonsense"):
        ask((name, text, []), lambda _: True)


def some(*arrays: dict[str, np.ndarray], finished: bool = True) -> AllLaunched:
    """Launches that changed these arrays, the last of which came to its end or not."""
    last = len(arrays) - 1
    return AllLaunched(
        tuple(
            Brief(Launched(arrays=each, written={}, finished=finished or number < last))
            for number, each in enumerate(arrays)
        )
    )


@pytest.mark.parametrize(
    ("wrong", "launches"),
    [
        (some({"D": ARRAYS["C"]}), 1),
        (some({**ARRAYS, "n": np.zeros(3, np.int32)}), 1),
        (some({**ARRAYS, "C": np.zeros((2, 2), np.int32)}), 1),
        (AllLaunched((Brief(replace(LAUNCHED, written={"C": np.zeros(3, bool)})),)), 1),
        (AllLaunched((Brief(LAUNCHED, ("D",)),)), 1),
        (some(), 1),
        (some({}, {}), 1),
        (some({}, {}), 3),
        (some({}, finished=False), 0),
    ],
)
def test_a_child_that_answers_with_other_arrays_has_crashed(wrong: AllLaunched, launches: int) -> None:
    """What is compared with the expected result has its dtype and shape, and belongs to a launch that was asked for."""
    with pytest.raises(DeviceCrash, match="nonsense"):
        ask(pack(wrong), lambda answer: answer.answers([LAUNCH] * launches))


@pytest.mark.parametrize(
    ("right", "launches"),
    [(AllLaunched((Brief(LAUNCHED),)), 1), (some({}, {}), 2), (some({}, ARRAYS, finished=False), 3)],
)
def test_launches_are_answered_up_to_the_first_that_does_not_end(right: AllLaunched, launches: int) -> None:
    """What a launch has not changed need not come back."""
    answer = ask(pack(right), lambda answer: answer.answers([LAUNCH] * launches))
    assert same(answer, right)
    assert all(same(dict(row.arrays), ARRAYS) for row in answer.on([LAUNCH] * launches))


def test_only_what_a_launch_has_done_travels() -> None:
    """Arrays that it left alone and flags of no byte are put back where the launch is known."""
    done = replace(LAUNCHED, arrays={**ARRAYS, "C": ARRAYS["C"] + 1})
    brief = Brief.by(LAUNCH, done)
    assert (list(brief.launched.arrays), list(brief.launched.written), brief.untouched) == (["C"], ["C"], ("n",))
    assert same(brief.on(LAUNCH), done)
