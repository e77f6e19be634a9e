"""The steps of `gpu_evidence.py`, each runnable alone: `python scripts/gpu_steps.py timing --out FOLDER`."""

from __future__ import annotations

import argparse
import json
import re
import secrets
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.assignment import Assignment, load_assignment
from grader.compiling.values import CompileOptions
from grader.devices.base import BufferArgument, Compiled, CompileRequest, KernelLaunch, Launch
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.devices.gpu import GpuDevice
from grader.devices.requests import GpuLaunched, RunRequest
from grader.grading.compare import judge_outputs
from grader.grading.pipeline import Session, find_gpu
from grader.grading.timing import Pair, TimingRule, measure
from grader.labs import lab_of
from grader.labs.base import CaseProblem, ToTime
from grader.results import Results, Severity, Status
from grader.submissions.submission import decode_submission, read_submission

CORRECT = ROOT / "tests" / "kernels" / "correct"
OWN = ROOT / "tests" / "gpu" / "kernels"
ATTACKS = ROOT / "tests" / "attacks" / "gpu"

SHAPES = (
    (1, 1, 1), (1, 17, 1), (16, 16, 16), (34, 34, 34), (31, 33, 29), (64, 64, 64), (5, 100, 7), (97, 3, 65),
    (70, 33, 48), (128, 96, 80), (33, 257, 40),
)  # fmt: skip
SIZES = (1024, 2048, 1000)


def write(out: Path, name: str, data: object) -> None:
    """Figures as JSON."""
    (out / f"{name}.json").write_text(json.dumps(data, indent=1, default=str) + "\n", encoding="utf-8")


@contextmanager
def gpu_device(seconds: float = 30.0) -> Iterator[GpuDevice]:
    """The GPU with an emulator of its own."""
    gpu = find_gpu("gpu", seconds)
    assert gpu is not None
    device = gpu.lane(EmulatorDevice(WorkerLimits(seconds=60, threads=8)))
    try:
        yield device
    finally:
        device.close()
        gpu.close()


def request(path: Path, tile_width: int, kernel: str = "auto") -> CompileRequest:
    """A kernel's file at one tile width."""
    options = CompileOptions(filename=path.name, kernel=kernel, defines={"TILE_WIDTH": tile_width})
    return CompileRequest(source=path.read_text(encoding="utf-8"), tile_width=tile_width, options=options)


