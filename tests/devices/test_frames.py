"""Frames carry a name, a text and bytes faithfully, and distrust what they read."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.devices.process import ClosedError, FrameError, read_frame, write_frame


@given(
    st.text(st.characters(codec="ascii"), max_size=8),
    st.binary(max_size=8),
    st.lists(
        hnp.arrays(
            st.sampled_from([np.float32, np.float64, np.int32, np.uint8, np.bool_]), hnp.array_shapes(max_dims=3)
        ),
        max_size=3,
    ),
)  # fmt: skip
def test_what_is_written_is_read(name: str, text: bytes, parts: list[np.ndarray]) -> None:
    """Bit for bit, NaN included."""
    stream = io.BytesIO()
    write_frame(stream, name, text, parts)
    stream.seek(0)
    frame = read_frame(stream)
    assert (frame.name, frame.text) == (name, text)
    assert frame.body.tobytes() == b"".join(part.tobytes() for part in parts)


@pytest.mark.parametrize("lengths", [(0, 2**32 - 1, 0), (0, 2, 2**63), (0, 2, 100 << 30)])
def test_a_frame_that_announces_too_much_is_an_error(lengths: tuple[int, int, int]) -> None:
    """Refused before anything is allocated."""
    with pytest.raises(FrameError, match="larger"):
        read_frame(io.BytesIO(struct.pack("<BIQ", *lengths) + b"{}"))


def test_a_body_beyond_the_readers_own_bound_is_an_error_before_any_of_it_is_read() -> None:
    """An archive's child that was taken over may announce whatever it likes."""
    stream = io.BytesIO(struct.pack("<BIQ", 0, 2, 8) + b"{}" + bytes(8))
    with pytest.raises(FrameError, match="larger"):
        read_frame(stream, most_bytes=7)
    assert stream.tell() == struct.calcsize("<BIQ")


def test_a_frame_for_which_there_is_no_room_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the child that announces it, and not of the thread that reads: nobody would wait for that one's answer."""

    def no_room(*_: object) -> np.ndarray:
        raise MemoryError

    monkeypatch.setattr(np, "empty", no_room)
    with pytest.raises(FrameError, match="room"):
        read_frame(io.BytesIO(struct.pack("<BIQ", 0, 2, 1 << 31) + b"{}"))


@pytest.mark.parametrize("data", [b"", b"\x01", struct.pack("<BIQ", 1, 1, 1 << 31) + b"xyz"])
def test_the_end_of_the_stream_has_its_own_error(data: bytes) -> None:
    """A child that left is told apart from one that sends garbage."""
    with pytest.raises(ClosedError):
        read_frame(io.BytesIO(data))
