"""A lab that is data is timed on data of its own, judged by its oracle, here on a GPU made of the emulator."""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.devices.gpu_driver import Dim3
from grader.grading.pipeline import Session
from grader.results import Kind, Results, Severity
from grader.submissions.submission import decode_submission
from tests.conftest import ROOT
from tests.gpu.emulated import EmulatedDriver, emulated_gpu

SIZE = 140
MILLISECONDS = {"reduce": 2.0, "reduce_by_atomics": 3.0, "scan_by_walking": 12.0, "scan_blocks": 2.0}
"""Of each launch; of every other kernel one."""


slow = partial(pytest.param, marks=pytest.mark.slow)
"""One fault in every run, the others in the slow lane."""


@pytest.fixture(autouse=True)
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No clock to warm up, and few launches where every one is emulated."""
    monkeypatch.setattr("grader.grading.timed.WARM_UP_SECONDS", 0)
    monkeypatch.setattr("grader.grading.timed.REFERENCE_LAUNCHES", 1)


def milliseconds(name: str, grid: Dim3, block: Dim3) -> float:
    """What a launch is said to take."""
    return MILLISECONDS.get(name, 1.0)


def timed(folder: Path, lab: str, change: str = "", instead: str = "") -> Results:
    """A lab's solution with a change, at one variant with one small case; it is worth something to be fast."""
    shutil.copytree(ROOT / "labs" / lab, folder, dirs_exist_ok=True)
    text = (folder / "config.yaml").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^variants: .*", "variants: {BLOCK: [64]}", text)
    text = re.sub(r"(?m)^sweep: .*", "", text)
    text = re.sub(r"(?m)^points:$", f"timed: {{n: {SIZE}}}\nsweep: {{work: 0}}\npoints:\n  performance: 10", text)
    (folder / "config.yaml").write_text(text, encoding="utf-8")
    for path in (folder / "testcases").glob("*.yaml"):
        path.unlink()
    (folder / "testcases" / "small.yaml").write_text("title: Small\nreason: One.\ncases: [{name: small, n: 100}]\n")
    source = (folder / "reference" / "solution.cu").read_text(encoding="utf-8")
    assert change in source
    gpu = emulated_gpu(lambda: EmulatedDriver(milliseconds))
    with Session(load_assignment(folder), workers=1, open_gpu=lambda *_: gpu) as session:
        submission = decode_submission(source.replace(change, instead, 1).encode(), path=Path("solution.cu"))
        return session.grade(submission).results


@pytest.mark.parametrize(("lab", "ratio"), [("reduction", 1.5), slow("scan", 3.0)])
def test_all_launches_of_a_lab_are_timed_against_its_baseline(tmp_path: Path, lab: str, ratio: float):
    """Of the scan three kernels in a row; the words name the baseline as the lab does, and no tiles."""
    performance = timed(tmp_path, lab).performance
    assert performance is not None
    (row,) = performance.timing
    assert (row.ratio, row.sizes, row.tile_width, row.gflops) == (ratio, {"n": SIZE}, 64, None)
    assert (performance.criterion, performance.points) == ("time", 10)
    assert performance.message.startswith(f"Speed against the baseline: {ratio:.2f}× at {SIZE} ")
    assert "iling" not in performance.explanation


@pytest.mark.parametrize(
    ("instead", "kind", "words"),
    [
        ("if (t == 0 && n < 120)", Kind.WRONG_RESULT, "1 elements of sum are wrong, sum[0] first"),
        slow("if (n > 120) ((int *)x)[i < n ? i : 0] = 1;\n    if (t == 0)", Kind.INPUT_MODIFIED, "x, an input"),
        slow("if (n > 120) sum[1] = 1;\n    if (t == 0)", Kind.OUT_OF_BOUNDS, "words outside sum"),
        slow("if (n > 120) __trap();\n    if (t == 0)", Kind.DEVICE_TRAP, "In a timed launch, n = 140 at BLOCK = 64: "),
    ],
    ids=lambda value: value.value if isinstance(value, Kind) else "",
)  # fmt: skip
def test_what_is_wrong_at_the_timed_size_alone_is_told_and_earns_nothing(
    tmp_path: Path, instead: str, kind: Kind, words: str
):
    """Every timed launch is judged; the fault is the kernel's, and none of the grader's."""
    results = timed(tmp_path, "reduction", "if (t == 0)", instead)
    told = [finding for finding in results.findings if finding.kind is kind]
    assert any(words in finding.message for finding in told), results.findings
    assert not [finding for finding in results.findings if finding.severity is Severity.GRADER]
    assert results.performance is not None
    assert results.performance.points == 0


def test_the_sizes_to_time_are_checked_when_the_lab_is_read(tmp_path: Path):
    """Like those at which loads are counted."""
    with pytest.raises(Exception, match=r"config\.yaml:\d+: timed\.m: unknown key; the sizes are n"):
        _misnamed(tmp_path)


def _misnamed(folder: Path) -> None:
    shutil.copytree(ROOT / "labs" / "reduction", folder, dirs_exist_ok=True)
    with (folder / "config.yaml").open("a", encoding="utf-8") as file:
        file.write("\ntimed: {m: 100}\n")
    load_assignment(folder)
