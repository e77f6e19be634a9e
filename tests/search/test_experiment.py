"""Edits are tried on small cases of the lab, many in one compilation, and what mends them all is found."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest

from grader.assignment import Assignment
from grader.devices.base import EditsRequest
from grader.edits import syntax
from grader.edits.change import Change, Edit, How, make_unit
from grader.edits.grammar import edits_of
from grader.grading.bench import Build
from grader.grading.launching import StudentSource
from grader.grading.opened import OpenAssignment
from grader.results import Diagnostic
from grader.search.edit_search import MOST_CASES, EditTrial, Experiment, small_cases
from grader.search.trial_runner import Score, TrialRunner
from grader.search.weighing import clears, is_most_of_it, removed
from tests.products import ProductShape
from tests.search.kernels import TILED, WALKING, changed
from tests.search.local import LocalEmulator

SMALL = 4


@pytest.fixture(scope="module")
def device() -> LocalEmulator:
    return LocalEmulator()


def runner(assignment: Assignment, device: LocalEmulator, text: str) -> TrialRunner:
    """A runner for a text, at tiles of 4."""
    return TrialRunner(
        OpenAssignment(assignment=assignment, seed=3), device, StudentSource(text=text, filename="k.cu"), SMALL
    )


def asked_of(text: str) -> EditsRequest:
    """All edits of a text."""
    return EditsRequest(source=text, kernel="matmul_tiled", macro="TILE_WIDTH")


def test_small_cases_keep_what_the_cases_are_for(assignment):
    """Whole tiles, rests, one row, equal and different sizes: the lab's structure at tiles of 4, random inputs."""
    shapes = [ProductShape.of(case.sizes) for case in small_cases(assignment, SMALL)]
    assert 6 <= len(shapes) <= MOST_CASES
    assert any(shape.M % SMALL == shape.K % SMALL == shape.N % SMALL == 0 for shape in shapes)
    assert any(len({shape.M, shape.K, shape.N}) == 3 and shape.K % SMALL for shape in shapes)
    assert any(shape.M == shape.K == shape.N for shape in shapes)
    assert max(shape.M * shape.K * shape.N for shape in shapes) < 3000


@pytest.mark.parametrize(("text", "step"), [(TILED, 47), (WALKING, 73)], ids=["tiled", "walking"])
def test_an_edit_switched_on_does_what_it_does_compiled_alone(assignment, device, text, step):
    """The schemata are the edits: the same cells are right, and the same kinds of faults are found."""
    lab = runner(assignment, device, text)
    cases = [case for case in small_cases(assignment, SMALL) if case.sizes["K"] > SMALL][:2]
    chosen = [edit for edit in edits_of(syntax.SyntaxTree(text, "matmul_tiled")) if edit.switched][::step]
    apart = {edit: list(lab.scores(edit.apply(text), cases)) for edit in chosen}
    made = lab.unit(text.encode(), chosen)
    assert made is not None
    bench, unit = made
    assert len(unit.edits) > 0.9 * len(chosen)
    agreed = same = 0
    for number, case in enumerate(cases):
        together = lab.tried(bench, case, range(len(unit.edits) + 1))
        assert together[0].passed, "nothing is switched on"
        for edit, score in zip(unit.edits, together[1:], strict=True):
            agreed += score.passed == apart[edit][number].passed
            same += score.wrong == apart[edit][number].wrong
    # What C++ leaves open, such as a division by 0, may come out otherwise, and a choice of a signed number and an
    # unsigned one is unsigned.
    assert agreed >= 0.97 * len(cases) * len(unit.edits)
    assert same >= 0.9 * len(cases) * len(unit.edits)


def test_edits_that_do_not_compile_are_left_out_and_the_others_tried(assignment, device):
    """One edit that the compiler refuses does not cost the others their turn."""
    at = TILED.index("lc < K")
    wrong = Edit(kind="", line=16, cost=1, changes=(Change(at, at + 6, "nobody < K", How.EXPRESSION),))
    right = Edit(kind="", line=16, cost=1, changes=(Change(at, at + 6, "lc <= K", How.EXPRESSION),))
    made = runner(assignment, device, TILED).unit(TILED.encode(), [right, wrong, right])
    assert made is not None
    assert made[1].edits == (right, right)


