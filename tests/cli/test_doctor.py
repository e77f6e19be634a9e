"""The doctor tells what is here, and the lecture's numbers."""

from __future__ import annotations

import pytest

from grader.cli import main


def test_the_lectures_device_has_the_lectures_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """1,000 GFLOP/s and 150 GB/s: 37.5 for naive, 600 and 1,200 for tiles, 8 and 2 blocks, 4,096 pending loads."""
    main(["doctor", "--gpu", "lecture", "--tile-widths", "16,32"])
    text = capsys.readouterr().out
    rows = {line.strip()[:34].strip(): line.split()[-2:] for line in text.split("\n") if line.strip()}
    assert rows["bandwidth bound, GFLOP/s"] == ["600.0", "1,200.0"]
    assert rows["… that fit"] == ["8", "2"]
    assert rows["pending loads a multiprocessor"] == ["4,096", "4,096"]
    assert "37.5 GFLOP/s" in text


def test_what_runs_here_is_tried_out(capsys: pytest.CaptureFixture[str]) -> None:
    """The compiler compiles, the emulator runs."""
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "✓ CUDA compiler" in text
    assert "✓ emulator" in text
    assert "submissions may include it" in text


def test_an_unknown_gpu_is_wrong_input(capsys: pytest.CaptureFixture[str]) -> None:
    """With the names that are known."""
    assert main(["doctor", "--gpu", "voodoo"]) == 2
    assert "H200" in capsys.readouterr().err
