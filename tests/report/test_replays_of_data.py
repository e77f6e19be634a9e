"""The replay of a lab that is data: every launch, what arrays hold before and after, and where it opens."""

from __future__ import annotations

import math

import pytest

from grader.report import replayview
from grader.report.drawings import layers, thread_columns
from grader.report.replayview import EVENTS_KEPT, left_out, replay_views
from grader.report.trace import trace_text
from grader.results import Kind, Recording
from grader.results.replay.product import story_of
from tests.report import sample_data
from tests.report.sample_kernel import replay


def steps(recording: Recording, kind: str) -> list[dict[str, object]]:
    """The packed steps of a kind."""
    (view,) = replay_views((recording,))
    return [step for step in view.data["steps"] if step["k"] == kind]


def array(recording: Recording, name: str) -> dict[str, object]:
    """An array as it is drawn."""
    (view,) = replay_views((recording,))
    return next(each for each in view.data["arrays"] if each["name"] == name)


def test_every_event_is_a_step_of_its_own():
    """Loads, stores, reads of shared memory, the barrier, atomic operations, the end: none lost, none invented."""
    played = replay(sample_data.adding())
    assert [step.kind for step in played.steps] == ["load", "store", "barrier", "read", "atomic", "exit"]
    assert sum(len(step.actions) for step in played.steps) == len(sample_data.adding().events)
    assert [step.tile_phase for step in played.steps] == [0, 0, 0, 1, 1, 1]


def test_a_multiply_add_is_no_step_where_nobody_knows_what_goes_into_it():
    """The steps of an exponential are no sum of products."""
    recording = sample_data.storing()
    events = ((0, 0, 13, "fma", "", 0, 12583039.0), *recording.events)
    assert replay(recording.model_copy(update={"events": events})).steps == replay(recording).steps


def test_what_a_later_launch_goes_on_with_is_called_neither_right_nor_wrong():
    """Of an earlier launch that goes wrong, only what nothing else changes is held against what it should be."""
    recording = sample_data.storing(wrong=True)
    expected = (*[math.nan] * 5, recording.expected[5])
    early = recording.model_copy(update={"expected": expected})
    assert array(early, "y")["layers"][0]["expected"] == [None] * 5 + [-5.0]
    text = trace_text(early)
    assert "y[5] = −4  WRONG, right is −5" in text
    assert "y[4] = " not in text.partition("Result of this block")[2]


def test_what_is_not_replayed_is_told(monkeypatch: pytest.MonkeyPatch):
    """Nothing where all recordings are; else how many, and where they are."""
    recordings = (sample_data.adding(), sample_data.adding(), sample_data.adding())
    assert left_out(recordings) == ""
    monkeypatch.setattr(replayview, "EVENTS_KEPT", 2 * len(recordings[0].events))
    assert len(replay_views(recordings)) == 2
    assert left_out(recordings).startswith("One more block was recorded and left out here")


def test_atomic_operations_race_with_nothing_but_plain_accesses():
    """Those of all threads on one element are no conflict; a plain store beside them is."""
    ordered = sample_data.adding().model_copy(update={"found": (("data-race", 8),)})
    assert replay(ordered).conflicts == ()
    events = tuple(
        (*row[:3], "store", *row[4:]) if row[3] == "atomic" and row[0] == 2 else row for row in ordered.events
    )
    (conflict, *_) = replay(ordered.model_copy(update={"events": events})).conflicts
    assert (conflict.array, conflict.index, conflict.other_kind) == ("sums", 1, "write")


def test_threads_that_nothing_but_warps_order_are_called_racing_by_findings_alone():
    """More than whole barriers may order them: where the run found no race, none is drawn."""
    events = tuple(row for row in sample_data.adding().events if row[3] != "barrier")
    unordered = sample_data.adding().model_copy(
        update={"events": tuple((row[0], 0, *row[2:5], 0, row[6]) for row in events)}
    )
    assert replay(unordered).in_step
    assert not replay(unordered.model_copy(update={"found": (("data-race", 6),)})).in_step


def test_the_launches_of_a_run_come_in_their_order_and_the_faulty_one_is_told():
    """Whichever of them goes wrong, as the second needs the first to be understood."""
    views = replay_views((sample_data.adding(wrong=True), sample_data.storing(wrong=True)))
    assert [view.block for view in views] == ["1. add_up, block (1,0)", "2. take_off, block (1,0)"]
    assert [view.faulty for view in views] == [False, True]
    assert views[1].data["moments"] == [["First wrong result", 2, 1]]
    assert views[1].data["wrong"] == {5: [[2, 4]]}


