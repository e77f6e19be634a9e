"""The trace tells the lesson's exercise with right numbers, from the recorded run."""

from __future__ import annotations

import re

from grader.report import trace_text
from grader.results import Shape
from tests.report import sample_figures, sample_kernel, samples


def test_the_exercise_counts_two_times_fewer_reads():
    """4×4 with T = 2: 8 reads a cell naive, 4 tiled; 128 and 64 in all."""
    counted = (sample_figures.traffic("naive", 1, 4, 2), sample_figures.traffic("student", 2, 4, 2))
    text = trace_text(sample_kernel.record(), counted)
    assert "16 reads for 4 cells of C, 4 per cell" in text
    assert "2·4 = 8 per cell: 2.00× fewer" in text
    assert "naive 128, yours 64: 2.00× fewer" in text


def test_counts_of_another_shape_are_not_taken_for_this_one():
    """Traffic measured at 128³ says nothing of a 4×4."""
    assert "whole product" not in trace_text(sample_kernel.record(), sample_figures.performance().traffic)


def test_each_phase_shows_its_tiles_and_partial_sums():
    """Both phases have both tiles, four partial sums and two barriers met by all."""
    text = trace_text(sample_kernel.record())
    assert re.findall(r"^Phase \d of 2$", text, re.M) == ["Phase 1 of 2", "Phase 2 of 2"]
    assert text.count("partial sum") == 8
    assert text.count("all of 4 threads arrive") == 4
    assert "thread (1,0) C[0][1]: adds 3·4 + 2·1, partial sum 14" in text


def test_padding_is_marked():
    """A cell that nothing was loaded for is a marked zero."""
    text = trace_text(sample_kernel.record(Shape(M=3, K=3, N=3), 2, (1, 1, 0)))
    assert "0*" in text
    assert "nothing was loaded, 0 was written" in text
    assert "owns no cell" in text


def test_a_race_is_told_before_the_numbers_it_spoils():
    """Who writes and who reads comes first, and wrong results are called wrong."""
    text = trace_text(sample_kernel.record(second_barrier=False))
    assert text.index("RACE: thread (0,0) writes As[0][0] on line 20") < text.index("Phase 1")
    assert "WRONG, right is 67" in text


def test_right_results_are_called_right():
    """Every cell of the block is listed once, right, with its thread."""
    text = trace_text(sample_kernel.record())
    assert text.count("right, by thread") == 4
    assert "WRONG" not in text


def test_a_hostile_title_cannot_steer_a_terminal():
    """Control characters in names are shown, not sent."""
    text = trace_text(sample_kernel.record().model_copy(update={"title": samples.HOSTILE}))
    assert "\x1b" not in text
    assert "␛" in text