def test_a_unit_in_which_an_edit_does_harm_switched_off_is_tried_in_parts(assignment, device):
    """It may be read otherwise than it is meant, in a macro for one; the others are tried all the same."""
    broken = changed(TILED, "left[r * K + lc]", "left[r * N + lc]")
    place = broken.index("N + c] : 0")
    # No expression: what stands before it is multiplied by the whole of it.
    harm = Edit(kind="", line=17, cost=1, changes=(Change(place, place + 5, "N", How.EXPRESSION),))
    experiment = Experiment([runner(assignment, device, broken)], broken, small_cases(assignment, SMALL))
    others = [edit for edit in device.edits(asked_of(broken)) if edit.line == 16][:50]
    passed = [tried.edit for tried in next(experiment.rounds([harm, *others])) if tried.passed]
    assert TILED in [edit.apply(broken) for edit in passed]


def test_an_edit_whose_elements_are_loaded_ahead_costs_the_others_nothing(assignment, device):
    """Of two values a compiler may load both; then something is found in the unit with nothing switched on."""
    broken = changed(TILED, "left[r * K + lc]", "left[r * N + lc]")
    place = broken.index("0.0f;\n        __sync")
    harm = Edit(kind="", line=17, cost=1, changes=(Change(place, place + 4, "tileL[0][1]", How.EXPRESSION),))
    experiment = Experiment([runner(assignment, device, broken)], broken, small_cases(assignment, SMALL))
    meant = [edit for edit in device.edits(asked_of(broken)) if edit.apply(broken) == TILED]
    (passed,) = [tried.edit for tried in next(experiment.rounds([harm, *meant[:1]])) if tried.passed]
    assert passed == meant[0]


def test_a_shared_number_is_loaded_where_its_edit_is_on_alone():
    """Of two values that a launch chooses between a compiler loads both, one of them before it is set."""
    text = "__global__ void k(int *y) {\n  __shared__ int first, last;\n  first = y[0];\n  y[1] = y[2];\n}\n"
    place = text.index("y[2]")
    edits = [Edit(kind="", line=4, cost=1, changes=(Change(place, place + 4, new, How.EXPRESSION),))
             for new in ("last + 1", "y[3]", "*(&first + p.last)")]  # fmt: skip
    made = make_unit(text.encode(), edits).text
    assert "((*(volatile decltype(last) *)&last) + 1)" in made
    assert "(y[3])" in made
    assert "(*(&first + p.last))" in made, "its address, and a member of that name"


def test_an_edit_of_a_threads_index_makes_no_other_number_unsigned():
    """Of an int and an unsigned number a choice is unsigned, and then `i - 1 >= 0` holds for every thread."""
    text = "__global__ void k(int *y, int i) {\n  if (i - 1 >= 0) y[i] = 1;\n}\n"
    place = text.index("i - 1")
    edits = [Edit(kind="", line=2, cost=1, changes=(Change(place, place + 1, new, How.EXPRESSION),))
             for new in ("i + blockIdx.x * 4", "(int)threadIdx.x")]  # fmt: skip
    made = make_unit(text.encode(), edits).text
    assert "(i + (int)blockIdx.x * 4)" in made and "? ((int)threadIdx.x)" in made


def test_an_edit_of_several_lines_is_known_by_an_error_in_its_last_one():
    """Else nobody knows which edit does not compile, and all that share the unit are tried in smaller ones."""
    text = "__global__ void k(int *y) {\n  y[0] = 1;\n}\n"
    place = text.index("y[0]")
    put_in = "for (int i = 0; i < 2; i++) {\n\n\n\n    y[i] = 1;\n  } y[i] = 2;"
    edits = [Edit(kind="", line=2, cost=1, changes=(Change(place, place + 9, put_in, How.REPLACE),))]
    unit = make_unit(text.encode(), edits)
    line = next(number for number, row in enumerate(unit.text.split("\n"), 1) if "y[i] = 2" in row)
    assert unit.rejected([Diagnostic(severity="error", file="k.cu", line=line, message="")], again=False) == {1}
    assert not unit.on_lines([line]), "what is found there may be of the text itself"


def test_a_unit_with_nothing_to_switch_is_the_text(assignment):
    """What is put around the edits adds nothing to the kernel."""
    assert make_unit(TILED.encode(), []).text.endswith(TILED)


