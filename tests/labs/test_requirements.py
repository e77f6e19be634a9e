"""Requirements of a lab that is data: on one launch, on what a kernel needs, and those that earn a part."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.grading.pipeline import Session
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.lab import LAB as GENERIC
from grader.labs.generic.models import PartModel, RequirementModel
from grader.labs.traffic import Measured
from grader.results import Kind, Requirement, Resources, Results, Status
from grader.submissions.submission import decode_submission
from tests.labs.test_generic import LAB, measured

LABS = Path(__file__).parents[2] / "labs"


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """The scan in three launches, without requirements of its own."""
    return without_requirements("scan", tmp_path)


def without_requirements(lab: str, folder: Path) -> Path:
    """Copy a lab that ships, but what it requires, and what it says of that."""
    root = Path(shutil.copytree(LABS / lab, folder / "lab"))
    text = (root / "config.yaml").read_text(encoding="utf-8")
    (root / "config.yaml").write_text(text.partition("\nrequirements:")[0] + "\n", encoding="utf-8")
    if (root / "hints.yaml").exists():
        (root / "hints.yaml").unlink()
    return root


def required(root: Path, *rows: str) -> None:
    """Write requirements."""
    path = root / "config.yaml"
    text, _, points = path.read_text(encoding="utf-8").partition("points:\n")
    lines = "".join(f"  - {{name: r{number}, {row}}}\n" for number, row in enumerate(rows))
    path.write_text(f"{text}points:\n{points}\nrequirements:\n{lines}sweep: {{work: 0}}\n".replace(
        "sweep: {where: n <= BLOCK * BLOCK}", ""), encoding="utf-8")  # fmt: skip


def graded(root: Path) -> Results:
    """The verdict on the solution."""
    with Session(load_assignment(root), device="cpu", workers=1) as session:
        text = (root / "reference" / "solution.cu").read_bytes()
        return session.grade(decode_submission(text, path=Path("s.cu"))).results


def judged(row: RequirementModel, *entries: Measured) -> tuple[Requirement, float]:
    """What becomes of one requirement, and the share that it earns."""
    assert isinstance(LAB.config, GenericConfig)
    config = LAB.config.model_copy(update={"requirements": (row,)})
    (item,) = GENERIC.requirements(entries, config)
    return item, GENERIC.earned_share((item,), config)


@pytest.mark.parametrize(
    ("loads", "share", "words"),
    [
        (200, 1.0, "few: global_loads <= 2 * n holds."),
        (300, 0.5, "few: Once too often. (global_loads <= 2 * n must hold, but at n = 100 it is 300 against 200. 50%"),
        (500, 0.25, "few: Load less. (global_loads <= 2 * n must hold, but at n = 100 it is 500 against 200. 25% of"),
        (900, 0.0, "few: Load less. (global_loads <= 2 * n must hold, but at n = 100 it is 900 against 200.)"),
    ],
)
def test_a_requirement_may_earn_a_part_with_a_sentence_of_its_own(loads: int, share: float, words: str) -> None:
    """The first part that holds counts; without a sentence the requirement's own is said."""
    parts = (
        PartModel(require="global_loads <= 4 * n", share=0.5, otherwise="Once too often."),
        PartModel(require="global_loads <= 6 * n", share=0.25),
    )
    row = RequirementModel(name="few", require="global_loads <= 2 * n", otherwise="Load less.", partly=parts)
    item, earned = judged(row, measured(loads=loads, n=100))
    assert (earned, item.message.startswith(words)) == (share, True), item.message


def test_a_part_must_hold_wherever_loads_were_counted() -> None:
    """One place where even that does not hold, and nothing is earned."""
    part = PartModel(require="global_loads <= 4 * n", share=0.5)
    row = RequirementModel(name="few", require="global_loads <= 2 * n", partly=(part,))
    assert judged(row, measured(loads=300, n=100), measured(loads=700, n=150))[1] == 0


def test_what_a_kernel_needs_can_be_required() -> None:
    """Of several kernels the largest; where ptxas says nothing, it costs nothing."""
    needs = tuple(
        Resources(
            tile_width=64,
            registers=count,
            shared_bytes=512,
            threads_per_block=64,
            blocks_per_multiprocessor=8,
            occupancy=1.0,
            limited_by="threads",
            target="A100",
            launchable=True,
        )
        for count in (20, 40)
    )
    row = RequirementModel(name="lean", require="registers + spilled_bytes <= 32")
    entry = measured(loads=1, n=1)
    told = Measured(naive=entry.naive, student=entry.student, reference=None, right=True, place="", needs=needs)
    assert judged(row, told)[0].status is Status.FAILED
    assert judged(row, entry)[0].status is Status.SKIPPED


