"""Frames carry JSON and arrays faithfully, and distrust what they read."""

from __future__ import annotations

import io
import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.devices.frames import ClosedError, FrameError, read_frame, write_frame


@given(
    st.dictionaries(st.text(max_size=8), st.integers() | st.text() | st.none(), max_size=4),
    st.dictionaries(
        st.text(min_size=1, max_size=8),
        hnp.arrays(
            st.sampled_from([np.float32, np.float64, np.int32, np.uint8, np.bool_]), hnp.array_shapes(max_dims=3)
        ),
        max_size=3,
    ),
)  # fmt: skip
def test_what_is_written_is_read(header: dict[str, object], arrays: dict[str, np.ndarray]) -> None:
    """Bit for bit, NaN included."""
    header.pop("arrays", None)
    stream = io.BytesIO()
    write_frame(stream, header, arrays)
    stream.seek(0)
    read_header, read_arrays = read_frame(stream)
    assert read_header == header
    assert read_arrays.keys() == arrays.keys()
    for name, array in arrays.items():
        assert read_arrays[name].dtype == array.dtype
        assert read_arrays[name].tobytes() == array.tobytes()


def frame(header: object, body: bytes = b"", *, lengths: tuple[int, int] | None = None) -> io.BytesIO:
    """A frame made by hand."""
    text = json.dumps(header).encode()
    return io.BytesIO(struct.pack("<IQ", *(lengths or (len(text), len(body)))) + text + body)


@pytest.mark.parametrize(
    "stream",
    [
        frame({"no": "arrays"}),
        frame({"arrays": [["x", "O", [1]]]}, b"x" * 8),
        frame({"arrays": [["x", "f4", [2]]]}, b"1234"),
        frame({"arrays": [["x", "f4", [-1]]]}, b"1234"),
        frame({"arrays": [["x", "f4"]]}),
        frame([1, 2]),
        frame({"arrays": []}, lengths=(2**32 - 1, 0)),
        frame({"arrays": []}, lengths=(14, 2**63)),
        io.BytesIO(struct.pack("<IQ", 3, 0) + b"{{{"),
    ],
)
def test_a_malformed_frame_is_an_error(stream: io.BytesIO) -> None:
    """Unknown types, wrong lengths, negative sizes and garbage are refused before anything is allocated."""
    with pytest.raises(FrameError):
        read_frame(stream)


def test_the_end_of_the_stream_has_its_own_error() -> None:
    """A child that left is told apart from one that sends garbage."""
    with pytest.raises(ClosedError):
        read_frame(io.BytesIO(b"\x01"))
