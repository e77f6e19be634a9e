"""Where a replay opens: at the race, at the first wrong term, where an access leaves its array; nowhere else."""

from __future__ import annotations

import pytest

from grader.report.replayview import fault_words, moments, replay_views
from grader.results import Recording
from grader.results.replay import element
from tests.products import ProductShape
from tests.report import sample_kernel
from tests.report.sample_kernel import replay


def changed(recording: Recording, row: int, **fields: object) -> Recording:
    """The recording with fields of one event replaced: `op`, `index`, `value`."""
    places = {"op": 3, "index": 5, "value": 6}
    event = list(recording.events[row])
    for name, value in fields.items():
        event[places[name]] = value
    events = (*recording.events[:row], tuple(event), *recording.events[row + 1 :])
    return recording.model_copy(update={"events": events})


@pytest.mark.parametrize("shape", [ProductShape(4, 4, 4), ProductShape(3, 5, 3)], ids=["whole", "ragged"])
@pytest.mark.parametrize("block", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])
def test_a_right_kernel_has_no_moment(shape, block):
    """Nothing of a run without fault is called wrong, padding and threads without a cell included."""
    assert moments(replay(sample_kernel.record(shape, 2, block))) == ()


def test_a_race_comes_first_and_is_the_later_of_its_accesses():
    """The step at which the second of both threads touches the element."""
    played = replay(sample_kernel.record(second_barrier=False))
    race = moments(played)[0]
    assert race.label == "The race"
    step = played.steps[race.step]
    conflict = played.conflicts[0]
    assert step.interval == conflict.interval
    assert race.thread == conflict.other
    assert any((conflict.array, conflict.index) == operand[:2] for operand in step.actions[0].operands)


def test_the_first_wrong_term_is_named_with_the_one_that_was_due():
    """Thread (1,0) reads what the next phase has already stored."""
    played = replay(sample_kernel.record(second_barrier=False))
    words = fault_words(played.sum_of[1].fault)
    assert words.startswith("It goes wrong in phase 1: A[0][2] · B[0][1] = ")
    assert " where A[0][0] · B[0][1] = " in words


def test_an_access_outside_is_a_moment_with_its_array():
    """The store that leaves C, at the thread that makes it."""
    whole = sample_kernel.record()
    store = next(n for n, row in enumerate(whole.events) if row[3:5] == ("store", "C") and row[0] == 2)
    (moment,) = moments(replay(changed(whole, store, index=-1)))
    assert (moment.label, moment.thread) == ("Outside C", 2)


def test_a_wrong_result_without_known_terms_opens_at_its_store():
    """Where nothing tells which term is wrong, the wrong value in C is what there is to see."""
    whole = sample_kernel.record()
    store = next(n for n, row in enumerate(whole.events) if row[3:5] == ("store", "C"))
    unknown = whole.model_copy(
        update={"events": tuple((*row[:6], 0.123) if row[3] == "fma" else row for row in whole.events)}
    )
    (moment,) = moments(replay(changed(unknown, store, value=0.123)))
    assert moment.label == "First wrong result"


def test_a_faulty_run_is_shown_before_the_walk_through():
    """Whatever the order in which they were recorded; what cannot be told is no fault."""
    views = replay_views((sample_kernel.record(), sample_kernel.record(second_barrier=False)))
    assert [view.faulty for view in views] == [True, False]
    assert views[0].data["moments"][0][0] == "The race"
    assert views[1].data["moments"] == []


def test_a_moment_points_to_its_step_though_others_are_left_out():
    """A large block follows some threads; steps are counted as the page has them."""
    recording = sample_kernel.record(ProductShape(40, 64, 40), 32)
    store = next(n for n, row in enumerate(recording.events) if row[3:5] == ("store", "C") and row[0] == 700)
    (view,) = replay_views((changed(recording, store, index=-1),))
    (moment,) = view.data["moments"]
    step = view.data["steps"][moment[1]]
    assert (step["k"], step["o"]) == ("store", "C")
    assert -1 in step["i"]


@pytest.mark.parametrize(
    ("array", "index", "name"),
    [("A", 5, "A[1][1]"), ("As", 3, "As[1][1]"), ("C", -1, "outside C"), ("elsewhere", 7, "elsewhere[7]")],
)
def test_an_element_is_written_as_in_the_source(array, index, name):
    """By its dimensions where they are known."""
    assert element(sample_kernel.record(), array, index) == name
