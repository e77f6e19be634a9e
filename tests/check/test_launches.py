"""The text of launches: what it means, and what is said where it means nothing."""

from __future__ import annotations

import pytest

from grader.assignment.models import BufferSpec, LaunchConfig, PlannedLaunch
from grader.check.launches import parse_launches
from grader.elements import ELEMENTS
from grader.errors import UsageError
from grader.layouts import ElementLayout


def test_a_launch_is_read_as_cuda_writes_it():
    """Grid, block, shared bytes; buffers with their sizes and what fills them, numbers in C's spelling."""
    read = parse_launches(
        "add<float><<<dim3(4, 2), (16, 8), 128 * sizeof(float)>>>"
        "(x: float[1000], k: const unsigned int[3][4] = 7, 2.0f, -0x10, true, 1e-3)"
    )
    assert read.launches == (
        PlannedLaunch(
            "add<float>", LaunchConfig(grid=(4, 2, 1), block=(16, 8, 1), shared_bytes=512),
            ("x", "k", 2.0, -16, 1, 1e-3),
        ),
    )  # fmt: skip
    assert read.buffers == {
        "x": BufferSpec(dims=(1000,), layout=ElementLayout.number(ELEMENTS["float"]), way="inout"),
        "k": BufferSpec(dims=(3, 4), layout=ElementLayout.number(ELEMENTS["unsigned int"]), way="inout", initial=7),
    }
    assert read.unsaid == {"x"}


def test_launches_share_their_buffers_by_name():
    """One that no launch passes fills a variable of the file."""
    read = parse_launches("mask: float[5] = ones; f<<<1, 32>>>(y: int[8] = empty); g<<<{2, 3, 4}, 1>>>(y, y)")
    assert [launch.passed for launch in read.launches] == [("y",), ("y", "y")]
    assert read.launches[1].launch.grid == (2, 3, 4)
    assert read.kernels == ("f", "g")
    assert list(read.constants) == ["mask"]


@pytest.mark.parametrize(
    ("written", "blocks"),
    [("(1000 + 255) / 256", 4), ("7 / 2 * 2", 6), ("2 + 3 * 4", 14), ("-7 / 2 + 8", 5), ("17 % 5", 2), ("(((3)))", 3)],
)
def test_numbers_are_computed_by_the_rules_of_c(written: str, blocks: int):
    """Whole numbers are cut towards 0, and * and / come before + and −."""
    assert parse_launches(f"f<<<{written}, 1>>>()").launches[0].launch.grid == (blocks, 1, 1)


@pytest.mark.parametrize(
    ("text", "words", "mark"),
    [
        ("f<<<4, 256>>(x)", "'>>>' is needed after the block", ">>(x)"),
        ("f<<<4>>>()", "',' is needed and the block after the grid", ">>>()"),
        ("f<<<4, 0>>>()", "the block needs whole numbers from 1", "0>>>"),
        ("f<<<4, 1.5>>>()", "the block needs whole numbers from 1", "1.5"),
        ("f<<<dim3(1, 2, 3, 4), 1>>>()", "one to three numbers, here are 4", ")"),
        ("f<<<1, 1>>>(x)", "x is no buffer yet", "x)"),
        ("f<<<1, 1>>>(x: float[4], x: float[4])", "x is declared twice", "x: float[4])"),
        ("f<<<1, 1>>>(x: float*)", "told by its elements, not by a pointer", "*)"),
        ("f<<<1, 1>>>(x: floot[3])", "floot is no type", "floot"),
        ("f<<<1, 1>>>(x: float)", "'[' is needed", ")"),
        ("f<<<1, 1>>>(x: float[2] = nothing)", "nothing fills no buffer", "nothing"),
        ("f<<<1, 1>>>(2f)", "2f is no number", "2f"),
        ("f<<<1 / 0, 1>>>()", "nothing can be divided by 0", ""),
        ("f<<<1, 1>>>(99999999999999999999)", "too large", ""),
        ("", "no launch is named", ""),
        ("f(1)", "'<<<' is needed", "(1)"),
        ("f<<<1, 1>>>() g", "';' is needed after a launch", "g"),
        ("f<<<1, 1>>>(" + "(" * 60 + "1", "nested too deeply", ""),
        ("f<<<1, 1>>>(x: double[100000][100000])", "bytes in all", ""),
        ("f<<<1, 1>>>(" + "1, " * 2000 + "1)", "4,000 are the most", ""),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, words: str, mark: str):
    """The message quotes the text, with a mark below the place."""
    with pytest.raises(UsageError) as raised:
        parse_launches(text)
    told = str(raised.value)
    assert words in told
    if mark:
        _, line, marked = told.split("\n")[:3]
        assert line[marked.index("^") :].startswith(mark)