@pytest.mark.parametrize(
    ("registers", "shared", "status"), [(32, 0, Status.PASSED), (32, 1 << 15, Status.FAILED), (128, 0, Status.FAILED)]
)
def test_occupancy_can_be_required(registers: int, shared: int, status: Status) -> None:
    """It follows from what ptxas says and from the launch's own block: blocks of 64 threads on an A100."""
    need = Resources(
        tile_width=64, registers=registers, shared_bytes=shared, threads_per_block=1, blocks_per_multiprocessor=1,
        occupancy=0.0, limited_by="threads", target="A100", launchable=True,
    )  # fmt: skip
    entry = replace(measured(loads=1, n=1), needs=(need,))
    row = RequirementModel(name="full", require="occupancy >= 0.75")
    item = judged(row, entry)[0]
    assert item.status is status, item.message


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "at: scan, require: flop == 0",
            r"requirements\[0\]\.at: no launch is of 'scan': they are scan_blocks",
        ),
        ("at: scan_sums, require: flop <= naive_flop", r"requirements\[0\]\.require: the baseline's launches are not"),
        ("of: z, require: sectors == 0", r"requirements\[0\]\.of: no buffer in .* is called 'z': they are x, y, sums"),
        (
            "of: x, require: barriers <= n",
            r"requirements\[0\]\.require: barriers is not counted of one buffer: .* sectors",
        ),
        (
            "of: x, require: sectors <= naive_sectors",
            r"\.require: the baseline's buffers are not counted .* naive_, or of",
        ),
        ("require: flop == 0, partly: [{require: flips == 0, share: 0.5}]", r"partly\[0\]\.require: 'flips' has no"),
        ("require: flop == 0, partly: [{require: flop == 1, share: 2}]", r"partly\[0\]\.share: expected less than 1"),
    ],
)
def test_a_mistake_in_a_requirement_is_told_with_its_place(scan: Path, row: str, message: str) -> None:
    """By its number, and the part's."""
    required(scan, row)
    with pytest.raises(AssignmentError, match=message):
        load_assignment(scan)


def test_one_launch_is_counted_by_itself(scan: Path) -> None:
    """To the load and the store: what the others do is left out."""
    required(
        scan,
        "at: add_sums, require: shared_loads == 0",
        "at: scan_sums, require: 'global_stores == ceildiv(n, BLOCK)'",
        "at: scan_blocks, require: shared_loads > 0",
        "require: shared_loads == 0",
    )
    statuses = [item.status for item in graded(scan).requirements if item.name.startswith("r")]
    assert statuses == [Status.PASSED, Status.PASSED, Status.PASSED, Status.FAILED]


def test_one_buffer_is_counted_by_itself(scan: Path) -> None:
    """In all launches, or in those of one kernel; what no kernel accesses so is nothing, and costs no points."""
    required(
        scan,
        "of: x, require: global_loads == n",
        "of: x, require: 'load_sectors == ceildiv(n, 8)'",
        "of: y, require: global_store_bytes == 8 * n - 4 * BLOCK",
        "of: y, at: scan_blocks, require: global_load_bytes + atomics == 0",
        "of: y, at: add_sums, require: global_loads == n - BLOCK",
        "of: sums, at: add_sums, require: load_requests == 0",
    )
    (*met, missed) = [item for item in graded(scan).requirements if item.name.startswith("r")]
    assert [item.status for item in met] == [Status.PASSED] * 5, [item.message for item in met]
    assert missed.status is Status.FAILED
    assert "load_requests == 0 must hold, but at n = 768 it is 20 against 0" in missed.message


def test_atomic_operations_are_told_apart_by_their_memory(tmp_path: Path) -> None:
    """A histogram in shared memory first: one for each element there, one for each bin of a block outside."""
    root = without_requirements("histogram", tmp_path)
    required(
        root,
        "require: shared_atomic_bytes == 4 * n",
        "require: global_atomic_bytes == 4 * 100 * blocks",
        "require: shared_bytes == 4 * 100",
        "of: hist, require: atomics == 100 * blocks",
    )
    found = [item for item in graded(root).requirements if item.name.startswith("r")]
    assert [item.status for item in found] == [Status.PASSED] * 4, [item.message for item in found]


def test_the_line_that_accesses_the_buffer_most_is_named(scan: Path) -> None:
    """Not the one that has more sectors of another buffer."""
    required(scan, "of: sums, require: load_sectors == 0")
    (finding,) = [item for item in graded(scan).findings if item.kind is Kind.REQUIREMENT]
    text = (scan / "reference" / "solution.cu").read_text(encoding="utf-8").splitlines()
    assert text[finding.line - 1].strip() == "y[i] += sums[blockIdx.x - 1];"


def test_what_could_not_be_counted_of_a_buffer_costs_nothing() -> None:
    """It is said."""
    row = RequirementModel(name="few", require="sectors <= n", of="x")
    item, earned = judged(row, measured(loads=1, n=1))
    assert (item.status, earned) == (Status.SKIPPED, 1.0)
    assert "the accesses to x could not be counted for this kernel, which costs nothing" in item.message


def test_divided_branches_can_be_required(scan: Path) -> None:
    """Of all launches, or of one of them, where whole warps go one way at whole blocks."""
    required(scan, "require: divided_branches <= 0.2 * branches", "at: add_sums, require: divided_branches == 0")
    found = [item for item in graded(scan).requirements if item.name.startswith("r")]
    assert [item.status for item in found] == [Status.PASSED] * 2, [item.message for item in found]


def test_a_baseline_in_one_launch_of_its_own_is_counted_whole(scan: Path) -> None:
    """It has no kernel of that name; without any count it would get the points."""
    required(scan, "at: scan_blocks, require: global_loads <= 2 * n")
    config = load_assignment(scan).config
    assert isinstance(config, GenericConfig)
    assert [row.at for row in config.requirements] == ["scan_blocks"]
    assert [row.at for row in config.for_baseline.requirements] == [None]