def launch_of(
    shape: Sequence[int], tile: tuple[int, int], block: tuple[int, int], arrays: dict[str, np.ndarray] | None = None
) -> Launch:
    """The textbook launch: `tile` are the rows and columns of C that a block of this shape computes."""
    rows, inner, columns = shape
    step = KernelLaunch(
        grid=(-(-columns // tile[1]), -(-rows // tile[0]), 1),
        block=(*block, 1),
        arguments=(BufferArgument("A"), BufferArgument("B"), BufferArgument("C"), rows, inner, columns),
    )
    return Launch(steps=(step,), arrays=arrays or {})


def random_arrays(shape: Sequence[int], seed: int) -> dict[str, np.ndarray]:
    """Inputs that make rounding visible, and a poisoned output."""
    rows, inner, columns = shape
    rng = np.random.default_rng(seed)
    return {
        "A": rng.standard_normal(rows * inner).astype(np.float32),
        "B": rng.standard_normal(inner * columns).astype(np.float32),
        "C": np.full(rows * columns, np.nan, np.float32),
    }


# -- steps -------------------------------------------------------------------------------------------------------------


def step_doctor(out: Path) -> None:
    """What the machine is."""
    for command in (["nvidia-smi"], [sys.executable, "-m", "grader", "doctor"]):
        print("$", *command[-2:], flush=True)
        try:
            subprocess.run(command, cwd=ROOT, check=False)
        except OSError as error:
            print(error, flush=True)
    with gpu_device() as device:
        write(out, "doctor", {"properties": device.process.properties, "clocks": device.clocks()})


def step_grade(out: Path) -> None:
    """The command line on the solution, the skeleton, the naive kernel and some mistakes."""
    names = ["reference/tiled.cu", "starter/matmul.cu", "reference/naive.cu"]
    mistakes = ("barrier-second-missing", "bounds-floor-division", "barrier-early-return", "resources-endless-loop",
                "performance-uncoalesced", "index-tile-overrun")  # fmt: skip
    names += [f"reference/mistakes/{name}.cu" for name in mistakes]
    table = {}
    for name in names:
        if not (ROOT / name).is_file():
            continue
        folder = out / "reports" / Path(name).stem
        start = time.perf_counter()
        command = [sys.executable, "-m", "grader", name, "--device", "gpu", "--out", str(folder)]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=100)
        seconds = round(time.perf_counter() - start, 1)
        print(f"$ python -m grader {name} --device gpu   (exit {done.returncode}, {seconds} s)")
        print(done.stdout + done.stderr, flush=True)
        results = folder / "results.json"
        if results.is_file():
            table[name] = {**brief(Results.load(results)), "exit": done.returncode, "seconds": seconds}
        if name != names[0]:
            (folder / "index.html").unlink(missing_ok=True)  # one page is enough to look at
    write(out, "grade", table)
    reference = table.get(names[0], {})
    assert reference.get("score") == 100, f"the reference got {reference.get('score')}"


def brief(results: Results) -> dict[str, Any]:
    """The part of a result that fits on a line."""
    timing = results.performance.timing if results.performance else ()
    return {
        "verdict": results.verdict,
        "score": results.score,
        "passed": results.passed,
        "device": results.device.name,
        "findings": dict(Counter(f"{item.severity.value} {item.kind.value}" for item in results.findings)),
        "messages": [item.message for item in results.findings][:4],
        "criterion": results.performance.criterion if results.performance else "",
        "performance": results.performance.message if results.performance else "",
        "ratios": {
            "×".join(map(str, row.sizes.values())): [row.ratio, row.ratio_low, row.ratio_high, row.pairs]
            for row in timing
        },
        "not_measured": results.not_measured,
        "seconds_inside": results.seconds,
    }


def short_limits(assignment: Assignment, seconds: float) -> Assignment:
    """The assignment with another time limit for one launch."""
    limits = assignment.config.limits.model_copy(update={"seconds": seconds})
    return replace(assignment, config=assignment.config.model_copy(update={"limits": limits}))


def step_attacks(out: Path) -> None:
    """Every attack through one session, the correct control between them to see that the GPU is whole."""
    assignment = short_limits(load_assignment(ROOT), 6.0)
    table: dict[str, Any] = {}
    bad = []
    with Session(assignment, device="gpu", seed="random") as session:
        control = ATTACKS / "control_correct.cu"
        for path in [control, *sorted(set(ATTACKS.glob("*.cu")) - {control}), control]:
            expected = expectation(path)
            results = session.grade(read_submission(path)).results
            fault = any(item.severity is Severity.GRADER for item in results.findings)
            ok = not fault and (
                results.passed if expected == "passes" else expected == "harmless" or not results.passed
            )
            table[f"{path.stem}{' again' if path.stem in table else ''}"] = {
                "expected": expected, "ok": ok, **brief(results),
            }  # fmt: skip
            print(f"{'ok ' if ok else 'BAD'} {path.stem}: {results.verdict}", flush=True)
            for item in results.findings[:3]:
                print(f"      {item.severity.value} {item.kind.value} line {item.line}: {item.message}", flush=True)
            bad += [] if ok else [path.stem]
            write(out, "attacks", table)
    assert not bad, f"not as expected: {', '.join(bad)}"


def expectation(path: Path) -> str:
    """`passes`, `caught` or `harmless`, from the file's own header."""
    return next(line.split(":")[1].strip() for line in path.read_text().splitlines() if line.startswith("// expect:"))


BY_ORDER = {"labs/compaction/reference/mistakes/asks-for-all.cu"}
"""Where these write depends on which block is first, so that a GPU may see more of what is wrong than the emulator."""


def step_verdicts(out: Path) -> None:
    """Every kernel of the product, the labs and the examples, on the GPU and without one: equal in cases and kinds."""
    others = (path.parent for room in ("labs", "examples") for path in (ROOT / room).glob("*/config.yaml"))
    some = [
        (folder, kernels[start : start + 16])
        for folder in [ROOT, *sorted(others)]
        if load_assignment(folder).config.lab != "program"  # its host's half is graded on the emulator alone
        for kernels in [sorted((folder / "reference").rglob("*.cu"))]
        for start in range(0, len(kernels), 16)
    ]
    rows: list[dict[str, Any]] = []
    with ProcessPoolExecutor(10, get_context("spawn")) as pool:
        for more in pool.map(_verdicts_of, *zip(*some, strict=True)):
            rows += more
            write(out, "verdicts", rows)
            print(f"{len(rows)} of {sum(len(kernels) for _, kernels in some)}", *more[-1:], flush=True)
    differing = [row for row in rows if not row["same"]]
    print(f"{len(rows) - len(differing)} of {len(rows)} equal", *differing, sep="\n", flush=True)
    assert {f"{row['lab']}/reference/{row['file']}" for row in differing} <= BY_ORDER


def _verdicts_of(folder: Path, kernels: Sequence[Path]) -> list[dict[str, Any]]:
    assignment = untimed(load_assignment(folder))
    told: list[list[dict[str, Any]]] = []
    for device in ("gpu", "cpu"):
        with Session(assignment, device=device, seed=1, workers=1) as session:
            told.append([_verdict(session.grade(read_submission(path)).results) for path in kernels])
    return [
        {"lab": str(folder.relative_to(ROOT)), "file": str(path.relative_to(folder / "reference")), "gpu": gpu,
         "cpu": cpu, "same": gpu == cpu}
        for path, gpu, cpu in zip(kernels, *told, strict=True)
    ]  # fmt: skip


def untimed(assignment: Assignment) -> Assignment:
    """The assignment without points for performance: nothing is timed, so nothing may differ from run to run."""
    config = assignment.config
    points = config.points.model_copy(update={"performance": 0.0})
    parts = tuple(untimed(part) for part in assignment.parts)
    return replace(assignment, config=config.model_copy(update={"points": points}), parts=parts)


def _verdict(results: Results) -> dict[str, Any]:
    return {
        "score": results.score, "passed": sum(case.status is Status.PASSED for case in results.cases),
        "cases": len(results.cases), "kinds": sorted({item.kind.value for item in results.findings}),
    }  # fmt: skip


def step_identical(out: Path) -> None:
    """Ordinary kernels on the emulator and on the GPU: C must be the same to the bit."""
    kernels = [ROOT / "reference" / "naive.cu", ROOT / "reference" / "tiled.cu", *sorted(CORRECT.glob("*.cu"))]
    rows: list[dict[str, Any]] = []
    failures = []
    with gpu_device() as device:
        for path in kernels:
            for width in (8, 16, 32):
                try:
                    rows += list(_identical(device, path, width))
                except Exception as error:  # one kernel that cannot run says so and leaves the others
                    failures.append(f"{path.name} at {width}: {type(error).__name__}: {error}"[:500])
                    print("FAILED", failures[-1], flush=True)
            write(out, "identical", {"rows": rows, "failures": failures})
    same = sum(row["identical"] for row in rows)
    print(f"{same} of {len(rows)} (kernel, shape) pairs are identical to the bit")
    for row in rows:
        if not row["identical"]:
            print("DIFFERS", row)
    assert same == len(rows) and same >= 200, f"{same} of {len(rows)}"


def _identical(device: GpuDevice, path: Path, width: int) -> Iterator[dict[str, Any]]:
    names = {"reference": "auto"}
    kernel = device.compile(request(path, width, names.get(path.parent.name, "matmul_tiled")))
    if not kernel.ok:
        raise ValueError("; ".join(problem.message for problem in kernel.problems))
    block = (width, width)
    for number, shape in enumerate(SHAPES):
        arrays = random_arrays(shape, number)
        launch = replace(launch_of(shape, (width, width), block, arrays), checked=False)
        emulated = device.emulator.launch(kernel, launch).arrays["C"]
        answer = device.process.request(RunRequest(key=device.gpu_key(kernel), launch=launch), GpuLaunched)
        computed = answer.brief.on(launch).arrays["C"]
        differing = int(np.count_nonzero(emulated.view(np.uint32) != computed.view(np.uint32)))
        yield {
            "kernel": path.name, "tile_width": width, "shape": shape, "identical": differing == 0,
            "differing": differing, "breached": answer.breached,
            "finite": bool(np.isfinite(computed).all()),
        }  # fmt: skip


TIMED = (
    ("naive, 8×8 blocks", ROOT / "reference" / "naive.cu", 8, None),
    ("naive, 32×32 blocks", ROOT / "reference" / "naive.cu", 32, None),
    ("tiled, T = 8", ROOT / "reference" / "tiled.cu", 8, None),
    ("tiled, T = 16", ROOT / "reference" / "tiled.cu", 16, None),
    ("tiled, T = 32", ROOT / "reference" / "tiled.cu", 32, None),
    ("padded, T = 32", CORRECT / "padded_tiles.cu", 32, None),
    ("uncoalesced, T = 16", OWN / "uncoalesced.cu", 16, None),
    ("uncoalesced, T = 32", OWN / "uncoalesced.cu", 32, None),
    ("register-tiled, 64×64", OWN / "register_tiled.cu", 16, (64, 64)),
)


def step_timing(out: Path) -> None:
    """Each kernel paired with the naive one in blocks of 16×16, 21 pairs at each size, and cuBLAS."""
    rows = []
    config = load_assignment(ROOT).config
    few = config.performance.time.model_copy(update={"sizes": SIZES})
    config = config.model_copy(update={"performance": config.performance.model_copy(update={"time": few})})
    with gpu_device() as device, device.alone():
        naive = device.compile(request(ROOT / "reference" / "naive.cu", 16))
        for asked in lab_of(config).to_time(config, 16, None):
            for name, path, width, tile in TIMED:
                made = partial(asked.problem, config)
                row = _time_one(device, naive, name, path, width, tile or (width, width), asked, made)
                rows.append(row)
                print(row, flush=True)
            m, k, n = asked.sizes.values()
            rows.append({"kernel": "cuBLAS", "size": m, "ms": device.vendor_ms((m, k, n), asked.product)})
            print(rows[-1], device.clocks(), flush=True)
            write(out, "timing", {"rows": rows, "clocks": device.clocks(), "device": device.process.properties})
    assert all("error" not in row for row in rows)


def _time_one(
    device: GpuDevice, naive: Compiled, name: str, path: Path, width: int, tile: tuple[int, int], asked: ToTime,
    made: Callable[[int], CaseProblem],
) -> dict[str, Any]:  # fmt: skip
    shape = tuple(asked.sizes.values())
    kernel = device.compile(request(path, width, "auto" if path.parent.name == "reference" else "matmul_tiled"))
    ours = (kernel, launch_of(shape, tile, (width, width)))
    theirs = (naive, launch_of(shape, (16, 16), (16, 16)))
    wrong: list[Any] = []

    def pair(number: int) -> Pair:
        problem = made(secrets.randbits(63))
        arrays = {name: buffer.stored() for name, buffer in problem.buffers.items()}
        order = [theirs, ours] if number % 2 == 0 else [ours, theirs]
        rows = [device.time(kernel, replace(launch, arrays=arrays), seconds=60) for kernel, launch in order]
        wrong.extend(row.findings or name for row in rows if row.findings or not judge_outputs(row, problem).right)
        first, second = rows if number % 2 == 0 else reversed(rows)
        return Pair(naive_ms=1e3 * first.seconds, student_ms=1e3 * second.seconds)

    pair(0)  # the first launch of each is not warm
    series = measure(pair, TimingRule(thresholds=(), max_seconds=60, looks=(21,)))
    naive_ms = float(np.median([entry.naive_ms for entry in series.pairs]))
    milliseconds = float(np.median([entry.student_ms for entry in series.pairs]))
    row = {
        "kernel": name, "size": shape[0], "ms": round(milliseconds, 5), "naive_ms": round(naive_ms, 5),
        "ratio": round(series.ratio, 4), "low": round(series.interval.low, 4), "high": round(series.interval.high, 4),
        "pairs": len(series.pairs), "gflops": round(2 * shape[0] ** 3 / milliseconds / 1e6, 1),
    }  # fmt: skip
    return {**row, "error": str(wrong[0])} if wrong else row


TIMED_LABS: dict[str, dict[str, int | str]] = {
    "vector_addition": {"n": 1 << 22}, "transpose": {"rows": 2048, "cols": 2000}, "reduction": {"n": 1 << 22},
    "histogram": {"n": 1 << 22}, "convolution": {"rows": 1024, "cols": 1000},
    "scan": {"n": "BLOCK * BLOCK"},
}  # fmt: skip


def step_labs(out: Path) -> None:
    """Labs that are data, timed: each solution against its baseline, and a baseline of one kernel against itself."""
    table: dict[str, Any] = {}
    for name, sizes in TIMED_LABS.items():
        assignment = load_assignment(ROOT / "labs" / name)
        config = assignment.config
        points = config.points.model_copy(update={"performance": 10.0})
        sweep = config.sweep.model_copy(update={"work": 0})
        assignment = assignment.configured(points=points, sweep=sweep, timed=sizes)
        texts = {"solution": assignment.text(config.reference)}
        if len(config.kernels) == 1:
            baseline = assignment.text(config.naive)
            own = re.findall(r"__global__ void (\w+)", baseline)[-1]
            texts["baseline"] = re.sub(rf"\b{own}\b", str(config.kernel), baseline)
        with Session(assignment, device="gpu") as session:
            for role, text in texts.items():
                submission = decode_submission(text.encode(), path=Path(assignment.submission_name))
                start = time.perf_counter()
                results = session.grade(submission).results
                table[f"{name} {role}"] = {**brief(results), "seconds": round(time.perf_counter() - start, 1)}
                print(name, role, table[f"{name} {role}"], flush=True)
                write(out, "labs_timed", table)
    assert all(row["criterion"] == "time" for row in table.values()), "some lab was not timed"
    assert not any(key.startswith("grader ") for row in table.values() for key in row["findings"])
    near = [row["ratios"] for name, row in table.items() if name.endswith("baseline")]
    assert all(0.8 < ratio[0] < 1.25 for ratios in near for ratio in ratios.values()), near


def step_repeat(out: Path) -> None:
    """Twenty gradings of the solution, five each of padded, transposed and slow kernels: equal verdicts."""
    assignment = load_assignment(ROOT)
    table: dict[str, Any] = {}
    with Session(assignment, device="gpu", seed="random") as session:
        for path, times in (
            (ROOT / "reference" / "tiled.cu", 20), (CORRECT / "padded_tiles.cu", 5),
            (CORRECT / "transposed_tile.cu", 5), (ROOT / "reference" / "mistakes" / "performance-uncoalesced.cu", 5),
        ):  # fmt: skip
            rows = [brief(session.grade(read_submission(path)).results) for _ in range(times)]
            verdicts = Counter((row["score"], row["verdict"]) for row in rows)
            table[path.name] = {"verdicts": [[*key, count] for key, count in verdicts.items()], "rows": rows}
            print(path.name, dict(verdicts), [row["seconds_inside"] for row in rows], flush=True)
            write(out, "repeat", table)
    assert all(len(entry["verdicts"]) == 1 for entry in table.values())


def step_isa(out: Path) -> None:
    """What this GPU gives for every instruction form, for the emulator's tests."""
    command = [
        sys.executable,
        str(ROOT / "scripts" / "record_isa.py"),
        "--out",
        str(out / "isa.json.xz"),
        "--seconds",
        "90",
    ]
    done = subprocess.run(command, cwd=ROOT, check=False)
    assert done.returncode == 0


# -- counters ----------------------------------------------------------------------------------------------------------

METRICS = (
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum",
    "smsp__inst_executed_op_global_ld.sum", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
)  # fmt: skip
COUNTED_SHAPE = (96, 80, 112)


def counted_kernels() -> list[tuple[str, Path, int]]:
    """A dozen kernels that access memory in different ways."""
    mistakes = ROOT / "reference" / "mistakes"
    chosen = [
        ("naive", ROOT / "reference" / "naive.cu", (16, 32)),
        ("tiled", ROOT / "reference" / "tiled.cu", (8, 16, 32)),
        ("uncoalesced", OWN / "uncoalesced.cu", (16, 32)),
        ("bank conflict", mistakes / "performance-bank-conflict.cu", (16, 32)),
        ("padded", CORRECT / "padded_tiles.cu", (32,)),
        ("transposed", CORRECT / "transposed_tile.cu", (16, 32)),
        ("register tiles", CORRECT / "register_tiles.cu", (16,)),
        ("double buffering", CORRECT / "double_buffering.cu", (32,)),
    ]
    return [(name, path, width) for name, path, widths in chosen if path.is_file() for width in widths]


def step_counters(out: Path) -> None:
    """Nsight Compute's sectors and bank conflicts beside the emulator's counts, for the same launches."""
    emulated = _emulated_counts()
    write(out, "counters", {"emulated": emulated})
    driver = [sys.executable, str(Path(__file__).resolve()), "launches", "--out", str(out)]
    for metrics in (METRICS, METRICS[:6]):
        command = ["ncu", "--csv", "--clock-control", "none", "--target-processes", "application-only", "--kernel-name",
                   "regex:matmul", "--metrics", ",".join(metrics), *driver]  # fmt: skip
        try:
            done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=80)
        except (OSError, subprocess.TimeoutExpired) as error:
            print("ncu:", error, flush=True)
            continue
        (out / "ncu.csv").write_text(done.stdout, encoding="utf-8")
        print(done.stderr[-2000:], done.stdout[:1500], flush=True)
        if done.returncode == 0 and "sectors" in done.stdout:
            break
    else:
        raise AssertionError("ncu gave no counters")
    write(out, "counters", {"emulated": emulated, "launches": [[name, width] for name, _, width in counted_kernels()]})


