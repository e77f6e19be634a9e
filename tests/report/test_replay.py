"""A recording becomes the lesson's moves, none lost, none invented."""

from __future__ import annotations

from collections import defaultdict

import pytest

from grader.report.replayview import MULTIPLY_ADDS_KEPT, replay_views
from grader.results import Contents, Recording
from grader.results.replay import play
from grader.results.replay.product import story_of
from tests.products import ProductShape
from tests.report import sample_kernel
from tests.report.sample_kernel import replay, values_of

RECORDINGS = {
    "4×4": sample_kernel.record(),
    "padded": sample_kernel.record(ProductShape(3, 3, 3), 2, (1, 1, 0)),
    "racing": sample_kernel.record(second_barrier=False),
    "34×34": sample_kernel.record(ProductShape(34, 34, 34), 16, (2, 0, 0)),
}


@pytest.fixture(params=RECORDINGS)
def recording(request) -> Recording:
    """Recordings of different kinds."""
    return RECORDINGS[request.param]


def test_no_event_is_lost_or_invented(recording):
    """Every event is a move of its thread or an operand of one, in that thread's order."""
    seen = defaultdict(list)
    for step in replay(recording).steps:
        for action in step.actions:
            for array, index, value in action.operands:
                seen[action.thread].append(("load", array, index, value))
            op = "load" if action.kind == "read" else action.kind
            seen[action.thread].append((op, action.array, action.index, action.value))
    told = defaultdict(list)
    for thread, _, _, op, array, index, value in recording.events:
        told[thread].append((op, array, index, value))
    assert seen == told


def test_a_step_never_crosses_a_barrier(recording):
    """The barriers passed never go back from one step to the next."""
    intervals = [step.interval for step in replay(recording).steps]
    assert intervals == sorted(intervals)


def test_the_lessons_example_has_eighteen_steps_in_two_phases():
    """4×4 with T = 2: per phase four loads and stores, a barrier, two multiply-adds, a barrier; then store and exit."""
    played = replay(sample_kernel.record())
    phase = ["load", "store", "load", "store", "barrier", "fma", "fma", "barrier"]
    assert [step.kind for step in played.steps] == [*phase, *phase, "store", "exit"]
    assert [step.tile_phase for step in played.steps] == [0] * 8 + [1] * 10
    assert all(len(step.actions) == 4 for step in played.steps)


def test_a_multiply_add_knows_its_operands():
    """The second term of thread (0,0) is As[0][1]·Bs[1][0], added to the first."""
    recording = sample_kernel.record()
    first, second = (step.actions[0] for step in replay(recording).steps if step.kind == "fma" and step.tile_phase == 0)
    assert [operand[:2] for operand in second.operands] == [("As", 1), ("Bs", 2)]
    left, right = (operand[2] for operand in second.operands)
    assert second.value == first.value + left * right


def test_operands_that_do_not_give_the_value_are_not_claimed():
    """When the result does not come from the reads before it, the term has no operands, and the reads stay."""
    recording = sample_kernel.record()
    events = tuple((*row[:6], 12345.5) if row[3] == "fma" else row for row in recording.events)
    steps = replay(recording.model_copy(update={"events": events})).steps
    assert all(not action.operands for step in steps if step.kind == "fma" for action in step.actions)
    assert sum(len(step.actions) for step in steps if step.kind == "read") == 32


def test_hoisted_reads_still_find_their_multiply_add():
    """A compiler may read all of a tile first; the terms are told all the same."""
    events = []
    waiting = []
    for row in sample_kernel.record().events:
        if row[3] == "fma":
            waiting.append(row)
            continue
        if waiting and not (row[3] == "load" and row[4] in ("As", "Bs") and row[0] == waiting[0][0]):
            events += waiting
            waiting = []
        events.append(row)
    hoisted = sample_kernel.record().model_copy(update={"events": tuple(events)})
    assert hoisted.events != sample_kernel.record().events
    terms = [action for step in replay(hoisted).steps if step.kind == "fma" for action in step.actions]
    assert len(terms) == 16
    assert all(len(term.operands) == 2 for term in terms)


def test_a_race_is_shown_in_the_order_it_ran():
    """With a barrier missing, the steps are the events' own order, and both parties are named."""
    recording = sample_kernel.record(second_barrier=False)
    played = replay(recording)
    assert not played.in_step
    conflict = played.conflicts[0]
    assert (conflict.array, conflict.writer_line, conflict.other_line) == (
        "As",
        sample_kernel.LOAD_A,
        sample_kernel.MULTIPLY,
    )
    fmas = [(action.thread, action.value) for step in played.steps for action in step.actions if action.kind == "fma"]
    assert fmas == [(row[0], row[6]) for row in recording.events if row[3] == "fma"]


def test_a_thread_outside_still_has_its_moves_and_owns_no_cell():
    """At 3×3 with T = 2 the last block has one cell of C and four threads that work."""
    played = replay(RECORDINGS["padded"])
    assert played.cell_of_thread == {0: 8}
    assert {action.thread for step in played.steps if step.kind == "fma" for action in step.actions} == {0, 1, 2, 3}