def test_what_no_launch_has_stored_yet_holds_nothing():
    """Scratch and output are empty before the first launch; afterwards they hold what it left."""
    assert [layer["values"] for layer in array(sample_data.adding(), "sums")["layers"]] == [[None, None]]
    assert [layer["values"] for layer in array(sample_data.storing(), "sums")["layers"]] == [[9.0, 14.0]]
    assert "expected" not in array(sample_data.adding(), "y")["layers"][0]
    assert array(sample_data.storing(), "y")["layers"][0]["expected"][5] == -5.0


@pytest.mark.parametrize(
    ("kind", "line", "label"),
    [
        (Kind.UNINITIALIZED_READ, 13, "Read before written"),
        (Kind.BARRIER_DIVERGENCE, 7, "The barrier"),
        (Kind.DATA_RACE, 13, "The race"),
    ],
)
def test_a_replay_opens_where_its_finding_points(kind, line, label):
    """At the first step that a finding of the run blames."""
    recording = sample_data.adding() if line < 10 else sample_data.storing()
    (view,) = replay_views((recording.model_copy(update={"found": ((kind.value, line),)}),))
    assert view.data["moments"][0][0] == label
    assert view.data["steps"][view.data["moments"][0][1]]["l"] == line


def test_an_element_that_nobody_writes_is_looked_at_when_all_have_ended():
    """By a thread that writes nothing."""
    recording = sample_data.storing().model_copy(update={"wrong_elements": (3,)})
    (view,) = replay_views((recording,))
    assert view.data["moments"] == [["Not written here", len(view.data["steps"]) - 1, 2]]


def test_a_store_into_an_input_is_a_moment():
    """An input is what no launch may change."""
    events = tuple((*row[:4], "x", *row[5:]) if row[3] == "store" else row for row in sample_data.storing().events)
    (view,) = replay_views((sample_data.storing().model_copy(update={"events": events}),))
    assert view.data["moments"][0][0] == "Into an input"


@pytest.mark.parametrize(
    ("dims", "drawn"),
    [
        ((6,), [("x", 0, 1, 6)]),
        ((40,), [("x", 0, 3, 16)]),
        ((3, 5), [("x", 0, 3, 5)]),
        ((2, 3, 4), [("x[0]", 0, 3, 4), ("x[1]", 12, 3, 4)]),
        ((2, 1, 2, 2), [("x[0][0]", 0, 2, 2), ("x[1][0]", 4, 2, 2)]),
        ((100, 200), [("x, rows 7–7, columns 30–30", 1430, 1, 1)]),
        ((4000,), [("x, from element 1424 to 1439", 1424, 1, 16)]),
    ],
)
def test_an_array_is_drawn_as_a_strip_a_grid_or_layers(dims, drawn):
    """Of a large one the part that the block touches, here element 1430."""
    buffers = {**sample_data.storing().buffers, "x": sample_data.vector().model_copy(update={"dims": dims})}
    recording = sample_data.storing().model_copy(update={"buffers": buffers})
    made = layers(story_of(recording), "x", {1430} if max(dims) > 99 else {0})
    assert [(layer.label, layer.first, layer.rows, layer.columns) for layer in made] == drawn


def test_threads_in_one_dimension_are_drawn_in_rows_of_a_warp():
    """Of a small block in one row, else as the block is."""
    assert [thread_columns(dim) for dim in ((8, 1, 1), (64, 1, 1), (256, 1, 1), (4, 4, 1))] == [8, 16, 32, 4]


@pytest.mark.parametrize(("room", "shown"), [(1, 1), (50, 2), (EVENTS_KEPT, 9)])
def test_a_page_carries_a_bounded_number_of_events(monkeypatch, room, shown):
    """However many recordings there are; the first is always there."""
    monkeypatch.setattr("grader.report.replayview.EVENTS_KEPT", room)
    assert len(replay_views((sample_data.adding(),) * 9)) == shown


def test_the_text_tells_the_same():
    """Each step with its line, the shared arrays after a phase, and what became of the block's elements."""
    text = trace_text(sample_data.adding(wrong=True))
    assert "launch 1, add_up: block (1,0) of a grid of 2×1, 4 threads." in text
    assert "store    line 6: 4 threads, parts[0] = 5, parts[1] = 9, parts[2] = 0, parts[3] = 0" in text
    assert "barrier  line 7: all 4 threads arrive" in text
    assert "atomic   line 8: 4 threads, sums[1] = 5, sums[1] = 14, sums[1] = 14, sums[1] = 14" in text
    assert "Result of this block" not in text
    assert "y[5] = −4  WRONG, right is −5" in trace_text(sample_data.storing(wrong=True))
    assert "y[5] = −5  right, by thread (1,0)" in trace_text(sample_data.storing())
