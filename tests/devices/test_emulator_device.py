"""The emulator behind its child process: answers, limits, deaths."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.compiling.values import CompileOptions
from grader.devices import base, process, worker
from grader.devices.base import BufferArgument, CompileRequest, KernelLaunch, Launch
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.devices.process import ChildProcess
from grader.devices.requests import Edits, RepairsRequest
from grader.processes.child import SpawnedProcess, spawn

ADD = "__global__ void add(float *x, float y) { x[threadIdx.x] += y; }"
SPIN = "__global__ void spin(float *x, int n) { for (volatile int i = 0; i < n; i += 0) x[0] = i; }"


@pytest.fixture(scope="module")
def device() -> Iterator[EmulatorDevice]:
    """One device for the module."""
    opened = EmulatorDevice(WorkerLimits(seconds=20))
    yield opened
    opened.close()


def request(source: str) -> CompileRequest:
    """Compile the only kernel of a source."""
    return CompileRequest(source=source, tile_width=16, options=CompileOptions(filename="k.cu", kernel="auto"))


def process_of(worker: ChildProcess) -> subprocess.Popen[bytes]:
    """The child of the moment."""
    child = worker._connection
    assert child is not None
    assert isinstance(child.process, SpawnedProcess)
    return child.process.popen


def launch(arguments: tuple[object, ...], x: np.ndarray, **more: object) -> Launch:
    """One block over x."""
    fuel = more.pop("fuel", None)
    step = KernelLaunch(grid=(1, 1, 1), block=(x.size, 1, 1), arguments=arguments, fuel=fuel)  # type: ignore[arg-type]
    return Launch(steps=(step,), arrays={"x": x}, **more)  # type: ignore[arg-type]


def test_a_launch_returns_arrays_and_what_was_written(device: EmulatorDevice) -> None:
    """The caller's own array stays as it was."""
    kernel = device.compile(request(ADD))
    x = np.arange(4, dtype=np.float32)
    done = device.launch(kernel, launch((BufferArgument("x"), 1.5), x))
    np.testing.assert_array_equal(done.arrays["x"], x + 1.5)
    np.testing.assert_array_equal(x, np.arange(4))
    assert done.written["x"].all()
    assert done.counters.total.global_loads == 4


def test_sectors_are_counted_where_asked_for(device: EmulatorDevice) -> None:
    """Sixty-four neighbouring floats are two requests of four sectors, to load and again to store; profiling stores
    nothing twice.
    """
    kernel = device.compile(request(ADD))
    x = np.arange(64, dtype=np.float32)
    arguments = (BufferArgument("x"), 1.5)
    done = device.launch(kernel, launch(arguments, x, profile="sample"))
    total = done.counters.total
    assert (total.global_load_requests, total.global_load_sectors) == (2, 8)
    assert (total.global_requests, total.global_sectors) == (4, 16)
    np.testing.assert_array_equal(done.arrays["x"], x + 1.5)
    assert device.launch(kernel, launch(arguments, x)).counters.total.global_sectors is None


def test_a_compile_error_has_its_line(device: EmulatorDevice) -> None:
    """And no kernel."""
    made = device.compile(request("__global__ void add(float *x)\n{\n  x[0] = y;\n}\n"))
    assert not made.ok
    assert [(item.severity, item.line) for item in made.diagnostics] == [("error", 3)]


def test_the_same_request_is_compiled_once_while_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels that were asked for longest ago make room."""
    monkeypatch.setattr(worker, "MAX_KERNELS", 2)
    service = worker.EmulatorService()
    one, two, three = (service._compile(request(f"{ADD}\n// {name}")) for name in ("one", "two", "three"))
    assert len({one.key, two.key, three.key}) == 3
    assert service._compile(request(f"{ADD}\n// two")).key == two.key
    assert service._compile(request(f"{ADD}\n// one")).key not in (one.key, two.key, three.key)
    assert service._compile(request(f"{ADD}\n// two")).key == two.key, "three made room"
    assert len(service._kernels) == 2


def test_an_endless_kernel_is_stopped_and_the_device_lives_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child is ended after the time limit; the kernel compiled before runs in the next child."""
    monkeypatch.setattr(process, "PATIENCE", 100)  # a busy machine gives the child a processor late
    device = EmulatorDevice(WorkerLimits(seconds=1.5))
    try:
        spin, add = device.compile(request(SPIN)), device.compile(request(ADD))
        with pytest.raises(base.DeviceTimeout):
            device.launch(spin, launch((BufferArgument("x"), 5), np.zeros(1, np.float32), fuel=10**15))
        done = device.launch(add, launch((BufferArgument("x"), 2.0), np.ones(3, np.float32)))
        assert done.arrays["x"].tolist() == [3, 3, 3]
    finally:
        device.close()