def _emulated_counts() -> list[dict[str, Any]]:
    device = EmulatorDevice(WorkerLimits(seconds=60, threads=8))
    rows = []
    try:
        for name, path, width in counted_kernels():
            kernel = device.compile(request(path, width, "auto" if path.parent.name == "reference" else "matmul_tiled"))
            launch = launch_of(COUNTED_SHAPE, (width, width), (width, width), random_arrays(COUNTED_SHAPE, 1))
            total = device.launch(kernel, launch).counters
            lines = [
                {field: getattr(row, field) for field in row.__dataclass_fields__ if getattr(row, field)}
                for row in total.lines
            ]
            rows.append({"kernel": name, "tile_width": width, "lines": lines})
    finally:
        device.close()
    return rows


def step_batch(_: Path) -> None:
    """Submissions a second on two quiet cores, then on eight."""
    benchmark = [sys.executable, "-m", "benchmarks.batch", "--counts"]
    for pinned, words in (("0,1", ["60", "--jobs", "2"]), ("0-7", ["200", "--jobs", "8"])):
        pin = ["taskset", "-c", pinned] if shutil.which("taskset") else []
        subprocess.run([*pin, *benchmark, *words], cwd=ROOT, check=True)


def step_launches(_: Path) -> None:
    """One launch of each counted kernel, and nothing else: the program that Nsight Compute watches."""
    import cupy

    from grader.devices.front_end import compile_binary

    properties = cupy.cuda.runtime.getDeviceProperties(0)
    arch = f"sm_{properties['major']}{properties['minor']}"
    arrays = {name: cupy.asarray(array) for name, array in random_arrays(COUNTED_SHAPE, 1).items()}
    sizes = [np.int32(size) for size in COUNTED_SHAPE]
    for name, path, width in counted_kernels():
        chosen = "auto" if path.parent.name == "reference" else "matmul_tiled"
        binary = compile_binary(request(path, width, chosen), arch)
        assert not binary.problem, binary.problem
        module = cupy.cuda.function.Module()
        module.load(binary.image.tobytes())
        (step,) = launch_of(COUNTED_SHAPE, (width, width), (width, width)).steps
        module.get_function(binary.kernel_name)(step.grid, step.block, (arrays["A"], arrays["B"], arrays["C"], *sizes))
        cupy.cuda.runtime.deviceSynchronize()
        print(name, width, binary.kernel_name, flush=True)


def main() -> int:
    """Run one step; an assertion that fails is its verdict."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = {name.removeprefix("step_"): value for name, value in globals().items() if name.startswith("step_")}
    parser.add_argument("step", choices=sorted(steps))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    steps[options.step](options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
