"""The trace tells the lesson's exercise with right numbers, from the recorded run."""

from __future__ import annotations

import re

import pytest

from grader.report.trace import trace_text
from tests.products import ProductShape
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
    assert text.count("all 4 threads arrive") == 4
    assert "thread (1,0) C[0][1]: adds 3·4 + 2·1, partial sum 14" in text


def moves(text: str, phase: int) -> list[str]:
    """The moves of a phase in the order told."""
    after = text.split(f"\nPhase {phase}")[1].split("\n\n")[0]
    return re.findall(r"^  (load|barrier|add|store|read) ", after, re.M)


def test_a_phase_is_told_in_the_order_of_the_lesson():
    """Load, barrier, add, barrier: what must be done before what is the lesson."""
    text = trace_text(sample_kernel.record())
    assert moves(text, 1) == ["load", "barrier", "add", "barrier"]
    assert moves(text, 2) == ["load", "barrier", "add", "barrier", "store"]


def test_a_missing_barrier_is_missing_in_the_order_too():
    """Without the second barrier the next loads follow the additions, and nothing stands between."""
    text = trace_text(sample_kernel.record(second_barrier=False))
    assert moves(text, 1) == ["load", "barrier", "add"]
    assert moves(text, 2) == ["load", "barrier", "add", "store"]


@pytest.mark.parametrize("shape", [ProductShape(4, 4, 4), ProductShape(3, 5, 3)], ids=["whole tiles", "ragged"])
def test_a_cut_recording_says_nothing_that_the_whole_would_not_say(shape):
    """Wherever it was cut: every line of its phases is a line of the whole, no total is stated, and the cut is."""
    whole = sample_kernel.record(shape)
    told = set(trace_text(whole).splitlines())
    for kept in range(1, len(whole.events)):
        text = trace_text(whole.model_copy(update={"events": whole.events[:kept], "truncated": True}))
        phases, rest = text.split("\nThe recording was cut here")
        assert {line for line in phases.splitlines() if not line.startswith("Phase ")} <= told
        assert not re.search(r"Phase \d+ of|never do|per cell|fewer|by thread", text)
        assert "not counted" in rest


def test_a_cut_recording_may_still_tell_what_the_whole_launch_loaded():
    """Counts of a launch do not come from the recording."""
    counted = (sample_figures.traffic("naive", 1, 4, 2), sample_figures.traffic("student", 2, 4, 2))
    cut = sample_kernel.record().model_copy(update={"truncated": True})
    assert "naive 128, yours 64: 2.00× fewer" in trace_text(cut, counted)


def test_a_phase_whose_sum_is_thrown_away_is_a_phase():
    """A kernel that sets its sum to 0 in every phase: the compiler adds up in the last one only, and loads in both."""
    whole = sample_kernel.record()
    dead = tuple(row for row in whole.events if not (row[3] == "fma" and row[1] < 3))
    text = trace_text(whole.model_copy(update={"events": dead}))
    assert "Phase 2 of 2" in text
    assert moves(text, 1) == ["load", "barrier", "read", "barrier"]
    assert moves(text, 2)[:2] == ["load", "barrier"]


def test_a_store_that_leaves_its_array_is_said():
    """Index −1 is outside: the text counts such accesses where they happen."""
    whole = sample_kernel.record()
    leaving = tuple((*row[:5], -1, row[6]) if row[3:5] == ("store", "C") and row[0] else row for row in whole.events)
    text = trace_text(whole.model_copy(update={"events": leaving}))
    assert "4 stores to C (3 OUTSIDE C)" in text


def test_threads_that_never_come_to_a_barrier_are_counted_once_all_came_that_do():
    """Two of four threads ended before: two arrive, two never do."""
    whole = sample_kernel.record()
    left = tuple(row for row in whole.events if row[0] < 2 or (row[1] == 0 and row[3] != "barrier"))
    assert "2 of 4 threads arrive, 2 never do" in trace_text(whole.model_copy(update={"events": left}))


def test_padding_is_marked():
    """A cell that nothing was loaded for is a marked zero."""
    text = trace_text(sample_kernel.record(ProductShape(3, 3, 3), 2, (1, 1, 0)))
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