def test_endless_loops_run_out_of_fuel_long_before_time(device: EmulatorDevice) -> None:
    """A finding, not a dead child."""
    kernel = device.compile(request(SPIN))
    done = device.launch(kernel, launch((BufferArgument("x"), 5), np.zeros(1, np.float32), fuel=10_000))
    assert not done.finished
    assert [finding.kind for finding in done.findings] == ["timeout"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_a_child_that_dies_is_a_crash_and_is_replaced() -> None:
    """Killed from outside in mid-life."""
    worker = ChildProcess(lambda: spawn("grader.devices.worker", ("4096", "1", "1000", "auto")))
    asked = RepairsRequest(source="", errors=(), macro="TILE_WIDTH")
    try:
        assert worker.request(asked, Edits, seconds=60) == Edits(())
        os.kill(process_of(worker).pid, signal.SIGKILL)
        process_of(worker).wait()
        with pytest.raises(base.DeviceCrash):
            worker.request(asked, Edits, seconds=60)
        assert worker.request(asked, Edits, seconds=60) == Edits(())
        assert worker.generation == 2
    finally:
        worker.close()


def test_a_renewed_device_has_a_fresh_child_and_gives_no_key_twice() -> None:
    """As a batch needs it: whoever kept a kernel under its key must not meet the next submission's there."""
    device = EmulatorDevice(WorkerLimits(seconds=20))
    try:
        before = device.compile(request(ADD))
        first = device._worker._connection
        device.renew()
        assert device._worker._connection is not first
        after = device.compile(request(ADD.replace("+=", "-=")))
        assert after.key != before.key
        work = launch((BufferArgument("x"), 1), np.zeros(1, np.float32))
        assert device.launch(after, work).arrays["x"].tolist() == [-1.0]
        with pytest.raises(KeyError):
            device.launch(before, work)
    finally:
        device.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize(("compiler", "helpers"), [("nvrtc", 0), ("clang", 1)])
def test_only_clang_has_a_helper_process(compiler: str, helpers: int) -> None:
    """A helper is another fork of everything; NVRTC is a library and needs none."""
    if compiler == "clang":
        pytest.importorskip("ziglang")
    device = EmulatorDevice(WorkerLimits(seconds=20, compiler=compiler))
    try:
        asked = request(ADD)
        assert device.compile(replace(asked, options=replace(asked.options, compiler=compiler))).ok
        pid = process_of(device._worker).pid
        children = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
        assert sum(map(len, children)) == helpers
    finally:
        device.close()


def test_a_request_that_nobody_serves_is_the_graders_own_fault(device: EmulatorDevice) -> None:
    """A traceback comes back as words."""
    with pytest.raises(base.DeviceFault, match="KeyError: 'Edits'"):
        device._worker.request(Edits(()), Edits, seconds=10)


def test_the_childs_environment_holds_nothing_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens and home folder stay outside."""
    from grader.processes.child import child_environment

    monkeypatch.setenv("API_TOKEN", "secret")
    environment = child_environment("/private")
    assert "secret" not in environment.values()
    assert environment["HOME"] == "/private"


_RESERVING = """
import mmap, sys
from grader.processes.child import limit_memory
reserved = mmap.mmap(-1, 6 << 30)  # as a GPU's driver does, and never touches it
if not limit_memory(512):
    sys.exit("no limits here")
some = bytearray(100 << 20)
try:
    bytearray(1 << 30)
except MemoryError:
    print("the limit holds")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_memory_that_libraries_reserve_is_not_taken_from_the_submission():
    """Six gigabytes are mapped before the limit of half of one: 100 MB fit all the same, 1 GB does not."""
    done = subprocess.run(
        [sys.executable, "-c", _RESERVING], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
    )
    assert (done.stdout.strip(), done.returncode) == ("the limit holds", 0), done.stderr


def test_what_a_child_made_lies_where_the_grader_was_asked_to_leave_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From what the compiler was given to how the launch ran, behind all walls, wherever the grader was started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRADER_DUMP", "seen")
    device = EmulatorDevice(WorkerLimits(seconds=20))
    try:
        x = np.zeros(4, np.float32)
        device.launch(device.compile(request(ADD)), launch((BufferArgument("x"), 1.5), x))
    finally:
        device.close()
    stages = [path.name.partition("-")[2] for path in sorted(tmp_path.glob("seen/*/*"))]
    assert stages[0] == "given-to-nvrtc.cu"
    assert stages[-1].endswith("launch.txt")
    assert [path for path in tmp_path.glob("seen/*/*.txt") if "thread by thread (a row of 4" in path.read_text()]


def test_the_example_for_a_source_that_nobody_has_read_prints_what_the_page_shows():
    """docs/emulator.md: compiled in a child, with what is wrong as the answer."""
    page = (Path(__file__).parents[2] / "docs" / "emulator.md").read_text(encoding="utf-8")
    example, shown = (re.findall(rf"^```{name}\n(.*?)^```$", page, re.M | re.S)[-1] for name in ("python", "text"))
    assert "EmulatorDevice" in example
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout == shown