def test_the_last_steps_leave_the_recorded_result(recording):
    """The stores into C give the recorded output for every cell of the block."""
    played = replay(recording)
    stored = {
        action.index: action.value
        for step in played.steps
        if step.kind == "store" and step.array == "C"
        for action in step.actions
    }
    assert stored
    assert all(values_of(recording, "C")[index] == value for index, value in stored.items())


def test_a_large_block_follows_its_wrong_threads_first():
    """More multiply-adds than a page carries: some threads are left out, the wrong ones are not."""
    recording = sample_kernel.record(ProductShape(40, 64, 40), 32)
    wrong = 3 * recording.sizes["N"] + 5
    values = list(values_of(recording, "C"))
    values[wrong] += 7
    buffers = {**recording.buffers, "C": Contents(dims=(40, 40), values=tuple(values))}
    (view,) = replay_views((recording.model_copy(update={"buffers": buffers}),))
    kept = [len(step.get("t", range(1024))) for step in view.data["steps"] if step["k"] == "fma"]
    assert sum(kept) <= MULTIPLY_ADDS_KEPT
    assert 3 * 32 + 5 in view.data["followed"]
    assert set(view.data["wrong"]) == {wrong}


def test_a_kernel_without_tiles_multiplies_what_it_loaded():
    """The naive kernel's operands come straight from A and B, and its loads are moves of their own."""
    recording = sample_kernel.naive_record()
    played = replay(recording)
    terms = [action for step in played.steps if step.kind == "fma" for action in step.actions if action.thread == 1]
    assert [[operand[:2] for operand in term.operands] for term in terms] == [
        [("A", k), ("B", k * 4 + 1)] for k in range(4)
    ]
    assert [step.kind for step in played.steps] == ["load", "load", "fma"] * 4 + ["store", "exit"]
    assert played.tile_phases == 1


def test_an_operand_may_stay_in_global_memory():
    """A kernel that tiles A alone: each term is As times B."""
    events = tuple(
        (thread, phase, line, op, "B" if name == "Bs" else name, index, value)
        for thread, phase, line, op, name, index, value in sample_kernel.record().events
        if not (op == "store" and name == "Bs") and not (op == "load" and name == "B")
    )
    half = sample_kernel.record().model_copy(update={"events": events, "shared": sample_kernel.record().shared[:1]})
    terms = [action for step in replay(half).steps if step.kind == "fma" for action in step.actions]
    assert {tuple(operand[0] for operand in term.operands) for term in terms} == {("As", "B")}


def test_reads_that_pile_up_are_not_lost():
    """A thread that reads more than it multiplies still has every read told."""
    events = [(0, 0, 5, "load", "As", index, 1.0) for index in range(200)] + [(0, 0, 6, "exit", "", 0, 0.0)]
    pile = sample_kernel.record().model_copy(update={"events": tuple(events)})
    reads = [action.index for step in replay(pile).steps if step.kind == "read" for action in step.actions]
    assert reads == list(range(200))


def test_a_read_that_serves_two_sums_is_an_operand_of_both():
    """Register tiling: one element of As is multiplied with two of Bs, for two running sums."""
    events = [
        (0, 0, 7, "load", "As", 0, 2.0),
        (0, 0, 7, "load", "Bs", 0, 3.0),
        (0, 0, 7, "load", "Bs", 1, 5.0),
        (0, 0, 7, "fma", "", 0, 6.0),
        (0, 0, 7, "fma", "", 0, 10.0),
        (0, 0, 8, "load", "As", 1, 7.0),
        (0, 0, 8, "load", "Bs", 2, 11.0),
        (0, 0, 8, "load", "Bs", 3, 13.0),
        (0, 0, 8, "fma", "", 0, 83.0),
        (0, 0, 8, "fma", "", 0, 101.0),
    ]
    tiled = sample_kernel.record().model_copy(update={"events": tuple(events)})
    terms = [action for step in replay(tiled).steps for action in step.actions if action.kind == "fma"]
    assert [[operand[:2] for operand in term.operands] for term in terms] == [
        [("As", 0), ("Bs", 0)],
        [("As", 0), ("Bs", 1)],
        [("As", 1), ("Bs", 2)],
        [("As", 1), ("Bs", 3)],
    ]


def test_products_may_be_added_in_any_order():
    """Each is compared with the one that is due for its elements, so a sum from the end on has no wrong term."""
    recording = sample_kernel.record()
    by_thread: dict[int, list[list]] = defaultdict(list)
    sums: dict[int, float] = defaultdict(float)
    events = []
    for row in recording.events:
        thread, op, array = row[0], row[3], row[4]
        if op == "fma" or (op == "load" and array in ("As", "Bs")):
            by_thread[thread].append(list(row))
            continue
        for moves in by_thread.values():  # two products of a phase: loads of both elements, then the sum
            for product in (moves[3:], moves[:3]):
                sums[product[-1][0]] += product[0][6] * product[1][6]
                events += [tuple(each) for each in product[:2]]
                events.append((*product[2][:6], sums[product[-1][0]]))
        by_thread.clear()
        events.append((*row[:6], row[6] + 100.0) if op == "store" and array == "C" else row)
    story = story_of(recording.model_copy(update={"events": tuple(events)}))
    told = play(story).sum_of
    assert [term.number for term in told[0].terms] == [1, 0, 3, 2]
    assert not any(term.wrong for sum_ in told.values() for term in sum_.terms)
    assert all(sum_.fault is None for sum_ in told.values())