@pytest.mark.parametrize(
    ("head", "copies"), [("", 1), ("[](int one) { return one; }", 0), ("[ ] (int one) { return one; }", 0)],
    ids=["a plain kernel", "a function in it", "one with spaces"],
)  # fmt: skip
def test_a_kernel_reads_the_switch_once_where_all_in_it_can_know_that(assignment, device, head, copies):
    """A function in it that captures nothing knows no variable of the kernel: its edits are tried all the same."""
    text = changed(TILED, "tileL[y][i]", f"tileL[0 + {head}(y)][i]")
    places = [(text.index("(y)][i]") + 1, 1, "x")]
    places += [(text.index("return one") + len("return "), len("one"), "one + 1")] if head else []
    edits = tuple(
        Edit(kind="", line=20, cost=1, changes=(Change(at, at + size, new, How.EXPRESSION),))
        for at, size, new in places
    )
    made = runner(assignment, device, text).unit(text.encode(), edits)
    assert made is not None
    assert made[1].edits == edits
    assert made[1].text.count(" = ::grader_edit;") == copies


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("left[r * K + lc]", "left[r * N + lc]"),
        ("tileL[y][i] * tileR[i][x];\n        __syncthreads();", "tileL[y][i] * tileR[i][x];"),
        ("(K + TILE_WIDTH - 1) / TILE_WIDTH", "K / TILE_WIDTH"),
        ("__shared__ float tileL", "float tileL"),
        ("int M, int K, int N", "int M, int N, int K"),
    ],
    ids=["stride", "barrier", "phases", "shared", "parameters"],
)
def test_the_edit_that_takes_a_mistake_back_passes(assignment, device, right, wrong):
    """Among the edits that pass every small case is the one that gives the right text again, all within few rounds."""
    broken = changed(TILED, right, wrong)
    lab = runner(assignment, device, broken)
    experiment = Experiment([lab], broken, small_cases(assignment, SMALL))
    assert experiment.failing
    passed = []
    for results in experiment.rounds(device.edits(asked_of(broken))):
        passed += [result.edit for result in results if result.passed]
        if passed:
            break
    texts = ["".join(edit.apply(broken).split()) for edit in passed]
    assert "".join(TILED.split()) in texts


def test_of_two_mistakes_the_edit_that_takes_a_finding_away_is_named(assignment, device):
    """The missing barrier makes no cell wrong beside the row length, so what counts wrong cells alone misses it."""
    last = "tileL[y][i] * tileR[i][x];\n        __syncthreads();"
    broken = changed(
        changed(TILED, last, last.replace("__syncthreads", "__syncwarp")), "left[r * K + lc]", "left[r * N + lc]"
    )
    at_two_warps = 8
    lab = TrialRunner(
        OpenAssignment(assignment=assignment, seed=3), device,
        StudentSource(text=broken, filename="k.cu"), at_two_warps,
    )  # fmt: skip
    experiment = Experiment([lab], broken, small_cases(assignment, at_two_warps))
    edits = [
        edit for edit in device.edits(asked_of(broken)) if edit.kind in ("barrier", "row length", "another number")
    ]
    named = experiment.ridding(experiment.bettering(edits))
    assert any(edit.kind == "barrier" and "__syncthreads" in edit.changes[0].text for edit in named["data-race"])


def test_what_takes_two_kinds_of_findings_away_is_named_before_what_takes_one(assignment, device):
    """A column too many is stored past the end of C, or where the first of the next row is stored as well."""
    broken = changed(TILED, "c < N)\n", "c <= N)\n")
    experiment = Experiment([runner(assignment, device, broken)], broken, small_cases(assignment, SMALL))
    edits = [edit for edit in device.edits(asked_of(broken)) if edit.kind in ("guard replaced", "comparison")]
    named = experiment.ridding(experiment.bettering(edits))
    cheapest = {kind: min(found, key=lambda edit: edit.cost) for kind, found in named.items()}
    assert cheapest["out-of-bounds"] not in named["data-race"]
    assert {named[kind][0].changes[0].text for kind in ("data-race", "out-of-bounds")} == {"c < N"}


def test_an_endless_edit_ends(assignment, device):
    """A loop that an edit makes endless runs out of turns soon, and does not pass."""
    at = TILED.index("++i")
    endless = Edit(kind="", line=19, cost=1, changes=(Change(at, at + 3, "i += 0", How.EXPRESSION),))
    lab = runner(assignment, device, TILED)
    made = lab.unit(TILED.encode(), [endless])
    assert made is not None
    (score,) = lab.tried(made[0], small_cases(assignment, SMALL)[-1], [1])
    assert not score.passed


AHEAD = """
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float s[TILE_WIDTH * TILE_WIDTH];
    int t = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x, row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    s[t] = t;
    float first = t == 0 ? s[0] : 0.0f;
    if (row < M && col < N) C[row * N + col] = first;
}
"""


def test_a_race_that_only_a_compiler_in_haste_makes_is_none_of_the_texts(assignment, device):
    """It may load `s[0]` in all threads; a race that stands in the text stays one."""
    cases = small_cases(assignment, SMALL)[:3]
    lab = runner(assignment, device, AHEAD)
    assert not any(score.kinds for score in lab.before(AHEAD, cases))
    raced = AHEAD.replace("t == 0 ? s[0] : 0.0f", "s[0]")
    assert any("data-race" in score.kinds for score in runner(assignment, device, raced).before(raced, cases))


