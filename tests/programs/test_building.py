"""What is built once for programs is found again by whatever may use it, and only where it is needed."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.compiling.headers import STAND_INS
from grader.compiling.line_table import LineTable
from grader.errors import NotSupportedError
from grader.programs import building
from grader.programs.calls import Direction, Place
from grader.programs.device import Device, compile_half
from grader.programs.protocol import Action, Call, Reply
from grader.programs.running import Printed, Programs, server_forks
from grader.programs.runtime_calls import Runtime
from grader.programs.sources import Known, Source
from tests.programs.conftest import shared_library


def _environment(folder: Path, version: str) -> str:
    """Return the path of `zig` in an environment with this version of `ziglang`."""
    (folder / f"ziglang-{version}.dist-info").mkdir(parents=True)
    program = folder / "ziglang" / "zig"
    program.parent.mkdir()
    program.write_bytes(b"zig")
    return str(program)


def test_environments_with_one_version_of_ziglang_share_its_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Building them takes a minute; another version has others."""
    keys = []
    for name, version in (("one", "0.17.1"), ("two", "0.17.1"), ("three", "0.18.0")):
        program = _environment(tmp_path / name, version)
        monkeypatch.setattr(building, "clang_program", lambda program=program: program)
        keys.append(building._system())
    assert keys[0] == keys[1] != keys[2]


PROGRAM = """
#include <cstdio>
__global__ void twice(int *x) {
  __shared__ int kept[32];
  kept[threadIdx.x] = 2 * x[threadIdx.x];
  x[threadIdx.x] = kept[threadIdx.x];
}
int main() {
  int h[32], *d;
  for (int i = 0; i < 32; i++) h[i] = i;
  if (cudaMalloc(&d, sizeof h) || cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice)) return 2;
  twice<<<1, 32>>>(d);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) || cudaFree(d)) return 2;
  printf("%d\\n", h[31]);
}
"""


def run(program: Path, *options: str) -> tuple[str, bool]:
    """Run a program. Return what it printed, and whether the grader has loaded what its results are made of."""
    command = [sys.executable, "-X", "importtime", "-m", "grader", "run", *options, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    return done.stdout, "pydantic" in done.stderr


def test_an_unchanged_program_without_a_fault_is_run_without_loading_results(tmp_path: Path):
    """They take longer to load than most programs take to run; where they are asked for they are told all the same."""
    program = tmp_path / "twice.cu"
    program.write_text(PROGRAM, encoding="utf-8")
    with shared_library():
        run(program)
        assert run(program) == ("62\n", False)
        told, loaded = run(program, "--json")
        assert run(program) == ("62\n", False)
    assert loaded and json.loads(told.removeprefix("62\n"))["check"]["threads"] == 32


def device(half: str = "") -> Device:
    """Return a device for the program."""
    return Device(shared=-1, source=Source(files={"twice.cu": PROGRAM}, defines={}), fuel=1 << 20, half=half)


def test_a_device_half_that_is_kept_is_compiled_again_for_other_kernels_alone(monkeypatch: pytest.MonkeyPatch):
    """What is known of its kernels is then the same as when it was compiled."""
    first, names = device(), ["_Z5twicePi"]
    first.load(names, [])
    monkeypatch.setattr("grader.programs.device.compile_half", lambda *_: pytest.fail("it is compiled again"))
    again = device(first.half)
    again.load(names, [])
    assert again.half == first.half
    for made in (first, again):
        (kernel,) = made.kernels
        assert (kernel.name, kernel.line, [each.name for each in kernel.parameters]) == ("twice", 3, ["x"])
        assert kernel.declarations["kept"].dims == (32,)
    with pytest.raises(pytest.fail.Exception, match="compiled again"):
        device(first.half).load(["_Z6threePi"], [])


def test_runs_behind_those_of_one_server_and_behind_one_that_was_ended_have_another(tmp_path: Path):
    """It has the half that the first run has compiled."""
    loop = PROGRAM.replace("int main() {", "int main(int n, char **) {\n  while (n > 1) cudaGetLastError();")
    source = Source(files={"twice.cu": loop}, defines={})
    with shared_library(), server_forks() as forks:
        built = building.build(source, lambda _: None)
        with contextlib.closing(Programs(forks, built, half="", runs=2)) as programs:
            ended = []
            for given, seconds in ([], 20.0), (["loop"], 0.5), ([], 20.0), ([], 20.0), ([], 20.0):
                said = Printed(), Printed()
                ran = programs.run(source, given, tmp_path, seconds=seconds, output=said)
                ended.append((ran.late, said[0].getvalue(), bool(ran.told.half)))
            assert programs.half and programs.worked > 0
    assert ended == [(False, "62\n", True), (True, "", False), *3 * [(False, "62\n", False)]]


class Unread(LineTable):
    """That of a program whose lines nobody is to ask for."""

    def places_of(self, addresses: Sequence[int], *, exact: bool = False) -> list[Place]:
        pytest.fail("it is looked up")


def test_rows_with_room_between_them_are_copied_back_without_a_word():
    """What lies between rows was never written, and is not copied; a row that nothing has written is told."""
    made = device()
    made.load(["_Z5twicePi"], [])
    runtime = Runtime(made, Unread(io.BytesIO(), ()), Known())

    def call(name: str, *numbers: int) -> Reply:
        return runtime.answer(Call(name=name, place=Place("twice.cu", 20), numbers=numbers, data=b"\0" * 64))

    for rows, found in ((4, []), (3, ["copied-unset"])):
        address, pitch, _ = call("cudaMallocPitch", 400, 4, 0).numbers
        call("cudaMemset2D", address, 0, 400, -1, rows, pitch)
        call("cudaMemcpy2D", 0x5555_0000_0000, address, 400, Direction.DEVICE_TO_HOST, -1, 4, 400, pitch, 0, 0, 0, 0)
        assert [each.kind.value for each in runtime.history.findings] == found


def test_a_copy_between_blocks_that_it_fits_into_looks_up_no_lines():
    """That reads the program's whole line table: where a block was allocated is told of one that is too short."""
    made = device()
    made.load(["_Z5twicePi"], [])
    runtime = Runtime(made, Unread(io.BytesIO(), ()), Known())
    place, on_host = Place("twice.cu", 11), 0x5555_0000_0000

    def call(name: str, *numbers: int) -> Reply:
        return runtime.answer(Call(name=name, place=place, numbers=numbers, data=b"\0" * 64))

    (address, *_) = call("cudaMalloc", 128).numbers
    of_heap = (0, 0, on_host, 128)
    copy = (address, on_host, 128, Direction.HOST_TO_DEVICE, -1, 1, 128, 128, *of_heap)
    assert call("cudaMemcpy", *copy).action is Action.SEND
    with pytest.raises(pytest.fail.Exception, match="looked up"):
        call("cudaMemcpy", address, on_host + 4, *copy[2:])


def test_a_library_of_device_code_that_is_not_installed_is_said_with_what_brings_it(monkeypatch: pytest.MonkeyPatch):
    """The program is not blamed for it, and does not run."""
    monkeypatch.setitem(STAND_INS, "curand_kernel.h", "#pragma once\n")
    text = "#include <curand_kernel.h>\n__global__ void k(float *x, curandState *s) { *x = curand_uniform(s); }\n"
    with pytest.raises(NotSupportedError, match=r"p\.cu:1: .*pip install 'cuda-grader\[curand\]'"):
        compile_half(Source(files={"p.cu": text}, defines={}), ["_Z1kPfP17curandStateXORWOW"], "compute_80")
