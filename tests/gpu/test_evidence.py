"""What docs/gpu.md says was measured is what the committed files hold."""

from __future__ import annotations

import csv
import json
from collections import defaultdict

import pytest

from scripts import gpu_evidence, gpu_steps
from tests.conftest import ROOT

EVIDENCE = ROOT / "docs" / "evidence" / "h200"
FFMA = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"


def read(name: str):
    return json.loads((EVIDENCE / name).read_text(encoding="utf-8"))


def test_every_step_that_a_run_starts_can_be_run():
    """A step's name is a function of the other script; only what the profiler watches is no step of a run."""
    functions = {name.removeprefix("step_") for name in vars(gpu_steps) if name.startswith("step_")}
    assert {step.name for step in gpu_evidence.STEPS} == functions - {"launches"}


def test_emulator_and_gpu_gave_identical_bits_for_over_two_hundred_pairs():
    """Each pair of kernel and shape once, all identical, all finite."""
    rows = read("identical.json")["rows"]
    assert len({(row["kernel"], row["tile_width"], *row["shape"]) for row in rows}) == len(rows) == 528
    assert all(row["identical"] and row["finite"] and not row["breached"] for row in rows)


def test_every_attack_went_as_expected():
    """Every attack of the folder was tried, and none got all points unless it is harmless."""
    rows = read("attacks.json")
    tried = {path.stem for path in (ROOT / "tests" / "attacks" / "gpu").glob("*.cu")}
    assert tried <= set(rows)
    assert all(row["ok"] for row in rows.values())


def test_emulator_and_gpu_gave_the_same_verdict_on_labs_kernels():
    """Cases, kinds and points; but for one kernel, whose writes depend on the order of blocks."""
    rows = read("verdicts.json")
    differing = {f"{row['lab']}/reference/{row['file']}" for row in rows if row["gpu"] != row["cpu"]}
    assert (len(rows), differing) == (331, gpu_steps.BY_ORDER)


def test_fifteen_gradings_gave_one_verdict():
    """The reference kernel, fifteen times: one score, one sentence."""
    (verdict,) = read("repeat.json")["tiled.cu"]["verdicts"]
    assert verdict == [100.0, "Everything passes: 100 of 100 points.", 15]


@pytest.mark.parametrize("size", [1000, 1024, 2048])
def test_the_timing_table_has_every_kernel_with_an_interval(size):
    """Medians lie in their intervals, and the table in the documentation shows them."""
    rows = [row for row in read("timing.json")["rows"] if row["size"] == size]
    assert len(rows) == 10
    page = (ROOT / "docs" / "gpu.md").read_text(encoding="utf-8")
    for row in rows:
        if row["kernel"] != "cuBLAS":
            assert row["low"] <= row["ratio"] <= row["high"]
            assert f"{row['ratio']:.2f} ({row['low']:.2f} to {row['high']:.2f}), {row['ms']:.3f} ms" in page


def test_the_emulator_counts_the_multiply_adds_that_the_profiler_counts():
    """Fourteen launches: the machine's own counter of fused multiply-adds is half the emulator's FLOP."""
    counted: dict[int, dict[str, float]] = defaultdict(dict)
    text = (EVIDENCE / "ncu.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(line for line in text.splitlines() if line.startswith('"')):
        counted[int(row["ID"])][row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    emulated = read("counters.json")["emulated"]
    assert len(emulated) == len(counted) == 14
    for place, kernel in enumerate(emulated):
        assert 2 * counted[place][FFMA] == sum(line.get("flop", 0) for line in kernel["lines"]), kernel["kernel"]