def test_beside_a_race_that_the_compiler_makes_a_barrier_mends_that_of_the_text(assignment, device):
    """Edits are tried in code without the other one, which no edit would take away."""
    raced = AHEAD.replace("    if (row", "    __shared__ float u[256]; u[t] = t;\n    first += u[t ^ 1];\n    if (row")
    lab = runner(assignment, device, raced)
    mended = raced.replace("    first +=", "    __syncthreads();\n    first +=")
    cases = small_cases(assignment, SMALL)[:3]
    assert any("data-race" in score.kinds for score in lab.before(raced, cases))
    assert not any(score.kinds for score in lab.scores(mended, cases))


class OneAtATime:
    """A runner in which nothing compiles; it notices when two are at work in it."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.overlapped, self._busy = seconds, False, threading.Lock()

    made = Build.IN_HASTE

    def before(self, text, cases):
        return []

    def unit(self, data, edits):
        if not self._busy.acquire(blocking=False):
            self.overlapped = True
            return
        time.sleep(self.seconds)
        self._busy.release()


def test_a_runner_does_one_thing_after_another_however_fast_the_other_is():
    """Else one thread would be given what the other has compiled, and a cause be lost where a machine is busy."""
    slow, quick = OneAtATime(0.02), OneAtATime(0.0)
    edits = [Edit(kind="", line=1, cost=1, changes=(Change(0, 1, str(n), How.EXPRESSION),)) for n in range(400)]
    Experiment((slow, quick), TILED, ()).bettering(edits)
    assert not slow.overlapped
    assert not quick.overlapped


class _Ready(Experiment):
    """An experiment on two devices whose jobs have nothing to do."""

    def __init__(self) -> None:
        self.runners, self.ahead = [None, None], 0  # type: ignore[list-item]

    def _jobs(self, edits):
        yield from range(4)

    def _done(self, jobs):
        return [[] for _ in jobs]


def test_what_is_done_already_is_looked_at_whatever_it_took():
    """Two devices end two rounds at once: behind the first of them nothing new begins."""
    experiment = _Ready()
    assert [experiment.ahead for _ in experiment.rounds([])] == [0, 1, 0, 0]


def test_as_long_as_unset_values_are_read_fewer_wrong_elements_prove_nothing():
    """They may be anything, so an edit that changes a type or an order seems to mend most of it."""
    unset = frozenset({("uninitialized-read", 3)})
    experiment = SimpleNamespace(before={"small": Score(8, unset)})
    edit = Edit(kind="another type", line=1, cost=1, changes=())
    trials = [EditTrial(edit, {"small": Score(0, found)}, False, True) for found in (unset, frozenset())]
    assert [is_most_of_it(trial, experiment) for trial in trials] == [False, True]


def test_an_edit_that_takes_all_findings_away_and_lets_a_case_pass_may_be_the_first_of_two():
    """Not one that leaves a finding, or that makes no case pass."""
    beyond = frozenset({("out-of-bounds", 7)})
    experiment = SimpleNamespace(before={"one": Score(5, beyond), "other": Score(9, beyond)})
    edit = Edit(kind="another variable", line=7, cost=9, changes=(Change(0, 1, "a"),))

    def cleared(one: Score, other: Score) -> bool:
        return clears(EditTrial(edit, {"one": one, "other": other}, False, True), experiment)

    assert cleared(Score(0), Score(8))
    assert not cleared(Score(0), Score(8, beyond)) and not cleared(Score(1), Score(2))


def test_an_edit_after_which_an_output_is_right_in_all_cases_may_be_the_first_of_two():
    """However many elements are wrong in what a later launch makes of it."""
    beyond = frozenset({("out-of-bounds", 7)})
    experiment = SimpleNamespace(before={name: Score(12, beyond, outputs=3) for name in ("one", "other")})
    edit = Edit(kind="twice too large", line=7, cost=9, changes=(Change(0, 1, "a"),))
    better, same = Score(10, outputs=1), Score(10, outputs=3)
    both, half = (EditTrial(edit, {"one": better, "other": other}, False, True) for other in (better, same))
    assert clears(both, experiment) and is_most_of_it(both, experiment)
    assert not clears(half, experiment) and not is_most_of_it(half, experiment)


def test_where_nothing_was_found_several_cases_must_pass_for_one_of_two_mistakes():
    """One may pass by accident."""
    before = {name: Score(9) for name in ("one", "two", "three")}
    assert removed(before, {**before, "one": Score(0), "two": Score(0)}, "a", "b") == (1, 0)
    assert removed(before, {**before, "one": Score(0)}, "a", "b") is None
